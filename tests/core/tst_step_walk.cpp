// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op.h"
#include "core/measure/context_sum.h"
#include "core/model/intervened_model.h"
#include "core/tensor/row.h"
#include "core/train/step_walk.h"
#include "tests/core/runs.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gf::tst_step_walk {
namespace {

using namespace gf::test;

/// The first cell of a trace that its explanation does not give; empty when there is none. Adds the
/// cells that are sums over the batch to `sums`.
QString wronglyExplained(const Trace& trace, int* sums = nullptr) {
    const CellReader read = trace.reader();
    for (const Node& node : trace.graph->nodes()) {
        const Tensor& value = trace.value(node.id);
        const OpKind kind = node.op->kind();
        if (value.empty() || kind == OpKind::Input || kind == OpKind::Parameter)
            continue;
        // A few cells of each; the norm of all gradients is one long sum.
        for (Index i = 0; i < value.count(); i += 1 + value.count() / 5) {
            const Explanation explanation = trace.explain(node.id, cellAt(node.shape, i));
            const double told = evaluate(explanation, read).back();
            const auto computed = static_cast<double>(value[i]);
            if (sums && explanation.examples > 1)
                ++*sums;
            const bool same =
                told == computed || std::abs(told - computed) <=
                                        2e-4 * std::abs(computed) + 2e-6 * (1 + std::abs(told));
            if (!same)
                return QStringLiteral("%1[%2]: %3 explained, %4 computed")
                    .arg(QString::fromStdString(node.name))
                    .arg(i)
                    .arg(told)
                    .arg(computed);
        }
    }
    return {};
}

class TstStepWalk : public QObject {
    Q_OBJECT

private slots:
    void stepWalk_isTheStepThatTheRunTakesNext_data() {
        QTest::addColumn<QString>("task");
        QTest::addColumn<int>("architecture");
        QTest::addColumn<int>("optimizer");
        using enum Architecture;
        using enum OptimizerKind;
        QTest::newRow("encoder-decoder, Adam") << "reverse" << int(EncoderDecoder) << int(Adam);
        QTest::newRow("encoder, AdamW") << "reverse" << int(Encoder) << int(AdamW);
        QTest::newRow("decoder, SGD") << "reverse" << int(Decoder) << int(Sgd);
    }

    /// Two equal runs; one of them is looked into before each step.
    void stepWalk_isTheStepThatTheRunTakesNext() {
        const auto [trainer, untouched] = twoRuns();
        for (int step = 0; step < 3; ++step) {
            const std::vector<float> before(trainer->parameters().flat().begin(),
                                            trainer->parameters().flat().end());
            const StepWalk walk(*trainer, vocabulariesOf(m_task), "caption");
            QVERIFY(sameBits(trainer->parameters().flat(), before));
            QCOMPARE(trainer->stepsDone(), Index{step});

            const StepResult taken = trainer->step();
            QCOMPARE(walk.result().step, taken.step);
            QCOMPARE(walk.result().loss, taken.loss);
            QCOMPARE(walk.result().gradientNorm, taken.gradientNorm);
            QCOMPARE(walk.result().learningRate, taken.learningRate);
            for (const Parameters::Entry& entry : trainer->parameters().entries())
                QVERIFY2(sameBits(walk.parameters().values(entry.name),
                                  trainer->parameters().values(entry)),
                         entry.name.c_str());

            QCOMPARE(untouched->step().loss, taken.loss);
            QVERIFY(sameBits(trainer->parameters().flat(), untouched->parameters().flat()));
        }
    }

    void trace_holdsWeightsBeforeTheStepAndTheUpdatedOnes() {
        const auto trainer = run("reverse", Architecture::EncoderDecoder, shortTraining());
        trainer->step();
        const StepWalk walk(*trainer, vocabulariesOf(m_task), "caption");
        const auto trace = walk.trace(2);
        QCOMPARE(trace->step, Index{1});
        QCOMPARE(trace->example, Index{2});
        QCOMPARE(trace->batch, Index{6});
        for (const Parameters::Entry& entry : trainer->parameters().entries())
            QVERIFY2(
                sameBits(trace->find(entry.name)->values(), trainer->parameters().values(entry)),
                entry.name.c_str());
        trainer->step();
        for (const Parameters::Entry& entry : trainer->parameters().entries()) {
            const std::string update =
                entry.role == Role::Parameter       ? "update/" + entry.name + "/apply"
                : entry.name.starts_with("adam_m/") ? "update/" + entry.name.substr(7) + "/m"
                                                    : "update/" + entry.name.substr(7) + "/v";
            QVERIFY2(sameBits(trace->find(update)->values(), trainer->parameters().values(entry)),
                     update.c_str());
        }
    }

