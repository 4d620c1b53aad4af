// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare_fixture.h"
#include "small_model.h"
#include "some_metrics.h"
#include "tests/ui/asked.h"
#include "ui/compare/compare_control.h"
#include "ui/compare/compare_dialog.h"
#include "ui/compare/comparison_chart.h"
#include "ui/compare/comparison_text.h"
#include "ui/compare/gradient_chart.h"
#include "ui/compare/run_explanation.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/explain/formula_view.h"
#include "ui/figure/heatmap_view.h"
#include "ui/scene/scene.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station.h"
#include "ui/stations/station_view.h"
#include "ui/steps/matrix.h"
#include "ui/time/past_frame.h"
#include "ui/time/time_control.h"
#include "ui/time/time_panel.h"
#include "ui/train/custom_plot.h"
#include "ui/train/loss_chart.h"
#include "ui/window/lesson_control.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSet>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTextDocumentFragment>

#include <algorithm>
#include <array>
#include <cmath>

namespace gf::tst_compare {

namespace {

ComparisonChoice threeMixers() {
    return {"mixers", {"attention", "mean", "convolution"}};
}

ComparisonNews newsOfMixers() {
    const auto with = [](Mixer mixer) {
        return traceOf(Architecture::EncoderDecoder, Norm::Pre, Positional::Sinusoidal, mixer);
    };
    ComparisonNews news;
    news.comparedRuns = {{with(Mixer::Mean), {}, 0}, {with(Mixer::Convolution), {}, 0}};
    return news;
}

} // namespace

/// Compared runs in the window, without an engine behind it.
class TestCompare : public test::CompareFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerTest"); }

    void init() { openWindow(); }

    void cleanup() { m_window.reset(); }

