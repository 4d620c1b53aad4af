// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine behind the window finds for each request of a lab: at once, or once a person has
// started it.
#include "app/session/labs/lab_bench.h"
#include "app/session/run/live_run.h"
#include "app/session/session.h"
#include "core/lab/finding_values.h"
#include "tests/app/heard.h"
#include "tests/app/worlds.h"
#include "tests/ui/checking_canvas.h"
#include "tests/ui/lab_room.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gf::tst_lab_requests {

namespace {

using test::patience;

/// A session with a small model that copies "cab", at rest, and what it says of a lab.
class Heard : public test::Heard {
public:
    explicit Heard(const char* task = "copy") {
        startSmall(task);
        intents.send(intent::Pause{});
        if (QLatin1String(task) == QLatin1String("copy"))
            intents.send(intent::SetExample{"cab", "cab", 0});
    }

    const std::vector<LabNews>& lab() const { return last<news::Lab>().runs; }
    const LabFound* answer() const { return lab().empty() ? nullptr : lab()[0].answer.get(); }
    const Finding& finding() const { return answer()->finding; }
};

/// What the engine answers a page of a lab with, unless a model has to be trained for that.
LabNews measured(const LabPage& page, const StationInput& input, LiveRun& run,
                 const std::shared_ptr<const Trace>& trace) {
    LabNews news;
    const std::optional<LabRequest> request = page.asks ? page.asks(input) : std::nullopt;
    if (!request)
        return news;
    news.request = *request;
    news.of = trace;
    const LabSubject subject{run, trace};
    try {
        if (findMeasurement(request->lab)->subject != LabSubjectKind::Task)
            news.answer = std::make_shared<const LabFound>(measureForLab(*request, subject));
    } catch (const Error& error) {
        news.failure = error.sentence();
    }
    return news;
}

} // namespace

class TestLabRequests : public QObject {
    Q_OBJECT
private slots:
    /// Frozen, what is left over is rounding.
    void superposition_isMeasuredWithThePicture() {
        Heard heard;
        heard.intents.send(intent::MeasureLab{LabRequest{
            "linear", {{"layer", "encoder.0.self_attn"}, {"alpha", 2.0}, {"beta", -1.0}}}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.answer(), patience);
        const LabFound& found = *heard.answer();
        QVERIFY(found.finding.numberAt("frozen") < 1e-6);
        QVERIFY(found.finding.numberAt("freed") > 1e-3);
        QCOMPARE(found.matrices.size(), std::size_t(4));
        QCOMPARE(found.matrices[2].shape()[1], Index(16));
    }

    void writing_isMeasuredWithThePicture() {
        Heard heard;
        heard.intents.send(intent::MeasureLab{
            LabRequest{"writing", {{"start", "eos"}, {"given", std::int64_t{1}}}}});
        QTRY_VERIFY_WITH_TIMEOUT(
            heard.answer() && heard.answer()->finding.listAt("tokens").size() == 4, patience);
        const Finding& found = heard.answer()->finding;
        QCOMPARE(found.wordsAt("start"), std::string("<eos>"));
        QCOMPARE(found.wordsAt("tokens/0/label"), std::string("c"));
        QCOMPARE(found.wordsAt("tokens/3/label"), std::string("<eos>"));
        QVERIFY(found.numberAt("tokens/0/forced_probability") > 0);
        QVERIFY(found.numberAt("tokens/0/forced_probability") < 1);
    }

    void aPass_isTimedWithThePicture() {
        Heard heard;
        // More tokens than the model reads, too.
        heard.intents.send(intent::MeasureLab{LabRequest{
            "cost", {{"source-tokens", std::int64_t{20}}, {"target-tokens", std::int64_t{6}}}}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.answer(), patience);
        const auto* const instead = heard.answer()->finding.find("instead")->fields();
        QCOMPARE(instead->size(), std::size_t(4));
        for (const auto& [name, pass] : *instead)
            QVERIFY2(pass.numberAt("milliseconds") > 0, name.c_str());
    }

    /// Nothing is begun by asking; the whole loss of the heads is that of the model.
    void ablation_isStartedByAPerson() {
        Heard heard;
        const LabRequest request{"ablation", {{"examples", std::int64_t{8}}, {"pairs", true}}};
        heard.intents.send(intent::MeasureLab{request});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].seconds, patience);
        QVERIFY(!heard.answer());
        heard.intents.send(intent::StartLab{request});
        QTRY_VERIFY_WITH_TIMEOUT(heard.answer(), patience);
        const Ablation found = ablationOf(heard.finding(), StandIn::Zero);
        QCOMPARE(found.heads.size(), std::size_t(3 * 2)); // of three attentions
        QCOMPARE(found.projections.size(), std::size_t(3));
        QCOMPARE(found.pairs.size(), std::size_t(6 * 5 / 2));
        QVERIFY(std::isfinite(found.whole));
        QVERIFY(found.whole > 0);
        QVERIFY(!heard.lab()[0].isRunning);
    }

