// SPDX-License-Identifier: GPL-3.0-or-later
#include "small_model.h"
#include "tests/ui/asked.h"
#include "ui/controls/commands.h"
#include "ui/figure/heatmap_view.h"
#include "ui/generation/attention_rows.h"
#include "ui/generation/beam_tree.h"
#include "ui/generation/choice_bars.h"
#include "ui/generation/generation_view.h"
#include "ui/generation/work.h"
#include "ui/stage/stage_widget.h"
#include "ui/window/main_window.h"
#include "warnings.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

namespace gf::tst_generation {

namespace {

/// Three tokens written over the trace of a small model, whose target has three words.
GenerationReport smallReport(GenerationSettings::Way way) {
    GenerationReport report;
    report.settings.way = way;
    report.trace = traceOf(Architecture::EncoderDecoder);
    report.tokens = {"a", "b", "<eos>"};
    using Cut = NextChoice::Cut;
    for (int i = 0; i < 3; ++i)
        report.moments.append({{{{0.6, 0.75, Cut::None}, "a"},
                                {{0.2, 0.25, Cut::None}, "b"},
                                {{0.15, 0, Cut::TopP}, "c"},
                                {{0.05, 0, Cut::TopK}, "<eos>"}},
                               i == 2 ? 3 : i,
                               0.5});
    // a b <eos>, and b, which was dropped at the second depth.
    report.branches = {{{-1, 0, 0.6, -0.5, true}, "a", false, true},
                       {{-1, 0, 0.2, -1.6, true}, "b", false, false},
                       {{0, 1, 0.5, -1.2, true}, "b", false, true},
                       {{1, 1, 0.1, -4.0, false}, "c", false, false},
                       {{2, 2, 0.9, -1.3, true}, "<eos>", true, true}};
    report.found = {{{-1.3, -1.3, true}, "ab"}};
    return report;
}

/// Whether these words stand somewhere in the window.
bool says(const GenerationView& window, const QString& words) {
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->text().contains(words))
            return true;
    return false;
}

} // namespace

