// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/live_run.h"
#include "app/session/run/writing.h"
#include "app/session/session.h"
#include "core/tensor/error.h"
#include "core/tensor/stopped.h"
#include "core/train/opened_model.h"
#include "tests/app/heard.h"
#include "tests/app/watched_session.h"

#include <QTest>

#include <cmath>

namespace gf::tst_writing {

namespace {

using test::patience;

using Way = GenerationSettings::Way;

GenerationSettings settingsFor(Way way) {
    GenerationSettings settings;
    settings.way = way;
    settings.temperature = 1.5;
    settings.topK = 6;
    settings.topP = 0.9;
    return settings;
}

} // namespace

class TestWriting : public QObject {
    Q_OBJECT

private slots:
    void tokens_followFromTheirChoicesAndRow_data() {
        QTest::addColumn<int>("way");
        QTest::newRow("greedy") << static_cast<int>(Way::Greedy);
        QTest::newRow("drawn") << static_cast<int>(Way::Sample);
        QTest::newRow("beam") << static_cast<int>(Way::Beam);
    }
    void tokens_followFromTheirChoicesAndRow() {
        QFETCH(int, way);
        LiveRun run("cpu", taskNamed("copy"));
        for (int i = 0; i < 20; ++i)
            run.step();
        const GenerationReport report = run.write(settingsFor(static_cast<Way>(way)));
        QVERIFY(report.problem.isEmpty());
        QVERIFY(!report.tokens.isEmpty());
        QCOMPARE(report.moments.size(), report.tokens.size());
        const Tensor& probabilities = *report.trace->find("probabilities");
        QCOMPARE(probabilities.shape()[0], static_cast<Index>(report.tokens.size()));
        for (qsizetype i = 0; i < report.moments.size(); ++i) {
            const GenerationMoment& moment = report.moments[i];
            const NextChoice& taken = moment.choices[moment.chosen];
            QCOMPARE(taken.token, report.tokens[i]);
            QVERIFY(way == static_cast<int>(Way::Beam) || taken.share > 0);
            double shares = 0;
            for (const NextChoice& choice : moment.choices) {
                shares += choice.share;
                QVERIFY((choice.share > 0) == (choice.cut == NextChoice::Cut::None));
            }
            QVERIFY(std::abs(shares - 1) < 1e-9);
            // The trace has the same distribution in the row of this token.
            const Tokens& words = *report.trace->targetVocabulary;
            for (Index id = 0; id < static_cast<Index>(words.size()); ++id)
                if (words[id] == report.tokens[i].toStdString())
                    QVERIFY(std::abs(static_cast<double>(probabilities.at({{i, id, 0, 0}})) -
                                     taken.probability) < 1e-5);
        }
    }

    void beam_marksItsBestAnswerOnTheTree() {
        LiveRun run("cpu", taskNamed("copy"));
        const GenerationReport report = run.write(settingsFor(Way::Beam));
        QStringList best;
        for (const Branch& branch : report.branches)
            if (branch.best)
                best << branch.token;
        QCOMPARE(best, report.tokens);
        QVERIFY(report.found.size() >= 1);
        QVERIFY(report.found.size() <= 3);
    }

    void text_goesOnFromItsPrompt() {
        TaskRequest request = taskNamed("copy");
        request.architecture = Architecture::Decoder;
        LiveRun run("cpu", request);
        const GenerationReport report = run.write(settingsFor(Way::Greedy));
        QVERIFY(!report.prompt.isEmpty());
        QCOMPARE(report.trace->targetTokens.size(),
                 static_cast<std::size_t>(report.prompt.size() + report.tokens.size()));
    }

    void write_tellsOfEachTokenAsItIsTaken() {
        LiveRun run("cpu", taskNamed("copy"));
        for (int i = 0; i < 20; ++i)
            run.step();
        for (const Way way : {Way::Greedy, Way::Sample, Way::Beam}) {
            QVector<GenerationReport> told;
            const GenerationReport whole = run.write(
                settingsFor(way), {}, [&](const GenerationReport& soFar) { told << soFar; });
            QCOMPARE(told.size(), whole.tokens.size());
            QVERIFY(!whole.isGrowing);
            for (qsizetype i = 0; i < told.size(); ++i) {
                QVERIFY(told[i].isGrowing);
                QVERIFY(!told[i].trace);
                QCOMPARE(told[i].tokens, whole.tokens.mid(0, i + 1));
                QCOMPARE(told[i].moments.size(), i + 1);
            }
        }
    }

    void stop_endsTheWritingAfterTheTokenThatIsMade() {
        LiveRun run("cpu", taskNamed("copy"));
        std::stop_source enough;
        int tokens = 0;
        QVERIFY_EXCEPTION_THROWN(run.write(settingsFor(Way::Sample), enough.get_token(),
                                           [&](const GenerationReport&) {
                                               ++tokens;
                                               enough.request_stop();
                                           }),
                                 Stopped);
        QCOMPARE(tokens, 1);
    }

    /// Of hundreds of words those that nobody would look at are left out, but never the one taken.
    void choices_areTheLikeliestOfALargeVocabularyAndTheOneTaken() {
        const Run opened = openModel(GF_TEST_DATA "/../reference/opened/gpt2");
        const auto backend = makeBackend("cpu");
        Generator generator(*backend, opened.description.model, *opened.parameters, {},
                            opened.description.vocabularies);
        GenerationSettings settings = settingsFor(Way::Sample);
        settings.temperature = 20; // nearly all alike: some of the answer are far down
        settings.topK = 0;
        settings.topP = 1;
        const Vocabulary& words = *opened.description.vocabularies.target;
        WritingTask task;
        task.prompt = {5};
        task.limit = 12;
        const Written written = writeDown(generator, task, settings, words);
        QVERIFY(words.size() > 300);
        bool isFarDown = false;
        for (qsizetype i = 0; i < written.report.tokens.size(); ++i) {
            const GenerationMoment& moment = written.report.moments[i];
            QVERIFY(moment.choices.size() <= 201);
            QCOMPARE(moment.choices[moment.chosen].token, written.report.tokens[i]);
            isFarDown = isFarDown || moment.choices.size() == 201;
        }
        QVERIFY(isFarDown);
    }

    void write_isRefusedForAnEncoder() {
        TaskRequest request = taskNamed("copy");
        request.architecture = Architecture::Encoder;
        LiveRun run("cpu", request);
        QVERIFY_EXCEPTION_THROWN(run.write({}), Error);
    }

    void session_answersGenerate() {
        test::Heard heard;
        heard.intents.send(intent::ChooseTask{QStringLiteral("copy"), {}});
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::Generate{settingsFor(Way::Sample)});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.last<GenerationReport>().tokens.isEmpty(), patience);
        QCOMPARE(heard.last<GenerationReport>().settings, settingsFor(Way::Sample));
    }
};

} // namespace gf::tst_writing

#include "tests/entry.h"
GF_GUILESS_TEST(tst_writing, TestWriting)
#include "tst_writing.moc"