    /// A person's lines, padded each side by its own, and what is wrong with one of them.
    void ownLines_areOneBatchOfTheRun() {
        Heard heard;
        news::OwnBatch batch;
        int told = 0;
        test::hear<news::OwnBatch>(heard.session, this, [&](const news::OwnBatch& newest) {
            batch = newest;
            ++told;
        });
        const auto ask = [&](const QString& lines) {
            const int before = told;
            heard.intents.send(intent::MeasureBatch{lines});
            return QTest::qWaitFor([&] { return told > before; }, patience);
        };
        QVERIFY(ask("abcde\tabcde\n\ncab\tcabd\nb"));
        QVERIFY(batch.problem.isEmpty());
        QCOMPARE(batch.examples.size(), std::size_t{3});
        for (const auto& example : batch.examples) {
            QCOMPARE(example->sourceTokens.size(), std::size_t{6}); // and <eos>
            QCOMPARE(example->targetTokens.size(), std::size_t{6});
        }
        QCOMPARE(batch.examples[1]->sourceTokens,
                 (Tokens{"c", "a", "b", "<eos>", "<pad>", "<pad>"}));
        QCOMPARE(batch.examples[1]->labels, (Tokens{"c", "a", "b", "d", "<eos>", "<pad>"}));
        QCOMPARE(batch.examples[2]->labels.front(), std::string("b")); // as the task answers

        QVERIFY(ask("abc\tabc\na\tb\tc"));
        QCOMPARE(batch.line, 2);
        QCOMPARE(QString(batch.problem), QString("has more than one tab"));
        QVERIFY(batch.examples.empty());
        QVERIFY(ask("abc\n" + QString(100, 'a')));
        QCOMPARE(batch.line, 2);
        QVERIFY(QString(batch.problem).startsWith("too long by"));
        QVERIFY(ask(QString("ab\n").repeated(9)));
        QCOMPARE(batch.line, 9);
        QVERIFY(ask(""));
        QVERIFY(batch.problem.isEmpty());
        QVERIFY(batch.examples.empty());
        // It comes with each picture, and with none once nobody looks.
        QVERIFY(ask("ab"));
        const int before = told;
        heard.intents.send(intent::SetExample{"ab", "ab", 0});
        QTRY_VERIFY_WITH_TIMEOUT(told > before, patience);
    }

    /// What zeros and what the mean in a head's place cost the tokens of the example.
    void ablation_isOfTheTokensOfTheExample() {
        Heard heard;
        const auto found = [&](bool mean) {
            const LabRequest request{"ablation",
                                     {{"examples", std::int64_t{8}},
                                      {"place", mean ? "mean" : "zeros"},
                                      {"view", "token"}}};
            heard.intents.send(intent::StartLab{request});
            const auto answered = [&] {
                return heard.answer() && heard.lab()[0].request == request &&
                       !heard.lab()[0].isRunning;
            };
            return QTest::qWaitFor(answered, patience)
                       ? ablationOf(heard.finding(), mean ? StandIn::Mean : StandIn::Zero)
                       : Ablation();
        };
        const Ablation zeros = found(false);
        const Ablation mean = found(true);
        QCOMPARE(zeros.heads.size(), std::size_t(3 * 2));
        QCOMPARE(mean.heads.size(), std::size_t(3 * 2));
        QVERIFY(!zeros.tokens.empty());
        QCOMPARE(mean.tokens, zeros.tokens);
        for (std::size_t i = 0; i < zeros.heads.size(); ++i) {
            QCOMPARE(zeros.heads[i].tokens.size(), zeros.tokens.size());
            QVERIFY(zeros.heads[i].tokens != mean.heads[i].tokens);
        }
    }