    void examples_haveTheirOwnPassAndShareTheUpdate() {
        const auto trainer = run("reverse", Architecture::EncoderDecoder, shortTraining());
        const StepWalk walk(*trainer, vocabulariesOf(m_task), "caption");
        const auto a = walk.trace(0);
        const auto b = walk.trace(1);
        QVERIFY(a->sourceTokens != b->sourceTokens);
        QVERIFY(!sameBits(a->find("logits")->values(), b->find("logits")->values()));
        for (const char* shared : {"loss", "grad/output.weight", "update/output.weight/delta"})
            QVERIFY2(sameBits(a->find(shared)->values(), b->find(shared)->values()), shared);
        QCOMPARE(a->targetTokens.front(), std::string("<sos>"));
        QCOMPARE(a->labels.size(), a->targetTokens.size());
    }

    /// The loss of the batch is the mean over all tokens; an example's is the mean over its own.
    void exampleLosses_makeTheLossOfTheBatch() {
        const auto trainer = run("reverse", Architecture::EncoderDecoder, shortTraining());
        const StepWalk walk(*trainer, vocabulariesOf(m_task), "caption");
        double before = 0, after = 0, tokens = 0;
        for (std::size_t i = 0; i < walk.examples().size(); ++i) {
            const auto trace = walk.trace(static_cast<Index>(i));
            const auto real = static_cast<double>(std::ranges::count_if(
                trace->labels, [](const auto& label) { return label != "<pad>"; }));
            before += real * walk.examples()[i].lossBefore;
            after += real * walk.examples()[i].lossAfter;
            tokens += real;
        }
        QVERIFY(std::abs(before / tokens - walk.result().loss) < 1e-5);
        QVERIFY(std::abs(after / tokens - walk.lossAfter()) < 1e-5);
        QVERIFY(walk.lossAfter() < walk.result().loss);
    }

    void examples_areThoseThatTheTaskDraws() {
        const auto trainer = run("date", Architecture::EncoderDecoder, shortTraining());
        trainer->step();
        const StepWalk walk(*trainer, vocabulariesOf(m_task), "caption");
        const std::uint64_t batch = 6;
        for (std::uint64_t i = 0; i < batch; ++i) {
            const TextExample drawn = m_task->training(shortTraining().seed, batch + i);
            QCOMPARE(walk.examples()[i].source, drawn.source);
            QCOMPARE(walk.examples()[i].target, drawn.target);
        }
    }

    /// A city is two numbers, and not the place that it stands at.
    void words_areTheNumbersThatWereRead() {
        const auto trainer = run("salesman", Architecture::EncoderDecoder, shortTraining());
        const StepWalk walk(*trainer, vocabulariesOf(m_task), "caption");
        for (Index i = 0; i < std::ssize(walk.examples()); ++i) {
            std::string read;
            for (const std::string& word : walk.words(i, RowWords::Numbers).source)
                if (word != "<pad>")
                    read += (read.empty() ? "" : " ") + word;
            QCOMPARE(read, walk.examples()[i].source);
        }
        QCOMPARE(walk.words(0).source.front(), "1");
    }

    /// Not 1728 numbers.
    void pictures_areToldByTheirShapes() {
        const auto trainer = run("caption", Architecture::EncoderDecoder, shortTraining());
        const StepWalk walk(*trainer, vocabulariesOf(m_task), "caption");
        for (std::uint64_t i = 0; i < 6; ++i)
            QCOMPARE(walk.examples()[i].source, m_task->training(shortTraining().seed, i).source);
    }

