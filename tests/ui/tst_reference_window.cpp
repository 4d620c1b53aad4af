// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare_fixture.h"
#include "small_model.h"
#include "tests/ui/asked.h"
#include "ui/compare/reference_figure.h"
#include "ui/compare/reference_window.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/figure/heatmap_view.h"
#include "ui/scene/scene.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace gf::tst_reference_window {

/// Saved runs beside the open one.
class TestReferenceWindow : public test::CompareFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerTest"); }

    void init() { openWindow(); }

    void cleanup() { m_window.reset(); }

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

    void referenceWindow_showsWhatIsComparedToo() {
        m_window->commands()[Command::Alignments]->trigger();
        auto* window = child<ReferenceWindow>();
        m_window->showNews(
            ReferenceRuns{{{"/runs/b.safetensors", {}, recurrentTrace(Alignment::Bahdanau), {}}}});
        const auto names = [&] {
            QStringList all;
            for (const auto* view : window->findChildren<HeatmapView*>())
                all += view->parentWidget()->findChild<QLabel*>("runName")->text();
            return all;
        };
        QCOMPARE(names().size(), 2);
        m_window->showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        m_window->showNews(
            ComparisonNews{{{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}}});
        QStringList shown = names();
        shown.sort();
        QCOMPARE(shown, (QStringList{"A: Pre-LN", "B: Post-LN", "b.safetensors"}));
        window->findChild<QPushButton*>("saveBeside")->click();
        QVERIFY(!window->findChild<ExportDialog*>()
                     ->findChild<QLineEdit*>("caption")
                     ->text()
                     .isEmpty());
        m_window->showNews(news::ComparisonEnded{});
        QCOMPARE(names().size(), 2);
    }

    void export_hasAllComparedRunsAndNamesThem() {
        const auto exported = [&] {
            m_window->commands()[Command::ExportMatrix]->trigger();
            auto* dialog = child<ExportDialog>();
            auto* what = dialog->findChild<QComboBox*>("what");
            QStringList all{what->currentText(), dialog->findChild<QLineEdit*>("caption")->text()};
            for (int i = 0; i < what->count(); ++i)
                all += what->itemText(i);
            delete dialog;
            return all;
        };
        m_window->focus()->setStep("decoder.0.cross_attn.weights");
        QCOMPARE(exported().first(), QStringLiteral("This matrix"));
        m_window->showNews(ComparisonInfo{test::difference("norm", "pre", "post"), 2.5});
        m_window->showNews(
            ComparisonNews{{{traceOf(Architecture::EncoderDecoder, Norm::Post), {}, 0}}});
        const QStringList all = exported();
        QCOMPARE(all[0], QStringLiteral("All runs, as they are shown"));
        QVERIFY2(all[1].contains("(a) Pre-LN") && all[1].contains("(b) Post-LN"),
                 qPrintable(all[1]));
        QVERIFY2(all.contains("This matrix, of A") && !all.contains("This matrix"),
                 qPrintable(all.join('|')));
        m_window->commands()[Command::CopyMatrix]->trigger();
        QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
        QVERIFY(!QGuiApplication::clipboard()->mimeData()->hasText());
    }

    void referenceWindow_callsTheOpenRunAsItsFile() {
        m_window->commands()[Command::Alignments]->trigger();
        const auto* window = child<ReferenceWindow>();
        QVERIFY(window);
        const auto names = [&] {
            QStringList all;
            for (const QLabel* label : window->findChildren<QLabel*>())
                all += label->toolTip();
            return all.join('|');
        };
        QVERIFY2(!names().contains("one.safetensors"), qPrintable(names()));
        m_window->showNews(news::Saved{"/nowhere/one.safetensors"});
        QVERIFY2(names().contains("one.safetensors"), qPrintable(names()));
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
        window.showOpenRuns({{"/runs/one.safetensors", {}, trace, {}}});
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
};

} // namespace gf::tst_reference_window

#include "tests/entry.h"
GF_TEST(tst_reference_window, TestReferenceWindow)
#include "tst_reference_window.moc"
