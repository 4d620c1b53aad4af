// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/comparison/compared_runs.h"
#include "app/session/history/run_history.h"
#include "app/session/new_model/samples.h"
#include "app/session/session.h"
#include "core/io/model_file.h"
#include "core/tensor/error.h"
#include "core/train/run.h"
#include "tests/app/heard.h"
#include "ui/compare/comparison_text.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace gf::tst_compared_runs {

namespace {

using test::patience;

ModelConfig smallModel(Index layers = 1) {
    ModelConfig model = makeTask(taskNamed("copy"))->modelDefaults();
    model.maxLength = 32; // a decoder reads both sequences as one
    model.dModel = 16;
    model.heads = 2;
    model.dFf = 16;
    model.layers = layers;
    return model;
}

TrainConfig smallTraining() {
    TrainConfig train;
    train.batch = 4;
    train.steps = 100000;
    train.schedule = ScheduleKind::Noam;
    return train;
}

/// Two runs by a change, and what they have done.
struct Pair {
    TaskRequest request;
    LiveRun first;
    std::unique_ptr<ComparedRuns> comparedRun;
    std::vector<test::LossesOfStep> points;

    explicit Pair(const std::string& change, const ModelConfig& model = smallModel(),
                  const TrainConfig& train = smallTraining())
        : request(copyingWith(model)), first("cpu", request, model, train) {
        ComparisonChoice choice;
        choice.key = QString::fromStdString(change);
        std::vector<std::unique_ptr<LiveRun>> runs;
        for (const ComparedRunPlan& plan : planComparedRuns(first.description(), "cpu", change))
            runs.push_back(std::make_unique<LiveRun>(plan.backend, request, plan.model, plan.train,
                                                     plan.builtIn));
        comparedRun = std::make_unique<ComparedRuns>(first, std::move(runs), choice);
    }
    LiveRun& second() { return comparedRun->run(0); }
    LiveRun& third() { return comparedRun->run(1); }

    static TaskRequest copyingWith(const ModelConfig& model) {
        TaskRequest request = taskNamed("copy");
        request.architecture = model.architecture;
        return request;
    }

    /// One more beside it, which differs in nothing.
    std::unique_ptr<LiveRun> another() const {
        return std::make_unique<LiveRun>("cpu", request, first.description().model,
                                         first.description().train);
    }

    /// One training step of all.
    bool step() {
        const StepResult result = first.step();
        first.metrics().add(Metrics::Loss{result.step, static_cast<float>(result.loss)});
        return comparedRun->step();
    }

    ComparisonNews train(int steps) {
        for (int i = 0; i < steps; ++i)
            step();
        std::vector<SharedMetrics> metrics{std::make_shared<const Metrics>(first.metrics())};
        for (LiveRun* run : comparedRun->runs())
            metrics.push_back(std::make_shared<const Metrics>(run->metrics()));
        points = test::lossesOf(metrics);
        return comparedRun->news();
    }
};

/// Of the keys that both have: some have no meaning beside another value, and are not written.
int differences(const nlohmann::json& a, const nlohmann::json& b) {
    int count = 0;
    for (const auto& [key, value] : a.items())
        count += b.contains(key) && b.at(key) != value ? 1 : 0;
    return count;
}

} // namespace

/// A session in which runs are compared, and what it has said so far.
class ComparisonHeard : public test::Heard {
public:
    const std::vector<SharedMetrics>& runs() const { return last<news::RunMetrics>().runs; }
    const ComparisonNews& newest() const { return last<ComparisonNews>(); }
    std::vector<test::LossesOfStep> points() const {
        return runs().size() > 1 ? test::lossesOf(runs()) : std::vector<test::LossesOfStep>();
    }

    /// A small model whose learning rate is what its task proposes.
    void start() {
        ModelRequest request = test::proposedBy(session.modelForm(), "copy");
        give(request.model, {{"d_model", 16}, {"heads", 2}, {"d_ff", 16}, {"layers", 1}});
        give(request.training, {{"batch", 4}, {"steps", 100000}});
        intents.send(intent::NewModel{request});
    }

    /// All that are compared were.
    bool isMeasured() const {
        return points().size() > 10 && std::ranges::none_of(runs(), [](const SharedMetrics& one) {
                   return one->measurements().empty();
               });
    }

    void pause() {
        intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(
            !status.running && !points().empty() && points().back().step == status.step, patience);
    }
};

class TestComparedRuns : public QObject {
    Q_OBJECT

private slots:
    void comparedRuns_areAnyNumber() {
        Pair pair("nothing");
        std::vector<std::unique_ptr<LiveRun>> runs;
        for (int i = 0; i < 4; ++i)
            runs.push_back(pair.another());
        pair.comparedRun = std::make_unique<ComparedRuns>(pair.first, std::move(runs),
                                                          ComparisonChoice{"nothing", {}});
        const ComparisonNews news = pair.train(3);
        QCOMPARE(news.comparedRuns.size(), 4);
        QCOMPARE(pair.points.size(), 3U);
        for (const test::LossesOfStep& point : pair.points)
            QCOMPARE(point.losses, std::vector<double>(5, point.losses[0]));
        QVERIFY(!news.gradients.isEmpty());
        for (const ComparisonGradient& layer : news.gradients) {
            QCOMPARE(layer.starts, std::vector<double>(5, layer.starts[0]));
            QCOMPARE(layer.now, std::vector<double>(5, layer.now[0]));
        }
    }

    void unchangedComparedRun_staysTheSameToTheLastBit() {
        Pair pair("nothing");
        for (int round = 0; round < 5; ++round) {
            const ComparisonNews news = pair.train(6);
            QVERIFY(std::ranges::equal(pair.first.numbers(), pair.second().numbers()));
            const auto trace = pair.first.trace();
            const auto a = trace->find("logits")->values();
            const auto b = news.comparedRuns[0].trace->find("logits")->values();
            QVERIFY(std::ranges::equal(a, b));
            for (const ComparisonGradient& layer : news.gradients)
                QCOMPARE(layer.starts[0], layer.starts[1]);
        }
        QCOMPARE(pair.points.size(), 30U);
        for (const test::LossesOfStep& point : pair.points)
            QCOMPARE(point.losses[0], point.losses[1]);
    }

