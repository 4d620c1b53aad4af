// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/course.h"
#include "tests/app/outcome.h"
#include "tests/core/small_lesson.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <set>

/// Runs "lesson list", "check" and "run" as a person would. What the lessons of the course claim is
/// tried by tests of their own, one for each (tests/CMakeLists.txt).
namespace gf::tst_lesson_command {
namespace {

using test::Outcome;

} // namespace

class TstLessonCommand : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        write("small.lesson.md", test::smallLesson);
        write("broken.lesson.md",
              test::with(test::smallLesson, "\"value\": 1.0", "\"value\": 3.0"));
        write("wrong.lesson.md",
              test::with(test::with(test::smallLesson, "It is {claim:half}.", "It is 97 %."),
                         "\"lab\": \"variance\", \"knobs\": {\"d\": 4, \"pairs\": 100}",
                         "\"lab\": \"variance\", \"knobs\": {\"k\": 4}"));
        write("damaged.lesson.md",
              test::with(test::smallLesson, "\"minutes\": 5", "\"minutes\": 0"));
    }

    void list_namesTheCourseInBothLanguages() {
        for (const char* const language : {"en", "de"}) {
            const Outcome outcome = run(QString("list --json --language ") + language);
            QCOMPARE(outcome.status, 0);
            std::set<QString> names;
            double last = 0;
            for (const QString& line : outcome.out.split('\n', Qt::SkipEmptyParts)) {
                const QJsonObject object = QJsonDocument::fromJson(line.toUtf8()).object();
                QVERIFY(findCourseText(object["name"].toString().toStdString(), language));
                QVERIFY(!object["title"].toString().isEmpty());
                QVERIFY(object["minutes"].toInt() > 0);
                QVERIFY(object["number"].toDouble() > last); // in the order of the course
                last = object["number"].toDouble();
                names.insert(object["name"].toString());
            }
            QCOMPARE(names.size() * 2, courseTexts().size());
        }
        QVERIFY(run("list").out.contains("Why √K"));
        QVERIFY(run("list --language de").out.contains("Warum √K"));
    }

    void check_isContentWithARightLesson() {
        const Outcome outcome = run("check small.lesson.md");
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.out,
                 "Small: 2 pages, 2 experiments, 2 claims; nothing is wrong with it\n");
    }

    void check_saysLineAndFieldOfEachProblem() {
        const Outcome outcome = run("check wrong.lesson.md");
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.err.contains("line 24: a number in \"It is 97 %.\""),
                 qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("line 31: knobs: "), qPrintable(outcome.err));
        QVERIFY(outcome.err.contains("has 2 problems"));
    }

    void run_printsAnObjectForEachClaimAndSeed() {
        const Outcome outcome = run("run small.lesson.md --seeds 1,2 --json");
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        const QStringList lines = outcome.out.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 4);
        std::set<std::pair<QString, int>> seen;
        for (const QString& line : lines) {
            const QJsonObject object = QJsonDocument::fromJson(line.toUtf8()).object();
            QCOMPARE(object["lesson"].toString(), "small");
            QVERIFY(object["holds"].toBool());
            QVERIFY(object["measured"].isDouble());
            QVERIFY(object["stated"].isDouble());
            QCOMPARE(object["kind"].toString(), object["claim"] == "half" ? "number" : "order");
            seen.insert({object["claim"].toString(), object["seed"].toInt()});
        }
        QCOMPARE(seen.size(), std::size_t(4));
    }

    void run_isReadableToo() {
        const Outcome outcome = run("run small.lesson.md");
        QCOMPARE(outcome.status, 0);
        QVERIFY(outcome.out.contains("half"));
        QVERIFY(outcome.out.contains("holds"));
        QVERIFY(outcome.out.contains("place"));
        QVERIFY(outcome.out.contains("row 1"));
    }

    void brokenClaim_isOneAndIsSaid() {
        const Outcome outcome = run("run broken.lesson.md");
        QCOMPARE(outcome.status, 1);
        QVERIFY(outcome.out.contains("DOES NOT HOLD"));
        QVERIFY(outcome.err.contains("1 of 2 claims do not hold"));
    }

    void fix_isADiffOfTheFile() {
        const Outcome outcome = run("run broken.lesson.md --fix");
        QVERIFY2(
            outcome.out.startsWith("--- a/broken.lesson.md\n+++ b/broken.lesson.md\n@@ -38 +38 @@"),
            qPrintable(outcome.out));
        QVERIFY(outcome.out.contains("\n- \"value\": 3.0,"));
        QVERIFY(outcome.out.contains("\n+ \"value\": 1.0,"));
        QCOMPARE(run("run small.lesson.md --fix").out, QString());
    }

    void lab_looksAtTheTrainedRun() {
        write(
            "lab.lesson.md",
            test::with(
                test::with(
                    test::smallLesson,
                    "\"lab\": \"variance\", \"knobs\": {\"d\": 4, \"pairs\": 100}",
                    "\"task\": \"copy\", \"steps\": 1, \"model\": {\"d_model\": 16, \"layers\": "
                    "1}, "
                    "\"lab\": \"padding\", \"knobs\": {\"source\": \"abc\", \"target\": \"abc\"}"),
                "\"key\": \"mean_theory\"", "\"key\": \"loss/masked\""));
        const Outcome outcome = run("run lab.lesson.md");
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
    }

    void pack_writesOneFileThatIsALesson() {
        const Outcome outcome = run("pack small.lesson.md --out small.lecture");
        QVERIFY2(outcome.status == 0, qPrintable(outcome.err));
        QCOMPARE(outcome.out, "small.lecture: 2 pages and 2 models that were trained for it\n");
        QCOMPARE(run("check small.lecture").out, run("check small.lesson.md").out);
        QCOMPARE(run("run small.lecture").out, run("run small.lesson.md").out);
        QVERIFY(QFile::remove(m_folder.filePath("small.lecture")));
        QCOMPARE(run("pack damaged.lesson.md --out small.lecture").status, 1);
        QVERIFY(!QFile::exists(m_folder.filePath("small.lecture")));
    }

    void wrongUsage_isTwo_data() {
        QTest::addColumn<QString>("arguments");
        QTest::newRow("nothing") << "";
        QTest::newRow("no file") << "check";
        QTest::newRow("no lesson") << "run";
        QTest::newRow("seed") << "run small.lesson.md --seeds 0";
        QTest::newRow("seeds") << "run small.lesson.md --seeds 1,x";
        QTest::newRow("no name") << "pack small.lesson.md";
        QTest::newRow("another name") << "pack small.lesson.md --out small.md";
        QTest::newRow("language") << "list --language fr";
    }

    void wrongUsage_isTwo() {
        QFETCH(QString, arguments);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.isOneLineError());
    }

    void whatCannotBe_isOneLine_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("missing") << "run nothing"
                                 << "nothing";
        QTest::newRow("missing file") << "check nothing.md"
                                      << "nothing.md";
        QTest::newRow("damaged") << "check damaged.lesson.md"
                                 << "line 2: minutes is 0";
        QTest::newRow("damaged run") << "run damaged.lesson.md"
                                     << "line 2: minutes is 0";
        QTest::newRow("wrong run") << "run wrong.lesson.md"
                                   << "line 24";
    }

    void whatCannotBe_isOneLine() {
        QFETCH(QString, arguments);
        QFETCH(QString, says);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.isOneLineError() && outcome.err.contains(says), qPrintable(outcome.err));
    }

private:
    Outcome run(const QString& arguments) const {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start(GF_PROGRAM, QProcess::splitCommand("lesson " + arguments));
        return test::finished(process);
    }

    void write(const QString& name, const std::string& text) const {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qint64>(text.size()));
    }

    QTemporaryDir m_folder;
};

} // namespace gf::tst_lesson_command

#include "tests/entry.h"
GF_GUILESS_TEST(tst_lesson_command, TstLessonCommand)
#include "tst_lesson_command.moc"
