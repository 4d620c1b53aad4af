// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/eigen/eigen_program.h"
#include "core/backend/gpu/pieces.h"
#include "core/data/feed.h"
#include "core/graph/differentiate.h"
#include "core/ops/add.h"
#include "core/ops/embedding.h"
#include "core/ops/leaf.h"
#include "core/ops/slice.h"
#include "core/train/verify.h"
#include "tests/core/engine.h"
#include "tests/core/families.h"
#include "tests/core/poisoned_device.h"
#include "tests/core/runs.h"
#include "tests/core/test_devices.h"
#include "tests/core/whole_lists.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace gf::tst_gpu_steps {

using test::everyModel;

namespace {

/// Lengths and widths that no group of threads likes.
struct Awkward {
    Index source, target, width, heads, hidden;
};
constexpr Awkward awkward[] = {{1, 1, 1, 1, 1},     {3, 1, 3, 1, 5},      {1, 3, 2, 2, 31},
                               {17, 31, 17, 1, 33}, {33, 17, 34, 2, 64},  {64, 33, 100, 4, 17},
                               {31, 100, 33, 3, 3}, {257, 64, 8, 2, 100}, {5, 257, 64, 8, 65}};

ModelConfig modelOf(const Awkward& size) {
    ModelConfig model;
    model.layers = 1;
    model.dModel = size.width;
    model.heads = size.heads;
    model.dFf = size.hidden;
    model.activation = Activation::Gelu;
    model.positional = Positional::Learned;
    model.maxLength = 260;
    model.sourceVocab = 23;
    model.targetVocab = 33;
    return model;
}

/// A step of gradient descent as long as the gradient itself, with dropout off.
ModelGraph stepOf(const ModelConfig& config, const Awkward& size) {
    ModelGraph model = buildModel(config, {.sourceLength = size.source,
                                           .targetLength = size.target,
                                           .training = true,
                                           .gradients = true,
                                           .labelSmoothing = 0.1});
    TrainConfig train;
    train.optimizer = OptimizerKind::Sgd;
    appendOptimizer(*model.graph, train);
    return model;
}

constexpr Index batch = 3;

/// Ids with padding at their ends; the second example is nothing but padding.
std::vector<float> idsOf(Index tokens, Index words, std::uint64_t stream) {
    std::vector<float> ids;
    for (Index example = 0; example < batch; ++example)
        for (Index token = 0; token < tokens; ++token) {
            const bool isPadding = example == 1 || (example == 2 && token > tokens / 2);
            const auto id = below(static_cast<std::uint64_t>(words - 1), 5, stream,
                                  static_cast<std::uint64_t>(example * tokens + token));
            ids.push_back(isPadding ? 0.0F : static_cast<float>(id + 1));
        }
    return ids;
}

/// Runs the step once on a program of any kind.
template <class T> void runStep(BasicProgram<T>& program, const ModelConfig& config) {
    std::uint64_t stream = 1;
    for (const Node& node : program.graph().nodes()) {
        if (node.role != Role::Input)
            continue;
        if (node.shape.rank() == 0) {
            program.setInput(node.id, std::vector<T>{1});
            continue;
        }
        const bool isSource = node.name.find("source") != std::string::npos;
        const auto ids =
            idsOf(node.shape.count(), isSource ? config.sourceVocab : config.targetVocab, stream++);
        program.setInput(node.id, std::vector<T>(ids.begin(), ids.end()));
    }
    program.run();
}

} // namespace

