// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/cpu_program.h"
#include "core/backend/cpu/kernels.h"
#include "core/train/verify.h"
#include "tests/core/families.h"
#include "tests/core/test_devices.h"
#include "tests/core/watched_device.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gf::tst_verify {

using test::everyModel;

namespace {

constexpr float none = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

const cpu::Kernels& right() {
    return cpu::bestKernels();
}

/// The fast backend with one kernel that is wrong in its last number.
class WrongBackend final : public Backend {
public:
    explicit WrongBackend(void (*change)(cpu::Kernels&)) : m_kernels(right()) { change(m_kernels); }

    std::string name() const override { return "wrong"; }
    std::unique_ptr<Program> compile(std::shared_ptr<const Graph> graph, Parameters& parameters,
                                     const ProgramOptions& options) const override {
        return std::make_unique<cpu::CpuProgram>(std::move(graph), parameters, options, m_kernels);
    }
    double measuredPeak(int) const override { return 1; }

private:
    cpu::Kernels m_kernels;
};

/// The fast backend; while it compiles its program number `last` somebody asks to stop.
class StoppingBackend final : public Backend {
public:
    explicit StoppingBackend(int last) : m_last(last) {}

    std::string name() const override { return "stopping"; }
    std::unique_ptr<Program> compile(std::shared_ptr<const Graph> graph, Parameters& parameters,
                                     const ProgramOptions& options) const override {
        if (++compiled == m_last)
            stop.request_stop();
        return m_backend->compile(std::move(graph), parameters, options);
    }
    double measuredPeak(int) const override { return 1; }

