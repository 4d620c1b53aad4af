// SPDX-License-Identifier: GPL-3.0-or-later
// The window on a sharp screen, in large letters, over a model of thousands of words.
#include "app/session/window_host.h"
#include "tests/app/hear.h"
#include "tests/app/watched_session.h"
#include "tests/app/worlds.h"
#include "tests/ui/warnings.h"
#include "ui/controls/commands.h"
#include "ui/stage/stage_widget.h"
#include "ui/window/main_window.h"
#include "ui/window/toolbar.h"

#include <QAction>
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

namespace gf::tst_large_window {

namespace {

using test::patience;

} // namespace

class TestLargeWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerTest");
        failOnQtWarnings();
        QSettings().clear();
    }

    void walk_passesThroughThousandsOfWordsOnASharpScreen_data() {
        QTest::addColumn<bool>("hostile");
        QTest::newRow("thousands of words") << false;
        QTest::newRow("words that are no words") << true;
    }
    void walk_passesThroughThousandsOfWordsOnASharpScreen() {
        QFETCH(bool, hostile);
        failOnQtWarnings();
        const QTemporaryDir folder;
        const QString path = folder.filePath("pairs.tsv");
        test::writeText(path, hostile ? test::hostileWords() : test::manyWords());
        test::WatchedSession session;
        QStringList errors;
        test::hear<news::Failure>(session, this, [&](const QString& error) { errors += error; });
        WindowHost host(session, Language::English);
        MainWindow& window = host.window();
        QCOMPARE(window.devicePixelRatioF(), 2.0);
        window.resize(1024, 640);
        window.show();
        test::learnWords(session, window.intents(), path);
        QTRY_VERIFY_WITH_TIMEOUT(!window.steps().walk(false).empty() || !errors.isEmpty(),
                                 patience);
        QTRY_VERIFY_WITH_TIMEOUT(window.trainedSteps() > 2 || !errors.isEmpty(), patience);
        window.intents()->send(intent::Pause{});
        const auto graph = window.steps().graph();
        QVERIFY(graph);
        const Node* logits = nullptr;
        for (const Node& node : graph->nodes())
            if (node.name == "logits")
                logits = &node;
        QVERIFY(logits);
        QVERIFY((hostile || logits->shape[1] > 1000));

        // What takes it through the window can be reached.
        const auto* bar = window.findChild<ToolBar*>();
        QVERIFY(bar);
        QVERIFY(bar->isVisible());
        QVERIFY(window.rect().contains(bar->geometry()));
        for (const bool gradients : {false, true}) {
            window.focus()->setGradients(gradients);
            for (const Step& step : window.steps().walk(gradients)) {
                window.focus()->setStep(QString::fromStdString((*graph)[step.node].name));
                QVERIFY(!window.grab().isNull());
                for (int view = 0; view < 4; ++view) {
                    window.perform(Command::NextView, false);
                    QVERIFY(!window.findChild<StageWidget*>()->grab().isNull());
                }
            }
        }
        window.perform(Command::Generate, false);
        QCoreApplication::processEvents();
        QVERIFY2(errors.isEmpty(), qPrintable(errors.join('|')));
    }

    void extremeRuns_areShownOrRefused() {
        failOnQtWarnings();
        const QTemporaryDir folder;
        test::WatchedSession session;
        WindowHost host(session, Language::German);
        MainWindow& window = host.window();
        window.resize(1024, 640);
        window.show();
        int answers = 0; // a picture or a refusal
        test::hear<news::Traced>(session, this, [&] { ++answers; });
        test::hear<news::Failure>(session, this, [&] { ++answers; });
        for (const QString& path : test::writeExtremeRuns(folder.path())) {
            const int before = answers;
            window.intents()->send(intent::OpenModel{path});
            QTRY_VERIFY_WITH_TIMEOUT(answers > before, patience);
            for (int step = 0; step < 80; ++step) {
                window.perform(Command::NextStep, false);
                QVERIFY(!window.grab().isNull());
            }
            window.perform(Command::Gradients, true);
            window.intents()->send(intent::Train{});
            QVERIFY(!window.grab().isNull());
            window.perform(Command::Gradients, false);
        }
    }
};

} // namespace gf::tst_large_window

int tst_large_window(int argc, char** argv) {
    qputenv("QT_SCALE_FACTOR", "2"); // read when the application is made
    QApplication application(argc, argv);
    QFont large = QApplication::font();
    large.setPointSizeF(1.6 * large.pointSizeF());
    QApplication::setFont(large);
    gf::tst_large_window::TestLargeWindow test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_large_window.moc"
