// SPDX-License-Identifier: GPL-3.0-or-later
// What labs have measured, with the engine behind the window: the answer is of what is shown.
#include "app/session/session.h"
#include "core/lab/finding_values.h"
#include "tests/app/heard.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <vector>

namespace gf::tst_lab_session {

namespace {

using test::patience;

/// A session, and what it says of a lab.
class Heard : public test::Heard {
public:
    const std::vector<LabNews>& lab() const { return last<news::Lab>().runs; }

    /// A small model with "cab" as its example, at rest.
    void startSmall(const FieldValues& changes = {}) {
        test::Heard::startSmall("copy", changes);
        rest();
    }
    /// Of the run that is shown.
    void rest() {
        intents.send(intent::Pause{});
        intents.send(intent::SetExample{"cab", "cab", 0});
    }

    const LabFound* shuffled(std::size_t at = 0) const {
        const bool isThere = at < lab().size() && lab()[at].answer && lab()[at].answer->trace;
        return isThere ? lab()[at].answer.get() : nullptr;
    }
    const Finding::Fields* differences(std::size_t at = 0) const {
        return shuffled(at)->finding.find("largest_difference")->fields();
    }
    double lastDifference(std::size_t at = 0) const {
        return *differences(at)->back().second.number();
    }
    /// Whether it says something of the picture that is shown.
    bool isOfShown() const { return !lab().empty() && lab()[0].of == trace && lab()[0].answer; }
};

LabRequest shuffling(const char* order) {
    return {"shuffle", {{"order", order}}};
}

intent::MeasureLab shuffledBy(const char* order) {
    return {shuffling(order)};
}

const intent::MeasureLab patched{LabRequest{"patch", {{"other", std::int64_t{1}}}}};

} // namespace

class TestLabSession : public QObject {
    Q_OBJECT

private slots:
    void request_isAnsweredOnThePictureThatIsShown() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(shuffledBy("2,0,1"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOfShown() && heard.trace->sourceTokens.size() == 4,
                                 patience);
        QCOMPARE(heard.lab().size(), 1U);
        QVERIFY(heard.lab()[0].request == LabRequest(shuffling("2,0,1")));
        QCOMPARE(heard.shuffled()->trace->sourceTokens, (Tokens{"b", "c", "a", "<eos>"}));
        QVERIFY(!heard.differences()->empty());
    }

    void newestRequest_isTheOneThatIsAnswered() {
        Heard heard;
        heard.startSmall();
        for (const char* const order : {"0,1,2", "1,0,2", "2,1,0"})
            heard.intents.send(shuffledBy(order));
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOfShown() &&
                                     heard.lab()[0].request == LabRequest(shuffling("2,1,0")),
                                 patience);
    }

    void anotherExample_isMeasuredAnew() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(shuffledBy("2,0,1"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOfShown(), patience);
        heard.intents.send(intent::SetExample{"abcd", "abcd", 0});
        // To the old request: it does not fit this source, which is said.
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->sourceTokens.size() == 5 && !heard.lab().empty() &&
                                     heard.lab()[0].of == heard.trace,
                                 patience);
        QVERIFY(!heard.lab()[0].answer);
        QVERIFY(QString(heard.lab()[0].failure).contains("each place"));
        heard.intents.send(shuffledBy("3,2,1,0"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOfShown(), patience);
        QVERIFY(heard.errors.isEmpty());
    }