    mutable int compiled = 0;
    mutable std::stop_source stop;

private:
    std::unique_ptr<Backend> m_backend = makeBackend("cpu");
    int m_last;
};

/// A kernel that is wrong, and the first step that shows it.
struct WrongKernel {
    const char* name;
    void (*change)(cpu::Kernels&);
    const char* model;
    const char* first;
    bool training = false; ///< used in programs that train alone
};

const std::vector<WrongKernel> wrongKernels{
    {"softmax",
     [](cpu::Kernels& k) {
         k.softmax = [](Index rows, Index columns, const float* x, float* y) {
             right().softmax(rows, columns, x, y);
             y[rows * columns - 1] += 0.001F;
         };
     },
     "transformer, decoder, words, attention, rotary", "decoder.0.self_attn.weights"},
    {"layer norm",
     [](cpu::Kernels& k) {
         k.layerNorm = [](Index rows, Index columns, float epsilon, const float* x,
                          const float* gain, const float* bias, float* y) {
             right().layerNorm(rows, columns, epsilon * 100, x, gain, bias, y);
         };
     },
     "transformer, encoder, words, mean, no positions", "encoder.0.norm1.output"},
    {"tanh",
     [](cpu::Kernels& k) {
         k.tanh = [](Index n, const float* x, float* y) {
             right().tanh(n, x, y);
             y[n - 1] *= 1.01F;
         };
     },
     "recurrent, encoder-decoder, words, gru, bahdanau", "encoder.0.t0.candidate"},
    {"gradient of a softmax",
     [](cpu::Kernels& k) {
         k.softmaxGradient = [](Index rows, Index columns, const float* y, const float* dy,
                                float* dx) {
             right().softmaxGradient(rows, columns, y, dy, dx);
             dx[rows * columns - 1] = 1;
         };
     },
     "recurrent, encoder-decoder, pointer, rnn, general", "grad/attention.masked"},
    {"squared error",
     [](cpu::Kernels& k) {
         k.squaredErrorGradient = [](auto... all) {
             right().squaredErrorGradient(all...);
             auto* const gradient = std::get<sizeof...(all) - 1>(std::tuple(all...));
             gradient[0] = none;
         };
     },
     "recurrent, decoder, numbers, gru, dot", "grad/prediction"},
    {"joined scores",
     [](cpu::Kernels& k) {
         k.attentionWeights = [](const cpu::MaskShape& shape, float factor, const float* x,
                                 float* y) {
             right().attentionWeights(shape, factor * 1.5F, x, y);
         };
     },
     "transformer, encoder-decoder, words, attention, sinusoidal", "loss", true},
};

/// Kernels that are wrong on the way back, where ReLUs lie at 0 or below those.
const std::vector<WrongKernel> wrongBelow{
    {"gradient of a softmax",
     [](cpu::Kernels& k) {
         k.softmaxGradient = [](Index rows, Index columns, const float* y, const float* dy,
                                float* dx) {
             right().softmaxGradient(rows, columns, y, dy, dx);
             for (Index i = 0; i < rows * columns; ++i)
                 dx[i] *= 1.001F;
         };
     },
     nullptr, "grad/decoder.1.self_attn.masked"},
    {"gradient of a ReLU",
     [](cpu::Kernels& k) {
         k.reluGradient = [](Index n, const float* x, const float* dy, float* dx) {
             right().reluGradient(n, x, dy, dx);
             dx[n - 1] += 0.01F;
         };
     },
     nullptr, "grad/decoder.1.ffn.pre_activation"},
};

/// A kernel of graphics cards that is told something wrong, in the order of its parameters.
struct WrongLaunch {
    const char* kernel;
    std::size_t argument;
    gpu::Argument value;
    const char* model;
    const char* first;
    bool training = false; ///< used in programs that train alone
};

const std::vector<WrongLaunch> wrongLaunches{
    {"softmax", 3, std::int32_t(2), "transformer, decoder, words, attention, rotary",
     "decoder.0.self_attn.weights"},
    {"product_small", 20, std::int32_t(3), "transformer, decoder, words, attention, rotary",
     "decoder.0.self_attn.q"},
    {"layer_norm", 5, 1.0F, "transformer, encoder, words, mean, no positions",
     "encoder.0.norm1.output"},
    {"softmax_gradient", 3, 2.0F, "recurrent, encoder-decoder, pointer, rnn, general",
     "grad/attention.masked"},
    {"attention", 6, 0.1F, "transformer, encoder-decoder, words, attention, sinusoidal", "loss",
     true},
};

const ModelConfig& modelCalled(std::string_view name) {
    const auto found = std::ranges::find(everyModel(), name, &test::FamilyModel::name);
    if (found == everyModel().end())
        throw std::runtime_error("no such model: " + std::string(name));
    return found->config;
}

Verification verified(const ModelConfig& config, const Backend& backend, Parameters& parameters) {
    return verify(backend, config, parameters, drawnExample(config, 1));
}

/// A model in which the inputs of all ReLUs are 0 but for rounding: what a norm makes adds up to 0,
/// and each column of the weights has the same number in all its rows.
struct ModelAtTheKink {
    ModelConfig config = modelCalled("transformer, decoder, words, attention, sinusoidal");
    std::unique_ptr<Parameters> parameters = test::randomParameters(config);

    ModelAtTheKink() {
        for (const auto& entry : parameters->entries()) {
            const auto values = parameters->writable(entry);
            if (entry.name.ends_with("ffn.w_1"))
                for (std::size_t i = 0; i < values.size(); ++i)
                    values[i] = values[i % static_cast<std::size_t>(config.dFf)];
            else if (entry.name.ends_with(".gain"))
                std::ranges::fill(values, 1.0F);
            else if (entry.name.ends_with("ffn.b_1") || entry.name.ends_with(".bias"))
                std::ranges::fill(values, 0.0F);
        }
    }
};

} // namespace

/// Two backends beside each other, step by step.
class TestVerify : public QObject {
    Q_OBJECT

private slots:
    void verify_findsEveryModelInAgreement_data() {
        QTest::addColumn<std::size_t>("model");
        for (std::size_t i = 0; i < everyModel().size(); ++i)
            QTest::addRow("%s", everyModel()[i].name.c_str()) << i;
    }