    void comparedRuns_areReproducible_data() {
        QTest::addColumn<QString>("change");
        for (const char* change :
             {"norm", "scaled", "heads", "positional", "family", "warmup", "mask", "nothing"})
            QTest::newRow(change) << change;
    }
    void comparedRuns_areReproducible() {
        QFETCH(QString, change);
        Pair one(change.toStdString());
        Pair other(change.toStdString());
        one.train(12);
        other.train(12);
        QCOMPARE(one.points.size(), 12U);
        for (std::size_t i = 0; i < 12; ++i) {
            QCOMPARE(one.points[i].step, static_cast<Index>(i + 1));
            QCOMPARE(one.points[i].losses[0], other.points[i].losses[0]);
            QCOMPARE(one.points[i].losses[1], other.points[i].losses[1]);
        }
        QVERIFY(std::ranges::equal(one.second().numbers(), other.second().numbers()));
        const bool same = std::ranges::all_of(one.points, [](const test::LossesOfStep& point) {
            return point.losses[0] == point.losses[1];
        });
        QCOMPARE(same, change == "nothing");
    }

    void planComparedRuns_changesOneKey() {
        const Pair pair("norm");
        const RunDescription& run = pair.first.description();
        int possible = 0;
        for (const ComparisonChoice& choice : comparisonChoices(run, "cpu")) {
            if (!choice.possible) {
                QVERIFY_THROWS_EXCEPTION(Error,
                                         planComparedRuns(run, "cpu", choice.key.toStdString()));
                continue;
            }
            ++possible;
            const ComparedRunPlan plan =
                planComparedRuns(run, "cpu", choice.key.toStdString()).front();
            if (choice.key == "family" || choice.key == "mechanisms" ||
                choice.key == "scores") { // other keys come with it
                QVERIFY(plan.model.isRecurrent() != run.model.isRecurrent());
                continue;
            }
            const int changed = differences(toJson(run.model), toJson(plan.model)) +
                                differences(toJson(run.train), toJson(plan.train)) +
                                (plan.backend == "cpu" ? 0 : 1) + (plan.builtIn.empty() ? 0 : 1);
            QCOMPARE(changed, choice.key == "nothing" ? 0 : 1);
        }
        QVERIFY(possible >= 7);
        QVERIFY_THROWS_EXCEPTION(Error, planComparedRuns(run, "cpu", "colour"));
    }

    /// Those that the run has not, cross-attention first; of another mechanism there is nothing.
    void scores_areComparedFourAtOnce() {
        RunDescription run = Pair("norm").first.description();
        const auto compared = [&run] {
            QStringList values;
            for (const std::string& value :
                 comparedValues(run, "cpu", "scores", planComparedRuns(run, "cpu", "scores")))
                values << QString::fromStdString(value);
            return values.join(' ');
        };
        QCOMPARE(compared(), QString("transformer dot general location"));
        run.model.family = Family::Recurrent;
        run.model.alignment = Alignment::General;
        QCOMPARE(compared(), QString("general transformer dot location"));
        run.model.alignment = Alignment::Bahdanau;
        QVERIFY_THROWS_EXCEPTION(Error, planComparedRuns(run, "cpu", "scores"));
    }

    void constantSchedule_hasNoWarmUpToCompare() {
        TrainConfig train = smallTraining();
        train.schedule = ScheduleKind::Constant;
        const LiveRun run("cpu", taskNamed("copy"), smallModel(), train);
        for (const ComparisonChoice& choice : comparisonChoices(run.description(), "cpu"))
            if (choice.key != "cell" && choice.key != "lstm" && choice.key != "attention" &&
                choice.key != "bahdanau" && // of recurrent models
                choice.key != "context" &&  // of a text
                choice.key != "kv_heads")   // of four heads at least
                QCOMPARE(choice.possible, choice.key != "warmup");
    }

    void liftedCausalMask_showsTheAnswerButNoPadding() {
        ModelConfig model = smallModel(2);
        model.architecture = Architecture::Decoder; // nothing else tells it what comes next
        TrainConfig train = smallTraining();
        train.schedule = ScheduleKind::Constant;
        train.learningRate = 0.005;
        train.batch = 16;
        Pair pair("mask", model, train);
        pair.first.setExample({"", "abc", 2});
        const ComparisonNews news = pair.train(300);
        for (const char* layer : {"decoder.0", "decoder.1"}) {
            const std::string name = std::string(layer) + ".self_attn.masked";
            const auto hidden = [&](const Trace& trace, Index query, Index key) {
                return std::isinf(trace.find(name)->at({0, query, key}));
            };
            const auto with = pair.first.trace();
            for (Index query = 0; query < 4; ++query)
                for (Index key = 0; key < 6; ++key) { // the last two are padding
                    QCOMPARE(hidden(*with, query, key), key > query || key >= 4);
                    QCOMPARE(hidden(*news.comparedRuns[0].trace, query, key), key >= 4);
                }
        }
        double a = 0;
        double b = 0;
        for (const test::LossesOfStep& point : std::span(pair.points).last(50)) {
            a += point.losses[0] / 50;
            b += point.losses[1] / 50;
        }
        QVERIFY2(b < 0.5 * a, qPrintable(QString("%1 %2").arg(a).arg(b)));
    }

