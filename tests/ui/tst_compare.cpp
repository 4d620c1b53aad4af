// SPDX-License-Identifier: GPL-3.0-or-later
#include "fresh_window.h"
#include "small_model.h"
#include "some_metrics.h"
#include "tests/ui/asked.h"
#include "ui/compare/compare_control.h"
#include "ui/compare/compare_dialog.h"
#include "ui/compare/comparison_chart.h"
#include "ui/compare/comparison_colours.h"
#include "ui/compare/comparison_text.h"
#include "ui/compare/gradient_chart.h"
#include "ui/compare/reference_figure.h"
#include "ui/compare/reference_window.h"
#include "ui/compare/run_explanation.h"
#include "ui/compare/verify_window.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/explain/formula_view.h"
#include "ui/figure/heatmap_view.h"
#include "ui/scene/scene.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station.h"
#include "ui/stations/station_view.h"
#include "ui/time/past_frame.h"
#include "ui/time/time_control.h"
#include "ui/time/time_panel.h"
#include "ui/train/loss_chart.h"
#include "ui/window/main_window.h"
#include "warnings.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gf::tst_compare {

namespace {

ComparisonChoice difference(const char* key, const char* a, const char* b, bool possible = true) {
    return {QString::fromLatin1(key), {QString::fromLatin1(a), QString::fromLatin1(b)}, possible};
}

Scope layerOf(const char* stack, int index) {
    return {{{ScopeKind::Stack, stack}, layerLevel(index)}};
}

ComparisonOffer offer() {
    return {{difference("warmup", "0", "0", false), difference("norm", "pre", "post"),
             difference("heads", "4", "1"), difference("nothing", "", "")},
            2,
            12};
}

ComparisonChoice mechanisms(bool possible = true) {
    return {"mechanisms", {"transformer", "bahdanau", "general"}, possible};
}

/// Bahdanau's and Luong's attention beside a transformer's.
ComparisonNews newsOfMechanisms() {
    ComparisonNews news;
    news.comparedRuns = {{recurrentTrace(Alignment::Bahdanau), {}, 0},
                         {recurrentTrace(Alignment::General), {}, 0}};
    return news;
}

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

/// The numbers of all intents to verify, for answers to them.
class VerifyRequests : public QList<IntentId> {
public:
    explicit VerifyRequests(const Intents* intents) {
        QObject::connect(intents, &Intents::sent, &m_life, [this](const Intent& intent) {
            if (intent.get<intent::Verify>())
                append(intent.id);
        });
    }

private:
    QObject m_life;
};

/// Two steps that differ and one that agrees.
VerifyReport reportOf(const Trace& trace) {
    const auto step = [&](const char* name, double difference, Cell cell) {
        StepAgreement one;
        one.node = trace.graph->find(name);
        one.difference = difference;
        one.cell = cell;
        one.expected = 0.5F;
        one.found = std::numeric_limits<float>::quiet_NaN();
        return one;
    };
    VerifyReport report;
    report.backend = "cpu";
    report.reference = "eigen";
    report.graph = trace.graph;
    report.step = trace.step;
    report.sourceTokens = trace.sourceTokens;
    report.targetTokens = trace.targetTokens;
    report.labels = trace.labels;
    report.steps = {step("grad/decoder.1.cross_attn.weights",
                         std::numeric_limits<double>::infinity(), {{1, 2, 0, 0}}),
                    step("decoder.0.self_attn.scores", 1e-3, {{0, 1, 1, 0}}),
                    step("loss", 1e-7, {})};
    return report;
}

} // namespace

