// SPDX-License-Identifier: GPL-3.0-or-later
//
// How large the cells of one run are, and of two and three beside each other: in the window, and
// presented on two screens.
#include "compare_fixture.h"
#include "screens.h"
#include "translated_sentence.h"
#include "ui/window/key_guard.h"

#include <QGuiApplication>
#include <QScreen>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace gf::tst_comparison_size {

namespace {

using test::translation;

std::shared_ptr<const Trace> recurrentTranslation(Alignment alignment) {
    ModelConfig config;
    config.family = Family::Recurrent;
    config.alignment = alignment;
    return translation(config, 9, 9);
}

} // namespace

class TestComparisonSize : public test::CompareFixture {
    Q_OBJECT

    KeyGuard m_guard;

private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerTest");
        qApp->installEventFilter(&m_guard);
    }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void cells_haveTheirPromisedSize_data() {
        QTest::addColumn<int>("runs");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("presented");
        QTest::addColumn<double>("least");
        const auto row = [](const char* name, int runs, QSize size, bool presented, double least) {
            QTest::newRow(name) << runs << size << presented << least;
        };
        // The weights of nine words that are read and nine that are written. Behind each row: the
        // pixels while scores, scaled, masked and all heads stood beside them.
        row("two runs, 1920 × 1080 presented", 2, {1920, 1080}, true, 44);   // 35
        row("three runs, 1920 × 1080 presented", 3, {1920, 1080}, true, 44); // 29
        row("two runs, 1280 × 720 presented", 2, {1280, 720}, true, 26);     // 14
        row("three runs, 1280 × 720 presented", 3, {1280, 720}, true, 26);   // 15
        row("two runs, 1440 × 900", 2, {1440, 900}, false, 18);              // 13
        row("three runs, 1440 × 900", 3, {1440, 900}, false, 18);            // 13
        row("two runs, 1024 × 640", 2, {1024, 640}, false, 18);              // 7
        row("two of three runs, 1024 × 640", 3, {1024, 640}, false, 18);     // 7
        // Eleven words that are written, thirteen that are read.
        row("one run, 1920 × 1080 presented", 1, {1920, 1080}, true, 56);
        row("one run, 1280 × 720 presented", 1, {1280, 720}, true, 36);
        row("one run, 1440 × 900", 1, {1440, 900}, false, 28);
    }
    void cells_haveTheirPromisedSize() {
        QFETCH(int, runs);
        QFETCH(QSize, size);
        QFETCH(bool, presented);
        QFETCH(double, least);
        show(runs, size, presented);
        double smallest = 1e9;
        for (const StageWidget* stage : stages()) {
            QVERIFY(subjectOf(*stage));
            smallest = std::min(smallest, subjectCell(*stage));
        }
        const QString is = QStringLiteral("%1 of %2 pixels").arg(smallest).arg(least);
        qInfo("%s", qPrintable(is));
        QVERIFY2(smallest >= least, qPrintable(is));
    }

    /// One matrix a run, the same at the same place; all else is a name that the keyboard reaches.
    void stages_showOneMatrixOfEachRunAndNameTheRest_data() {
        QTest::addColumn<int>("runs");
        QTest::addColumn<QSize>("size");
        QTest::newRow("two") << 2 << QSize(1024, 640);
        QTest::newRow("three") << 3 << QSize(1440, 900);
    }
    void stages_showOneMatrixOfEachRunAndNameTheRest() {
        QFETCH(int, runs);
        QFETCH(QSize, size);
        show(runs, size, false);
        for (const char* step : {"weights", "scores", "heads"}) {
            m_window->focus()->setStep(QStringLiteral("decoder.1.cross_attn.") + step);
            m_window->focus()->setView("matrices");
            const std::vector<StageWidget*> all = stages();
            QCOMPARE(all.size(), static_cast<std::size_t>(runs));
            const HeatmapView* first = subjectOf(*all.front());
            for (const StageWidget* stage : all) {
                const HeatmapView* view = subjectOf(*stage);
                QVERIFY(view);
                QCOMPARE(drawnOn(*stage), 1);
                QCOMPARE(view->geometry(), first->geometry());
                QCOMPARE(subjectCell(*stage), subjectCell(*all.front()));
                QVERIFY(view->data().range == first->data().range);
                // The context of a recurrent decoder stands alone in the window, too.
                const bool isAlone = stage != all.front() && step == QLatin1String("heads");
                QVERIFY2(isAlone || namesOn(*stage).size() >= 2, step);
                for (const QToolButton* name : namesOn(*stage)) {
                    QVERIFY(name->focusPolicy() & Qt::TabFocus);
                    QVERIFY(!name->accessibleName().isEmpty());
                    QVERIFY(name->geometry().top() >= view->geometry().bottom());
                    QVERIFY(stage->canvas().rect().contains(name->geometry()));
                }
            }
        }
        // By the operations' order, and what was chosen by any of them holds for all.
        m_window->focus()->setStep("decoder.1.cross_attn.weights");
        QStringList names;
        for (const QToolButton* name : namesOn(*stages().front()))
            names += name->text();
        QCOMPARE(names, QString("scores scaled masked weights 1 2 3 4").split(' '));
        QVERIFY(namesOn(*stages().front())[3]->isChecked());
        QToolButton* scores = namesOn(*stages().back()).front();
        QCOMPARE(scores->text(), QStringLiteral("scores"));
        scores->setFocus();
        QTest::keyClick(scores, Qt::Key_Space);
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("decoder.1.cross_attn.scores"));
        m_window->focus()->setStep("decoder.1.cross_attn.weights");
        namesOn(*stages().front())[6]->click();
        QCOMPARE(m_window->focus()->focus().head, 2);
        QVERIFY(namesOn(*stages().front())[6]->isChecked());
        QVERIFY(!namesOn(*stages().front())[4]->isChecked());
        // Alone again, it shows them all.
        compare().showNews(news::ComparisonEnded());
        QVERIFY(namesOn(*stages().front()).isEmpty());
        QVERIFY(drawnOn(*stages().front()) > 1);
    }