    /// Each difference that the newer families can have, from both sides: the compared run is
    /// another model, it trains, and what it answers is drawn.
    void families_trainBesideTheirComparedRun_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<bool>("recurrent");
        for (const char* change : {"no_norms", "no_ffn", "learned", "relative", "rotary", "alibi",
                                   "mean", "convolution", "mixers", "family"})
            QTest::newRow(change) << change << false;
        for (const char* change : {"family", "cell", "lstm", "attention", "bahdanau"})
            QTest::addRow("recurrent %s", change) << change << true;
    }
    void families_trainBesideTheirComparedRun() {
        QFETCH(QString, change);
        QFETCH(bool, recurrent);
        ModelConfig model = smallModel();
        if (recurrent)
            model.family = Family::Recurrent;
        Pair there(change.toStdString(), model);
        const ModelConfig comparedRun = there.second().description().model;
        Pair back(change.toStdString(), comparedRun);
        for (Pair* pair : {&there, &back}) {
            const ComparisonNews news = pair->train(3);
            QCOMPARE(pair->points.size(), 3U);
            QVERIFY(news.comparedRuns[0].trace);
            QVERIFY(news.comparedRuns[0].divergedAt == 0);
            for (const test::LossesOfStep& point : pair->points) {
                QVERIFY(std::isfinite(point.losses[1]));
                QVERIFY(point.losses[0] != point.losses[1]);
            }
        }
        if (change != "attention" && change != "bahdanau") // of which there are more than two
            QVERIFY(toJson(back.second().description().model) == toJson(model));
    }

    /// From each of them the other two.
    void mixers_areComparedWithEachOther() {
        for (const Mixer own : {Mixer::Attention, Mixer::Mean, Mixer::Convolution}) {
            ModelConfig model = smallModel();
            model.mixer = own;
            Pair runs("mixers", model);
            const ComparisonNews news = runs.train(2);
            QCOMPARE(news.comparedRuns.size(), 2);
            std::vector<Mixer> all{own, runs.second().description().model.mixer,
                                   runs.third().description().model.mixer};
            std::ranges::sort(all);
            QCOMPARE(all, (std::vector{Mixer::Attention, Mixer::Mean, Mixer::Convolution}));
        }
        ModelConfig model = smallModel();
        model.positional = Positional::Rotary; // which attention alone has
        const LiveRun run("cpu", taskNamed("copy"), model, smallTraining());
        QVERIFY_THROWS_EXCEPTION(Error, planComparedRuns(run.description(), "cpu", "mixers"));
    }

    void recurrentModel_isComparedByWhatItHas() {
        ModelConfig model = smallModel();
        model.family = Family::Recurrent;
        const LiveRun run("cpu", taskNamed("copy"), model, smallTraining());
        for (const ComparisonChoice& choice : comparisonChoices(run.description(), "cpu")) {
            const QStringList transformers{"norm",       "no_norms", "no_ffn", "scaled", "heads",
                                           "positional", "relative", "rotary", "alibi",  "mask"};
            if (transformers.contains(choice.key))
                QVERIFY2(!choice.possible, qPrintable(choice.key));
            // What it lacks has no other reason than that.
            if (QStringList{"mean", "convolution", "relative", "rotary", "alibi"}.contains(
                    choice.key))
                QVERIFY2(!choice.possible && std::ranges::all_of(choice.values, &QString::isEmpty),
                         qPrintable(choice.key));
            if (choice.key == "cell" || choice.key == "attention" || choice.key == "family")
                QVERIFY2(choice.possible, qPrintable(choice.key));
        }
    }

    void headsOfOneFeature_areDividedByNothing() {
        ModelConfig model = smallModel();
        for (const Index heads : {model.dModel, model.dModel / 2}) {
            model.heads = heads;
            const LiveRun run("cpu", taskNamed("copy"), model, smallTraining());
            for (const ComparisonChoice& choice : comparisonChoices(run.description(), "cpu"))
                if (choice.key == "scaled") {
                    QCOMPARE(choice.possible, model.headWidth() > 1);
                    QVERIFY(choice.possible || obstacleOf(choice).contains("√1"));
                }
        }
    }

    void encoder_hasNoCausalMaskToLift() {
        ModelConfig model = smallModel();
        model.architecture = Architecture::Encoder;
        const LiveRun run("cpu", Pair::copyingWith(model), model, smallTraining());
        for (const ComparisonChoice& choice : comparisonChoices(run.description(), "cpu"))
            if (choice.key == "mask")
                QVERIFY(!choice.possible);
        QVERIFY_THROWS_EXCEPTION(Error, planComparedRuns(run.description(), "cpu", "mask"));
    }

    void interventions_actOnBothRunsAlike() {
        Pair pair("nothing");
        pair.train(3);
        const auto mute = [](Interventions& held) {
            const Intervention muted{"decoder.0.self_attn.heads", {Edit::Kind::Set, 0, {only(0)}}};
            held.add({&muted, 1});
        };
        pair.first.intervene(mute);
        pair.second().intervene(mute);
        pair.train(5);
        QVERIFY(std::ranges::equal(pair.first.numbers(), pair.second().numbers()));
        for (const test::LossesOfStep& point : pair.points)
            QCOMPARE(point.losses[0], point.losses[1]);
        // The change that makes it the compared run stays when the person takes theirs back.
        Pair masked("mask");
        masked.second().intervene(mute);
        masked.second().intervene([](Interventions& held) { held.clear(); });
        const auto trace = masked.second().trace();
        QVERIFY(!std::isinf(trace->find("decoder.0.self_attn.masked")->at({0, 0, 1})));
    }

    void runHistory_takesBothRunsBackToTheLastBit() {
        Pair pair("norm");
        LiveRun& second = pair.second();
        RunHistory time;
        time.begin(&pair.first, {&second});
        using Numbers = std::vector<float>;
        const auto numbersOf = [](const LiveRun& run) {
            return Numbers(run.numbers().begin(), run.numbers().end());
        };
        QVector<Numbers> a{numbersOf(pair.first)};
        QVector<Numbers> b{numbersOf(second)};
        for (int i = 0; i < 8; ++i) {
            pair.train(1);
            time.afterStep(1);
            a += numbersOf(pair.first);
            b += numbersOf(second);
        }
        for (const Index step : {3, 0, 5}) {
            time.lookAt(step);
            const Index shown = pair.first.stepsDone();
            QCOMPARE(second.stepsDone(), shown);
            QCOMPARE(numbersOf(pair.first), a[shown]);
            QCOMPARE(numbersOf(second), b[shown]);
            QCOMPARE(pair.comparedRun->news().comparedRuns[0].trace->step, shown);
        }
        QVERIFY(time.status().comparedRuns);
        QVERIFY_THROWS_EXCEPTION(Error, time.continueHere());
        time.setPin(0, true);
        time.backToNow();
        QCOMPARE(numbersOf(second), b.back());
        time.setPin(1, true);
        time.showDifference(true);
        QVERIFY(time.trace(1)->isDifference());
        QVERIFY(time.trace(1)->graph->find("encoder.norm.output") == noNode); // Post-LN
        QCOMPARE(numbersOf(second), b.back());

        // The first one keeps its past, and what was pinned.
        const QVector<qint64> checkpoints = time.status().checkpoints;
        time.endComparison();
        QCOMPARE(time.status().checkpoints, checkpoints);
        QVERIFY(time.status().pins[0].has_value());
        QVERIFY(!time.status().comparedRuns);
        time.lookAt(3);
        QCOMPARE(numbersOf(pair.first), a[pair.first.stepsDone()]);
        QVERIFY(time.continueHere().has_value());
    }

    /// Xiong et al. 2020, section 3.3: at the start the last layers of Post-LN have far larger
    /// gradients than those of Pre-LN, and they grow towards the output.
    void postLn_hasLargerGradientsNearTheOutput() {
        Pair pair("norm", smallModel(6));
        const ComparisonNews news = pair.comparedRun->news();
        QCOMPARE(news.gradients.size(), 12);
        const ComparisonGradient& first = news.gradients[6];
        const ComparisonGradient& last = news.gradients[11];
        QCOMPARE(first.layer.nameOf({}), std::string("decoder.0"));
        QCOMPARE(last.layer.nameOf({}), std::string("decoder.5"));
        QVERIFY2(last.starts[1] > 1.5 * last.starts[0],
                 qPrintable(QString("%1 %2").arg(last.starts[0]).arg(last.starts[1])));
        QVERIFY(last.starts[1] / first.starts[1] > last.starts[0] / first.starts[0]);
    }

    /// Whichever of the three is open, its compared runs are the other two, and each trains as it
    /// would by itself: the same seed, the same batches.
    void mechanisms_trainAsEachWouldAlone_data() {
        QTest::addColumn<QString>("own");
        for (const char* own : {"cross-attention", "bahdanau", "general", "dot"})
            QTest::newRow(own) << own;
    }
    void mechanisms_trainAsEachWouldAlone() {
        QFETCH(QString, own);
        ModelConfig model = smallModel();
        if (own != "cross-attention") {
            model.family = Family::Recurrent;
            model.alignment = own == "bahdanau" ? Alignment::Bahdanau
                              : own == "dot"    ? Alignment::Dot
                                                : Alignment::General;
        }
        Pair three("mechanisms", model);
        QCOMPARE(three.comparedRun->count(), std::size_t{2});
        std::vector<LiveRun*> runs{&three.first, &three.second(), &three.third()};
        QStringList names;
        for (LiveRun* run : runs)
            names += QString::fromStdString(
                choiceOf(run->description().model.isRecurrent() ? "alignment" : "family",
                         run->description().model));
        QCOMPARE(names.size(), 3);
        QVERIFY(names.contains("transformer"));
        QVERIFY(names.contains("bahdanau"));
        QVERIFY(names.contains(own == "dot" ? "dot" : "general"));

        std::vector<std::unique_ptr<LiveRun>> alone;
        for (const LiveRun* run : runs)
            alone.push_back(std::make_unique<LiveRun>("cpu", three.request,
                                                      run->description().model, smallTraining()));
        three.train(12);
        QCOMPARE(three.points.size(), 12U);
        for (std::size_t i = 0; i < 12; ++i) {
            const test::LossesOfStep& point = three.points[i];
            QCOMPARE(point.step, static_cast<Index>(i + 1));
            for (std::size_t run = 0; run < alone.size(); ++run)
                QCOMPARE(static_cast<float>(point.losses[run]),
                         static_cast<float>(alone[run]->step().loss));
        }
        for (std::size_t run = 0; run < alone.size(); ++run)
            QVERIFY(std::ranges::equal(runs[run]->numbers(), alone[run]->numbers()));
        const ComparisonNews news = three.comparedRun->news();
        QCOMPARE(news.comparedRuns.size(), 2);
        QVERIFY(news.comparedRuns[0].trace);
        QVERIFY(news.comparedRuns[1].trace);
    }

    void mechanisms_haveTheirGradientsMeasured() {
        Pair three("mechanisms");
        const ComparisonNews news = three.comparedRun->news();
        QCOMPARE(news.gradients.size(), 2); // an encoder and a decoder, in every family
        for (const ComparisonGradient& layer : news.gradients)
            for (std::size_t run = 0; run < layer.starts.size(); ++run) {
                QVERIFY(layer.starts[run] > 0);
                QCOMPARE(layer.now[run], layer.starts[run]);
            }
    }

    /// What belongs to one mechanism alone is no obstacle to the others.
    void mechanisms_needADecoderThatAttendsToAnEncoder() {
        const auto choiceFor = [](const ModelConfig& model) {
            const LiveRun run("cpu", Pair::copyingWith(model), model, smallTraining());
            const auto choices = comparisonChoices(run.description(), "cpu");
            const auto found =
                std::ranges::find(choices, QStringLiteral("mechanisms"), &ComparisonChoice::key);
            return *found;
        };
        ModelConfig model = smallModel();
        QVERIFY(choiceFor(model).possible);
        model.positional = Positional::Rotary;
        QVERIFY(choiceFor(model).possible);
        model = smallModel();
        model.mixer = Mixer::Mean;
        QVERIFY(choiceFor(model).possible);
        model = smallModel();
        model.family = Family::Recurrent;
        model.alignment = Alignment::None;
        QVERIFY(!choiceFor(model).possible);
        for (const Architecture one : {Architecture::Encoder, Architecture::Decoder})
            for (const Family family : {Family::Transformer, Family::Recurrent}) {
                model = smallModel();
                model.architecture = one;
                model.family = family;
                const ComparisonChoice choice = choiceFor(model);
                QVERIFY(!choice.possible);
                QVERIFY(!choice.values[0].isEmpty()); // it is offered greyed, with the reason
            }
        // A width that its heads do not divide is none of a recurrent model's cares.
        model = smallModel();
        model.family = Family::Recurrent;
        model.alignment = Alignment::General;
        model.heads = 3;
        QVERIFY(choiceFor(model).possible);
    }

    void mechanisms_doEveryTaskOfADecoder_data() {
        QTest::addColumn<QString>("task");
        for (const char* task : {"translation", "series", "salesman"})
            QTest::newRow(task) << task;
    }
    void mechanisms_doEveryTaskOfADecoder() {
        QFETCH(QString, task);
        const TaskRequest request = taskNamed(task.toStdString());
        ModelConfig model = makeTask(request)->modelDefaults();
        model.dModel = 16;
        model.heads = 2;
        model.dFf = 16;
        model.layers = 1;
        LiveRun first("cpu", request, model, smallTraining());
        for (const ComparedRunPlan& plan :
             planComparedRuns(first.description(), "cpu", "mechanisms")) {
            LiveRun run("cpu", request, plan.model, plan.train);
            QVERIFY(run.step().finite());
            QVERIFY(run.trace());
        }
    }

    void divergedComparedRun_leavesTheOthersTraining() {
        TrainConfig train = smallTraining();
        train.schedule = ScheduleKind::Constant; // at once
        Pair three("mechanisms", smallModel(), train);
        LiveRun alone("cpu", three.request, smallModel(), train);
        RunHistory time;
        time.begin(&three.first, three.comparedRun->runs());
        three.third().setLearningRate(1e38);
        bool goesOn = true;
        for (int i = 0; i < 12 && goesOn; ++i) {
            goesOn = three.step();
            time.afterStep(alone.step().loss);
            QVERIFY(std::ranges::equal(three.first.numbers(), alone.numbers()));
        }
        QVERIFY(goesOn);
        QVERIFY(!three.comparedRun->haveStopped());
        const Index stopped = three.comparedRun->divergedAt(1);
        QVERIFY(stopped > 1);
        QVERIFY(stopped < 12);
        QCOMPARE(three.comparedRun->divergedAt(0), Index{0});
        const ComparisonNews news = three.train(0);
        QCOMPARE(three.points.size(), 12U);
        for (const test::LossesOfStep& point : three.points) {
            QVERIFY(std::isfinite(point.losses[0]));
            QVERIFY(std::isfinite(point.losses[1]));
            QCOMPARE(std::isfinite(point.losses[2]), point.step < stopped);
        }
        QCOMPARE(news.comparedRuns[1].divergedAt, stopped);
        // It lies at its last good point, and the others are remembered with it.
        QVERIFY(std::ranges::all_of(three.third().numbers(),
                                    [](float number) { return std::isfinite(number); }));
        time.lookAt(0);
        time.backToNow();
        QCOMPARE(three.first.stepsDone(), Index{12});
        QVERIFY(time.history().checkpoints().back()->step >= stopped);
        // When the last compared run stops as well, there is nothing left to compare with.
        three.second().setLearningRate(1e38);
        for (int i = 0; i < 12 && goesOn; ++i)
            goesOn = three.step();
        QVERIFY(!goesOn);
        QVERIFY(three.comparedRun->haveStopped());
        QCOMPARE(three.comparedRun->lastDivergence(), three.comparedRun->divergedAt(0));
        QVERIFY(!three.comparedRun->step());
    }

    void runHistory_takesAllThreeRunsBackToTheLastBit() {
        Pair three("mechanisms");
        RunHistory time;
        time.begin(&three.first, three.comparedRun->runs());
        using Numbers = std::vector<float>;
        const auto numbersOf = [](const LiveRun& run) {
            return Numbers(run.numbers().begin(), run.numbers().end());
        };
        const std::vector<LiveRun*> runs{&three.first, &three.second(), &three.third()};
        std::vector<std::vector<Numbers>> kept;
        const auto keep = [&] {
            kept.emplace_back();
            for (const LiveRun* run : runs)
                kept.back().push_back(numbersOf(*run));
        };
        keep();
        for (int i = 0; i < 8; ++i) {
            three.train(1);
            time.afterStep(1);
            keep();
        }
        for (const Index step : {3, 0, 5}) {
            time.lookAt(step);
            const auto shown = static_cast<std::size_t>(three.first.stepsDone());
            for (std::size_t run = 0; run < runs.size(); ++run) {
                QCOMPARE(runs[run]->stepsDone(), three.first.stepsDone());
                QVERIFY(numbersOf(*runs[run]) == kept[shown][run]);
            }
        }
        time.setPin(0, true);
        time.backToNow();
        time.setPin(1, true);
        time.showDifference(true);
        for (const std::size_t comparedRun : {0U, 1U})
            QVERIFY(time.trace(comparedRun + 1)->isDifference());
        for (std::size_t run = 0; run < runs.size(); ++run)
            QVERIFY(numbersOf(*runs[run]) == kept.back()[run]);
        time.endComparison();
        QVERIFY(!time.status().comparedRuns);
        time.lookAt(3);
        QVERIFY(numbersOf(three.first) == kept[three.first.stepsDone()][0]);
    }

    /// A task that has a measure of its own measures all runs that are compared on it.
    void comparedSeries_areMeasuredByTheirError() {
        ComparisonHeard heard;
        heard.intents.send(intent::ChooseTask{"series", {}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 0, patience);
        heard.intents.send(intent::Compare{"norm", 1});
        QTRY_VERIFY_WITH_TIMEOUT(heard.runs().size() == 2 &&
                                     !heard.runs()[0]->measurements().empty() &&
                                     !heard.runs()[1]->measurements().empty(),
                                 patience);
        for (const SharedMetrics& run : heard.runs())
            QVERIFY(run->measurements().front().error.value_or(0) > 0);
    }

    /// Each cuts the text into windows of its own, also once it was saved.
    void comparedContexts_areTrainedOnTheirOwnWindows() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("contexts.safetensors");
        ComparisonHeard heard;
        const ModelForm form = heard.session.modelForm();
        ModelRequest request =
            test::proposedBy(form, "text", QString::fromStdString(sampleOf("text").file));
        for (const auto& [key, value] : form.defaults("text"))
            for (FieldValues* fields : {&request.model, &request.training})
                if (const auto field = fields->find(key); field != fields->end())
                    field->second = value;
        give(request.model, {{"d_model", 16}, {"heads", 2}, {"d_ff", 16}, {"layers", 1}});
        give(request.training, {{"context", 16}, {"batch", 2}, {"steps", 100000}});
        heard.intents.send(intent::NewModel{request});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 0, patience);
        heard.intents.send(intent::Compare{"context", 1});
        QTRY_VERIFY_WITH_TIMEOUT(heard.isMeasured(), patience);
        heard.pause();
        QCOMPARE(heard.last<ComparisonInfo>().change.values, (QStringList{"16", "8"}));
        heard.intents.send(intent::SaveModel{path});
        QTRY_COMPARE_WITH_TIMEOUT(heard.last<news::Saved>().runs, 2, patience);
        const Run saved = loadRun(path.toStdString());
        QCOMPARE(saved.description.train.context, 16);
        QCOMPARE(saved.compared.front().description.train.context, 8);
        ComparisonHeard again;
        again.intents.send(intent::OpenModel{path});
        QTRY_COMPARE_WITH_TIMEOUT(again.newest().comparedRuns.size(), 1, patience);
        QCOMPARE(again.last<ComparisonInfo>().change.values, (QStringList{"16", "8"}));
        again.intents.send(intent::StepOnce{});
        heard.intents.send(intent::StepOnce{});
        const qint64 next = heard.status.step + 1;
        QTRY_COMPARE_WITH_TIMEOUT(again.points().back().step, next, patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.points().back().step, next, patience);
        QCOMPARE(again.points().back().losses, heard.points().back().losses);
        QVERIFY(heard.errors.isEmpty() && again.errors.isEmpty());
    }

    void session_comparesThreeRuns() {
        ComparisonHeard heard;
        heard.start();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 0, patience);
        heard.intents.send(intent::Compare{"mechanisms", 1});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<ComparisonInfo>(), 1, patience);
        QCOMPARE(heard.last<ComparisonInfo>().change.comparedRuns(), 2);
        QCOMPARE(heard.last<ComparisonInfo>().change.values[1], QStringLiteral("bahdanau"));
        QCOMPARE(heard.last<ComparisonInfo>().change.values[2], QStringLiteral("general"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.points().size() > 10, patience);
        // Each is measured, with its weights of the same step.
        QTRY_VERIFY_WITH_TIMEOUT(
            std::ranges::none_of(
                heard.runs(), [](const SharedMetrics& one) { return one->measurements().empty(); }),
            patience);
        for (const SharedMetrics& run : heard.runs())
            QCOMPARE(run->measurements()[0].step, heard.runs()[0]->measurements()[0].step);
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.points().back().step, heard.status.step, patience);
        const qint64 step = heard.status.step;
        heard.intents.send(intent::StepOnce{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.points().back().step, step + 1, patience);
        for (const test::LossesOfStep& point : heard.points()) {
            QVERIFY(std::isfinite(point.losses[0]));
            QVERIFY(std::isfinite(point.losses[1]));
            QVERIFY(std::isfinite(point.losses[2]));
        }
        QTRY_COMPARE_WITH_TIMEOUT(heard.newest().comparedRuns[1].trace->step, step + 1, patience);
        QVERIFY(heard.newest().comparedRuns[0].trace->graph->find("decoder.0.cross_attn.weights") ==
                noNode);
        QVERIFY(heard.newest().comparedRuns[1].trace->graph->find("attention.weights") != noNode);

        // All look back, are held to what the person changes, and read another example.
        heard.intents.send(intent::LookAt{0});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<TimeStatus>().shown == 0, patience);
        QTRY_VERIFY_WITH_TIMEOUT(heard.newest().comparedRuns[0].trace->step == 0 &&
                                     heard.newest().comparedRuns[1].trace->step == 0,
                                 patience);
        heard.intents.send(intent::BackToNow{});
        const Intervention muted{"attention.weights", {Edit::Kind::Multiply, 0, {}}};
        heard.intents.send(intent::Intervene{{muted}});
        const auto isMuted = [](const ComparedRunState& comparedRun) {
            const auto weights = comparedRun.trace->find("attention.weights")->values();
            return std::ranges::all_of(weights, [](float weight) { return weight == 0; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(isMuted(heard.newest().comparedRuns[0]) &&
                                     isMuted(heard.newest().comparedRuns[1]),
                                 patience);
        heard.intents.send(intent::TakeAllBack{});
        QTRY_VERIFY_WITH_TIMEOUT(!isMuted(heard.newest().comparedRuns[0]) &&
                                     !isMuted(heard.newest().comparedRuns[1]),
                                 patience);
        heard.intents.send(intent::SetExample{"ab", "ab", 0});
        QTRY_COMPARE_WITH_TIMEOUT(heard.newest().comparedRuns[1].trace->sourceTokens.size(), 3U,
                                  patience);

        // Begun anew, ended, and another comparison.
        heard.intents.send(intent::Reset{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<ComparisonInfo>(), 2, patience);
        QCOMPARE(heard.last<ComparisonInfo>().change.comparedRuns(), 2);
        heard.intents.send(intent::SetBatchSize{2});
        heard.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.points().size() > 3, patience);
        heard.intents.send(intent::EndComparison{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<news::ComparisonEnded>(), 1, patience);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.last<TimeStatus>().comparedRuns, patience);
        heard.intents.send(intent::Compare{"norm", 1});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<ComparisonInfo>(), 3, patience);
        QCOMPARE(heard.last<ComparisonInfo>().change.comparedRuns(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(heard.newest().comparedRuns.size(), 1, patience);
        heard.intents.send(intent::Compare{"mechanisms", 1});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<ComparisonInfo>(), 4, patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.newest().comparedRuns.size(), 2, patience);
        QCOMPARE(heard.errors, QStringList());
    }

    void session_comparesTwoRuns() {
        ComparisonHeard heard;
        heard.start();
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 5, patience);
        QCOMPARE(heard.last<ComparisonOffer>().layers, 1);
        QVERIFY(!heard.last<ComparisonOffer>().choices.isEmpty());

        heard.intents.send(intent::Compare{"norm", 2});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<ComparisonInfo>(), 1, patience);
        QCOMPARE(heard.last<ComparisonInfo>().change.key, QStringLiteral("norm"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.points().size() > 20, patience);
        QCOMPARE(heard.points().front().step, 1); // both from the beginning
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.points().back().step, heard.status.step, patience);
        QCOMPARE(heard.trace->step, heard.newest().comparedRuns[0].trace->step);
        QVERIFY(heard.trace->graph->find("encoder.norm.output") != noNode); // Pre-LN has one more
        QVERIFY(heard.newest().comparedRuns[0].trace->graph->find("encoder.norm.output") == noNode);
        QVERIFY(heard.newest().comparedRuns[0].trace->graph->find("encoder.1.norm1.output") !=
                noNode);
        const qint64 step = heard.status.step;
        heard.intents.send(intent::StepOnce{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.points().back().step, step + 1, patience);

        // Both look back, and training goes on where it was.
        heard.intents.send(intent::LookAt{0});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<TimeStatus>().shown == 0, patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.newest().comparedRuns[0].trace->step, 0, patience);
        QCOMPARE(heard.trace->step, 0);
        QVERIFY(heard.last<TimeStatus>().comparedRuns);
        heard.intents.send(intent::ContinueHere{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 1, patience);
        heard.errors.clear();
        heard.intents.send(intent::StepOnce{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.points().back().step, step + 2, patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.newest().comparedRuns[0].trace->step, step + 2, patience);

        heard.intents.send(intent::SetExample{"ab", "ab", 0});
        QTRY_COMPARE_WITH_TIMEOUT(heard.newest().comparedRuns[0].trace->sourceTokens.size(), 3U,
                                  patience);
        heard.intents.send(intent::Reset{});
        QTRY_COMPARE_WITH_TIMEOUT(heard.count<ComparisonInfo>(), 2, patience);
        heard.intents.send(intent::SetBatchSize{2});
        heard.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.points().size() > 5, patience);
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<TimeStatus>().checkpoints.size() > 2, patience);
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running, patience);
        const auto remembered = heard.last<TimeStatus>().checkpoints.size();
        heard.intents.send(intent::EndComparison{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.last<TimeStatus>().comparedRuns, patience);
        QVERIFY(heard.last<TimeStatus>().checkpoints.size() >=
                remembered); // the first one’s past stays
        heard.intents.send(intent::StepOnce{});
        const qint64 alone = heard.status.step;
        QTRY_COMPARE_WITH_TIMEOUT(heard.status.step, alone + 1, patience);
        QVERIFY(heard.points().empty());
        heard.intents.send(intent::Compare{"colour", 2});
        QTRY_COMPARE_WITH_TIMEOUT(heard.errors.size(), 1, patience);
        QVERIFY(heard.errors[0].contains("colour"));
    }

    /// All runs, the optimizer's memory and the curves of all: nothing differs from going on.
    void comparison_isSavedWholeAndOpensAsOne() {
        QTemporaryDir folder;
        for (const auto& [change, comparedRuns] :
             {std::pair("mechanisms", 2), std::pair("norm", 1)}) {
            const QString path = folder.filePath(QString("%1.safetensors").arg(change));
            ComparisonHeard before;
            before.start();
            QTRY_VERIFY_WITH_TIMEOUT(before.status.step > 0, patience);
            before.intents.send(intent::SetExample{"ab", "ab", 1});
            before.intents.send(intent::Compare{change, 1});
            QTRY_VERIFY_WITH_TIMEOUT(before.isMeasured(), patience);
            before.pause();
            before.intents.send(intent::SaveModel{path});
            QTRY_COMPARE_WITH_TIMEOUT(before.last<news::Saved>().runs, comparedRuns + 1, patience);
            QCOMPARE(before.status.unsavedSteps, 0);
            const qint64 step = before.status.step;
            const std::vector<SharedMetrics> metrics = before.runs();
            before.intents.send(intent::StepOnce{});
            QTRY_COMPARE_WITH_TIMEOUT(before.points().back().step, step + 1, patience);
            QTRY_COMPARE_WITH_TIMEOUT(before.newest().comparedRuns.back().trace->step, step + 1,
                                      patience);

            // The first run lies in the file as it would alone.
            const Run saved = loadRun(path.toStdString());
            QCOMPARE(saved.comparedBy, std::string(change));
            QCOMPARE(saved.compared.size(), static_cast<std::size_t>(comparedRuns));
            QVERIFY(saved.resumable);
            QVERIFY(saved.compared.front().resumable);
            for (const NamedTensor& tensor : readWeights(path.toStdString()))
                QVERIFY2(saved.parameters->find(tensor.name), tensor.name.c_str());

            ComparisonHeard again;
            again.intents.send(intent::OpenModel{path});
            QTRY_COMPARE_WITH_TIMEOUT(again.newest().comparedRuns.size(), comparedRuns, patience);
            QCOMPARE(again.errors, QStringList());
            QCOMPARE(again.last<ComparisonInfo>().change.key, QString(change));
            QCOMPARE(again.last<ComparisonInfo>().change.values,
                     before.last<ComparisonInfo>().change.values);
            QCOMPARE(again.status.step, step);
            QVERIFY(!again.status.running);
            QCOMPARE(again.status.unsavedSteps, 0);
            QCOMPARE(again.runs().size(), metrics.size()); // the curves so far
            for (std::size_t run = 0; run < metrics.size(); ++run) {
                QVERIFY(again.runs()[run]->losses() == metrics[run]->losses());
                QVERIFY(!again.runs()[run]->measurements().empty());
            }
            again.intents.send(intent::SetExample{"ab", "ab", 1});
            again.intents.send(intent::StepOnce{});
            QTRY_COMPARE_WITH_TIMEOUT(again.points().back().step, step + 1, patience);
            QCOMPARE(again.points().back().losses, before.points().back().losses);
            QTRY_COMPARE_WITH_TIMEOUT(again.newest().comparedRuns.back().trace->step, step + 1,
                                      patience);
            for (int comparedRun = 0; comparedRun < comparedRuns; ++comparedRun) {
                const auto a =
                    again.newest().comparedRuns[comparedRun].trace->find("logits")->values();
                const auto b =
                    before.newest().comparedRuns[comparedRun].trace->find("logits")->values();
                QVERIFY(std::ranges::equal(a, b));
            }
            // Going on with A alone has no file: that has all of them.
            again.intents.send(intent::EndComparison{});
            QTRY_COMPARE_WITH_TIMEOUT(again.count<news::ComparisonEnded>(), 1, patience);
        }
    }

    /// What it has of the past comes back with it.
    void comparisonCheckpoints_areSavedForAllRuns() {
        QTemporaryDir folder;
        const QString path = folder.filePath("two.safetensors");
        ComparisonHeard before;
        before.start();
        QTRY_VERIFY_WITH_TIMEOUT(before.status.step > 0, patience);
        before.intents.send(intent::KeepInFile{true});
        before.intents.send(intent::Compare{"norm", 1});
        QTRY_VERIFY_WITH_TIMEOUT(before.last<TimeStatus>().checkpoints.size() > 2 &&
                                     before.points().size() > 10,
                                 patience);
        before.pause();
        before.intents.send(intent::SaveModel{path});
        QTRY_VERIFY_WITH_TIMEOUT(before.last<news::Saved>().withCheckpoints, patience);
        before.intents.send(intent::LookAt{0});
        QTRY_COMPARE_WITH_TIMEOUT(before.newest().comparedRuns[0].trace->step, 0, patience);
        ComparisonHeard again;
        again.intents.send(intent::OpenModel{path});
        QTRY_COMPARE_WITH_TIMEOUT(again.newest().comparedRuns.size(), 1, patience);
        QCOMPARE(again.notices, QStringList());
        again.intents.send(intent::LookAt{0});
        QTRY_COMPARE_WITH_TIMEOUT(again.newest().comparedRuns[0].trace->step, 0, patience);
        QVERIFY(
            std::ranges::equal(again.newest().comparedRuns[0].trace->find("logits")->values(),
                               before.newest().comparedRuns[0].trace->find("logits")->values()));
    }

    /// A run that stopped lies at its last good point, and says so when it is opened.
    void stoppedComparedRun_isSavedAtItsLastGoodPoint() {
        Pair pair("norm");
        pair.train(3);
        pair.second().setLearningRate(1e38);
        while (pair.step())
            QVERIFY(pair.first.stepsDone() < 100);
        QVERIFY(pair.comparedRun->haveStopped());
        const Index stopped = pair.comparedRun->divergedAt(0);
        QVERIFY(pair.comparedRun->leaveDivergence());
        QVERIFY(!pair.comparedRun->leaveDivergence());
        pair.second().setLearningRate(0.1); // one that a file may have
        QTemporaryDir folder;
        const std::string path = folder.filePath("stopped.safetensors").toStdString();
        saveRun(path, pair.first.description(), std::as_const(pair.first).parameters(),
                pair.comparedRun->saved());
        const Run saved = loadRun(path);
        QCOMPARE(saved.compared.at(0).stoppedAt, stopped);
        QVERIFY(saved.compared.at(0).description.steps < stopped);
        ComparisonHeard again;
        again.intents.send(intent::OpenModel{QString::fromStdString(path)});
        QTRY_COMPARE_WITH_TIMEOUT(again.newest().comparedRuns.size(), 1, patience);
        QCOMPARE(again.newest().comparedRuns[0].divergedAt, stopped);
    }

    /// Nothing in a file is believed.
    void loadRun_refusesABrokenComparison() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("bad.safetensors").toStdString();
        Pair pair("norm");
        const auto parameters = [](LiveRun& run) -> const Parameters& {
            return std::as_const(run).parameters();
        };
        RunDescription other = pair.second().description();
        const SavedReference beside{&other, &parameters(pair.second())};
        const auto save = [&](const std::string& by, std::vector<SavedReference> comparedRuns) {
            saveRun(path, pair.first.description(), parameters(pair.first),
                    {by, std::move(comparedRuns)});
        };
        const auto problem = [&] {
            ComparisonHeard heard;
            heard.intents.send(intent::OpenModel{QString::fromStdString(path)});
            if (!QTest::qWaitFor([&] { return !heard.errors.isEmpty(); }, patience))
                return QString();
            return heard.errors.front();
        };
        save("colour", {beside});
        QVERIFY2(problem().contains("colour"), qPrintable(problem()));
        save("norm", {beside, beside});
        QVERIFY2(problem().contains("2 compared runs"), qPrintable(problem()));
        other.model.maxLength += 1;
        save("norm", {beside});
        QVERIFY2(problem().contains("other data"), qPrintable(problem()));
        other = pair.second().description();
        other.steps += 5;
        save("norm", {beside});
        QVERIFY2(problem().contains("has done 5 training steps"), qPrintable(problem()));
        other = pair.second().description();
        other.model.dFf *= 2; // which is not what its tensors are
        save("norm", {beside});
        QVERIFY2(problem().contains("compared run 1"), qPrintable(problem()));
    }
};

} // namespace gf::tst_compared_runs

#include "tests/entry.h"
GF_TEST(tst_compared_runs, TestComparedRuns)
#include "tst_compared_runs.moc"