    void compareDialog_asksForOneChangeAndSaysWhatItShows() {
        test::Asked<intent::Compare> wanted(m_window->intents());
        m_window->commands()[Command::Compare]->trigger();
        auto* dialog = child<CompareDialog>();
        QVERIFY(dialog);
        QCOMPARE(dialog->change(), QStringLiteral("norm")); // the first that is possible
        QVERIFY(dialog->findChild<QLabel*>("why")->text().contains("Xiong"));
        QCOMPARE(dialog->focusWidget(), dialog->findChild<QRadioButton*>("norm"));
        QVERIFY(!dialog->findChild<QRadioButton*>("warmup")->isEnabled());
        dialog->findChild<QRadioButton*>("heads")->click();
        QCOMPARE(dialog->change(), QStringLiteral("heads"));
        dialog->findChild<QSpinBox*>("layers")->setValue(6);
        dialog->accept();
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0].change, QStringLiteral("heads"));
        QCOMPARE(wanted[0].layers, 6);
    }

    /// Where the families differ, what stands for each other is shown beside each other.
    void comparedStage_showsTheCounterpartOfTheStep() {
        compare().showNews(
            ComparisonInfo{test::difference("family", "transformer", "recurrent"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{recurrentTrace(Alignment::General), {}, 0}};
        compare().showNews(news);
        const auto title = [](const StageWidget* stage) {
            return stage->findChild<QLabel*>("stageTitle")->text();
        };
        m_window->focus()->setStep("decoder.1.cross_attn.weights");
        QVERIFY2(title(compare().comparedStage()).contains("Attention"),
                 qPrintable(title(compare().comparedStage())));
        QVERIFY(!compare().comparedStage()->canvas().panels().empty());
        m_window->focus()->setStep("decoder.1.cross_attn.heads");
        QVERIFY(title(compare().comparedStage()).contains("context"));
        m_window->focus()->setStep("encoder.0.ffn.hidden"); // for which nothing stands
        QVERIFY(!title(compare().comparedStage()).contains("context"));
    }

    void compareDialog_namesWhatTheModelLacks() {
        compare().showNews(ComparisonOffer{
            {test::difference("cell", "", "", false), test::difference("heads", "4", "1")}, 2, 12});
        m_window->commands()[Command::Compare]->trigger();
        const auto* dialog = child<CompareDialog>();
        QVERIFY(dialog->findChild<QLabel*>("lacking")->text().contains("The cell"));
        QVERIFY(!dialog->findChild<QRadioButton*>("cell"));
        QCOMPARE(dialog->change(), QStringLiteral("heads"));
    }

    void compareDialog_findsRoomOnASmallScreen() {
        ComparisonOffer offer{{}, 2, 12};
        for (int row = 0; row < 20; ++row)
            offer.choices += test::difference("heads", "4", "1");
        const CompareDialog dialog(offer);
        QVERIFY2(dialog.sizeHint().height() <= 600, // of 640, with the frame
                 qPrintable(QString::number(dialog.sizeHint().height())));
    }

    /// What there is no room for can be scrolled to, and the buttons stay.
    void compareDialog_scrollsWhatFindsNoRoom() {
        ComparisonOffer offer{{}, 2, 12};
        for (int row = 0; row < 80; ++row)
            offer.choices += test::difference("heads", "4", "1");
        const CompareDialog dialog(offer);
        const int high = dialog.screen()->availableGeometry().height();
        QVERIFY2(dialog.sizeHint().height() <= high,
                 qPrintable(QString::number(dialog.sizeHint().height())));
    }

    void alignmentsAndPositions_areSaidInWords() {
        for (const char* value : {"none", "dot", "general", "location", "concat", "bahdanau"})
            for (const char* key : {"attention", "bahdanau"}) {
                const QString words = comparisonText(test::difference(key, "", ""), value);
                QVERIFY2(words != QLatin1String(value) && !words.contains(QChar(0x201C)),
                         qPrintable(words));
            }
        for (const char* key : {"relative", "rotary", "alibi", "bahdanau"}) {
            QVERIFY(titleOf(test::difference(key, "", "")) != QLatin1String(key));
            QVERIFY(whyOf(test::difference(key, "", "")).contains("20")); // a source
        }
    }

    void stages_followOneFocus() {
        QVERIFY(!compare().comparedStage()->isVisible());
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        QVERIFY(compare().comparedStage()->isVisible());
        QVERIFY(!child<LossChart>()->isVisible());
        QVERIFY(child<QLabel>("difference")->text().contains("Pre-LN"));
        QVERIFY(child<QLabel>("difference")->text().contains("Post-LN"));
        m_window->focus()->setStep("decoder.0.cross_attn.weights");
        const auto title = [](const StageWidget* stage) {
            return stage->findChild<QLabel*>("stageTitle")->text();
        };
        auto* stage = child<StageWidget>();
        QCOMPARE(title(compare().comparedStage()), title(stage));
        QVERIFY(!title(stage).isEmpty());
        m_window->focus()->pin(1, 2);
        QCOMPARE(m_window->focus()->focus().row, 1);
    }

    /// By the size of an operation's numbers: large ones differ by more and need not differ most.
    void largestDifference_isGoneTo() {
        const auto trace = child<StageWidget>()->trace();
        auto other = std::make_shared<Trace>(*trace);
        const auto change = [&other](const char* name, Index at, float by) {
            Tensor& values = other->values[other->graph->find(name)];
            values.values()[static_cast<std::size_t>(at)] += by;
        };
        const NodeId weights = trace->graph->find("encoder.0.self_attn.weights");
        const Shape& shape = trace->value(weights).shape();
        change("encoder.0.self_attn.weights", offsetOf(shape, {{1, 2, 3}}), 0.9F);
        change("encoder.0.ffn.output", 0, 0.001F);
        m_window->commands()[Command::DifferMost]->trigger(); // nothing is compared yet
        QVERIFY(m_window->focus()->focus().step != "encoder.0.self_attn.weights");
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{other, {}, 0}};
        compare().showNews(news);
        m_window->commands()[Command::DifferMost]->trigger();
        const Focus& focus = m_window->focus()->focus();
        QCOMPARE(focus.step, QStringLiteral("encoder.0.self_attn.weights"));
        QCOMPARE(focus.head, 1);
        QCOMPARE(focus.row, Index{2});
        QCOMPARE(focus.column, Index{3});
        QVERIFY(focus.pinned);
    }

    void comparison_fitsIntoASmallWindow() {
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        QCoreApplication::processEvents();
        const QSize least = m_window->minimumSizeHint();
        QVERIFY2(least.width() <= 1024 && least.height() <= 640,
                 qPrintable(QStringLiteral("%1 × %2").arg(least.width()).arg(least.height())));
        QVERIFY(compare().comparedStage()->width() >= 380);
        // What is compared stands level.
        const auto top = [this](const StageWidget* stage) {
            return stage->canvas().mapTo(m_window.get(), QPoint()).y();
        };
        QCOMPARE(top(compare().comparedStage()), top(child<StageWidget>()));
        // Its titles are written alike, also where they are so long that letters are made smaller.
        m_window->focus()->setStep("decoder.0.cross_attn.weights");
        const auto letters = [](const StageWidget* stage) {
            return stage->findChild<QLabel*>("stageTitle")->font();
        };
        QCOMPARE(letters(compare().comparedStage()), letters(child<StageWidget>()));
        QVERIFY(!child<QDockWidget>("explain")->isVisible());
        test::Asked<intent::EndComparison> ended(m_window->intents());
        QTest::mouseClick(child<QPushButton>("endComparison"), Qt::LeftButton);
        QCOMPARE(ended.count(), 1);
        m_window->showNews(RunInfo()); // what Session answers
        QCOMPARE(compare().shownRuns(), std::size_t{1});
        QVERIFY(child<QDockWidget>("explain")->isVisible());
        showCurves();
        QVERIFY(child<LossChart>()->isVisible());
    }

    /// Before that they would make the window wider.
    void savedView_hasItsDocksOnceNothingIsCompared() {
        m_window->resize(1024, 640);
        Scene scene = m_window->scene();
        scene.hidden = QStringList{"map", "what-if"};
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        QVERIFY(!child<QDockWidget>("explain")->isVisible());
        m_window->showScene(scene);
        QCoreApplication::processEvents();
        QVERIFY(!child<QDockWidget>("explain")->isVisible());
        QCOMPARE(m_window->width(), 1024);
        m_window->showNews(RunInfo()); // what Session answers
        QCOMPARE(m_window->scene().hidden, scene.hidden);
        QVERIFY(child<QDockWidget>("explain")->isVisible());
    }

    void comparedLossChart_showsTheLossesOfBothRuns() {
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        compare().showNews(news::RunMetrics{
            {test::metricsOf({{1, 2}, {20, 1}}), test::metricsOf({{1, 3}, {20, 1.5F}})}});
        const auto* plot = compare().lossChart()->findChild<QCustomPlot*>();
        const auto drawn = [plot] {
            std::vector<int> points;
            for (int i = 0; i < plot->graphCount(); ++i)
                points.push_back(plot->graph(i)->dataCount());
            return points;
        };
        QTRY_COMPARE(drawn(), (std::vector<int>{2, 2, 2})); // and the guess
        compare().showNews(ComparisonInfo{test::difference("heads", "4", "1"), 2.5});
        QCOMPARE(drawn(), (std::vector<int>{2, 0, 0}));
    }

    void comparedCharts_areExportedWithTheirNumbers() {
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        compare().showNews(news::RunMetrics{
            {test::metricsOf({{1, 2.5F}, {2, 2}}), test::metricsOf({{1, 2.75F}, {2, 2.125F}})}});
        news.gradients = {{test::layerOf("encoder", 0), {1, 1.5}, {0.5, 0.25}},
                          {test::layerOf("decoder", 0), {2, 0}, {4, 0}}};
        compare().showNews(news);
        const QVector<Exportable> offered = compare().exportables("copy");
        QCOMPARE(offered.size(), 2);
        QCOMPARE(offered[0].table(), QByteArray("step,loss_a,loss_b\n1,2.5,2.75\n2,2,2.125\n"));
        QCOMPARE(offered[1].table(), QByteArray("layer,a_at_start,a_now,b_at_start,b_now\n"
                                                "encoder.0,1,0.5,1.5,0.25\ndecoder.0,2,4,,\n"));
        for (const Exportable& one : offered) {
            Paper paper;
            paper.caption = one.caption;
            const PaperDrawing drawing = one.drawing(paper);
            QVERIFY(paperBytes(drawing, FigureFormat::Png, 200).startsWith("\x89PNG"));
            QVERIFY(paperBytes(drawing, FigureFormat::Pdf, 200).startsWith("%PDF"));
            const QByteArray svg = paperBytes(drawing, FigureFormat::Svg, 200);
            QVERIFY2(svg.contains("width=\"175mm\""), svg.left(300));
            QVERIFY(svg.contains("<polyline") || svg.contains("<path"));
            QVERIFY2(svg.contains("Post-LN"), svg.left(2000)); // what differs
            QCOMPARE(paperImage(drawing, 96).pixelColor(1, 1), QColor(Qt::white));
            QVERIFY(one.copy()->hasImage());
        }
        // From the menu of the window: the losses of both first.
        m_window->commands()[Command::ExportLoss]->trigger();
        auto* what = child<QComboBox>("what");
        QVERIFY(what);
        QCOMPARE(what->currentText(), offered[0].name);
        QVERIFY(what->findText(offered[1].name) >= 0);
    }

    void showTime_looksBackInBothStages() {
        showCurves();
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        compare().showNews(news::RunMetrics{
            {test::metricsOf({{10, 2}, {20, 1}}), test::metricsOf({{10, 3}, {20, 1.5F}})}});
        TimeStatus past;
        past.checkpoints = {0, 10, 20};
        past.present = 20;
        past.shown = 10;
        past.branches = {{1, 0, 20, true}};
        past.comparedRuns = true;
        m_window->time()->showTime(past);
        compare().showNews(past);
        QVERIFY(m_window->time()->panel()->isVisible());
        QCOMPARE(child<QLabel>("headB")->text().contains("3.0000"), true);
        for (const PastFrame* frame : m_window->findChildren<PastFrame*>())
            QVERIFY(frame->isVisible());
        QCOMPARE(m_window->findChildren<PastFrame*>().size(), 2);
        QVERIFY(!m_window->commands()[Command::ContinueHere]->isEnabled());
        QVERIFY(m_window->commands()[Command::BackToNow]->isEnabled());
    }

    void gradientChart_saysItsFindingInWords() {
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.gradients = {{test::layerOf("encoder", 0), {1, 1.5}, {0.5, 0.5}},
                          {test::layerOf("encoder", 1), {0.5, 4}, {0.2, 0.3}}};
        compare().showNews(news);
        QCOMPARE(lastLayerRatio(news.gradients), 8.0);
        const QString finding = compare().gradientChart()->finding();
        QVERIFY2(finding.contains("encoder 2") && finding.contains("8.0") && finding.contains("B"),
                 qPrintable(finding));
        news.gradients = {{test::layerOf("encoder", 0), {1, 1.04}, {0.5, 0.5}}};
        compare().showNews(news);
        QVERIFY(!compare().gradientChart()->finding().contains("1.0"));
    }

    void stages_stayLevelBesideALongAnswer() {
        compare().showNews(ComparisonInfo{test::difference("mask", "causal", "none"), 2.5});
        ComparisonNews news;
        news.comparedRuns.resize(1);
        news.comparedRuns[0].prediction.text = std::string(60, '9');
        compare().showNews(news);
        QVERIFY(!child<QLabel>("headB")->text().contains(QString(20, '9')));
        m_window->resize(700, 600); // its head takes two lines
        for (const auto* stage : m_window->findChildren<StageWidget*>())
            QTRY_COMPARE(stage->y(), compare().comparedStage()->y());
    }

    void divergedRun_isReportedOnce() {
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        QSignalSpy said(&compare(), &CompareControl::noticed);
        ComparisonNews news;
        news.comparedRuns = {{nullptr, {}, 7}};
        compare().showNews(news);
        compare().showNews(news);
        QCOMPARE(said.count(), 1);
        QVERIFY(said[0][0].toString().contains("7"));
    }

    /// However one gets there, and on the stage of each run: the line below the title has words of
    /// the step that is shown, or none.
    void factsInAPresentation_areOfTheStepThatIsShown() {
        const auto wrong = [&]() -> QString {
            const Focus& focus = m_window->focus()->focus();
            for (const StageWidget* stage : m_window->findChildren<StageWidget*>()) {
                const auto* facts = stage->findChild<QLabel*>("stageFacts");
                if (!stage->isVisible() || stage->shownNode() == noNode || !facts->isVisible())
                    continue;
                const QString said = QTextDocumentFragment::fromHtml(facts->text()).toPlainText();
                if (said != uniformWords(*stage->trace(), stage->shownNode(), focus))
                    return focus.step + ": " + said;
            }
            return {};
        };
        const auto walk = [&](const char* from) {
            m_window->focus()->setStep(from); // as the search does
            for (int steps = 0; steps < 12; ++steps) {
                QVERIFY2(wrong().isEmpty(), qPrintable(wrong()));
                QTest::keyClick(child<StageWidget>(), Qt::Key_Space);
            }
        };
        m_window->focus()->setStep("encoder.0.self_attn.scores");
        QVERIFY(child<QLabel>("stageFacts")->text().contains("operation"));
        m_window->perform(Command::Present, true);
        walk("encoder.0.self_attn.q");
        walk("decoder.1.cross_attn.scores");
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        walk("encoder.0.self_attn.q");
        m_window->showNews(news::ComparisonEnded());

        test::Asked<intent::OpenLessonModel> asked(m_window->intents());
        QVERIFY(m_window->lesson()->open("mixing"));
        RunInfo run;
        run.name = run.task = "reverse";
        m_window->showNews({run, asked.id});
        m_window->showNews(news::Traced{traceOf(Architecture::Encoder)});
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("encoder.0.self_attn.weights"));
        walk("encoder.0.self_attn.weights");
        m_window->perform(Command::Present, false);
    }

    /// What is so of one model is not said of the other: each has its formula and words, also in a
    /// presentation, which has none of A alone then.
    void runExplanation_hasTheFormulaAndWordsOfItsRun() {
        m_window->resize(1440, 900);
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        m_window->focus()->setStep("encoder.0.ffn.pre_activation");
        const auto explanations = m_window->findChildren<RunExplanation*>();
        QCOMPARE(explanations.size(), 2);
        for (const bool presents : {false, true}) {
            m_window->perform(Command::Present, presents);
            for (const RunExplanation* one : explanations) {
                QTRY_VERIFY(one->isVisible());
                QVERIFY(!one->words().isEmpty());
            }
            QVERIFY2(explanations[0]->formula().contains("LN"),
                     qPrintable(explanations[0]->formula()));
            QVERIFY2(!explanations[1]->formula().contains("LN"),
                     qPrintable(explanations[1]->formula()));
            int others = 0; // beside those of the runs and that of the panel
            for (const FormulaView* view : m_window->findChildren<FormulaView*>())
                others +=
                    view->isVisible() && !qobject_cast<RunExplanation*>(view->parent()) ? 1 : 0;
            QVERIFY(others <= (presents ? 0 : 1));
        }
        // A name is as large as the title of the step.
        const double title = child<QLabel>("path")->font().pointSizeF();
        static const QRegularExpression size("font-size:([0-9.]+)pt");
        for (const char* head : {"headA", "headB"}) {
            const QString html = child<QLabel>(head)->text();
            QVERIFY2(size.match(html).captured(1).toDouble() >= title - 0.1, qPrintable(html));
        }
        m_window->perform(Command::Present, false);
        m_window->showNews(news::ComparisonEnded());
        for (const RunExplanation* one : explanations)
            QVERIFY(!one->isVisible());
    }

    /// Docks come back into the room of one stage, not beside several that are going.
    void window_keepsItsSizeWhenAComparisonEndsBesideTheCourse() {
        constexpr int wide = 320; // as long words make a stage
        const QSize size = m_window->size();
        m_window->lesson()->open("masks");
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        for (auto* stage : m_window->findChildren<StageWidget*>())
            stage->setMinimumWidth(wide);
        QCoreApplication::processEvents();
        QCOMPARE(m_window->size(), size);
        m_window->showNews(news::ComparisonEnded());
        QCoreApplication::processEvents();
        QCOMPARE(m_window->size(), size);
    }

    /// In a low window the stages keep their room: no formula stands there that is too small.
    void runExplanation_givesWayInALowWindow() {
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        m_window->focus()->setStep("decoder.0.cross_attn.weights");
        for (const QSize size : {QSize(1024, 640), QSize(1280, 760), QSize(1440, 900)}) {
            m_window->resize(size);
            QTRY_COMPARE(m_window->size(), size);
            for (const RunExplanation* one : m_window->findChildren<RunExplanation*>()) {
                const auto* formula = one->findChild<FormulaView*>();
                QTRY_VERIFY(one->height() == 0 ||
                            formula->height() >= 4 * one->fontMetrics().lineSpacing());
            }
        }
    }

    /// Its drawing is what is looked at, below its knobs.
    void explanationsOfALab_giveWayToItsDrawing() {
        m_window->resize(1440, 900);
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        m_window->focus()->setStep("decoder.0.cross_attn.scores");
        const auto* explanation = m_window->findChild<RunExplanation*>();
        QTRY_VERIFY(explanation->height() > 0);
        m_window->openLab("variance");
        QTRY_COMPARE(explanation->height(), 0);
        m_window->focus()->setStep("decoder.0.cross_attn.weights");
        QTRY_VERIFY(explanation->height() > 0);
    }

    /// The same step of all runs stands at the same place, in cells of the same size, on one scale
    /// of colours over all their numbers, in frames that are alike.
    void stages_drawTheSameStepAlike_data() {
        QTest::addColumn<bool>("mixers");
        QTest::newRow("mechanisms") << false;
        QTest::newRow("mixers") << true;
    }

    void stages_drawTheSameStepAlike() {
        QFETCH(bool, mixers);
        m_window->resize(1440, 900);
        compare().showNews(ComparisonInfo{mixers ? threeMixers() : test::mechanisms(), 2.5});
        compare().showNews(mixers ? newsOfMixers() : test::newsOfMechanisms());
        m_window->focus()->setStep(mixers ? "encoder.0.self_attn.weights"
                                          : "decoder.1.cross_attn.weights");
        m_window->focus()->setView("matrices");
        const std::array stages = {child<StageWidget>(), compare().comparedStage(0),
                                   compare().comparedStage(1)};
        const auto resultOf = [](const StageWidget* stage) -> HeatmapView* {
            for (std::size_t i = 0; i < stage->canvas().panels().size(); ++i)
                if (stage->canvas().panels()[i].item.result)
                    return stage->canvas().view(i);
            return nullptr;
        };
        QTRY_VERIFY(resultOf(stages[2]) && resultOf(stages[2])->isVisible());
        double highest = 0;
        for (const StageWidget* stage : stages) {
            HeatmapData own = resultOf(stage)->data();
            own.range.reset();
            highest = std::max(highest, own.colourRange().second);
        }
        const HeatmapView* first = resultOf(stages[0]);
        for (const StageWidget* stage : stages) {
            const HeatmapView* view = resultOf(stage);
            QCOMPARE(view->data().colourRange().second, highest);
            QCOMPARE(view->data().scale, HeatmapData::Scale::Sequential);
            QTRY_COMPARE(view->heatmapLayout().cellWidth, first->heatmapLayout().cellWidth);
            QCOMPARE(view->heatmapLayout().cellHeight, first->heatmapLayout().cellHeight);
            QTRY_COMPARE(view->mapTo(stage, QPoint()), first->mapTo(stages[0], QPoint()));
            QCOMPARE(view->isChosen(), first->isChosen());
        }
        // Numbers of one run move the scale of all.
        ComparisonNews news = mixers ? newsOfMixers() : test::newsOfMechanisms();
        auto other = std::make_shared<Trace>(*news.comparedRuns[0].trace);
        const char* name = mixers ? "encoder.0.mixer.weights" : "attention.weights";
        other->values[other->graph->find(name)][0] = 2;
        news.comparedRuns[0].trace = other;
        compare().showNews(news);
        for (const StageWidget* stage : stages)
            QCOMPARE(resultOf(stage)->data().colourRange().second, 2.0);
    }

    /// A convolution has no weights for each token: who reads whom stands there, and is called so.
    void convolution_showsWhoReadsWhomInsteadOfWeights() {
        m_window->resize(1440, 900);
        compare().showNews(ComparisonInfo{threeMixers(), 2.5});
        compare().showNews(newsOfMixers());
        m_window->focus()->setStep("encoder.0.self_attn.weights");
        m_window->focus()->setView("matrices");
        const StageWidget* stage = compare().comparedStage(1);
        QCOMPARE(stage->canvas().panels().size(), 1U);
        const HeatmapData& data = stage->canvas().view(0)->data();
        QCOMPARE(data.title, QStringLiteral("who reads whom"));
        QVERIFY(stage->findChild<QLabel*>("stageTitle")->text().contains("who reads whom"));
        for (Index row = 0; row < data.rows; ++row) {
            double sum = 0;
            for (Index column = 0; column < data.columns; ++column)
                sum += static_cast<double>(data.at(row, column));
            QVERIFY(std::abs(sum - 1) < 1e-5);
        }
        // As a drawing it stands beside the same drawing of the others.
        m_window->focus()->setView("readers");
        for (const StageWidget* one :
             {child<StageWidget>(), compare().comparedStage(0), compare().comparedStage(1)}) {
            QVERIFY(one->stationView());
            QVERIFY(one->stationView()->station());
        }
        // And where a convolution is what is compared, beside its windows.
        m_window->showNews(RunInfo());
        m_window->showNews(news::Traced{newsOfMixers().comparedRuns[1].trace});
        compare().showNews(ComparisonInfo{{"mixers", {"convolution", "attention", "mean"}}, 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder), {}, 0},
                             newsOfMixers().comparedRuns[0]};
        compare().showNews(news);
        m_window->focus()->setStep("encoder.0.mixer.windows");
        m_window->focus()->setView("readers");
        for (const std::size_t comparedRun : {0U, 1U})
            QVERIFY(compare().comparedStage(comparedRun)->stationView()->station());
    }

    /// Not the windows alone, of which nothing is seen there.
    void menuOfADrawing_exportsWhatIsShown() {
        m_window->showNews(news::Traced{newsOfMixers().comparedRuns[1].trace});
        auto* stage = child<StageWidget>();
        const auto offered = [&](const char* view) {
            m_window->focus()->setStep("encoder.0.mixer.windows");
            m_window->focus()->setView(view);
            emit stage->menuRequested("encoder.0.mixer.windows", 0, false, QPoint());
            QList<QAction*> actions;
            for (QMenu* menu : m_window->findChildren<QMenu*>())
                if (menu->testAttribute(Qt::WA_DeleteOnClose)) {
                    for (const QMenu* exports : menu->findChildren<QMenu*>())
                        actions += exports->actions();
                    menu->close();
                }
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            return actions;
        };
        QAction* drawing = m_window->commands()[Command::ExportView];
        QVERIFY(!offered("matrices").contains(drawing));
        QVERIFY(stage->stationView() == nullptr);
        const QList<QAction*> actions = offered("readers");
        QVERIFY(stage->stationView());
        QVERIFY(!actions.isEmpty());
        QCOMPARE(actions.front(), drawing);
    }

    /// An answer that needs a line more, and later does not, moves what stands below it once.
    void stages_stayWhereTheyAreWhileAnswersGetShorter() {
        m_window->resize(800, 640);
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        const auto answers = [&](const QString& text, bool isRight) {
            ComparisonNews news;
            Prediction answer;
            answer.text = text.toStdString();
            answer.matchesTarget = isRight;
            news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), answer, 0}};
            const SharedMetrics metrics = test::metricsOf({{1000, 1.2345F}}, {{1000, 1, 0.125F}});
            compare().showNews(news::RunMetrics{{metrics, metrics}});
            compare().showNews(news);
            QWidget* const stage = child<StageWidget>("comparedStage");
            stage->parentWidget()->layout()->activate();
            return stage->y();
        };
        const int before = answers("1", false);
        const int pushed = answers("1234567890123456789012345678901234567890", true);
        QVERIFY2(pushed > before, qPrintable(QString("%1 %2").arg(before).arg(pushed)));
        QCOMPARE(answers("1", false), pushed);
    }

    /// Each run says how many of its answers are right, at a checkpoint of the past those of then.
    void runHeading_saysHowManyAnswersAreRight() {
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        const auto head = [this](const char* name) { return child<QLabel>(name)->text(); };
        const auto show = [this](Index steps, std::vector<Metrics::Measurement> a,
                                 std::vector<Metrics::Measurement> b) {
            compare().showNews(news::RunMetrics{{test::metricsOf({{1, 2}, {steps, 1}}, a),
                                                 test::metricsOf({{1, 3}, {steps, 2}}, b)}});
        };
        show(50, {}, {});
        QVERIFY(!head("headA").contains("exact"));
        QVERIFY(!head("headB").contains("exact"));
        show(100, {{50, 1, 0.25F}}, {{50, 1, 0.125F}});
        QVERIFY2(head("headA").contains("25.0 % exact"), qPrintable(head("headA")));
        QVERIFY(head("headB").contains("12.5 % exact"));
        show(200, {{50, 1, 0.25F}, {150, 1, 1}}, {{50, 1, 0.125F}, {150, 1, 0.5F}});
        QVERIFY(head("headB").contains("50.0 % exact"));
        TimeStatus past;
        past.shown = 100;
        compare().showNews(past);
        QVERIFY2(head("headB").contains("12.5 % exact"), qPrintable(head("headB")));
        compare().showNews(TimeStatus{});
        QVERIFY(head("headB").contains("50.0 % exact"));
        // Trained on from an earlier step, it is another course.
        show(101, {{50, 1, 0.25F}}, {{50, 1, 0.125F}});
        QVERIFY(head("headB").contains("12.5 % exact"));
    }

    /// What stands beside each other for each time step is told apart from what it is joined to.
    void alignmentPanels_haveDifferentTitles() {
        m_window->showNews(news::Traced{recurrentTrace(Alignment::Bahdanau)});
        m_window->focus()->setStep("attention.weights");
        m_window->focus()->setView("matrices");
        QStringList titles;
        const StageCanvas& canvas = child<StageWidget>()->canvas();
        for (std::size_t i = 0; i < canvas.panels().size(); ++i) {
            const HeatmapData data = canvas.dataOf(i);
            titles << data.lead + data.title;
            QVERIFY2(!titles.back().contains("stacked"), qPrintable(titles.back()));
        }
        QCOMPARE(QSet<QString>(titles.begin(), titles.end()).size(), titles.size());
    }

    void changes_haveATitleAndAReason() {
        for (const char* key :
             {"learned", "mixers", "norm", "scaled", "heads", "positional", "family", "cell",
              "attention", "mechanisms", "warmup", "context", "mask", "backend", "nothing"}) {
            const ComparisonChoice one = test::difference(key, "on", "off");
            QVERIFY2(titleOf(one) != one.key, key);
            QVERIFY2(whyOf(one).size() > 40, key);
        }
        QCOMPARE(comparisonText(test::difference("norm", "pre", "post"), "post"),
                 QStringLiteral("Post-LN"));
        QVERIFY(!obstacleOf(test::difference("warmup", "0", "0", false)).isEmpty());
    }

    /// Where a task has a measure of its own, that is what tells runs apart.
    void compared_areToldTheirErrorWhereTheTaskMeasuresIt() {
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        compare().showNews(news::RunMetrics{{test::metricsOf({{100, 1}}, {{50, 1, 0.9F, 0.125F}}),
                                             test::metricsOf({{100, 2}}, {{50, 1, 0.9F, 0.5F}})}});
        const auto head = [this](const char* name) { return child<QLabel>(name)->text(); };
        QVERIFY2(head("headA").contains("error 0.125"), qPrintable(head("headA")));
        QVERIFY2(head("headB").contains("error 0.500"), qPrintable(head("headB")));
        QVERIFY(!head("headB").contains("%"));
    }

    /// Said by the same rule of the losses of each.
    void compared_areEachSaidHowFarTheyHaveCome() {
        m_window->resize(1440, 900); // so that no fact is left out
        m_window->focus()->setStep("encoder.0.ffn.hidden");
        m_window->focus()->setView("matrices");
        compare().showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        TrainingStatus status;
        status.health.state = Health::State::Begun;
        m_window->showNews(status);
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        news.comparedRuns[0].health.state = Health::State::Learnt;
        compare().showNews(news);
        const auto facts = [](const StageWidget* stage) {
            return stage->findChild<QLabel*>("stageFacts")->text();
        };
        QVERIFY(facts(child<StageWidget>()).contains("hardly trained yet"));
        QVERIFY(!facts(compare().comparedStage()).contains("hardly trained yet"));
        news.comparedRuns[0].health = {Health::State::Stuck, 500};
        compare().showNews(news);
        QVERIFY2(facts(compare().comparedStage()).contains("hardly better than a guess"),
                 qPrintable(facts(compare().comparedStage())));
    }

    /// As whatever else drops runs.
    void endOfComparison_asksBeforeRunsAreLost() {
        m_window->showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        TrainingStatus status;
        status.step = status.unsavedSteps = 10;
        m_window->showNews(status);
        test::Asked<intent::EndComparison> ended(m_window->intents());
        test::Asked<intent::SaveModel> saved(m_window->intents());
        const auto answer = [this](const char* button) {
            QTest::mouseClick(child<QPushButton>("endComparison"), Qt::LeftButton);
            auto* box = child<QMessageBox>();
            QVERIFY(box);
            QVERIFY2(box->informativeText().contains("A goes on alone"),
                     qPrintable(box->informativeText()));
            box->findChild<QAbstractButton*>(button)->click();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        };
        QTest::mouseClick(child<QPushButton>("endComparison"), Qt::LeftButton);
        QVERIFY(child<QMessageBox>());
        child<QMessageBox>()->reject();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(ended.count(), 0);
        answer("loseRun");
        QCOMPARE(ended.count(), 1);
        QCOMPARE(saved.count(), 0);
    }

    /// A drawing of the same step has one scale in all runs, as matrices have.
    void stations_haveOneScaleInAllRuns() {
        m_window->resize(1440, 900);
        m_window->showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        auto louder = std::make_shared<Trace>(*traceOf(Architecture::EncoderDecoder, Norm::Post));
        const char* name = "encoder.0.self_attn.scores";
        Tensor& scores = louder->values[louder->graph->find(name)];
        for (float& value : scores.values())
            value *= 8;
        ComparisonNews news;
        news.comparedRuns = {{louder, {}, 0}};
        compare().showNews(news);
        m_window->focus()->setStep(name);
        m_window->focus()->setView("form");
        const std::array stages = {child<StageWidget>(), compare().comparedStage(0)};
        const auto rangeIn = [&](const StageWidget* stage) {
            const StationInput input = stage->stationView()->input();
            return *heatmapOf(input, input.graph().find(name), 0).range;
        };
        for (const StageWidget* stage : stages) {
            QVERIFY(stage->stationView());
            QVERIFY(stage->stationView()->station());
            QTRY_VERIFY(!stage->stationView()->visibleRegion().isEmpty());
            const_cast<StationView*>(stage->stationView())->picture(); // it is drawn
        }
        const StationInput input = stages[1]->stationView()->input();
        const auto own = heatmapOf(*louder, input.graph().find(name), 0).colourRange();
        QVERIFY(own.second > 0);
        QTRY_COMPARE(rangeIn(stages[0]), rangeIn(stages[1]));
        QCOMPARE(rangeIn(stages[0]).second, own.second);
    }

    void matricesOfALab_haveOneScaleInAllRuns() {
        m_window->resize(1440, 900);
        m_window->showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        m_window->focus()->setStep("encoder.0.self_attn.scores");
        m_window->openLab("score");
        const std::array stages = {child<StageWidget>(), compare().comparedStage(0)};
        for (const StageWidget* stage : stages) {
            QTRY_VERIFY(!stage->stationView()->visibleRegion().isEmpty());
            const_cast<StationView*>(stage->stationView())->picture(); // it is drawn
        }
        for (const StageWidget* stage : stages) { // what the other one shows counts
            const StationInput input = stage->stationView()->input();
            QVERIFY(drawnRange(input, input.node, "terms", {0, 0}).second > 0);
        }
    }
};

} // namespace gf::tst_compare

#include "tests/entry.h"
GF_TEST(tst_compare, TestCompare)
#include "tst_compare.moc"