/// Whole steps as programs for graphics cards do them, joined as far as they can be; nothing is
/// read that nobody wrote.
class TestGpuSteps : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { GF_ON_EACH_DEVICE; }
    void init() {
        QFETCH_GLOBAL(int, device);
        const test::TestDevice& each = test::testDevices()[device];
        GF_NEED_DEVICE(each);
        m_card = std::make_unique<test::DeviceBackend>(
            std::make_shared<test::PoisonedDevice>(each.device, gpu::mostWork / 3));
    }

    /// Forward and back, every value kept and none.
    void everyModel_agreesWithTheReference_data() {
        QTest::addColumn<std::size_t>("model");
        for (std::size_t i = 0; i < everyModel().size(); ++i)
            QTest::addRow("%s", everyModel()[i].name.c_str()) << i;
    }
    void everyModel_agreesWithTheReference() {
        QFETCH(std::size_t, model);
        const ModelConfig& config = everyModel()[model].config;
        const auto parameters = test::randomParameters(config);
        const Verification result = verify(*m_card, config, *parameters, drawnExample(config, 1));
        const StepAgreement* const wrong = firstBeyond(result.steps, result.tolerance);
        QVERIFY2(!wrong, wrong ? (*result.expected->graph)[wrong->node].name.c_str() : "");
    }

    /// Some of the gradients that are joined otherwise are not there.
    void frozenLayers_agreeWithTheReference_data() {
        QTest::addColumn<std::size_t>("model");
        for (std::size_t i = 0; i < everyModel().size(); ++i)
            for (const char* name : {"as GPT-2", "as Llama", "as BERT",
                                     "transformer, encoder-decoder, words, attention, learned",
                                     "recurrent, encoder-decoder, words, gru, bahdanau"})
                if (everyModel()[i].name.ends_with(name))
                    QTest::newRow(name) << i;
    }
    void frozenLayers_agreeWithTheReference() {
        QFETCH(std::size_t, model);
        const ModelConfig& config = everyModel()[model].config;
        const auto parameters = test::randomParameters(config);
        ProbeExample example = drawnExample(config, 1);
        example.frozenLayers = 1;
        const Verification result = verify(*m_card, config, *parameters, example);
        const StepAgreement* const wrong = firstBeyond(result.steps, result.tolerance);
        QVERIFY2(!wrong, wrong ? (*result.expected->graph)[wrong->node].name.c_str() : "");
    }

    void awkwardSizes_agreeWithTheReference_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(std::size(awkward)); ++i)
            if (test::isTried(static_cast<std::size_t>(i), 3, 1))
                QTest::addRow("%d and %d tokens, %d wide", int(awkward[i].source),
                              int(awkward[i].target), int(awkward[i].width))
                    << i;
    }
    void awkwardSizes_agreeWithTheReference() {
        QFETCH(int, index);
        const Awkward& size = awkward[index];
        const ModelConfig config = modelOf(size);
        const ModelGraph model = stepOf(config, size);
        Parameters parameters;
        test::fillParameters(parameters, *model.graph);
        BasicParameters<double> exactParameters;
        test::fillParameters(exactParameters, *model.graph);
        ProgramOptions options;
        options.batch = batch;
        const auto program = m_card->compile(model.graph, parameters, options);
        eigen::EigenProgram<double> exact(model.graph, exactParameters, options);
        runStep(*program, config);
        runStep(exact, config);
        const auto loss = static_cast<double>(program->value(model.loss)[0]);
        QVERIFY(std::abs(loss - exact.value(model.loss)[0]) <= 1e-5 * std::abs(loss));
        for (const auto& entry : exactParameters.entries()) {
            const auto right = exactParameters.values(entry);
            const auto found = std::as_const(parameters).values(entry.name);
            double largest = 1;
            for (const double value : right)
                largest = std::max(largest, std::abs(value));
            for (std::size_t i = 0; i < right.size(); ++i)
                QVERIFY2(std::abs(static_cast<double>(found[i]) - right[i]) <= 3e-5 * largest,
                         qPrintable(QString("%1[%2]: %3, not %4")
                                        .arg(QString::fromStdString(entry.name))
                                        .arg(i)
                                        .arg(static_cast<double>(found[i]))
                                        .arg(right[i])));
        }
    }

    /// Of a word that stands often: places in another order would come to other bits.
    void embeddingGradient_isSummedInTheOrderOfPositions() {
        constexpr Index words = 3;
        constexpr Index width = 5;
        constexpr Index tokens = 40;
        const auto graph = std::make_shared<Graph>();
        const NodeId table =
            ops::parameter(*graph, "table", Shape{words, width}, {Axis::Model, Axis::Model});
        const NodeId ids = ops::input(*graph, "ids", Shape{tokens}, {Axis::Target});
        const NodeId y = ops::embedding(*graph, "y", table, ids, 1);
        graph->setRole(Role::Backward);
        const NodeId seed = ops::input(*graph, "grad/y", (*graph)[y].shape, {});
        differentiate(*graph, y, seed, ops::add, ops::joinLike);
        Parameters parameters;
        parameters.addFrom(*graph);
        ProgramOptions options;
        options.batch = batch;
        options.keepAll = true;
        const auto program = m_card->compile(graph, parameters, options);
        const std::vector<float> given = idsOf(tokens, words, 1);
        std::vector<float> gradient;
        for (const double random : test::randomValues(batch * tokens * width, 2))
            gradient.push_back(static_cast<float>(random / (1e-3 + random * random)));
        program->setInput(ids, given);
        program->setInput(seed, gradient);
        program->run();
        std::vector<float> expected(words * width);
        for (std::size_t place = 0; place < given.size(); ++place)
            for (std::size_t i = 0; i < std::size_t(width); ++i)
                expected[static_cast<std::size_t>(given[place]) * width + i] +=
                    gradient[place * width + i];
        const Tensor found = program->value(graph->find("grad/table"));
        QVERIFY(test::sameBits({found.data(), expected.size()}, expected));
    }

    /// With dropout, too: no sum depends on who comes first.
    void training_givesTheSameBitsTwice() {
        const auto task = test::smallTask("date");
        ModelConfig model = test::smallModel(*task);
        model.dropout = 0.2;
        const auto train = [&] {
            auto trainer = test::trainerOf(*m_card, task, model, test::shortTraining());
            for (int i = 0; i < 4; ++i)
                trainer->step();
            return trainer;
        };
        const auto first = train();
        const auto second = train();
        QVERIFY(test::sameBits(std::as_const(first->parameters()).flat(),
                               std::as_const(second->parameters()).flat()));
    }

    void notes_areTheValuesThatARunLeaves() {
        const auto task = test::smallTask("reverse");
        const auto trainer =
            test::trainerOf(*m_card, task, test::smallModel(*task), test::shortTraining());
        QVERIFY(test::notesAreRight(*trainer));
    }

    /// The next step is fed while the one before may still run.
    void stepsTogether_giveWhatSingleStepsGive() {
        const auto task = test::smallTask("reverse");
        ModelConfig model = test::smallModel(*task);
        model.dropout = 0.1;
        const auto alone = test::trainerOf(*m_card, task, model, test::shortTraining());
        const auto together = test::trainerOf(*m_card, task, model, test::shortTraining());
        const test::Together found = test::stepsTogether(*together, *alone, 100);
        QVERIFY(found.same);
        if (found.longest == 1)
            QSKIP("a step takes too long here for several at once");
    }

    /// What was begun on one backend goes on on another, and comes to what one alone comes to.
    void run_continuesOnAnotherBackend_data() {
        QTest::addColumn<bool>("beginsOnTheCard");
        QTest::newRow("from the card") << true;
        QTest::newRow("to the card") << false;
    }
    void run_continuesOnAnotherBackend() {
        QFETCH(bool, beginsOnTheCard);
        const auto cpu = makeBackend("cpu");
        const Backend& begins = beginsOnTheCard ? *m_card : *cpu;
        const Backend& goesOn = beginsOnTheCard ? *cpu : *m_card;
        const auto task = test::smallTask("reverse");
        const ModelConfig model = test::smallModel(*task);
        const TrainConfig config = test::shortTraining();
        const auto alone = test::trainerOf(*cpu, task, model, config);
        const auto moved = test::trainerOf(begins, task, model, config);
        for (int i = 0; i < 5; ++i)
            QVERIFY(std::abs(moved->step().loss - alone->step().loss) < 1e-4);
        moved->rebuild(goesOn, makeTaskBatches(task, config.batch, config.seed), 1);
        for (int i = 0; i < 5; ++i)
            QVERIFY(std::abs(moved->step().loss - alone->step().loss) < 1e-4);
    }

private:
    std::unique_ptr<const Backend> m_card;
};

} // namespace gf::tst_gpu_steps

#include "tests/entry.h"
GF_APPLESS_TEST(tst_gpu_steps, TestGpuSteps)
#include "tst_gpu_steps.moc"
