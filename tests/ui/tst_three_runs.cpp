// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare_fixture.h"
#include "small_model.h"
#include "some_metrics.h"
#include "tests/ui/asked.h"
#include "ui/compare/compare_control.h"
#include "ui/compare/compare_dialog.h"
#include "ui/compare/comparison_chart.h"
#include "ui/compare/comparison_colours.h"
#include "ui/compare/comparison_text.h"
#include "ui/compare/run_explanation.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/scene/scene.h"
#include "ui/stage/stage_widget.h"
#include "ui/time/past_frame.h"
#include "ui/time/time_control.h"
#include "ui/time/time_panel.h"

#include <QLabel>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace gf::tst_three_runs {

/// Three runs that are compared in the window, without an engine behind it.
class TestThreeRuns : public test::CompareFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerTest"); }

    void init() { openWindow(); }

    void cleanup() { m_window.reset(); }

    void compareDialog_offersThreeMechanismsOrSaysWhyNot() {
        test::Asked<intent::Compare> wanted(m_window->intents());
        compare().showNews(
            ComparisonOffer{{test::difference("norm", "pre", "post"), test::mechanisms()}, 2, 12});
        m_window->commands()[Command::Compare]->trigger();
        auto* dialog = child<CompareDialog>();
        auto* entry = dialog->findChild<QRadioButton*>("mechanisms");
        QVERIFY(entry);
        QVERIFY(entry->isEnabled());
        for (const char* name : {"cross-attention", "Bahdanau", "Luong"})
            QVERIFY(entry->text().contains(name));
        const auto says = [&](const QString& words) {
            return std::ranges::any_of(dialog->findChildren<QLabel*>(), [&](const QLabel* label) {
                return label->text().contains(words);
            });
        };
        QVERIFY(says("C: Luong: general"));
        entry->click();
        QVERIFY(dialog->findChild<QLabel*>("why")->text().contains("Bahdanau et al. 2015"));
        dialog->accept();
        QCOMPARE(wanted.back().change, QStringLiteral("mechanisms"));
        QTRY_VERIFY(!child<CompareDialog>());
        compare().showNews(ComparisonOffer{
            {test::difference("norm", "pre", "post"), test::mechanisms(false)}, 2, 12});
        m_window->commands()[Command::Compare]->trigger();
        dialog = child<CompareDialog>();
        QVERIFY(!dialog->findChild<QRadioButton*>("mechanisms")->isEnabled());
        QVERIFY(!obstacleOf(test::mechanisms(false)).isEmpty());
        QVERIFY(says(obstacleOf(test::mechanisms(false))));
    }

    /// Unless one looks at something that another mechanism has as well.
    void mechanisms_areShownWhenTheirComparisonBegins() {
        const auto beginAt = [&](const char* step) {
            m_window->focus()->setStep(step);
            compare().showNews(ComparisonOffer{{test::mechanisms()}, 2, 12});
            m_window->commands()[Command::Compare]->trigger();
            child<CompareDialog>()->accept();
            compare().showNews(ComparisonInfo{test::mechanisms(), 2.5});
            compare().showNews(test::newsOfMechanisms());
            QTRY_VERIFY(!child<CompareDialog>());
        };
        beginAt("decoder.1.norm3.output");
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("decoder.1.cross_attn.weights"));
        m_window->focus()->setStep("decoder.1.norm3.output"); // not again
        compare().showNews(test::newsOfMechanisms());
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("decoder.1.norm3.output"));
        beginAt("loss");
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("loss"));
    }

    /// The alignment of each on the same sentence, whichever step of whichever one is chosen.
    void stages_showThreeAlignmentsOfOneFocus() {
        m_window->resize(1440, 900);
        compare().showNews(ComparisonInfo{test::mechanisms(), 2.5});
        compare().showNews(test::newsOfMechanisms());
        const std::array stages = {child<StageWidget>(), compare().comparedStage(0),
                                   compare().comparedStage(1)};
        for (const StageWidget* stage : stages)
            QTRY_VERIFY(stage->isVisible() && stage->width() >= 300);
        const QString said = child<QLabel>("difference")->text();
        QVERIFY2(said.contains("A: cross-attention") && said.contains("B: Bahdanau") &&
                     said.contains("C: Luong: general"),
                 qPrintable(said));
        QVERIFY(child<QLabel>("headC")->text().contains("Luong: general"));
        const auto titles = [&] {
            QStringList all;
            for (const StageWidget* stage : stages)
                all += stage->findChild<QLabel*>("stageTitle")->text();
            return all;
        };
        m_window->focus()->setStep("decoder.1.cross_attn.weights");
        const QStringList weights = titles();
        for (const StageWidget* stage : stages)
            QVERIFY(!stage->canvas().panels().empty());
        QVERIFY2(weights[0].contains("ross-attention"), qPrintable(weights[0]));
        QCOMPARE(weights[1], weights[2]);
        m_window->focus()->setStep("decoder.1.cross_attn.heads");
        QVERIFY(titles()[1].contains("context"));
        QVERIFY(titles()[2].contains("context"));
        // One cell, and in each stage level with the others.
        m_window->focus()->setStep("decoder.1.cross_attn.weights");
        m_window->focus()->pin(1, 2);
        QCOMPARE(m_window->focus()->focus().row, 1);
        const auto top = [this](const StageWidget* stage) {
            return stage->canvas().mapTo(m_window.get(), QPoint()).y();
        };
        QCOMPARE(top(stages[1]), top(stages[0]));
        QCOMPARE(top(stages[2]), top(stages[0]));
        // A click in C goes to what stands for it in A.
        auto* canvas = stages[2]->findChild<StageCanvas*>();
        for (std::size_t i = 0; i < canvas->panels().size(); ++i)
            if (const StagePanel& panel = canvas->panels()[i];
                panel.place == StagePlace::Panels && !panel.item.result) {
                emit canvas->pinned(i, 0, 0);
                break;
            }
        const QString step = m_window->focus()->focus().step;
        QVERIFY2(step.startsWith("decoder.1.cross_attn.") && !step.endsWith("weights"),
                 qPrintable(step));

        // Two runs again: there is no third stage.
        m_window->showNews(RunInfo());
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        QVERIFY(compare().comparedStage(0)->isVisible());
        QVERIFY(!compare().comparedStage(1)->isVisible());
        QVERIFY(!child<QLabel>("headC")->isVisible());
    }

    /// Recurrent models stand in for each other and for the transformer in the same way.
    void recurrentFocus_isFoundInTheOtherTwoRuns() {
        m_window->showNews(news::Traced{recurrentTrace(Alignment::General)});
        compare().showNews(
            ComparisonInfo{{"mechanisms", {"general", "transformer", "bahdanau"}}, 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder), {}, 0},
                             {recurrentTrace(Alignment::Bahdanau), {}, 0}};
        compare().showNews(news);
        m_window->focus()->setStep("attention.weights");
        const auto title = [](const StageWidget* stage) {
            return stage->findChild<QLabel*>("stageTitle")->text();
        };
        QVERIFY(title(compare().comparedStage(0)).contains("ross-attention"));
        QCOMPARE(title(compare().comparedStage(1)), title(child<StageWidget>()));
        m_window->focus()->setStep("attention.context");
        QVERIFY(!compare().comparedStage(0)->canvas().panels().empty());
        QVERIFY(!compare().comparedStage(1)->canvas().panels().empty());
    }

    /// Bahdanau's scores come from a small network and not from a dot product.
    void explanations_sayHowEachRunComesToItsScores() {
        m_window->resize(1440, 900);
        compare().showNews(ComparisonInfo{test::mechanisms(), 2.5});
        compare().showNews(test::newsOfMechanisms());
        m_window->focus()->setStep("decoder.1.cross_attn.scores");
        const auto explanations = m_window->findChildren<RunExplanation*>();
        QCOMPARE(explanations.size(), 3);
        const std::array said{"with every key by a dot product", "small network",
                              "with the learned matrix W_a in between"};
        for (qsizetype run = 0; run < explanations.size(); ++run) {
            const QString tip = explanations[run]->findChild<QLabel*>()->toolTip();
            QVERIFY2(tip.simplified().contains(QLatin1String(said[run])), qPrintable(tip));
        }
    }

    void narrowWindow_showsTwoOfThreeRunsAndAsksWhich() {
        compare().showNews(ComparisonInfo{test::mechanisms(), 2.5});
        compare().showNews(test::newsOfMechanisms());
        m_window->resize(1024, 640);
        auto* which = child<QWidget>("comparisonSwitch");
        QTRY_VERIFY(which->isVisible());
        const QSize least = m_window->minimumSizeHint();
        QVERIFY2(least.width() <= 1024 && least.height() <= 640,
                 qPrintable(QStringLiteral("%1 × %2").arg(least.width()).arg(least.height())));
        QVERIFY(compare().comparedStage(0)->isVisible());
        QVERIFY(!compare().comparedStage(1)->isVisible());
        QTRY_VERIFY(compare().comparedStage(0)->width() >= 380);
        auto* third = child<QToolButton>("besideC");
        QVERIFY(third->focusPolicy() != Qt::NoFocus);
        QVERIFY(!third->accessibleName().isEmpty());
        QTest::mouseClick(third, Qt::LeftButton);
        QVERIFY(!compare().comparedStage(0)->isVisible());
        QVERIFY(compare().comparedStage(1)->isVisible());
        QVERIFY(child<QLabel>("headC")->isVisible());
        QVERIFY(!child<QLabel>("headB")->isVisible());
        // A saved view has it, and brings it back.
        const Scene scene = m_window->scene();
        QVERIFY(scene.comparedRun);
        QVERIFY(scene.comparedRun->third);
        Scene other = scene;
        other.comparedRun->third = false;
        test::Asked<intent::Compare> wanted(m_window->intents());
        m_window->showScene(other);
        QVERIFY(compare().comparedStage(0)->isVisible());
        m_window->showScene(scene);
        QVERIFY(compare().comparedStage(1)->isVisible());
        QCOMPARE(wanted.count(), 0); // nothing is trained anew for it
        m_window->resize(1440, 900);
        QTRY_VERIFY(!which->isVisible());
        for (const std::size_t comparedRun : {0U, 1U})
            QVERIFY(compare().comparedStage(comparedRun)->isVisible());
    }

    void comparedCharts_showThreeRuns() {
        showCurves();
        compare().showNews(ComparisonInfo{test::mechanisms(), 2.5});
        ComparisonNews news = test::newsOfMechanisms();
        // C had stopped.
        compare().showNews(news::RunMetrics{{test::metricsOf({{1, 2.5F}, {2, 2}}),
                                             test::metricsOf({{1, 2.75F}, {2, 2.125F}}),
                                             test::metricsOf({{1, 3}})}});
        news.gradients = {{test::layerOf("encoder", 0), {1, 1.5, 2}, {0.5, 0.25, 3}},
                          {test::layerOf("decoder", 0), {2, 1, 6}, {4, 5, 7}}};
        compare().showNews(news);
        const ComparisonChart& losses = *compare().lossChart();
        const std::array names = {"cross-attention", "Bahdanau", "Luong: general"};
        compare().lossChart()->resize(700, 200);
        for (std::size_t run = 0; run < names.size(); ++run)
            QVERIFY2(losses.curveName(run).endsWith(QLatin1String(names[run])),
                     qPrintable(losses.curveName(run)));
        const QVector<Exportable> offered = compare().exportables("translation");
        QCOMPARE(offered[0].table(),
                 QByteArray("step,loss_a,loss_b,loss_c\n1,2.5,2.75,3\n2,2,2.125,\n"));
        QCOMPARE(offered[1].table(),
                 QByteArray("layer,a_at_start,a_now,b_at_start,b_now,c_at_start,c_now\n"
                            "encoder.0,1,0.5,1.5,0.25,2,3\ndecoder.0,2,4,1,5,6,7\n"));
        for (const Exportable& one : offered) {
            Paper paper;
            paper.caption = one.caption;
            const QByteArray svg = paperBytes(one.drawing(paper), FigureFormat::Svg, 200);
            for (const char* name : names)
                QVERIFY2(svg.contains(name), name);
        }
        const QString finding = compare().gradientChart()->finding();
        QVERIFY2(finding.contains("in B was 0.5 times") && finding.contains("in C 3 times"),
                 qPrintable(finding));
    }

    /// In every theme they are told apart from what they are drawn on, and by their colours from
    /// each other, by lightness alone or by hue.
    void colourOfRun_tellsThreeRunsApart() {
        for (const Theme& theme :
             {Theme::light(), Theme::dark(), Theme::highContrast(false), Theme::highContrast(true)})
            for (std::size_t run = 0; run < 3; ++run) {
                QVERIFY(contrast(colourOfRun(theme, run), theme.surface) >= 4.5);
                for (std::size_t other = 0; other < run; ++other)
                    QVERIFY(colourOfRun(theme, run) != colourOfRun(theme, other));
            }
    }

    void showTime_looksBackInAllThreeStages() {
        m_window->resize(1440, 900);
        compare().showNews(ComparisonInfo{test::mechanisms(), 2.5});
        ComparisonNews news = test::newsOfMechanisms();
        compare().showNews(news);
        compare().showNews(news::RunMetrics{{test::metricsOf({{10, 2}, {20, 1}}),
                                             test::metricsOf({{10, 3}, {20, 1.5F}}),
                                             test::metricsOf({{10, 4}, {20, 1.25F}})}});
        QVERIFY(child<QLabel>("headC")->text().contains("1.2500"));
        TimeStatus past;
        past.checkpoints = {0, 10, 20};
        past.present = 20;
        past.shown = 10;
        past.branches = {{1, 0, 20, true}};
        past.comparedRuns = true;
        m_window->time()->showTime(past);
        compare().showNews(past);
        QVERIFY(child<QLabel>("headC")->text().contains("4.0000"));
        QCOMPARE(m_window->findChildren<PastFrame*>().size(), 3);
        for (const PastFrame* frame : m_window->findChildren<PastFrame*>())
            QVERIFY(frame->isVisible());
    }

    void stoppedRun_isNamedOnceAndInItsHeading() {
        compare().showNews(ComparisonInfo{test::mechanisms(), 2.5});
        QSignalSpy said(&compare(), &CompareControl::noticed);
        ComparisonNews news = test::newsOfMechanisms();
        news.comparedRuns[1].divergedAt = 7;
        compare().showNews(news::RunMetrics{
            {test::metricsOf({{7, 2}}), test::metricsOf({{7, 3}}), test::metricsOf({{6, 4}})}});
        compare().showNews(news);
        compare().showNews(news);
        QCOMPARE(said.count(), 1);
        QVERIFY(said[0][0].toString().startsWith("Run C stopped at training step 7"));
        QVERIFY(child<QLabel>("headC")->text().contains("stopped at training step 7"));
        QVERIFY(child<QLabel>("headB")->text().contains("3.0000"));
    }

    void presentation_includesAThirdStageAddedLater() {
        m_window->perform(Command::Present, true);
        compare().showNews(ComparisonInfo{test::mechanisms(), 2.5});
        compare().showNews(test::newsOfMechanisms());
        const auto* title = compare().comparedStage(1)->findChild<QLabel*>("stageTitle");
        const auto* facts = compare().comparedStage(1)->findChild<QLabel*>("stageFacts");
        QVERIFY(!title->isVisible());
        QCOMPARE(facts->font(), child<StageWidget>()->findChild<QLabel*>("stageFacts")->font());
        m_window->perform(Command::Present, false);
    }
};

} // namespace gf::tst_three_runs

#include "tests/entry.h"
GF_TEST(tst_three_runs, TestThreeRuns)
#include "tst_three_runs.moc"
