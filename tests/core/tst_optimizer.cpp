// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/eigen/eigen_program.h"
#include "core/model/model.h"
#include "core/train/optimizer.h"
#include "core/train/run.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace gf::tst_optimizer {
namespace {

/// The smallest model there is, with its gradients and an optimizer, in double precision.
class TinyModel {
public:
    explicit TinyModel(const TrainConfig& config) {
        ModelConfig model;
        model.architecture = Architecture::Decoder;
        model.layers = 1;
        model.dModel = 4;
        model.heads = 2;
        model.dFf = 4;
        model.maxLength = 4;
        model.sourceVocab = model.targetVocab = 6;
        m_model = buildModel(model, {.sourceLength = 0,
                                     .targetLength = 3,
                                     .training = true,
                                     .loss = true,
                                     .gradients = true,
                                     .labelSmoothing = 0});
        m_nodes = appendOptimizer(*m_model.graph, config);
        m_parameters.addFrom(*m_model.graph);
        Index next = 0;
        for (const auto& entry : m_parameters.entries())
            if (entry.role == Role::Parameter)
                for (double& value : m_parameters.writable(entry))
                    value = std::sin(static_cast<double>(++next));
        ProgramOptions options;
        options.batch = 1;
        options.keepAll = true;
        m_program =
            std::make_unique<eigen::EigenProgram<double>>(m_model.graph, m_parameters, options);
    }

    const Graph& graph() const { return *m_model.graph; }

    void step(double rate, double number) {
        const std::vector<double> ids = {1, 4, 5};
        const std::vector<double> labels = {4, 5, 2};
        m_program->setInput(m_model.input(inputs::targetIds), ids);
        m_program->setInput(m_model.input(inputs::labelIds), labels);
        for (const std::string_view keep : {inputs::targetKeep, inputs::labelKeep})
            m_program->setInput(m_model.input(keep), std::vector<double>(3, 1));
        m_program->setInput(m_nodes.learningRate, std::span(&rate, 1));
        m_program->setInput(m_nodes.step, std::span(&number, 1));
        m_program->run();
    }

    std::vector<double> parameter(const std::string& name) const {
        const auto values = m_parameters.values(name);
        return {values.begin(), values.end()};
    }
    std::vector<double> gradient(const std::string& name) const {
        const auto value = m_program->value(m_model.graph->find("grad/" + name), 0);
        return {value.values().begin(), value.values().end()};
    }
    double norm() const { return m_program->value(m_nodes.gradientNorm, 0)[0]; }
    double squaredNorm() const {
        double sum = 0;
        for (const auto& entry : m_parameters.entries())
            if (entry.role == Role::Parameter)
                for (const double g : gradient(entry.name))
                    sum += g * g;
        return sum;
    }
    const BasicParameters<double>& parameters() const { return m_parameters; }

private:
    ModelGraph m_model;
    OptimizerNodes m_nodes;
    BasicParameters<double> m_parameters;
    std::unique_ptr<eigen::EigenProgram<double>> m_program;
};

/// What one weight and its memory become, written down from the paper and not from the program.
struct Weight {
    double p, m = 0, v = 0;
};
using Rule = std::function<void(Weight&, double gradient, double step, const TrainConfig&)>;

constexpr double rate = 0.05;

void adamRule(Weight& w, double g, double t, const TrainConfig& config) {
    w.m = config.beta1 * w.m + (1 - config.beta1) * g;
    w.v = config.beta2 * w.v + (1 - config.beta2) * g * g;
    const double m = w.m / (1 - std::pow(config.beta1, t));
    const double v = w.v / (1 - std::pow(config.beta2, t));
    w.p -= rate * m / (std::sqrt(v) + config.epsilon);
}

void adamL2Rule(Weight& w, double g, double t, const TrainConfig& config) {
    adamRule(w, g + config.weightDecay * w.p, t, config);
}

void adamWRule(Weight& w, double g, double t, const TrainConfig& config) {
    w.p -= rate * config.weightDecay * w.p;
    adamRule(w, g, t, config);
}

void sgdRule(Weight& w, double g, double, const TrainConfig& config) {
    w.m = config.momentum * w.m + g + config.weightDecay * w.p;
    w.p -= rate * w.m;
}

/// Five steps of every parameter beside the rule. The gradients are the program's own, which the
/// ops' tests check; here it is about what is done with them.
void follow(const TrainConfig& config, const Rule& rule) {
    TinyModel model(config);
    std::map<std::string, std::vector<Weight>> expected;
    for (const auto& entry : model.parameters().entries())
        if (entry.role == Role::Parameter)
            for (const double value : model.parameter(entry.name))
                expected[entry.name].push_back({value});
    for (int step = 1; step <= 5; ++step) {
        model.step(rate, step);
        const double norm = std::sqrt(model.squaredNorm());
        const double factor =
            config.clipNorm > 0 ? std::min(1.0, config.clipNorm / (norm + 1e-6)) : 1.0;
        for (auto& [name, weights] : expected) {
            const std::vector<double> gradient = model.gradient(name);
            const std::vector<double> actual = model.parameter(name);
            for (std::size_t i = 0; i < weights.size(); ++i) {
                rule(weights[i], gradient[i] * factor, step, config);
                // The constants of a graph are float32.
                QVERIFY2(std::abs(actual[i] - weights[i].p) <= 2e-6,
                         (name + " in step " + std::to_string(step)).c_str());
            }
        }
    }
}

class TstOptimizer : public QObject {
    Q_OBJECT

private slots:
    void adam_followsThePaper() { follow(TrainConfig{}, adamRule); }