    void training_isMeasuredNowAndThen() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(shuffledBy("2,0,1"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOfShown(), patience);
        heard.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.lab()[0].of->step > 20, patience);
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running && heard.isOfShown(), patience);
    }

    void moment_isTheOneThatIsMeasured() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > 30, patience);
        heard.intents.send(intent::Pause{});
        heard.intents.send(shuffledBy("2,0,1"));
        QTRY_VERIFY_WITH_TIMEOUT(!heard.status.running && heard.isOfShown(), patience);
        const auto differenceNow = heard.lastDifference();
        heard.intents.send(intent::LookAt{0});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->step == 0 && heard.isOfShown(), patience);
        QVERIFY(heard.lastDifference() != differenceNow);
        heard.intents.send(intent::BackToNow{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->step > 30 && heard.isOfShown(), patience);
        QCOMPARE(heard.lastDifference(), differenceNow);
    }

    void anotherBackend_isMeasuredAnew() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(shuffledBy("2,0,1"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOfShown(), patience);
        const auto before = heard.trace;
        heard.intents.send(intent::SetBackend{"eigen"});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace != before && heard.isOfShown(), patience);
    }

    void anotherRun_isMeasuredAnew() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(shuffledBy("2,0,1"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOfShown(), patience);
        const auto before = heard.trace->graph;
        heard.startSmall({{"positional", "none"}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->graph != before, patience);
        heard.rest();
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->graph != before && heard.isOfShown() &&
                                     heard.trace->sourceTokens.size() == 4,
                                 patience);
        // Without positions its encoder is equivariant.
        const Graph& graph = *heard.trace->graph;
        for (const auto& [step, difference] : *heard.differences())
            if (graph[graph.find(step)].scope.levels.front().title == "encoder")
                QVERIFY2(*difference.number() < 1e-9, step.c_str());
    }

    void change_isPartOfWhatIsMeasured() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(shuffledBy("2,0,1"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOfShown(), patience);
        Intervention mute;
        mute.node = "encoder.0.self_attn.heads";
        mute.edit.kind = Edit::Kind::Multiply;
        mute.edit.value = 0;
        heard.intents.send(intent::Intervene{{mute}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->without && heard.isOfShown(), patience);
        const NodeId heads = heard.trace->graph->find("encoder.0.self_attn.heads");
        QVERIFY(heard.shuffled()->trace->graph->find("encoder.0.self_attn.heads") == heads);
        for (const float value : heard.shuffled()->trace->value(heads).values())
            QCOMPARE(value, 0.0F);
    }

    /// The model without the changes, where that is shown.
    void before_isMeasuredWithoutTheChanges() {
        Heard heard;
        heard.startSmall();
        Intervention mute;
        mute.node = "encoder.0.self_attn.heads";
        mute.edit.kind = Edit::Kind::Multiply;
        mute.edit.value = 0;
        heard.intents.send(intent::Intervene{{mute}});
        heard.intents.send(intent::MeasureLab{shuffling("2,0,1"), true});
        const auto isOfBefore = [&] {
            return heard.trace && heard.trace->without && !heard.lab().empty() &&
                   heard.lab()[0].of && heard.lab()[0].answer &&
                   heard.lab()[0].of->graph == heard.trace->without->graph;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOfBefore(), patience);
        const Trace& shuffled = *heard.shuffled()->trace;
        QVERIFY(shuffled.graph->find("encoder.0.self_attn.heads/computed") == noNode);
        const NodeId heads = shuffled.graph->find("encoder.0.self_attn.heads");
        QVERIFY(std::ranges::any_of(shuffled.value(heads).values(),
                                    [](float value) { return value != 0; }));
        heard.intents.send(shuffledBy("2,0,1"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOfShown(), patience);
        // What is started, too.
        heard.intents.send(intent::MeasureLab{patched.request, true});
        heard.intents.send(intent::StartLab{*patched.request, true});
        QTRY_VERIFY_WITH_TIMEOUT(isOfBefore() && !heard.shuffled(), patience);
    }

    /// Of what was open when another run took the place of the one before.
    void whatTakesLong_saysItForAnotherRunToo() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(patched);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].seconds, patience);
        const auto before = heard.trace->graph;
        heard.startSmall({{"positional", "none"}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->graph != before && heard.lab()[0].of &&
                                     heard.lab()[0].of->graph != before && heard.lab()[0].seconds,
                                 patience);
    }

    void whatGoesOn_leavesTheOpenLabItsAnswer() {
        Heard heard;
        heard.startSmall();
        const LabRequest long_{"length", {{"steps", std::int64_t{100}}}};
        heard.intents.send(intent::MeasureLab{long_});
        heard.intents.send(intent::StartLab{long_});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].isRunning, patience);
        heard.intents.send(shuffledBy("2,0,1"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOfShown() && heard.shuffled(), patience);
        for (const char* source : {"abc", "bca", "cab"}) {
            heard.intents.send(intent::SetExample{source, source, 0});
            QTRY_VERIFY_WITH_TIMEOUT(
                heard.trace->sourceTokens[0][0] == source[0] && heard.isOfShown(), patience);
            QVERIFY(heard.shuffled());
        }
        heard.intents.send(intent::MeasureLab{long_});
        QTRY_VERIFY_WITH_TIMEOUT(heard.lab()[0].request == long_, patience);
        QVERIFY(heard.lab()[0].isRunning || heard.lab()[0].answer);
        heard.intents.send(intent::StopLab{});
    }

    void comparedRuns_areEachMeasured() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(shuffledBy("2,0,1"));
        heard.intents.send(intent::Compare{"positional", 1});
        heard.intents.send(intent::Pause{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.lab().size() == 2 && heard.shuffled(0) && heard.shuffled(1),
                                 patience);
        QVERIFY(heard.lastDifference(0) != heard.lastDifference(1));
    }

    void whatTakesLong_waitsToBeStartedAndSaysHowLong() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(patched);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].seconds, patience);
        QVERIFY(*heard.lab()[0].seconds > 0);
        QVERIFY(!heard.lab()[0].answer);
        QVERIFY(!heard.lab()[0].isRunning);
        heard.intents.send(intent::StartLab{*patched.request});
        QTRY_VERIFY_WITH_TIMEOUT(heard.lab()[0].answer, patience);
        QVERIFY(!heard.lab()[0].isRunning);
        const Finding& found = heard.lab()[0].answer->finding;
        QCOMPARE(found.find("grid")->fields()->size(), 2U);
        QCOMPARE(patchedGridOf(found, "encoder").shape()[1], 4); // "cab" and its end
        const Tokens other = found.tokensAt("other_source");
        QCOMPARE(other.size(), 4U);
        QVERIFY(other != heard.trace->sourceTokens);
        QVERIFY(heard.lab()[0].of->graph == heard.trace->graph);
    }

    /// It computes with the weights of when it began.
    void training_goesOnWhileOneIsMeasured() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(patched);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].seconds, patience);
        heard.intents.send(intent::Train{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.running, patience);
        heard.intents.send(intent::StartLab{*patched.request});
        QTRY_VERIFY_WITH_TIMEOUT(heard.lab()[0].answer, patience);
        const qint64 then = heard.status.step;
        QTRY_VERIFY_WITH_TIMEOUT(heard.status.step > then, patience);
    }

    void whatIsKept_isThereAgainUntilAnotherRun() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(patched);
        heard.intents.send(intent::StartLab{*patched.request});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].answer, patience);
        const auto answer = heard.lab()[0].answer;
        heard.intents.send(intent::MeasureLab{});
        heard.forget<news::Lab>();
        heard.intents.send(patched);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty(), patience);
        QCOMPARE(heard.lab()[0].answer, answer);
        heard.intents.send(intent::MeasureLab{});
        heard.startSmall({{"positional", "none"}});
        heard.forget<news::Lab>();
        heard.intents.send(patched);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty(), patience);
        QVERIFY(!heard.lab()[0].answer);
    }

    /// With the training step that it is of, where the run is opened again.
    void whatIsKept_standsInTheFile() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("kept.safetensors");
        Finding answer;
        {
            Heard heard;
            heard.startSmall();
            heard.intents.send(patched);
            heard.intents.send(intent::StartLab{*patched.request});
            QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].answer, patience);
            QVERIFY(heard.lab()[0].kept);
            answer = heard.lab()[0].answer->finding;
            heard.intents.send(intent::StepOnce{});
            QTRY_COMPARE_WITH_TIMEOUT(heard.status.step, 1, patience);
            bool isSaved = false;
            test::hear<news::Saved>(heard.session, &heard, [&](const QString&) { isSaved = true; });
            heard.intents.send(intent::SaveModel{path});
            QTRY_VERIFY_WITH_TIMEOUT(isSaved, patience);
        }
        Heard heard;
        heard.intents.send(intent::OpenModel{path});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace && heard.trace->step == 1, patience);
        heard.intents.send(patched);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].kept, patience);
        QCOMPARE(heard.lab()[0].kept->size(), 1U);
        const LabResult& kept = heard.lab()[0].kept->front();
        QVERIFY(kept.request == *patched.request);
        QCOMPARE(kept.step, Index(0));
        QCOMPARE(kept.sourceTokens, (Tokens{"c", "a", "b", "<eos>"}));
        QVERIFY(kept.answer->finding == answer);
        QVERIFY(heard.errors.isEmpty());
    }

    /// A page that shows it need not measure it again.
    void whatIsKept_goesAlongWithAPageOfALecture() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("talk.1.safetensors");
        Finding answer;
        {
            Heard heard;
            heard.startSmall();
            heard.intents.send(patched);
            heard.intents.send(intent::StartLab{*patched.request});
            QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].answer, patience);
            answer = heard.lab()[0].answer->finding;
            bool isSaved = false;
            test::hear<news::CopySaved>(heard.session, &heard,
                                        [&](const auto&) { isSaved = true; });
            heard.intents.send(intent::SaveCopy{path});
            QTRY_VERIFY_WITH_TIMEOUT(isSaved, patience);
        }
        Heard heard;
        auto lesson = std::make_shared<Lesson>();
        lesson->folder = folder.path().toStdString();
        LessonModel page;
        page.file = "talk.1.safetensors";
        page.example = {"bca", {}, 0};
        heard.intents.send(intent::OpenLessonModel{lesson, page});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace && heard.trace->sourceTokens[0] == "b", patience);
        heard.intents.send(patched);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].kept, patience);
        QVERIFY(heard.lab()[0].kept->front().answer->finding == answer);
        QVERIFY(heard.errors.isEmpty());
    }

    /// What a person's change makes another model is no result of the run.
    void whatIsFoundWithAChange_isNotOfTheRun() {
        Heard heard;
        heard.startSmall();
        Intervention mute;
        mute.node = "encoder.0.self_attn.heads";
        mute.edit.kind = Edit::Kind::Multiply;
        mute.edit.value = 0;
        heard.intents.send(intent::Intervene{{mute}});
        heard.intents.send(patched);
        heard.intents.send(intent::StartLab{*patched.request});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].kept, patience);
        heard.intents.send(intent::TakeAllBack{});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace && !heard.trace->without && !heard.lab()[0].kept,
                                 patience);
    }

    void whatIsStopped_hasNoAnswer() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(patched);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && heard.lab()[0].seconds, patience);
        heard.intents.send(intent::StartLab{*patched.request});
        heard.intents.send(intent::StopLab{});
        heard.intents.send(intent::SetExample{"abc", "abc", 0}); // after it, and so it is over
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->sourceTokens == (Tokens{"a", "b", "c", "<eos>"}),
                                 patience);
        QVERIFY(!heard.lab()[0].isRunning);
    }

    void failure_isASentenceOfThePage() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(intent::MeasureLab{
            LabRequest{"cells", {{"other", std::int64_t{1000000}}, {"mark", "0,0,0,1"}}}});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.lab().empty() && !heard.lab()[0].failure.isEmpty(),
                                 patience);
        QVERIFY(QString(heard.lab()[0].failure).contains("as long as this one"));
        QVERIFY(heard.errors.isEmpty());
    }

    void nothing_isMeasuredAfterTheLab() {
        Heard heard;
        heard.startSmall();
        heard.intents.send(shuffledBy("2,0,1"));
        QTRY_VERIFY_WITH_TIMEOUT(heard.isOfShown(), patience);
        heard.intents.send(intent::MeasureLab{});
        const int answers = heard.count<news::Lab>();
        heard.intents.send(intent::SetExample{"bca", "bca", 0});
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->sourceTokens == (Tokens{"b", "c", "a", "<eos>"}),
                                 patience);
        QCOMPARE(heard.count<news::Lab>(), answers);
    }
};

} // namespace gf::tst_lab_session

#include "tests/entry.h"
GF_TEST(tst_lab_session, TestLabSession)
#include "tst_lab_session.moc"