    /// What the run itself computes when it looks at the same batch with the new weights.
    void lossAfter_isThatOfTheUpdatedWeights() {
        TrainConfig still = shortTraining();
        still.optimizer = OptimizerKind::Sgd;
        still.learningRate = 1e-30; // nothing moves
        const auto trainer = run("reverse", Architecture::EncoderDecoder, still);
        const StepWalk walk(*trainer, vocabulariesOf(m_task), "caption");
        QCOMPARE(walk.lossAfter(), walk.result().loss);
        const auto before = walk.trace(3);
        const auto after = walk.trace(3, StepWalk::Moment::After);
        QCOMPARE(after->graph, before->graph);
        QCOMPARE(after->step, Index{1});
        QVERIFY(after->find("grad/logits") == nullptr);
        QVERIFY(after->find("update/output.weight/delta") == nullptr);
        for (const Node& node : before->graph->nodes())
            if (node.role == Role::Forward)
                QVERIFY2(sameBits(after->value(node.id).values(), before->value(node.id).values()),
                         node.name.c_str());
    }

    void explanations_recomputeEveryCellOfTheStep_data() {
        stepWalk_isTheStepThatTheRunTakesNext_data();
    }

    /// Forward, backward and update, with what the other examples of the batch add.
    void explanations_recomputeEveryCellOfTheStep() {
        const auto [trainer, other] = twoRuns();
        trainer->step();
        const StepWalk walk(*trainer, vocabulariesOf(m_task), "caption");
        int sums = 0;
        QCOMPARE(wronglyExplained(*walk.trace(1), &sums), QString());
        QVERIFY(sums > 10);
    }

    void changedModel_isWalkedAsItIsTrained_data() {
        using enum Edit::Kind;
        const double hidden = -std::numeric_limits<double>::infinity();
        QTest::addColumn<std::vector<Intervention>>("changes");
        const auto row = [](const char* what, std::vector<Intervention> changes) {
            QTest::newRow(what) << changes;
        };
        const auto change = [](const char* node, Edit::Kind kind, double value = 0, Places a = {},
                               Places b = {}, Places c = {}) {
            return Intervention{node, {kind, value, {a, b, c}}};
        };
        row("the table of positions", {change("source_position.weight", Set, 0.5, only(1))});
        row("the positions", {change("source.position", Multiply, 2)});
        row("the table and the positions",
            {change("target_position.weight", Multiply, -1),
             change("target.position", Set, 0.25, only(2), only(3))});
        row("a weight", {change("decoder.0.cross_attn.w_k", Multiply, -2, only(1), {2, 5})});
        row("a table that is used three times",
            {change("target_embedding.weight", Set, 0, only(4))});
        row("a bias", {change("encoder.0.ffn.b_1", Set, 1.5, only(3))});
        row("embedded words", {change("source.embedded", Set, 0, only(0))});
        row("a muted head", {change("encoder.0.self_attn.heads", Set, 0, only(1))});
        row("a temperature", {change("decoder.0.self_attn.scaled", Multiply, 0.3, only(0))});
        row("a key that is hidden",
            {change("decoder.0.cross_attn.masked", Set, hidden, {}, {}, only(0))});
        row("keys that are revealed",
            {change("decoder.0.self_attn.masked", Reveal, 0, {}, {}, {1, 2})});
        row("no causal mask", {change("decoder.0.self_attn.masked", LiftCausal)});
        row("the logits", {change("logits", Multiply, 0.5)});
    }

    void changedModel_isWalkedAsItIsTrained() {
        QFETCH(std::vector<Intervention>, changes);
        const auto trainer = run("reverse", Architecture::EncoderDecoder, shortTraining(), true);
        const auto plain = run("reverse", Architecture::EncoderDecoder, shortTraining(), true);
        trainer->step();
        plain->step();
        trainer->intervene(changes);
        const StepWalk walk(*trainer, vocabulariesOf(m_task), "caption");
        const auto before = walk.trace(1);
        const auto after = walk.trace(1, StepWalk::Moment::After);
        QCOMPARE(wronglyExplained(*before), QString());
        QCOMPARE(wronglyExplained(*after), QString());

        const StepResult taken = trainer->step();
        QCOMPARE(walk.result().loss, taken.loss);
        QVERIFY(plain->step().loss != taken.loss);
        for (const Parameters::Entry& entry : trainer->parameters().entries())
            QVERIFY2(
                sameBits(walk.parameters().values(entry.name), trainer->parameters().values(entry)),
                entry.name.c_str());
    }