    void adam_addsWeightDecayToTheGradient() {
        TrainConfig config;
        config.weightDecay = 0.125;
        follow(config, adamL2Rule);
    }

    void adamW_decouplesWeightDecayFromTheGradient() {
        TrainConfig config;
        config.optimizer = OptimizerKind::AdamW;
        config.weightDecay = 0.125;
        follow(config, adamWRule);
    }

    void sgd_followsItsMomentum() {
        TrainConfig config;
        config.optimizer = OptimizerKind::Sgd;
        config.momentum = 0.5;
        config.weightDecay = 0.125;
        follow(config, sgdRule);
    }

    void sgd_keepsNoStateWithoutMomentum() {
        TrainConfig config;
        config.optimizer = OptimizerKind::Sgd;
        config.momentum = 0;
        follow(config, sgdRule);
        QVERIFY(statePrefixes(config).empty());
        QCOMPARE(makeParameters(ModelConfig{}, config)->entries().size(),
                 makeParameters(ModelConfig{})->entries().size());
    }

    void clipping_shortensLongGradients() {
        TrainConfig config;
        config.optimizer = OptimizerKind::Sgd;
        config.momentum = 0;
        config.clipNorm = 0.25;
        follow(config, sgdRule);
    }

    void clipping_leavesShortGradientsAlone() {
        TrainConfig config;
        config.optimizer = OptimizerKind::Sgd;
        config.momentum = 0;
        config.clipNorm = 1e6;
        follow(config, sgdRule);
    }

    void updates_haveTheNameAndScopeOfTheirParameter() {
        TrainConfig config;
        config.clipNorm = 0.25;
        TinyModel model(config);
        const Graph& g = model.graph();
        int updates = 0;
        int memories = 0;
        for (const Node& node : g.nodes()) {
            updates += node.relation == Relation::Update ? 1 : 0;
            memories += node.relation == Relation::Memory ? 1 : 0;
            if (node.relation == Relation::Update)
                QCOMPARE(node.name, "update/" + g[node.of].name + "/" + node.part);
            else if (node.relation == Relation::Memory)
                QCOMPARE(node.name, node.part + "/" + g[node.of].name);
            else
                continue;
            QVERIFY(g[node.of].role == Role::Parameter);
            QVERIFY(node.scope == g[node.of].scope);
        }
        QCOMPARE(memories, 2 * updates / 5); // m and v of each; clipped, m, v, delta, apply
    }

    void gradientNorm_isThatOfAllGradientsBeforeClipping() {
        TrainConfig config;
        config.clipNorm = 0.25;
        TinyModel model(config);
        model.step(rate, 1);
        QVERIFY(model.norm() > 0.25);
        QVERIFY(std::abs(model.norm() - std::sqrt(model.squaredNorm())) < 1e-9 * model.norm());
    }

    void optimizerState_isThereForEveryParameter() {
        const TrainConfig config;
        const auto parameters = makeParameters(ModelConfig{}, config);
        for (const auto& entry : parameters->entries()) {
            if (entry.role != Role::Parameter)
                continue;
            for (const std::string_view prefix : statePrefixes(config)) {
                const auto* state = parameters->find(std::string(prefix) + entry.name);
                QVERIFY2(state, entry.name.c_str());
                QVERIFY(state->role == Role::State);
                QVERIFY(state->shape == entry.shape);
            }
        }
    }
};

} // namespace

} // namespace gf::tst_optimizer

#include "tests/entry.h"
GF_APPLESS_TEST(tst_optimizer, TstOptimizer)
#include "tst_optimizer.moc"