    /// Of the last layer of the decoder, all at once: the other answer, to the bit.
    void cells_arePutInWithThePicture() {
        Heard heard;
        const auto cells = [](const char* mark) {
            return LabRequest{"cells", {{"other", std::int64_t{1}}, {"mark", mark}}};
        };
        heard.intents.send(intent::MeasureLab{cells("1,1,0,4")});
        QTRY_VERIFY_WITH_TIMEOUT(heard.answer(), patience);
        const Finding& all = heard.finding();
        QCOMPARE(all.numberAt("patched"), all.numberAt("other_log_probability"));
        QCOMPARE(all.numberAt("restored"), 1.0);
        QCOMPARE(all.listAt("other_target").size(), std::size_t(4));
        heard.intents.send(intent::MeasureLab{cells("0,1,3,2")});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && !heard.lab()[0].failure.isEmpty(),
                                 patience);
        QVERIFY(QString(heard.lab()[0].failure).contains("no such cells"));
    }

    void widths_areTriedOnceStarted() {
        Heard heard;
        const LabRequest request{"widths", {{"steps", std::int64_t{1}}}};
        heard.intents.send(intent::MeasureLab{request});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].seconds, patience);
        heard.intents.send(intent::StartLab{request});
        QTRY_VERIFY_WITH_TIMEOUT(heard.answer(), patience);
        const std::vector<WidthLadder::Width> widths = widthLadderOf(heard.finding()).widths;
        QCOMPARE(widths.size(), std::size_t(5));
        QVERIFY(std::ranges::is_sorted(widths, {}, &WidthLadder::Width::width));
        for (const WidthLadder::Width& one : widths) {
            QCOMPARE(one.scores.size(), std::size_t(3)); // attentions
            QVERIFY(one.scores[0].variance > 0);
        }
        QCOMPARE(heard.lab()[0].kept->size(), 1U);
    }

    void positions_areTrainedOnceStarted() {
        Heard heard;
        const LabRequest request{"positions", {{"steps", std::int64_t{1}}}};
        heard.intents.send(intent::MeasureLab{request});
        heard.intents.send(intent::StartLab{request});
        QTRY_VERIFY_WITH_TIMEOUT(heard.answer(), patience);
        const PositionTables tables = positionTablesOf(heard.finding());
        QCOMPARE(tables.learned.shape()[1], Index(16));
        QCOMPARE(tables.relative.shape()[0], Index(2));
    }

    void lengths_areTriedOnceStarted() {
        Heard heard("date"); // whose examples have one length: "copy" is tried in its place
        const LabRequest request{"length", {{"steps", std::int64_t{1}}}};
        heard.intents.send(intent::MeasureLab{request});
        heard.intents.send(intent::StartLab{request});
        QTRY_VERIFY_WITH_TIMEOUT(heard.answer(), patience);
        const LengthLadder ladder = lengthLadderOf(heard.finding());
        QCOMPARE(ladder.task, std::string("copy"));
        QCOMPARE(ladder.curves.size(), std::size_t(6));
        QVERIFY(ladder.lengths.back() > ladder.longest);
        for (const LengthLadder::Curve& curve : ladder.curves)
            QCOMPARE(curve.right.size(), ladder.lengths.size());
    }

    /// What is measured of weights that are none, infinite or huge can be drawn.
    void pages_areDrawnOfExtremeWeights() {
        const QTemporaryDir folder;
        QStringList problems;
        for (const float weight : {0.0F, 1e38F, -1e38F, 1e-45F}) {
            const QString path = folder.filePath(QStringLiteral("%1.safetensors").arg(weight));
            test::writeRunOf(path, weight);
            const auto run = LiveRun::open("cpu", path.toStdString());
            const auto trace = run->trace();
            for (const LabPage& page : labPages()) {
                if (page.missing && page.missing(*trace))
                    continue;
                StationInput input = test::labInput(page, *trace);
                if (page.drawing.controls)
                    for (const StationControl& control :
                         page.drawing.controls(*trace->graph, (*trace->graph)[input.node]))
                        input.settings[control.key] = control.initial;
                input.news.lab = measured(page, input, *run, trace);
                input.size = minimumSizeOf(page.drawing, input);
                test::CheckingCanvas canvas;
                StationPicture picture;
                drawStation(page.drawing, input, canvas, picture);
                if (!canvas.problem().isEmpty())
                    problems += QStringLiteral("%1 of %2: %3")
                                    .arg(QLatin1String(page.drawing.id), path, canvas.problem());
            }
        }
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
    }

    /// One step on all examples of a large batch would hold up everything else.
    void modelsThatTellHowLong_areTrainedOnFewExamples() {
        TaskRequest copy;
        copy.name = "copy";
        ModelConfig model = makeTask(copy)->modelDefaults();
        model.dModel = model.dFf = 16;
        model.heads = 2;
        model.layers = 1;
        TrainConfig train;
        train.batch = 256;
        LiveRun run("cpu", copy, model, train);
        const LabSubject all{run, run.trace()};
        LabSubject few = all;
        few.mostExamples = 64;
        for (const char* const lab : {"widths", "positions"}) {
            const LabRequest request{lab, {{"steps", std::int64_t{100}}}};
            const double piece = beginForLab(request, few)->advance(); // a quarter of a step
            QVERIFY(piece > 0);
            QCOMPARE(4 * piece, beginForLab(request, all)->advance());
        }
    }
};

} // namespace gf::tst_lab_requests

#include "tests/entry.h"
GF_TEST(tst_lab_requests, TestLabRequests)
#include "tst_lab_requests.moc"