class TestGeneration : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerTest"); }
    void init() {
        failOnQtWarnings();
        QSettings().clear();
    }

    void attentionRows_hasOneRowForEveryHead() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const HeatmapData self = attentionRows(*trace, ScopeKind::SelfAttention, 2);
        QCOMPARE(self.rows, Index{4});    // two layers, two heads
        QCOMPARE(self.columns, Index{3}); // what is not written yet is not there
        QCOMPARE(self.rowLabels, (QStringList{"1·1", "1·2", "2·1", "2·2"}));
        const Tensor& weights = *trace->find("decoder.1.self_attn.weights");
        QCOMPARE(self.at(3, 1), weights.at({{1, 2, 1, 0}}));
        const HeatmapData cross = attentionRows(*trace, ScopeKind::CrossAttention, 2);
        QCOMPARE(cross.columns, Index{5});
        QCOMPARE(cross.columnLabels.last(), QStringLiteral("<eos>"));
        QCOMPARE(cross.at(0, 4), trace->find("decoder.0.cross_attn.weights")->at({{0, 2, 4, 0}}));
        QCOMPARE(attentionRows(*trace, ScopeKind::SelfAttention, 99).rows, Index{0});
        QCOMPARE(attentionRows(*traceOf(Architecture::Decoder), ScopeKind::CrossAttention, 1).rows,
                 Index{0});
    }

    void attentionRows_areOneLayersHeadsOrTheirMeans() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        QCOMPARE(headsIn(*trace, ScopeKind::SelfAttention), (HeadCount{2, 4}));
        const HeatmapData all = attentionRows(*trace, ScopeKind::SelfAttention, 2);
        const HeatmapData second = attentionRows(*trace, ScopeKind::SelfAttention, 2,
                                                 {.kind = HeadRows::Kind::OfLayer, .layer = 1});
        QCOMPARE(second.rowLabels, (QStringList{"2·1", "2·2"}));
        QCOMPARE(second.at(1, 0), all.at(3, 0));
        const HeatmapData means =
            attentionRows(*trace, ScopeKind::SelfAttention, 2, {.kind = HeadRows::Kind::Means});
        QCOMPARE(means.rowLabels, (QStringList{"1", "2"}));
        for (Index layer = 0; layer < 2; ++layer)
            for (Index key = 0; key < 3; ++key)
                QVERIFY(std::abs(means.at(layer, key) -
                                 (all.at(2 * layer, key) + all.at(2 * layer + 1, key)) / 2) <
                        1e-6F);
    }

    /// More rows than can be read are means of layers at first, and the heads of each layer on
    /// demand.
    void heads_areChosenByLayerWhereThereAreMany() {
        GenerationView window;
        window.show();
        window.setReport(smallReport(GenerationSettings::Way::Greedy));
        auto* heads = window.findChildren<QComboBox*>().last();
        QVERIFY(!heads->isVisible());
        QCOMPARE(window.findChild<HeatmapView*>()->data().rows, Index{4});

        ModelConfig config;
        config.architecture = Architecture::Decoder;
        config.layers = 5;
        config.heads = 8;
        config.dModel = 16;
        config.dFf = 24;
        config.maxLength = 16;
        config.targetVocab = 12;
        GenerationReport many = smallReport(GenerationSettings::Way::Greedy);
        ProbeExample example;
        example.target = {9, 10, 11};
        many.trace = traceOf(config, example);
        window.setReport(many);
        QVERIFY(heads->isVisible());
        QCOMPARE(heads->count(), 7);
        const auto* rows = window.findChild<HeatmapView*>();
        QCOMPARE(rows->data().rows, Index{5});
        heads->setCurrentIndex(5); // the last layer
        QCOMPARE(rows->data().rows, Index{8});
        QCOMPARE(rows->data().rowLabels.first(), QStringLiteral("5·1"));
        heads->setCurrentIndex(6); // all
        QCOMPARE(rows->data().rows, Index{40});
        config.heads = 16; // as many layers
        many.trace = traceOf(config, example);
        window.setReport(many);
        QCOMPARE(heads->itemText(6), QStringLiteral("all 80"));
        window.setReport(smallReport(GenerationSettings::Way::Greedy));
        QVERIFY(!heads->isVisible());
        QCOMPARE(rows->data().rows, Index{4});
    }

    void growingAnswer_saysHowFarItIsAndKeepsThePersonsPlace() {
        GenerationView window;
        const GenerationReport whole = smallReport(GenerationSettings::Way::Greedy);
        window.show();
        window.setReport(whole);
        window.setStep(2);
        GenerationReport growing = whole;
        growing.isGrowing = true;
        growing.trace = nullptr;
        growing.tokens.resize(2);
        growing.moments.resize(2);
        window.setReport(growing);
        QCOMPARE(window.step(), 1);
        QVERIFY(says(window, "Token 2 of 2 so far"));
        const auto* rows = window.findChild<HeatmapView*>();
        QVERIFY(rows->isVisible()); // where they will be
        QCOMPARE(rows->data().rows, Index{0});
        window.setReport(whole);
        QCOMPARE(window.step(), 2);
        QVERIFY(says(window, "Token 3 of 3"));
        QCOMPARE(rows->data().rows, Index{4});
    }

    void workOf_countsWhatTheModelComputes() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const WorkShape shape = workShapeOf(*trace, 0);
        QCOMPARE(shape.source, Index{5});
        QCOMPARE(shape.encoderHeads, Index{4});
        QCOMPARE(shape.decoderHeads, Index{4});
        const AttentionWork three = workOf(shape, 3);
        // 25 in the encoder; texts of 1, 2 and 3 tokens, each also looking at 5.
        QCOMPARE(three.everything, Index{4 * (3 * 25 + (1 + 5) + (4 + 10) + (9 + 15))});
        QCOMPARE(three.encoderOnce, Index{4 * (25 + 6 + 14 + 24)});
        QCOMPARE(three.newRows, Index{4 * (25 + (1 + 2 + 3) + 3 * 5)});
        QCOMPARE(workOf(shape, 0).everything, Index{0});
        const WorkShape text = workShapeOf(*traceOf(Architecture::Decoder), 2);
        QCOMPARE(text.source, Index{0});
        QCOMPARE(workOf(text, 2).newRows, text.decoderHeads * (3 * 3 + 4));
    }

    void attentionRows_hasOneAlignmentInARecurrentModel() {
        for (const Alignment attention : {Alignment::Bahdanau, Alignment::General}) {
            const auto trace = recurrentTrace(attention);
            const HeatmapData cross = attentionRows(*trace, ScopeKind::CrossAttention, 2);
            QCOMPARE(cross.rows, Index{1});
            QCOMPARE(cross.columns, Index{5});
            QCOMPARE(cross.rowLabels,
                     QStringList{QString::fromUtf8("%1 → %2").arg(tokenText(trace->targetTokens[2]),
                                                                  tokenText(trace->labels[2]))});
            QCOMPARE(cross.columnLabels.last(), QStringLiteral("<eos>"));
            QCOMPARE(cross.at(0, 3), trace->find("attention.weights")->at({{2, 3, 0, 0}}));
            QCOMPARE(attentionRows(*trace, ScopeKind::SelfAttention, 2).rows, Index{0});
        }
        const auto text = recurrentTrace(Alignment::Dot, Architecture::Decoder);
        QCOMPARE(attentionRows(*text, ScopeKind::SelfAttention, 2).columns, Index{3});
        QCOMPARE(attentionRows(*text, ScopeKind::CrossAttention, 2).rows, Index{0});
        QCOMPARE(attentionRows(*recurrentTrace(Alignment::None), ScopeKind::CrossAttention, 2).rows,
                 Index{0});
    }

    void workOf_countsTheTimeStepsOfARecurrentModel() {
        const WorkShape shape = workShapeOf(*recurrentTrace(Alignment::General), 0);
        QVERIFY(shape.isRecurrent());
        QCOMPARE(shape.encoderCells, Index{2}); // layers
        QCOMPARE(shape.source, Index{5});
        const AttentionWork three = workOf(shape, 3);
        QCOMPARE(three.everything, Index{2 * (3 * 5 + 1 + 2 + 3)});
        QCOMPARE(three.encoderOnce, Index{2 * (5 + 1 + 2 + 3)});
        QCOMPARE(three.newRows, Index{2 * (5 + 3)});
        GenerationView window;
        GenerationReport report = smallReport(GenerationSettings::Way::Greedy);
        report.trace = recurrentTrace(Alignment::General);
        window.setReport(report);
        QVERIFY(says(window, "Time steps of all layers"));
        QVERIFY(!says(window, "q·k"));
    }

    void tokens_areSteppedThroughByKeysAndClicks() {
        GenerationView window;
        window.show();
        window.setReport(smallReport(GenerationSettings::Way::Greedy));
        auto* tokens = window.findChild<QListWidget*>();
        QCOMPARE(tokens->count(), 3);
        QCOMPARE(window.step(), 0);
        QTest::keyClick(tokens, Qt::Key_Right);
        QCOMPARE(window.step(), 1);
        window.setStep(2);
        window.setStep(3); // there is no more
        QCOMPARE(window.step(), 2);
        QTest::keyClick(tokens, Qt::Key_Left);
        QCOMPARE(tokens->currentRow(), 1);
        tokens->setCurrentRow(0);
        QCOMPARE(window.step(), 0);
        const auto views = window.findChildren<HeatmapView*>();
        QCOMPARE(views.size(), qsizetype{2});
        QCOMPARE(views[0]->data().columns, Index{1});
        window.setStep(2);
        QCOMPARE(views[0]->data().columns, Index{3});
        QCOMPARE(views[1]->data().columns, Index{5});
    }

    void sentence_saysHowTheTokenWasChosen() {
        GenerationView window;
        window.setReport(smallReport(GenerationSettings::Way::Greedy));
        QVERIFY(says(window, "Token 1 of 3: “a” is the most likely"));
        window.setStep(2);
        QVERIFY(says(window, "the answer ends"));
        window.setReport(smallReport(GenerationSettings::Way::Sample));
        QVERIFY(says(window, "the random number 0.500 fell on “a”"));
        window.setReport(smallReport(GenerationSettings::Way::Beam));
        QVERIFY(says(window, "the best answer, “ab”"));
        GenerationReport none;
        none.problem = QStringLiteral("It only labels.");
        window.setReport(none);
        QVERIFY(says(window, "It only labels."));
    }

    /// Whichever token the person goes to, its branches are seen.
    void beamTree_movesToTheShownToken() {
        GenerationReport report = smallReport(GenerationSettings::Way::Beam);
        const GenerationMoment moment = report.moments.first();
        constexpr int tokens = 16;
        report.branches.clear();
        report.tokens.clear();
        report.moments.clear();
        for (int i = 0; i < tokens; ++i) {
            report.branches.push_back({{i - 1, i, 0.6, -0.5, true}, "a", false, true});
            report.tokens << QStringLiteral("a");
            report.moments << moment;
        }
        GenerationView window;
        window.resize(700, 480);
        window.setReport(report);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto* tree = window.findChild<BeamTree*>();
        const auto isSeen = [&](int depth) {
            return tree->visibleRegion().boundingRect().contains(
                tree->boxOf(depth).toAlignedRect());
        };
        QTRY_VERIFY(isSeen(0) && !isSeen(tokens - 1));
        window.setStep(tokens - 1);
        QTRY_VERIFY(isSeen(tokens - 1));
        window.setStep(0);
        QTRY_VERIFY(isSeen(0));
    }

    /// What the person has scrolled to stays under a click and a report of the same answer.
    void beamTree_staysWhereThePersonScrolled() {
        GenerationReport report = smallReport(GenerationSettings::Way::Beam);
        const GenerationMoment moment = report.moments.first();
        constexpr int tokens = 16;
        constexpr int ways = 24;
        report.branches.clear();
        report.tokens.clear();
        report.moments.clear();
        for (int i = 0; i < tokens; ++i) {
            report.tokens << QStringLiteral("a");
            report.moments << moment;
            for (int k = 0; k < ways; ++k)
                report.branches.push_back(
                    {{i ? (i - 1) * ways : -1, i, 0.1, -1.0, k < 8}, "a", false, k == 0});
        }
        GenerationView window;
        window.resize(700, 480);
        window.setReport(report);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto* tree = window.findChild<BeamTree*>();
        QScrollArea* area = nullptr;
        for (auto* candidate : window.findChildren<QScrollArea*>())
            if (candidate->widget() == tree)
                area = candidate;
        QVERIFY(area);
        QScrollBar* down = area->verticalScrollBar();
        QScrollBar* along = area->horizontalScrollBar();
        QTRY_VERIFY(down->maximum() > 0 && along->maximum() > 0);
        down->setValue(down->maximum());
        const int low = down->value();
        QTest::mouseClick(tree, Qt::LeftButton, {}, tree->boxOf(ways - 1).center().toPoint());
        QCOMPARE(window.step(), 0);
        QCOMPARE(down->value(), low);
        window.setStep(1); // along alone
        QCOMPARE(down->value(), low);
        along->setValue(along->maximum());
        const int far = along->value();
        window.setReport(report);
        QCOMPARE(down->value(), low);
        QCOMPARE(along->value(), far);
        window.setStep(0);
        QVERIFY(along->value() < far);
    }

    void choiceBars_takeAllTheRoomWithoutAttention() {
        GenerationReport report = smallReport(GenerationSettings::Way::Greedy);
        GenerationView window;
        window.setReport(report);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto* bars = window.findChild<ChoiceBars*>();
        const int beside = bars->width();
        QVERIFY(beside < 0.7 * window.width());
        report.trace = recurrentTrace(Alignment::None);
        window.setReport(report);
        QTRY_VERIFY(bars->width() > 0.9 * window.width());
        window.setReport(smallReport(GenerationSettings::Way::Greedy));
        QTRY_COMPARE(bars->width(), beside);
        window.setReport(smallReport(GenerationSettings::Way::Beam));
        const auto* tree = window.findChild<BeamTree*>();
        QTRY_VERIFY(tree->visibleRegion().boundingRect().width() > 0.6 * window.width());
    }

    void beamTree_showsBranchesAndChoosesTheirDepth() {
        BeamTree tree;
        const GenerationReport report = smallReport(GenerationSettings::Way::Beam);
        tree.setBranches(report.branches);
        tree.resize(tree.sizeHint());
        tree.show();
        QVERIFY(tree.boxOf(0).top() < tree.boxOf(1).top());
        QVERIFY(tree.boxOf(2).left() > tree.boxOf(0).right());
        QVERIFY(!tree.boxOf(3).isEmpty());
        QVERIFY(tree.rect().contains(tree.boxOf(4).toAlignedRect()));
        QSignalSpy chosen(&tree, &BeamTree::depthChosen);
        QTest::mouseClick(&tree, Qt::LeftButton, {}, tree.boxOf(2).center().toPoint());
        QCOMPARE(chosen.value(0).value(0).toInt(), 1);
        QVERIFY(!tree.grab().isNull());
    }

    void settings_askForAnotherAnswer() {
        GenerationView window;
        QSignalSpy wanted(&window, &GenerationView::wanted);
        auto* way = window.findChild<QComboBox*>();
        way->setCurrentIndex(1);
        QCOMPARE(wanted.size(), qsizetype{1});
        for (auto* button : window.findChildren<QPushButton*>())
            if (button->text().contains("again"))
                button->click();
        QCOMPARE(wanted.size(), qsizetype{2});
        const auto last = wanted.last()[0].value<GenerationSettings>();
        QCOMPARE(last.way, GenerationSettings::Way::Sample);
        QCOMPARE(last.seed, quint64{2});
    }

    void choiceBars_drawAnyDistribution() {
        ChoiceBars bars;
        bars.resize(400, 200);
        bars.show();
        for (const auto way : {GenerationSettings::Way::Greedy, GenerationSettings::Way::Sample}) {
            const GenerationReport report = smallReport(way);
            for (const GenerationMoment& moment : report.moments) {
                bars.setMoment(moment, report.settings);
                QVERIFY(!bars.grab().isNull());
                QVERIFY(bars.accessibleDescription().contains("“a” 60.0 %"));
            }
        }
        bars.setMoment({}, {});
        QVERIFY(!bars.grab().isNull());
    }

    void mainWindow_opensGenerationAndAsksAtOnce() {
        MainWindow window;
        window.show();
        window.showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        test::Asked<intent::Generate> wanted(window.intents());
        window.commands()[Command::Generate]->trigger();
        QCOMPARE(wanted.size(), qsizetype{1});
        auto* generation = window.findChild<GenerationView*>();
        QVERIFY(generation);
        QVERIFY(generation->isVisible());
        window.showNews(smallReport(GenerationSettings::Way::Greedy));
        QCOMPARE(generation->findChild<QListWidget*>()->count(), 3);
        // The keys of the walk go through the answer, and another operation takes its place.
        const QString step = window.focus()->focus().step;
        window.commands()[Command::NextStep]->trigger();
        window.commands()[Command::ColumnRight]->trigger();
        QCOMPARE(generation->step(), 2);
        window.commands()[Command::PreviousStep]->trigger();
        QCOMPARE(generation->step(), 1);
        QCOMPARE(window.focus()->focus().step, step);
        // Other weights, another answer.
        window.showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QCOMPARE(wanted.size(), qsizetype{2});
        auto* stage = window.findChild<StageWidget*>();
        QVERIFY(!stage->isVisible());
        window.focus()->setStep("encoder.0.ffn.hidden");
        QVERIFY(stage->isVisible());
        QVERIFY(!generation->isVisible());
        window.showNews(news::Traced{traceOf(Architecture::EncoderDecoder)});
        QCOMPARE(wanted.size(), qsizetype{2}); // nobody looks
    }

    void exported_isTheViewOnWhitePaperAndItsChoicesAsTable() {
        GenerationView view;
        view.resize(900, 600);
        GenerationReport report = smallReport(GenerationSettings::Way::Beam);
        report.moments[0].choices[0].token = "a\"b";
        view.setReport(report);
        const PaperDrawing drawing = view.onPaper({});
        QImage image(drawing.size.toSize(), QImage::Format_RGB32);
        image.fill(Qt::red);
        drawing.paint(image, 1);
        QCOMPARE(image.pixelColor(2, 2), QColor(Qt::white));
        Paper paper;
        QVERIFY(std::abs(view.onPaper(paper).millimetres().width() - paper.millimetres) < 1);
        const QByteArray table = choiceTable(report);
        QVERIFY2(table.startsWith("token,candidate,probability,share,picked\n"
                                  "1,\"a\"\"b\",0.6,0.75,1\n1,\"b\",0.2,0.25,0\n"),
                 table);
        QCOMPARE(table.count('\n'), 1 + 3 * 4);
    }

    void generation_followsTheExampleButNotEveryTrainingStep() {
        MainWindow window;
        window.show();
        const auto first = traceOf(Architecture::EncoderDecoder);
        window.showNews(news::Traced{first});
        window.commands()[Command::Generate]->trigger();
        test::Asked<intent::Generate> wanted(window.intents());
        TrainingStatus status;
        status.running = true;
        window.showNews(status);
        window.showNews(news::Traced{std::make_shared<Trace>(*first)}); // the next weights
        QCOMPARE(wanted.size(), qsizetype{0});
        window.showNews(
            news::Traced{traceOf(Architecture::EncoderDecoder)}); // another graph: another example
        QCOMPARE(wanted.size(), qsizetype{1});
        status.running = false;
        window.showNews(status);
        window.showNews(news::Traced{first});
        QCOMPARE(wanted.size(), qsizetype{2});
    }
};

} // namespace gf::tst_generation

#include "tests/entry.h"
GF_TEST(tst_generation, TestGeneration)
#include "tst_generation.moc"