    void verify_findsEveryModelInAgreement() {
        QFETCH(std::size_t, model);
        const ModelConfig& config = everyModel()[model].config;
        const auto parameters = test::randomParameters(config);
        const Verification result = verified(config, *makeBackend("cpu"), *parameters);
        const Graph& graph = *result.expected->graph;
        const StepAgreement worst = byDifference(result.steps).front();
        const std::string where = everyModel()[model].name + ": " + graph[worst.node].name;
        QVERIFY2(!firstBeyond(result.steps, result.tolerance), where.c_str());
        QVERIFY(result.steps.size() > graph.size()); // every step, and what training has
        if (worst.difference > m_worst) {
            m_worst = worst.difference;
            m_where = where;
        }
    }

    void verify_namesTheStepOfAWrongKernel_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < wrongKernels.size(); ++i)
            QTest::newRow(wrongKernels[i].name) << i;
    }

    void verify_namesTheStepOfAWrongKernel() {
        QFETCH(std::size_t, index);
        const WrongKernel& wrong = wrongKernels[index];
        const ModelConfig& config = modelCalled(wrong.model);
        const auto parameters = test::randomParameters(config);
        const Verification result = verified(config, WrongBackend(wrong.change), *parameters);
        const StepAgreement* const first = firstBeyond(result.steps, result.tolerance);
        QVERIFY(first);
        QCOMPARE((*result.expected->graph)[first->node].name.c_str(), wrong.first);
        QCOMPARE(first->training, wrong.training);
        const Tensor& found = result.found->value(first->node);
        if (!first->training)
            QVERIFY(std::isnan(first->found) || found.at(first->cell) == first->found);
        QCOMPARE(result.expected->value(first->node).at(first->cell), first->expected);
    }

    void verify_namesTheStepOfAWrongDeviceKernel_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < wrongLaunches.size(); ++i)
            QTest::newRow(wrongLaunches[i].kernel) << i;
    }

    void verify_namesTheStepOfAWrongDeviceKernel() {
        QFETCH(std::size_t, index);
        GF_NEED_DEVICE(test::testDevice());
        const WrongLaunch& wrong = wrongLaunches[index];
        const ModelConfig& config = modelCalled(wrong.model);
        const auto parameters = test::randomParameters(config);
        const auto firstOn = [&](const std::shared_ptr<gpu::Device>& device) {
            const Verification result = verified(config, test::DeviceBackend(device), *parameters);
            const StepAgreement* const first = firstBeyond(result.steps, result.tolerance);
            return first ? (*result.expected->graph)[first->node].name +
                               (first->training ? " in training" : "")
                         : "none";
        };
        QCOMPARE(firstOn(test::testDevice().device), std::string("none"));
        const auto change = [&](gpu::Launch& launch) {
            launch.arguments[wrong.argument] = wrong.value;
        };
        QCOMPARE(firstOn(std::make_shared<test::WatchedDevice>(test::testDevice().device,
                                                               wrong.kernel, change)),
                 wrong.first + std::string(wrong.training ? " in training" : ""));
    }

    void verify_acceptsNaNThatIsInBoth() {
        const ModelConfig& config =
            modelCalled("transformer, encoder-decoder, words, attention, alibi");
        const auto parameters = test::randomParameters(config);
        parameters->writable("encoder.1.ffn.w_1")[3] = none;
        const Verification result = verified(config, *makeBackend("cpu"), *parameters);
        QVERIFY(std::isnan((*result.expected->find("loss"))[0]));
        const StepAgreement* const first = firstBeyond(result.steps, result.tolerance);
        QVERIFY2(!first, first ? (*result.expected->graph)[first->node].name.c_str() : "");
    }

    void agreementOf_refusesNaNOrInfinityInOneAlone() {
        const Tensor numbers(Shape{2, 3}, {1, 2, 3, -infinity, none, 6});
        QCOMPARE(agreementOf(0, numbers, numbers).difference, 0.0);
        for (const float other : {none, infinity, -infinity})
            for (const bool turned : {false, true}) {
                Tensor changed = numbers;
                changed[2] = other;
                const StepAgreement step =
                    turned ? agreementOf(0, changed, numbers) : agreementOf(0, numbers, changed);
                QVERIFY(std::isinf(step.difference));
                QCOMPARE(step.cell, (Cell{{0, 2, 0, 0}}));
            }
        Tensor changed = numbers;
        changed[3] = infinity; // not the same one
        QVERIFY(std::isinf(agreementOf(0, numbers, changed).difference));
        changed[3] = none;
        QVERIFY(std::isinf(agreementOf(0, numbers, changed).difference));
    }

    void agreementOf_isRelativeToTheLargestNumber() {
        const Tensor expected(Shape{4}, {0, 0.5F, -8, 2});
        Tensor found = expected;
        found[1] = 1;
        found[3] = 2.25F;
        const StepAgreement step = agreementOf(7, expected, found);
        QCOMPARE(step.node, 7);
        QCOMPARE(step.difference, 0.5 / 8);
        QCOMPARE(step.cell, (Cell{{1, 0, 0, 0}}));
        QCOMPARE(step.expected, 0.5F);
        QCOMPARE(step.found, 1.0F);
        const Tensor zeros(Shape{2}, {0, 0});
        QCOMPARE(agreementOf(0, zeros, zeros).difference, 0.0);
        QVERIFY(agreementOf(0, zeros, Tensor(Shape{2}, {0, 1e-30F})).difference > 1);
    }

    /// Gradients of what is learnt become as small as that.
    void agreementOf_acceptsZeroForSubnormalNumbers() {
        const Tensor expected(Shape{2}, {-1.3e-39F, 1e-41F});
        const Tensor zeros(Shape{2}, {0, 0});
        QVERIFY(agreementOf(0, expected, zeros).difference <= agreementTolerance);
        QVERIFY(agreementOf(0, zeros, expected).difference <= agreementTolerance);
        QVERIFY(agreementOf(0, expected, Tensor(Shape{2}, {1e-35F, 0})).difference >
                agreementTolerance);
    }

    /// A gradient that is 0 but for rounding is as large as the rounding, whatever computes it.
    void agreementOf_allowsForRounding() {
        const BasicTensor<double> exact(Shape{2}, {0, 0});
        const Tensor expected(Shape{2}, {3e-9F, -1e-9F});
        const double rounding = roundingOf(expected, exact);
        QVERIFY(std::abs(rounding - 3e-9) < 1e-15);
        const Tensor other(Shape{2}, {-4e-9F, 2e-9F});
        QVERIFY(agreementOf(0, expected, other).difference > 1);
        QVERIFY(agreementOf(0, expected, other, {.rounding = rounding}).difference <
                agreementTolerance);
        const Tensor wrong(Shape{2}, {1e-6F, 0});
        QVERIFY(agreementOf(0, expected, wrong, {.rounding = rounding}).difference >
                agreementTolerance);
    }

    /// What rounding may take is the same whatever the tolerance; to the bit is to the bit.
    void agreementOf_keepsToTheToleranceAskedFor() {
        const Tensor expected(Shape{2}, {3e-9F, -1e-9F});
        const Tensor near(Shape{2}, {4e-9F, -1e-9F});
        const Tensor far(Shape{2}, {1e-6F, -1e-9F});
        for (const double tolerance : {1e-2, 1e-4, 1e-7}) {
            const Allowance allowance{.tolerance = tolerance, .rounding = 3e-9};
            QVERIFY(agreementOf(0, expected, near, allowance).difference <= tolerance);
            QVERIFY(agreementOf(0, expected, far, allowance).difference > tolerance);
        }
        const Allowance none{.tolerance = 0, .rounding = 3e-9};
        QVERIFY(agreementOf(0, expected, near, none).difference > 0);
        QCOMPARE(slackOf(expected, none), 0.0);
    }

    void verify_acceptsAReluAtZero() {
        const ModelAtTheKink model;
        const Verification result = verified(model.config, *makeBackend("cpu"), *model.parameters);
        QVERIFY(result.turned > 0); // the test would show nothing
        const StepAgreement* const first = firstBeyond(result.steps, result.tolerance);
        QVERIFY2(!first, first ? (*result.expected->graph)[first->node].name.c_str() : "");
    }

    void verify_findsAWrongKernelBelowAReluAtZero_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < wrongBelow.size(); ++i)
            QTest::newRow(wrongBelow[i].name) << i;
    }

    void verify_findsAWrongKernelBelowAReluAtZero() {
        QFETCH(std::size_t, index);
        const WrongKernel& wrong = wrongBelow[index];
        const ModelAtTheKink model;
        const Verification result =
            verified(model.config, WrongBackend(wrong.change), *model.parameters);
        QVERIFY(result.turned > 0);
        const StepAgreement* const first = firstBeyond(result.steps, result.tolerance);
        QVERIFY(first);
        QCOMPARE((*result.expected->graph)[first->node].name.c_str(), wrong.first);
    }

    void verify_stopsWhenAskedTo() {
        const ModelAtTheKink model;
        const auto compiledUntil = [&](int last) {
            const StoppingBackend backend(last);
            if (last == 0)
                backend.stop.request_stop();
            QVERIFY_THROWS_EXCEPTION(Stopped,
                                     verify(backend, model.config, *model.parameters,
                                            drawnExample(model.config, 1), {}, agreementTolerance,
                                            {}, backend.stop.get_token()));
            QCOMPARE(backend.compiled, last);
        };
        compiledUntil(0);
        compiledUntil(1); // as it is looked into, and not as it trains
        const StoppingBackend toTheEnd(3);
        verify(toTheEnd, model.config, *model.parameters, drawnExample(model.config, 1), {},
               agreementTolerance, {}, toTheEnd.stop.get_token());
        QCOMPARE(toTheEnd.compiled, 2);
    }

    void byDifference_putsTheWorstFirst() {
        const auto step = [](NodeId node, double difference, bool training = false) {
            return StepAgreement{.node = node, .training = training, .difference = difference};
        };
        const std::vector<StepAgreement> steps{step(0, 0), step(1, 1e-3), step(2, 0.5), step(3, 0),
                                               step(1, 2, true)};
        std::vector<NodeId> order;
        for (const StepAgreement& each : byDifference(steps))
            order.push_back(each.node);
        QCOMPARE(order, (std::vector<NodeId>{1, 2, 1, 0, 3}));
        QCOMPARE(firstBeyond(steps, 1e-5), &steps[1]);
        QCOMPARE(firstBeyond(steps, 1e-2), &steps[2]);
        QCOMPARE(firstBeyond(steps, 1), &steps[4]); // in training alone
        QVERIFY(!firstBeyond(steps, 2));
    }

    void drawnExample_fitsTheShortestModel() {
        for (const test::FamilyModel& model : everyModel()) {
            ModelConfig config = model.config;
            config.maxLength = 1;
            config.sourceVocab = config.targetVocab = specialTokens;
            const auto parameters = test::randomParameters(config);
            const Verification result = verified(config, *makeBackend("cpu"), *parameters);
            QVERIFY2(!firstBeyond(result.steps, result.tolerance), model.name.c_str());
        }
    }

    void cleanupTestCase() {
        qInfo("the largest difference is %.1e, in %s", m_worst, m_where.c_str());
    }

private:
    double m_worst = 0;
    std::string m_where;
};

} // namespace gf::tst_verify

#include "tests/entry.h"
GF_GUILESS_TEST(tst_verify, TestVerify)
#include "tst_verify.moc"
