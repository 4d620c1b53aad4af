// SPDX-License-Identifier: GPL-3.0-or-later
// What a session shows and says of the example that a person types.
#include "app/session/run/live_run.h"
#include "tests/app/heard.h"

#include <QTest>

#include <algorithm>

namespace gf::tst_session_example {

namespace {

using test::Heard;
using test::patience;

} // namespace

class TestSessionExample : public QObject {
    Q_OBJECT

private slots:
    void setExample_isTracedAtOnce() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::SetExample{"cab", "cab", 2});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens,
                                  (Tokens{"c", "a", "b", "<eos>", "<pad>", "<pad>"}), patience);
        QCOMPARE(heard.trace->targetTokens.front(), std::string("<sos>"));
        QVERIFY(heard.last<ExampleProblems>().source.isEmpty());
        heard.intents.send(intent::AnotherExample{});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.last<news::ShownExample>().source.isEmpty(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->sourceTokens.front() ==
                                     heard.last<news::ShownExample>().source.left(1).toStdString(),
                                 patience);
    }

    void target_followsTheSourceWhereTheTaskKnowsIt() {
        Heard heard;
        heard.startSmall("sort");
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        const QString target = heard.run.exampleTarget;
        heard.intents.send(intent::SetExample{"cab", target, 0});
        // Typed before the answer to the first came back.
        heard.intents.send(intent::SetExample{"cabd", target, 0});
        QTRY_COMPARE_WITH_TIMEOUT(heard.last<ExampleProblems>().answer.value_or(QString()),
                                  QStringLiteral("abcd"), patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->labels, (Tokens{"a", "b", "c", "d", "<eos>"}),
                                  patience);
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<Prediction>().hasTarget, patience);
        // What is no question of the task has no target that anyone knows.
        heard.intents.send(intent::SetExample{"ca?", "abcd", 0});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.last<Prediction>().hasTarget, patience);
        QVERIFY(heard.last<ExampleProblems>().answer);
        QVERIFY(heard.last<ExampleProblems>().answer->isEmpty());
        // A target that the person wrote is theirs.
        heard.intents.send(intent::SetExample{"ca?", "zz", 0});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<Prediction>().hasTarget, patience);
        QCOMPARE(heard.trace->labels, (Tokens{"z", "z", "<eos>"}));
    }

    /// Rows of an earlier target would show attention that no answer is made of.
    void sourceWithoutATarget_isTracedAlongTheAnswer() {
        Heard heard;
        heard.startSmall("sort");
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        const QString source = heard.run.exampleSource;
        const QString target = heard.run.exampleTarget;
        heard.intents.send(intent::SetExample{"ca?", target, 1});
        const auto rowsAreTheAnswer = [&] {
            Tokens rows{"<sos>"};
            for (const std::string& token : heard.last<Prediction>().tokens)
                rows.push_back(token);
            // Nothing is read after the last one, or there is no room for it.
            const std::size_t read =
                std::min(rows.size() - 1, static_cast<std::size_t>(heard.run.maxLength - 1));
            rows.resize(read);
            rows.push_back("<pad>");
            return heard.trace->targetTokens == rows;
        };
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<Prediction>().givesRows && rowsAreTheAnswer(),
                                 patience);
        QVERIFY(heard.trace->labels.empty());
        QVERIFY(!heard.trace->find("loss"));
        heard.intents.send(intent::StepOnce{}); // which answers otherwise
        QTRY_VERIFY_WITH_TIMEOUT(heard.trace->step > 0 && rowsAreTheAnswer(), patience);
        // The source that had a target has it again.
        heard.intents.send(intent::SetExample{source, {}, 0});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<Prediction>().hasTarget, patience);
        QCOMPARE(heard.last<ExampleProblems>().answer.value_or(QString()), target);
        QVERIFY(heard.trace->find("loss"));
    }

    void ownTarget_returnsWithItsSource() {
        LiveRun run("cpu", taskNamed("sort"));
        run.setExample(run.examples().meant({"ca?", "own", 0, true}));
        QCOMPARE(run.example().target, std::string("own"));
        run.setExample(run.examples().meant({"ca??", "own"}));
        QCOMPARE(run.example().target, std::string());
        run.setExample(run.examples().meant({"ca?", ""}));
        QCOMPARE(run.example().target, std::string("own"));
        // What the person writes is theirs, also what stood there before.
        run.setExample(run.examples().meant({"ca??", "own"}));
        run.setExample(run.examples().meant({"ca??", "own", 0, true}));
        QCOMPARE(run.example().target, std::string("own"));
    }

    void examplePadding_isThatOfTheRun() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::SetExample{"cab", "cab", 2});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens.size(), 6U, patience);
        heard.intents.send(intent::Reset{}); // the same example once more
        QTRY_COMPARE_WITH_TIMEOUT(heard.run.examplePadding, 2, patience);
        const int runs = heard.count<RunInfo>();
        heard.startSmall("sort");
        QTRY_VERIFY_WITH_TIMEOUT(
            heard.count<RunInfo>() > runs && heard.trace->sourceTokens.size() != 6U, patience);
        QCOMPARE(heard.run.examplePadding, 0);
        QVERIFY(std::ranges::find(heard.trace->sourceTokens, "<pad>") ==
                heard.trace->sourceTokens.end());
    }

    void roundTrip_isRightInEitherDirection() {
        LiveRun run("cpu", taskNamed("salesman"));
        const std::string source = run.example().source;
        const QStringList tour = QString::fromStdString(run.answer().text).split(' ');
        QCOMPARE(tour.size(), 8);
        const auto isRight = [&](const QStringList& target) {
            run.setExample({source, target.join(' ').toStdString()});
            return run.answer().matchesTarget;
        };
        QVERIFY(isRight(tour));
        QStringList backwards = tour;
        std::ranges::reverse(backwards);
        QVERIFY(isRight(backwards));
        QVERIFY(isRight(tour.mid(3) + tour.mid(0, 3))); // the same from another city on
        const auto best = run.task()->answerTo(source); // of weights that nobody has trained
        QVERIFY(!isRight(QString::fromStdString(*best).split(' ')));
    }

    void setValues_setsRowsAndTheAnswerFollows() {
        Heard heard;
        heard.startSmall("salesman",
                         {{"input", "values"}, {"output", "pointer"}, {"positional", "none"}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        QCOMPARE(heard.run.sourceFeatures, 2);
        QCOMPARE(heard.run.targetFeatures, 0);
        using Side = intent::SetValues::Side;
        // A square, its corners not in their order round it.
        heard.intents.send(intent::SetValues{Side::Source, {0.9F, 0.9F, 0, 0, 0, 1, 0, 0.5F}});
        heard.intents.send(intent::SetValues{Side::Source, {1, 1, 0.1F, 0, 0, 1, 1, 0}});
        QTRY_COMPARE_WITH_TIMEOUT(heard.last<news::ShownExample>().source,
                                  QStringLiteral("1,1 0.1,0 0,1 1,0"), patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->labels, (Tokens{"2", "4", "1", "3"}), patience);
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<Prediction>().hasTarget, patience);
        QCOMPARE(heard.trace->find("source.values")->at({{1, 0, 0, 0}}), 0.1F);
        QVERIFY(heard.last<ExampleProblems>().source.isEmpty());
        // What a model cannot read is said, and the picture stays.
        heard.intents.send(intent::SetValues{Side::Source, {1, 1, 0.1F}});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.last<ExampleProblems>().source.isEmpty(), patience);
        heard.intents.send(intent::SetValues{Side::Source, {1, std::nanf("")}});
        QTRY_VERIFY_WITH_TIMEOUT(QString(heard.last<ExampleProblems>().source).contains("nan"),
                                 patience);
        QCOMPARE(heard.trace->labels.size(), 4U);
    }

    void rowGradients_areMeasuredWhileWanted() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::SetExample{"cab", "cab", 0});
        heard.intents.send(intent::MeasureRowGradients{true});
        const auto rows = [&] { return heard.last<news::RowGradients>().runs.at(0); };
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::RowGradients>() > 0 && rows(), patience);
        // Four rows; what they hang on are the source's four tokens and their own.
        QCOMPARE(rows()->shape().toString(), Shape({4, 8}).toString());
        heard.intents.send(intent::SetExample{"ca", "ca", 0});
        QTRY_COMPARE_WITH_TIMEOUT(rows()->shape().toString(), Shape({3, 6}).toString(), patience);
        heard.intents.send(intent::MeasureRowGradients{false});
        heard.forget<news::RowGradients>();
        heard.intents.send(intent::SetExample{"cab", "cab", 0});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens.size(), 4U, patience);
        QVERIFY(heard.last<news::RowGradients>().runs.empty());
    }

    void exchangeTokens_holdsWhileWanted() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        heard.intents.send(intent::SetExample{"cab", "cab", 0});
        heard.intents.send(intent::ExchangeTokens{TokenExchange{Axis::Source, 0, 2}});
        const auto sourceOfRun = [&] {
            const bool known = heard.last<news::ExchangedRuns>().runs.size() == 1 &&
                               heard.last<news::ExchangedRuns>().runs[0].exchanged;
            return known ? heard.last<news::ExchangedRuns>().runs[0].exchanged->sourceTokens
                         : Tokens();
        };
        QTRY_COMPARE_WITH_TIMEOUT(sourceOfRun(), (Tokens{"b", "a", "c", "<eos>"}), patience);
        QCOMPARE(heard.last<news::ExchangedRuns>().runs[0].of, heard.trace);
        QCOMPARE(heard.trace->sourceTokens, (Tokens{"c", "a", "b", "<eos>"}));
        // Of a shorter example that has no such token there is none.
        heard.intents.send(intent::SetExample{"a", "a", 0});
        QTRY_VERIFY_WITH_TIMEOUT(!heard.last<news::ExchangedRuns>().runs[0].exchanged, patience);
        heard.intents.send(intent::ExchangeTokens{TokenExchange{Axis::Target, 0, 1}});
        QTRY_VERIFY_WITH_TIMEOUT(heard.last<news::ExchangedRuns>().runs[0].exchanged, patience);
        QCOMPARE(heard.last<news::ExchangedRuns>().runs[0].exchanged->targetTokens,
                 (Tokens{"a", "<sos>"}));
        heard.intents.send(intent::ExchangeTokens{});
        heard.forget<news::ExchangedRuns>();
        heard.intents.send(intent::SetExample{"cab", "cab", 0});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens.size(), 4U, patience);
        QVERIFY(heard.last<news::ExchangedRuns>().runs.empty());
    }

    void setValues_isIgnoredForTokens() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::Pause{});
        QCOMPARE(heard.run.sourceFeatures, 0);
        heard.intents.send(intent::SetValues{intent::SetValues::Side::Source, {1, 2}});
        heard.intents.send(intent::SetExample{"cab", "cab", 0});
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens, (Tokens{"c", "a", "b", "<eos>"}),
                                  patience);
        QVERIFY(heard.last<news::ShownExample>().source.isEmpty());
    }

    void unknownTokens_areNamedAndATabIsVisible() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        heard.intents.send(intent::SetExample{"a?b!\t?", "a", 0});
        QTRY_COMPARE_WITH_TIMEOUT(QString(heard.last<ExampleProblems>().source),
                                  QStringLiteral("\"?\", \"!\", \"\\x09\" are unknown to this "
                                                 "model and are read as <unk>"),
                                  patience);
    }

    void exampleProblems_areReportedForTheirField() {
        Heard heard;
        heard.startSmall();
        QTRY_VERIFY_WITH_TIMEOUT(heard.count<news::Traced>() > 0, patience);
        const Tokens before = heard.trace->sourceTokens;
        heard.intents.send(intent::SetExample{QString(500, 'a'), "a", 0});
        QTRY_VERIFY_WITH_TIMEOUT(QString(heard.last<ExampleProblems>().source).contains("too long"),
                                 patience);
        QVERIFY(heard.last<ExampleProblems>().target.isEmpty());
        QCOMPARE(heard.trace->sourceTokens, before);
        heard.intents.send(intent::SetExample{"a?b", "ab", 0});
        QTRY_VERIFY_WITH_TIMEOUT(QString(heard.last<ExampleProblems>().source).contains("\"?\""),
                                 patience);
        QTRY_COMPARE_WITH_TIMEOUT(heard.trace->sourceTokens.size(), 4U, patience);
    }
};

} // namespace gf::tst_session_example

#include "tests/entry.h"
GF_TEST(tst_session_example, TestSessionExample)
#include "tst_session_example.moc"