private:
    static QList<QToolButton*> namesOn(const StageWidget& stage) {
        QList<QToolButton*> names;
        for (auto* button : stage.canvas().findChildren<QToolButton*>())
            if (button->isVisible())
                names += button;
        return names;
    }

    static int drawnOn(const StageWidget& stage) {
        const auto views = stage.canvas().findChildren<HeatmapView*>();
        return static_cast<int>(std::ranges::count_if(
            views, [](const HeatmapView* view) { return view->isVisible(); }));
    }

    void show(int runs, QSize size, bool presented) {
        const QSize wanted = presented ? size : QSize(1920, 1080);
        m_window->setScreen(test::projectorOf(wanted));
        QCOMPARE(m_window->screen()->size(), wanted);
        m_window->move(m_window->screen()->geometry().topLeft());
        m_window->resize(size);
        ModelConfig transformer;
        m_window->showNews(news::Traced{runs > 1 ? translation(transformer, 9, 9)
                                                 : translation(transformer, 13, 11)});
        ComparisonNews news;
        if (runs == 2) {
            compare().showNews(
                ComparisonInfo{test::difference("mechanisms", "transformer", "bahdanau"), 2.5});
            news.comparedRuns = {{recurrentTranslation(Alignment::Bahdanau), {}, 0}};
        } else if (runs == 3) {
            compare().showNews(ComparisonInfo{test::mechanisms(), 2.5});
            news.comparedRuns = {{recurrentTranslation(Alignment::Bahdanau), {}, 0},
                                 {recurrentTranslation(Alignment::General), {}, 0}};
        }
        if (runs > 1)
            compare().showNews(news);
        m_window->focus()->setStep("decoder.1.cross_attn.weights");
        if (presented)
            m_window->perform(Command::Present, true);
        QCoreApplication::processEvents();
        QTRY_COMPARE(m_window->size(), size);
        QCOMPARE(m_window->screen()->size(), wanted);
    }

    std::vector<StageWidget*> stages() const {
        std::vector<StageWidget*> shown;
        for (auto* stage : m_window->findChildren<StageWidget*>())
            if (stage->isVisible())
                shown.push_back(stage);
        return shown;
    }
};

} // namespace gf::tst_comparison_size

#include "tests/entry.h"
GF_TEST_ENTRY(tst_comparison_size, TestComparisonSize, gf::test::haveScreens(); QTEST_MAIN_SETUP())
#include "tst_comparison_size.moc"