/// ComparedRun runs in the window, without an engine behind it.
class TestCompare : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<MainWindow> m_window;

    CompareControl& compare() { return *m_window->compare(); }
    template <class Type> Type* child(const char* name = "") const {
        return m_window->findChild<Type*>(QString::fromLatin1(name));
    }

    /// Which give way in a window as low as this one.
    void showCurves() {
        child<QToolButton>("curves")->click();
        QCoreApplication::processEvents();
    }

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerTest"); }

    void init() {
        failOnQtWarnings();
        m_window = freshWindow();
        QVERIFY(m_window);
        m_window->showNews(RunInfo());
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        compare().showOffer(offer());
    }

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

    /// The worst first; a click shows the step, its gradient and its cell.
    void verifyWindow_listsTheStepsAndGoesToThem() {
        VerifyRequests wanted(m_window->intents());
        m_window->commands()[Command::Verify]->trigger();
        QCOMPARE(wanted.count(), 1);
        auto* dialog = child<VerifyWindow>();
        QVERIFY(dialog);
        QVERIFY(dialog->isVisible());
        auto* again = dialog->findChild<QPushButton*>();
        QVERIFY(!again->isEnabled());

        VerifyReport report = reportOf(*traceOf(Architecture::EncoderDecoder));
        m_window->showNews({report, wanted.last()});
        QVERIFY(again->isEnabled());
        const auto* summary = dialog->findChild<QLabel*>("summary");
        QVERIFY2(summary->text().contains("2 operations") && summary->text().contains("scores"),
                 qPrintable(summary->text()));
        auto* table = dialog->findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 3);
        const auto text = [&](int row, int column) {
            return table->model()->index(row, column).data().toString();
        };
        QCOMPARE(text(0, 0), QStringLiteral("∞"));
        QCOMPARE(text(0, 1), QStringLiteral("NaN"));
        QCOMPARE(text(0, 3), QStringLiteral("2, 3, 1"));
        QVERIFY(text(0, 4).startsWith("differs: "));
        QVERIFY(text(1, 4).startsWith("first: "));
        QVERIFY(!text(2, 4).contains(':'));

        const QRect place = table->visualRect(table->model()->index(0, 4));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place.center());
        const Focus& focus = m_window->focus()->focus();
        QCOMPARE(focus.step, QStringLiteral("decoder.1.cross_attn.weights"));
        QVERIFY(focus.gradients);
        QVERIFY(focus.pinned);
        QCOMPARE(focus.head, 1);
        QCOMPARE(focus.row, Index(2));
        QCOMPARE(focus.column, Index(0));
        again->click();
        QCOMPARE(wanted.count(), 2);
        QCOMPARE(table->model()->rowCount(), 0); // what is there no more is not to be chosen
        report.steps.erase(report.steps.begin(), report.steps.begin() + 2);
        m_window->showNews({report, wanted.last()});
        QVERIFY2(summary->text().contains("agrees"), qPrintable(summary->text()));
        again->click(); // and what goes wrong is not waited for
        m_window->showNews({news::Failure{QStringLiteral("no")}, wanted.last()});
        QVERIFY(again->isEnabled());
        again->click(); // nor is it where there was no memory to say what went wrong
        QVERIFY(!again->isEnabled());
        m_window->showNews(news::Failure{QStringLiteral("no")});
        QVERIFY(again->isEnabled());
        m_window->showNews(RunInfo()); // the list is of another model
        QVERIFY(!dialog->isVisible());
    }

    void verifyWindow_asksForOneListAtATime() {
        VerifyRequests wanted(m_window->intents());
        test::Asked<intent::StopVerifying> given(m_window->intents());
        QAction* command = m_window->commands()[Command::Verify];
        for (int i = 0; i < 3; ++i)
            command->trigger();
        QCOMPARE(wanted.count(), 1);
        const IntentId first = wanted.last();
        auto* dialog = child<VerifyWindow>();
        auto* again = dialog->findChild<QPushButton*>();
        QCOMPARE(given.count(), 0);
        dialog->close();
        QCOMPARE(given.count(), 1);
        command->trigger();
        QCOMPARE(wanted.count(), 2);
        const VerifyReport report = reportOf(*traceOf(Architecture::EncoderDecoder));
        m_window->showNews({report, first}); // nobody waits for it
        QVERIFY(!again->isEnabled());
        m_window->showNews({report, wanted.last()});
        QVERIFY(again->isEnabled());
        dialog->close(); // and there is nothing to give up
        QCOMPARE(given.count(), 1);
    }

    void verifyWindow_saysWhenItsListIsOfAnotherExample() {
        VerifyRequests wanted(m_window->intents());
        m_window->commands()[Command::Verify]->trigger();
        const auto* earlier = child<VerifyWindow>()->findChild<QLabel*>("earlier");
        const auto trace = traceOf(Architecture::EncoderDecoder);
        m_window->showNews({reportOf(*trace), wanted.last()});
        QVERIFY(!earlier->isVisible());
        auto other = std::make_shared<Trace>(*trace);
        ++other->step;
        m_window->showNews(news::Traced{other});
        QVERIFY(earlier->isVisible());
        m_window->showNews(news::Traced{trace});
        QVERIFY(!earlier->isVisible());
        other = std::make_shared<Trace>(*trace);
        other->sourceTokens.front() = "another";
        m_window->showNews(news::Traced{other});
        QVERIFY(earlier->isVisible());
        child<VerifyWindow>()->findChild<QPushButton*>()->click();
        QVERIFY(!earlier->isVisible());
    }

    void verifyWindow_saysWhenItsListIsOfAnotherEdit() {
        VerifyRequests wanted(m_window->intents());
        m_window->commands()[Command::Verify]->trigger();
        const auto muted = [](double share) {
            Edit edit;
            edit.kind = Edit::Kind::Multiply;
            edit.value = share;
            return recurrentTrace(Alignment::General, Architecture::EncoderDecoder, CellKind::Gru,
                                  0, {{"attention.weights", edit}});
        };
        VerifyReport report = reportOf(*muted(0.5));
        report.steps.clear();
        m_window->showNews({report, wanted.last()});
        const auto* earlier = child<VerifyWindow>()->findChild<QLabel*>("earlier");
        m_window->showNews(news::Traced{muted(0.5)});
        QVERIFY(!earlier->isVisible());
        m_window->showNews(news::Traced{muted(0.25)});
        QVERIFY(earlier->isVisible());
    }

    /// What the model computed before a person changed it is a value, and no gradient.
    void verifyWindow_goesToTheValueBeforeAnEdit() {
        VerifyRequests wanted(m_window->intents());
        m_window->commands()[Command::Verify]->trigger();
        VerifyReport report = reportOf(*traceOf(Architecture::EncoderDecoder));
        auto graph = std::make_shared<Graph>(*report.graph);
        const NodeId loss = graph->find("loss");
        const NodeId scores = report.steps[1].node;
        graph->relate(scores, Relation::Computed, loss);
        report.graph = graph;
        m_window->showNews({report, wanted.last()});
        auto* table = child<VerifyWindow>()->findChild<QTableView*>();
        const QRect place = table->visualRect(table->model()->index(1, 4));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place.center());
        const Focus& focus = m_window->focus()->focus();
        QCOMPARE(focus.step, QStringLiteral("decoder.0.self_attn.scores"));
        QVERIFY(!focus.gradients);
    }

    void takeOver_goesOnVerifyingInTheNewWindow() {
        m_window->commands()[Command::Verify]->trigger();
        const auto before = std::move(m_window);
        m_window = freshWindow();
        VerifyRequests wanted(m_window->intents());
        m_window->takeOver(*before);
        QTRY_VERIFY(child<VerifyWindow>() && child<VerifyWindow>()->isVisible());
        QCOMPARE(wanted.count(), 1);
    }

    /// Where the families differ, what stands for each other is shown beside each other.
    void comparedStage_showsTheCounterpartOfTheStep() {
        compare().showComparison({difference("family", "transformer", "recurrent"), 2.5});
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
        compare().showOffer(
            {{difference("cell", "", "", false), difference("heads", "4", "1")}, 2, 12});
        m_window->commands()[Command::Compare]->trigger();
        const auto* dialog = child<CompareDialog>();
        QVERIFY(dialog->findChild<QLabel*>("lacking")->text().contains("The cell"));
        QVERIFY(!dialog->findChild<QRadioButton*>("cell"));
        QCOMPARE(dialog->change(), QStringLiteral("heads"));
    }

    void alignmentsAndPositions_areSaidInWords() {
        for (const char* value : {"none", "dot", "general", "location", "concat", "bahdanau"})
            for (const char* key : {"attention", "bahdanau"}) {
                const QString words = comparisonText(difference(key, "", ""), value);
                QVERIFY2(words != QLatin1String(value) && !words.contains(QChar(0x201C)),
                         qPrintable(words));
            }
        for (const char* key : {"relative", "rotary", "alibi", "bahdanau"}) {
            QVERIFY(titleOf(difference(key, "", "")) != QLatin1String(key));
            QVERIFY(whyOf(difference(key, "", "")).contains("20")); // a source
        }
    }

    void referenceWindow_showsSavedRunsBesideTheOpenOne() {
        test::Asked<intent::ShowReferenceRuns> wanted(m_window->intents());
        m_window->commands()[Command::Alignments]->trigger();
        auto* window = child<ReferenceWindow>();
        QVERIFY(window);
        QVERIFY(window->isVisible());
        QCOMPARE(window->count(), 1);
        emit window->filesWanted({"/runs/bahdanau.safetensors", "/runs/gone.safetensors"});
        QCOMPARE(wanted.back().files.size(), 2);
        ReferenceRuns beside;
        beside.runs.push_back(
            {"/runs/bahdanau.safetensors",
             {{"family", "recurrent"}, {"alignment", "bahdanau"}, {"cell", "gru"}},
             recurrentTrace(Alignment::Bahdanau),
             {}});
        beside.runs.push_back({"/runs/gone.safetensors", {}, nullptr, "gone"});
        m_window->showNews(beside);
        QCOMPARE(window->count(), 3);
        const auto names = window->findChildren<QLabel*>("runName");
        QVERIFY(names[1]->text().contains("Bahdanau"));
        const auto views = window->findChildren<HeatmapView*>();
        QCOMPARE(views.size(), 3);
        QCOMPARE(views[1]->data().rows, Index{4});
        QCOMPARE(views[1]->data().columns, views[0]->data().columns);
        QVERIFY(!views[2]->isVisible());
        QCOMPARE(window->findChildren<QLabel*>("runNote")[2]->text(), QStringLiteral("gone"));
        emit views[0]->hovered(2, 3);
        QCOMPARE(views[1]->highlight().row, Index{2});
        QCOMPARE(views[1]->highlight().column, Index{3});
        // Another example is asked for again, the same one is not.
        const auto asked = wanted.size();
        m_window->showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QCOMPARE(wanted.size(), asked);
        m_window->showNews(news::Traced{recurrentTrace(Alignment::None, Architecture::Decoder)});
        QCOMPARE(wanted.size(), asked + 1);
    }

    void referenceWindow_saysWhereThereIsNoTable() {
        m_window->commands()[Command::Alignments]->trigger();
        auto* window = child<ReferenceWindow>();
        auto* copy = window->findChild<QPushButton*>("copyBeside");
        auto* save = window->findChild<QPushButton*>("saveBeside");
        const auto says = [&](const QString& words) {
            return std::ranges::any_of(window->findChildren<QLabel*>(), [&](const QLabel* label) {
                return label->text().contains(words);
            });
        };
        window->showSavedRuns({});
        QVERIFY(!copy->toolTip().contains("one size"));
        QVERIFY(!save->toolTip().contains("one size"));
        copy->click();
        QVERIFY(QGuiApplication::clipboard()->mimeData()->hasText());
        QVERIFY(says("Copied as a picture and as a table"));
        window->showSavedRuns(
            {{"/runs/two.safetensors", {}, traceOf(Architecture::Decoder), {}}}); // 3 × 3
        QVERIFY(copy->toolTip().contains("one size"));
        QVERIFY(save->toolTip().contains("one size"));
        copy->click();
        QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
        QVERIFY(!QGuiApplication::clipboard()->mimeData()->hasText());
        QVERIFY(says("Copied as a picture; a table needs matrices of one size."));
    }

    void referenceFigure_captionsMaskedAndUnknownTokens() {
        const auto trace = std::make_shared<Trace>(*traceOf(Architecture::EncoderDecoder));
        RunLooking run;
        run.run = QStringLiteral("run");
        run.trace = trace;
        run.node = trace->graph->find("decoder.1.cross_attn.weights");
        trace->sourceTokens = {"t", "h", "<mask>", "t", "<eos>"};
        trace->targetTokens = {"<sos>", "t", "h", "<unk>"};
        const QString letters = referenceFigure({run})->caption;
        QVERIFY2(letters.endsWith("Example: th_t → th<unk>"), qPrintable(letters));
        trace->sourceTokens = {"the", "<mask>", "car", "<eos>", "<pad>"};
        trace->targetTokens = {"<sos>", "a", "<unk>", "car"};
        const QString words = referenceFigure({run})->caption;
        QVERIFY2(words.endsWith("Example: the _ car → a <unk> car"), qPrintable(words));
    }

    void referenceWindow_cutsLongNamesAndAlignsMatrices() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const QString name = QStringLiteral(
            "/runs/a-name-that-goes-on-and-on-and-on-and-on-and-then-still-goes-on.safetensors");
        ReferenceWindow window;
        window.showOpenRun({"/runs/one.safetensors", {}, trace, {}});
        window.showSavedRuns({{name, {}, trace, {}}, {"/runs/two.safetensors", {}, trace, {}}});
        window.resize(760, 500);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto views = window.findChildren<HeatmapView*>();
        QCOMPARE(views.size(), 3);
        for (const HeatmapView* view : views)
            QCOMPARE(view->mapTo(&window, QPoint()).y(), views[0]->mapTo(&window, QPoint()).y());
        const QLabel* cut = window.findChildren<QLabel*>("runName")[1];
        QCOMPARE(cut->text().count(QLatin1Char('\n')), 1);
        QVERIFY2(cut->text().endsWith(QChar(0x2026)), qPrintable(cut->text()));
        QVERIFY(cut->height() >= 2 * cut->fontMetrics().lineSpacing());
        QVERIFY(cut->toolTip().contains("still-goes-on.safetensors"));
    }

    void referenceWindow_exportsItsRunsAsOneFigure() {
        m_window->commands()[Command::Alignments]->trigger();
        auto* window = child<ReferenceWindow>();
        auto* copy = window->findChild<QPushButton*>("copyBeside");
        auto* save = window->findChild<QPushButton*>("saveBeside");
        m_window->showNews(news::Traced{recurrentTrace(Alignment::None)});
        QVERIFY(!copy->isEnabled());
        QVERIFY(!save->isEnabled()); // there is nothing to show
        const auto trace = recurrentTrace(Alignment::Bahdanau);
        m_window->showNews(news::Traced{trace});
        ReferenceRuns beside;
        for (const Alignment attention : {Alignment::General, Alignment::None})
            beside.runs.push_back(
                {attention == Alignment::None ? "/runs/none.safetensors"
                                              : "/runs/luong.safetensors",
                 {{"family", "recurrent"},
                  {"alignment", attention == Alignment::None ? "none" : "general"},
                  {"cell", "gru"}},
                 recurrentTrace(attention),
                 {}});
        m_window->showNews(beside);
        QVERIFY(copy->isEnabled());
        QVERIFY(window->screen()->availableGeometry().width() >= window->width());
        copy->click();
        const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
        QVERIFY(copied->hasImage());
        // Of both runs that look, one under the other.
        const Index rows = trace->value(trace->graph->find("attention.weights")).shape()[0];
        QCOMPARE(copied->text().count("luong.safetensors"), rows);
        QVERIFY(!copied->text().contains("none.safetensors"));
        save->click();
        auto* dialog = window->findChild<ExportDialog*>();
        QVERIFY(dialog);
        QVERIFY(dialog->isVisible());
        auto* format = dialog->findChild<QComboBox*>("format");
        const QTemporaryDir folder;
        for (const auto& [kind, begins] :
             {std::pair("png", "\x89PNG"), std::pair("svg", "<?xml"), std::pair("pdf", "%PDF")}) {
            const int at = format->findData(QLatin1String(kind));
            QVERIFY2(at >= 0, kind);
            format->setCurrentIndex(at);
            const QString path = folder.filePath(QLatin1String(kind));
            QVERIFY2(dialog->writeTo(path), kind);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray bytes = file.readAll();
            QVERIFY2(bytes.startsWith(begins), kind);
            if (QLatin1String(kind) != QLatin1String("svg"))
                continue;
            QVERIFY(bytes.contains("luong.safetensors"));
            QVERIFY(bytes.contains("Example"));
            // Of a paper's width both stand beside each other: the figure is wider than high.
            static const QRegularExpression sizes("width=\"([0-9.]+)mm\" height=\"([0-9.]+)mm\"");
            const auto size = sizes.match(QString::fromUtf8(bytes));
            QVERIFY2(size.hasMatch(), bytes.left(300));
            QVERIFY(size.captured(1).toDouble() > size.captured(2).toDouble());
        }
        dialog->close();
    }

    void stages_followOneFocus() {
        QVERIFY(!compare().comparedStage()->isVisible());
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
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

    void comparison_fitsIntoASmallWindow() {
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
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
        QVERIFY(!compare().isOn());
        QVERIFY(child<QDockWidget>("explain")->isVisible());
        showCurves();
        QVERIFY(child<LossChart>()->isVisible());
    }

    /// Before that they would make the window wider.
    void savedView_hasItsDocksOnceNothingIsCompared() {
        m_window->resize(1024, 640);
        Scene scene = m_window->scene();
        scene.hidden = QStringList{"map", "what-if"};
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
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
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
        compare().showMetrics(
            {{test::metricsOf({{1, 2}, {20, 1}}), test::metricsOf({{1, 3}, {20, 1.5F}})}});
        const auto* plot = compare().lossChart()->findChild<QCustomPlot*>();
        const auto drawn = [plot] {
            std::vector<int> points;
            for (int i = 0; i < plot->graphCount(); ++i)
                points.push_back(plot->graph(i)->dataCount());
            return points;
        };
        QTRY_COMPARE(drawn(), (std::vector<int>{2, 2, 2})); // and the guess
        compare().showComparison({difference("heads", "4", "1"), 2.5});
        QCOMPARE(drawn(), (std::vector<int>{2, 0, 0}));
    }

    void comparedCharts_areExportedWithTheirNumbers() {
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        compare().showMetrics(
            {{test::metricsOf({{1, 2.5F}, {2, 2}}), test::metricsOf({{1, 2.75F}, {2, 2.125F}})}});
        news.gradients = {{layerOf("encoder", 0), {1, 1.5}, {0.5, 0.25}},
                          {layerOf("decoder", 0), {2, 0}, {4, 0}}};
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
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        compare().showMetrics(
            {{test::metricsOf({{10, 2}, {20, 1}}), test::metricsOf({{10, 3}, {20, 1.5F}})}});
        TimeStatus past;
        past.checkpoints = {0, 10, 20};
        past.present = 20;
        past.shown = 10;
        past.branches = {{1, 0, 20, true}};
        past.comparedRuns = true;
        m_window->time()->showTime(past);
        compare().showTime(past);
        QVERIFY(m_window->time()->panel()->isVisible());
        QCOMPARE(child<QLabel>("headB")->text().contains("3.0000"), true);
        for (const PastFrame* frame : m_window->findChildren<PastFrame*>())
            QVERIFY(frame->isVisible());
        QCOMPARE(m_window->findChildren<PastFrame*>().size(), 2);
        QVERIFY(!m_window->commands()[Command::ContinueHere]->isEnabled());
        QVERIFY(m_window->commands()[Command::BackToNow]->isEnabled());
    }

    void gradientChart_saysItsFindingInWords() {
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.gradients = {{layerOf("encoder", 0), {1, 1.5}, {0.5, 0.5}},
                          {layerOf("encoder", 1), {0.5, 4}, {0.2, 0.3}}};
        compare().showNews(news);
        QCOMPARE(lastLayerRatio(news.gradients), 8.0);
        const QString finding = compare().gradientChart()->finding();
        QVERIFY2(finding.contains("encoder 2") && finding.contains("8.0") && finding.contains("B"),
                 qPrintable(finding));
        news.gradients = {{layerOf("encoder", 0), {1, 1.04}, {0.5, 0.5}}};
        compare().showNews(news);
        QVERIFY(!compare().gradientChart()->finding().contains("1.0"));
    }

    void stages_stayLevelBesideALongAnswer() {
        compare().showComparison({difference("mask", "causal", "none"), 2.5});
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
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
        QSignalSpy said(&compare(), &CompareControl::noticed);
        ComparisonNews news;
        news.comparedRuns = {{nullptr, {}, 7}};
        compare().showNews(news);
        compare().showNews(news);
        QCOMPARE(said.count(), 1);
        QVERIFY(said[0][0].toString().contains("7"));
    }

    void compareDialog_offersThreeMechanismsOrSaysWhyNot() {
        test::Asked<intent::Compare> wanted(m_window->intents());
        compare().showOffer({{difference("norm", "pre", "post"), mechanisms()}, 2, 12});
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
        compare().showOffer({{difference("norm", "pre", "post"), mechanisms(false)}, 2, 12});
        m_window->commands()[Command::Compare]->trigger();
        dialog = child<CompareDialog>();
        QVERIFY(!dialog->findChild<QRadioButton*>("mechanisms")->isEnabled());
        QVERIFY(!obstacleOf(mechanisms(false)).isEmpty());
        QVERIFY(says(obstacleOf(mechanisms(false))));
    }

    /// Unless one looks at something that another mechanism has as well.
    void mechanisms_areShownWhenTheirComparisonBegins() {
        const auto beginAt = [&](const char* step) {
            m_window->focus()->setStep(step);
            compare().showOffer({{mechanisms()}, 2, 12});
            m_window->commands()[Command::Compare]->trigger();
            child<CompareDialog>()->accept();
            compare().showComparison({mechanisms(), 2.5});
            compare().showNews(newsOfMechanisms());
            QTRY_VERIFY(!child<CompareDialog>());
        };
        beginAt("decoder.1.norm3.output");
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("decoder.1.cross_attn.weights"));
        m_window->focus()->setStep("decoder.1.norm3.output"); // not again
        compare().showNews(newsOfMechanisms());
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("decoder.1.norm3.output"));
        beginAt("loss");
        QCOMPARE(m_window->focus()->focus().step, QStringLiteral("loss"));
    }

    /// The alignment of each on the same sentence, whichever step of whichever one is chosen.
    void stages_showThreeAlignmentsOfOneFocus() {
        m_window->resize(1440, 900);
        compare().showComparison({mechanisms(), 2.5});
        compare().showNews(newsOfMechanisms());
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
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
        QVERIFY(compare().comparedStage(0)->isVisible());
        QVERIFY(!compare().comparedStage(1)->isVisible());
        QVERIFY(!child<QLabel>("headC")->isVisible());
    }

    /// Recurrent models stand in for each other and for the transformer in the same way.
    void recurrentFocus_isFoundInTheOtherTwoRuns() {
        m_window->showNews(news::Traced{recurrentTrace(Alignment::General)});
        compare().showComparison({{"mechanisms", {"general", "transformer", "bahdanau"}}, 2.5});
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

    void narrowWindow_showsTwoOfThreeRunsAndAsksWhich() {
        compare().showComparison({mechanisms(), 2.5});
        compare().showNews(newsOfMechanisms());
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
        compare().showComparison({mechanisms(), 2.5});
        ComparisonNews news = newsOfMechanisms();
        // C had stopped.
        compare().showMetrics(
            {{test::metricsOf({{1, 2.5F}, {2, 2}}), test::metricsOf({{1, 2.75F}, {2, 2.125F}}),
              test::metricsOf({{1, 3}})}});
        news.gradients = {{layerOf("encoder", 0), {1, 1.5, 2}, {0.5, 0.25, 3}},
                          {layerOf("decoder", 0), {2, 1, 6}, {4, 5, 7}}};
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
        compare().showComparison({mechanisms(), 2.5});
        ComparisonNews news = newsOfMechanisms();
        compare().showNews(news);
        compare().showMetrics(
            {{test::metricsOf({{10, 2}, {20, 1}}), test::metricsOf({{10, 3}, {20, 1.5F}}),
              test::metricsOf({{10, 4}, {20, 1.25F}})}});
        QVERIFY(child<QLabel>("headC")->text().contains("1.2500"));
        TimeStatus past;
        past.checkpoints = {0, 10, 20};
        past.present = 20;
        past.shown = 10;
        past.branches = {{1, 0, 20, true}};
        past.comparedRuns = true;
        m_window->time()->showTime(past);
        compare().showTime(past);
        QVERIFY(child<QLabel>("headC")->text().contains("4.0000"));
        QCOMPARE(m_window->findChildren<PastFrame*>().size(), 3);
        for (const PastFrame* frame : m_window->findChildren<PastFrame*>())
            QVERIFY(frame->isVisible());
    }

    void stoppedRun_isNamedOnceAndInItsHeading() {
        compare().showComparison({mechanisms(), 2.5});
        QSignalSpy said(&compare(), &CompareControl::noticed);
        ComparisonNews news = newsOfMechanisms();
        news.comparedRuns[1].divergedAt = 7;
        compare().showMetrics(
            {{test::metricsOf({{7, 2}}), test::metricsOf({{7, 3}}), test::metricsOf({{6, 4}})}});
        compare().showNews(news);
        compare().showNews(news);
        QCOMPARE(said.count(), 1);
        QVERIFY(said[0][0].toString().startsWith("Run C stopped at training step 7"));
        QVERIFY(child<QLabel>("headC")->text().contains("stopped at training step 7"));
        QVERIFY(child<QLabel>("headB")->text().contains("3.0000"));
    }

    void presentation_includesAThirdStageAddedLater() {
        m_window->perform(Command::Present, true);
        compare().showComparison({mechanisms(), 2.5});
        compare().showNews(newsOfMechanisms());
        const auto* title = compare().comparedStage(1)->findChild<QLabel*>("stageTitle");
        const auto* facts = compare().comparedStage(1)->findChild<QLabel*>("stageFacts");
        QVERIFY(!title->isVisible());
        QCOMPARE(facts->font(), child<StageWidget>()->findChild<QLabel*>("stageFacts")->font());
        m_window->perform(Command::Present, false);
    }

    /// What is so of one model is not said of the other: each has its formula and words, also in a
    /// presentation, which has none of A alone then.
    void runExplanation_hasTheFormulaAndWordsOfItsRun() {
        m_window->resize(1440, 900);
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
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
        m_window->openLesson("masks");
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
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

    /// In a low window the stages keep their room: no formula stands there cut.
    void runExplanation_givesWayInALowWindow() {
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
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
                            formula->height() >= formula->heightForWidth(formula->width()));
            }
        }
    }

    /// Its drawing is what is looked at, below its knobs.
    void explanationsOfALab_giveWayToItsDrawing() {
        m_window->resize(1440, 900);
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
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
        compare().showComparison({mixers ? threeMixers() : mechanisms(), 2.5});
        compare().showNews(mixers ? newsOfMixers() : newsOfMechanisms());
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
        // So does what stands beside it, where both have it.
        const auto placeOf = [](const StageWidget* stage, const char* name) {
            for (std::size_t i = 0; i < stage->canvas().panels().size(); ++i)
                if (HeatmapView* view = stage->canvas().view(i);
                    view && view->isVisible() && view->data().title == QLatin1String(name))
                    return view->mapTo(stage, QPoint());
            return QPoint();
        };
        QVERIFY(!placeOf(stages[0], "masked").isNull());
        QCOMPARE(placeOf(stages[1], "masked"), placeOf(stages[0], "masked"));
        // Numbers of one run move the scale of all.
        ComparisonNews news = mixers ? newsOfMixers() : newsOfMechanisms();
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
        compare().showComparison({threeMixers(), 2.5});
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
        compare().showComparison({{"mixers", {"convolution", "attention", "mean"}}, 2.5});
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
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
        const auto answers = [&](const QString& text, bool isRight) {
            ComparisonNews news;
            Prediction answer;
            answer.text = text.toStdString();
            answer.matchesTarget = isRight;
            news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), answer, 0}};
            const SharedMetrics metrics = test::metricsOf({{1000, 1.2345F}}, {{1000, 1, 0.125F}});
            compare().showMetrics({{metrics, metrics}});
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
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        const auto head = [this](const char* name) { return child<QLabel>(name)->text(); };
        const auto show = [this](Index steps, std::vector<Metrics::Measurement> a,
                                 std::vector<Metrics::Measurement> b) {
            compare().showMetrics({{test::metricsOf({{1, 2}, {steps, 1}}, a),
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
        compare().showTime(past);
        QVERIFY2(head("headB").contains("12.5 % exact"), qPrintable(head("headB")));
        compare().showTime({});
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
              "attention", "mechanisms", "warmup", "mask", "backend", "nothing"}) {
            const ComparisonChoice one = difference(key, "on", "off");
            QVERIFY2(titleOf(one) != one.key, key);
            QVERIFY2(whyOf(one).size() > 40, key);
        }
        QCOMPARE(comparisonText(difference("norm", "pre", "post"), "post"),
                 QStringLiteral("Post-LN"));
        QVERIFY(!obstacleOf(difference("warmup", "0", "0", false)).isEmpty());
    }

    /// Where a task has a measure of its own, that is what tells runs apart.
    void compared_areToldTheirErrorWhereTheTaskMeasuresIt() {
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        compare().showNews(news);
        compare().showMetrics({{test::metricsOf({{100, 1}}, {{50, 1, 0.9F, 0.125F}}),
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
        compare().showComparison({difference("norm", "pre", "post"), 2.5});
        TrainingStatus status;
        status.learning.state = Learning::State::Begun;
        m_window->showNews(status);
        ComparisonNews news;
        news.comparedRuns = {{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}};
        news.comparedRuns[0].learning.state = Learning::State::Learnt;
        compare().showNews(news);
        const auto facts = [](const StageWidget* stage) {
            return stage->findChild<QLabel*>("stageFacts")->text();
        };
        QVERIFY(facts(child<StageWidget>()).contains("hardly trained yet"));
        QVERIFY(!facts(compare().comparedStage()).contains("hardly trained yet"));
        news.comparedRuns[0].learning = {Learning::State::Guessing, 500};
        compare().showNews(news);
        QVERIFY2(facts(compare().comparedStage()).contains("no better than a guess"),
                 qPrintable(facts(compare().comparedStage())));
    }

    /// As whatever else drops runs.
    void endOfComparison_asksBeforeRunsAreLost() {
        m_window->showNews(ComparisonInfo{difference("norm", "pre", "post"), 2.5});
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
        m_window->showNews(ComparisonInfo{difference("norm", "pre", "post"), 2.5});
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
        m_window->showNews(ComparisonInfo{difference("norm", "pre", "post"), 2.5});
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