    void context_isTheSumOfWhatDropoutLeaves_data() {
        QTest::addColumn<int>("attention");
        QTest::newRow("general") << int(Alignment::General);
        QTest::newRow("concat") << int(Alignment::Concat);
        QTest::newRow("bahdanau") << int(Alignment::Bahdanau);
    }

    /// A walk's weights are dropped at random: the context is made of those that are left, and so
    /// is what a drawing of it adds up.
    void context_isTheSumOfWhatDropoutLeaves() {
        QFETCH(int, attention);
        m_task = smallTask("reverse");
        ModelConfig model = smallModel(*m_task);
        model.family = Family::Recurrent;
        model.alignment = static_cast<Alignment>(attention);
        model.dropout = 0.4;
        const auto trainer = trainerOf(*m_backend, m_task, model, shortTraining());
        trainer->step();
        const StepWalk walk(*trainer, vocabulariesOf(m_task), "caption");
        const auto trace = walk.trace(0);
        QCOMPARE(wronglyExplained(*trace), QString());
        const Graph& graph = *trace->graph;
        const NodeId weights = graph.find("attention.weights");
        const AlignmentNodes nodes = alignmentNodes(graph, graph[weights].scope);
        const Tensor& context = trace->value(nodes.context);
        const Tensor& left = trace->value(nodes.weights);
        bool dropped = false;
        for (Index row = 0; row < context.shape()[0]; ++row) {
            const auto sum = contextSum(*trace, nodes, row);
            QVERIFY(sum);
            for (Index c = 0; c < context.shape()[1]; ++c) {
                const Cell cell{{row, c, 0, 0}};
                QVERIFY(std::abs(sum->context[std::size_t(c)] - context.at(cell)) < 1e-5F);
                if (nodes.output != noNode)
                    QVERIFY(std::abs(sum->output[std::size_t(c)] -
                                     trace->value(nodes.output).at(cell)) < 1e-5F);
            }
            for (Index key = 0; key < sum->terms.shape()[0]; ++key) {
                const float weight = left.at({{row, key, 0, 0}});
                const auto terms = rowOf(sum->terms, key);
                QCOMPARE(std::ranges::all_of(terms, [](float term) { return term == 0; }),
                         weight == 0);
                dropped = dropped || weight == 0;
            }
        }
        QVERIFY(dropped);
    }

private:
    std::unique_ptr<Trainer> run(const std::string& task, Architecture architecture,
                                 const TrainConfig& train, bool tied = false) {
        m_task = smallTask(task, architecture);
        ModelConfig model = smallModel(*m_task);
        model.dropout = 0.1;
        model.positional = Positional::Learned;
        model.tieEmbeddings = tied;
        if (architecture == Architecture::Encoder)
            model.activation = Activation::Gelu;
        return trainerOf(*m_backend, m_task, model, train);
    }

    std::pair<std::unique_ptr<Trainer>, std::unique_ptr<Trainer>> twoRuns() {
        const QString task = *static_cast<QString*>(QTest::qData("task", qMetaTypeId<QString>()));
        const auto number = [](const char* name) {
            return *static_cast<int*>(QTest::qData(name, qMetaTypeId<int>()));
        };
        TrainConfig train = shortTraining();
        train.optimizer = static_cast<OptimizerKind>(number("optimizer"));
        train.clipNorm = 0.5;
        train.weightDecay = 0.01;
        train.labelSmoothing = 0.1;
        const auto architecture = static_cast<Architecture>(number("architecture"));
        return {run(task.toStdString(), architecture, train),
                run(task.toStdString(), architecture, train)};
    }

    std::unique_ptr<Backend> m_backend = makeBackend("cpu");
    std::shared_ptr<const Task> m_task;
};

} // namespace

} // namespace gf::tst_step_walk

#include "tests/entry.h"
GF_APPLESS_TEST(tst_step_walk, TstStepWalk)
#include "tst_step_walk.moc"
