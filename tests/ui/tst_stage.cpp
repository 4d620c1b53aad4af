// SPDX-License-Identifier: GPL-3.0-or-later
#include "stage_fixture.h"

#include "core/graph/op.h"
#include "ui/figure/heatmap_view.h"
#include "ui/figure/mask_legend.h"
#include "ui/language/axes.h"
#include "ui/stage/composition.h"
#include "ui/stage/stage_header.h"
#include "ui/stage/stage_scene.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_bar.h"
#include "ui/steps/steps.h"

#include <QLabel>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

namespace gf::tst_stage {

namespace {

/// A stage of a usual size with a trace, as a person sees it.
struct Shown {
    FocusModel focus;
    QWidget window; ///< stays without size hints, of which the offscreen platform warns
    StageWidget* stage = nullptr;
    std::shared_ptr<const Trace> trace;

    explicit Shown(const char* step, const ModelConfig& model = test::smallModel())
        : trace(test::makeTrace(model)) {
        window.resize(1700, 1000);
        stage = new StageWidget(&focus, &window);
        stage->resize(860, 640);
        stage->setTrace(trace);
        focus.setStep(step);
        focus.setView(QStringLiteral("matrices")); // whatever drawing the step has besides
        window.show();
        QCoreApplication::processEvents(); // a scroll bar that appears makes everything narrower
    }

    NodeId node(const char* name) const { return trace->graph->find(name); }

    /// The first view of a node at a place of the stage.
    HeatmapView* view(const char* name, StagePlace place = StagePlace::Operation) const {
        const auto& panels = stage->canvas().panels();
        for (std::size_t i = 0; i < panels.size(); ++i)
            if (panels[i].place == place && panels[i].item.matrix.node == node(name))
                return stage->canvas().view(i);
        return nullptr;
    }

    int count(StagePlace place) const {
        int n = 0;
        for (const StagePanel& panel : stage->canvas().panels())
            n += panel.place == place ? 1 : 0;
        return n;
    }

    QString title() const { return stage->findChild<QLabel*>("stageTitle")->text(); }
};

QPoint cellOf(const HeatmapView* view, Index row, Index column) {
    return view->heatmapLayout().cellRect(row, column).center().toPoint();
}

QStringList signsOf(const Composition& composition) {
    QStringList signs;
    for (const StageItem& item : composition)
        if (item.kind == StageItem::Kind::Sign)
            signs << item.sign;
    return signs;
}

} // namespace

class TestStage : public QObject {
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(".?")); }

    void facts_thatAreNoneStandInAStageWithoutRoom() {
        QWidget stage;
        auto* header = new StageHeader(&stage);
        stage.setLayout(header);
        stage.resize(10, 10);
        header->writeFacts({}, {});
        const auto* line = stage.findChild<QLabel*>(QStringLiteral("stageFacts"));
        QVERIFY(line);
        QVERIFY(!line->text().contains(QStringLiteral("·")));
    }

    // Steps

    void steps_reachEveryNodeOfTheGraph() {
        const auto trace = test::makeTrace(test::smallModel());
        const Steps steps(trace->graph);
        QCOMPARE(steps.walk(false).size() + steps.walk(true).size() + steps.leaves().size(),
                 trace->graph->size());
        for (const bool gradients : {false, true}) {
            Focus focus;
            focus.gradients = gradients;
            std::size_t walked = 0;
            while (const Step* step = steps.next(focus)) {
                focus.step = step->step;
                QCOMPARE(nodeOf(*trace->graph, focus), step->node);
                ++walked;
            }
            QCOMPARE(walked, steps.walk(gradients).size());
            const Step* before = steps.previous(focus);
            QCOMPARE(before, &steps.walk(gradients)[walked - 2]);
        }
    }

    void titleOf_namesStepsInWords() {
        const auto trace = test::makeTrace(test::smallModel());
        const Graph& graph = *trace->graph;
        const auto title = [&](const char* name) {
            return titleOf(graph, graph[graph.find(name)]);
        };
        QCOMPARE(title("encoder.0.self_attn.weights"),
                 QString("Encoder · layer 1 · self-attention · weights"));
        QCOMPARE(title("decoder.1.cross_attn.w_q"),
                 QString("Decoder · layer 2 · cross-attention · W_Q"));
        QCOMPARE(title("grad/logits"), QString("Gradient · Logits"));
        ModelConfig recurrent = test::smallModel();
        recurrent.family = Family::Recurrent;
        recurrent.alignment = Alignment::Concat;
        const auto other = test::makeTrace(recurrent);
        QCOMPARE(titleOf(*other->graph, (*other->graph)[other->graph->find("attention.v")]),
                 QString("Attention · vector v"));
        QCOMPARE(shapeInWords(graph[graph.find("encoder.0.self_attn.weights")]),
                 QString("H 2 × T 6 × S 6"));
        QCOMPARE(shapeInWords(graph[graph.find("loss")]), QString("one number"));
    }

    /// They are worked out once for a graph, however many parts of the window walk it.
    void copies_shareTheirSteps() {
        const Steps steps(test::makeTrace(test::smallModel())->graph);
        const Steps copy = steps;
        QVERIFY(!steps.walk(false).empty());
        QCOMPARE(copy.walk(false).data(), steps.walk(false).data());
        QCOMPARE(copy.graph(), steps.graph());
        QVERIFY(Steps().walk(true).empty());
    }

    void joinedRows_sayThatTheyComeFromTheTimeSteps() {
        ModelConfig model = test::smallModel();
        model.family = Family::Recurrent;
        model.alignment = Alignment::Bahdanau;
        const auto trace = test::makeTrace(model);
        const Steps steps(trace->graph);
        Focus focus;
        focus.step = QStringLiteral("attention.weights");
        const StageScene scene =
            sceneFor(trace.get(), steps, trace->graph->find("attention.weights"), focus);
        const auto result = std::ranges::find_if(scene.composition, &StageItem::result);
        QVERIFY(result != scene.composition.end());
        QCOMPARE(result->lead, QStringLiteral("a row from each time step →"));
    }

    void axisTitle_namesWhatTheAxisCounts() {
        const auto trace = test::makeTrace(test::smallModel());
        const Graph& graph = *trace->graph;
        const Node& weights = graph[graph.find("encoder.0.self_attn.weights")];
        QCOMPARE(axisTitle(weights, 1), QString("query"));
        QCOMPARE(axisTitle(weights, 2), QString("key"));
        const Node& query = graph[graph.find("encoder.0.self_attn.q")];
        QCOMPARE(axisTitle(query, 1), QString("token"));
        QCOMPARE(axisTitle(query, 2), QString("feature of the head"));
        QCOMPARE(placeName(query, 2), QString("feature"));
        const Node& logits = graph[graph.find("logits")];
        QCOMPARE(axisTitle(logits, 1), QString("vocabulary"));
        QCOMPARE(placeName(logits, 1), QString("id"));
    }

    void search_findsWordsAndLettersInOrder() {
        const auto trace = test::makeTrace(test::smallModel());
        const Steps steps(trace->graph);
        const auto first = [&](const char* text) {
            const auto found = steps.search(text);
            return found.empty() ? QString() : found.front()->step;
        };
        QCOMPARE(first("logits"), QString("logits"));
        QCOMPARE(first("decoder layer 2 cross weights"), QString("decoder.1.cross_attn.weights"));
        QCOMPARE(first("enc 1 ffn hidden"), QString("encoder.0.ffn.hidden"));
        QCOMPARE(first("w_q"), QString("encoder.0.self_attn.w_q"));
        QCOMPARE(first("lgts"), QString("logits"));
        QVERIFY(steps.search("zzzz").empty());
        QVERIFY(steps.search("  ").empty());
        QCOMPARE(steps.search("a", 5).size(), std::size_t(5));
    }

    void inOtherLayer_findsTheSameStep() {
        const auto trace = test::makeTrace(test::smallModel());
        const Steps steps(trace->graph);
        Focus focus;
        focus.step = "encoder.0.self_attn.weights";
        QCOMPARE(steps.inOtherLayer(focus, 1), QString("encoder.1.self_attn.weights"));
        QCOMPARE(steps.inOtherLayer(focus, 2), QString());
        QCOMPARE(steps.inOtherLayer(focus, -1), QString());
        focus.step = "logits";
        QCOMPARE(steps.inOtherLayer(focus, 1), QString());
        // A gradient's part names two steps; both move.
        focus.gradients = true;
        focus.step = "encoder.0.residual1/from/encoder.0.norm2.output";
        QCOMPARE(steps.inOtherLayer(focus, 1),
                 QString("encoder.1.residual1/from/encoder.1.norm2.output"));
    }

    // What stands on the stage

    void steps_canAllBeDrawn_data() {
        QTest::addColumn<int>("architecture");
        QTest::addColumn<bool>("tied");
        QTest::newRow("encoder-decoder") << int(Architecture::EncoderDecoder) << false;
        QTest::newRow("decoder") << int(Architecture::Decoder) << true;
        QTest::newRow("encoder") << int(Architecture::Encoder) << false;
    }
    void steps_canAllBeDrawn() {
        QFETCH(int, architecture);
        QFETCH(bool, tied);
        ModelConfig model = test::smallModel(Architecture(architecture));
        model.tieEmbeddings = tied;
        Shown shown("logits", model);
        const Steps steps(shown.trace->graph);
        for (const bool gradients : {false, true})
            for (const Step& step : steps.walk(gradients)) {
                Focus focus;
                focus.step = step.step;
                focus.gradients = gradients;
                focus.head = 1;
                focus.row = focus.column = 1;
                shown.focus.set(focus);
                QVERIFY2(shown.stage->canvas().scene().message.isEmpty(), qPrintable(step.step));
                QVERIFY(!shown.stage->canvas().panels().empty());
                QVERIFY(!shown.title().isEmpty());
                for (std::size_t i = 0; i < shown.stage->canvas().panels().size(); ++i)
                    if (const HeatmapView* view = shown.stage->canvas().view(i))
                        QVERIFY2(shown.stage->canvas().rect().contains(view->geometry()),
                                 qPrintable(step.step));
                QVERIFY(!shown.stage->grab().isNull());
            }
    }

    void parameters_areShownAsAnOperation() {
        Shown shown("encoder.0.ffn.w_1");
        QCOMPARE(shown.count(StagePlace::Operation), 1);
        QCOMPARE(shown.view("encoder.0.ffn.w_1")->data().columns, Index(24));
    }

    void bias_standsBeneathTheWeights() {
        Shown shown("encoder.0.ffn.pre_activation");
        const HeatmapView* x = shown.view("encoder.0.norm2.output");
        const HeatmapView* w = shown.view("encoder.0.ffn.w_1");
        const HeatmapView* b = shown.view("encoder.0.ffn.b_1");
        const HeatmapView* y = shown.view("encoder.0.ffn.pre_activation");
        QVERIFY(x);
        QVERIFY(w);
        QVERIFY(b);
        QVERIFY(y);
        QVERIFY(x->geometry().right() < y->x());
        QVERIFY(w->geometry().bottom() < b->y());
        QVERIFY(b->geometry().bottom() < y->y());
        QCOMPARE(signsOf(shown.stage->canvas().scene().composition), QStringList({"×", "="}));
    }

    void attention_showsItsFourPanels() {
        Shown shown("encoder.0.self_attn.masked");
        QCOMPARE(shown.count(StagePlace::Panels), 4);
        QCOMPARE(shown.count(StagePlace::Strip), 2);
        QCOMPARE(signsOf(shown.stage->canvas().scene().panels),
                 QStringList({"÷ √8", "mask", "softmax"}));
        for (const char* stage : {"scores", "scaled", "masked", "weights"}) {
            const QByteArray name = QByteArray("encoder.0.self_attn.") + stage;
            const HeatmapView* view = shown.view(name.constData(), StagePlace::Panels);
            QVERIFY(view);
            // Filler is hatched in every one of them.
            QCOMPARE(view->data().hiddenAt(0, 5), Hidden::Padding);
            QCOMPARE(view->data().title, QString(stage));
        }
    }

    void positionBias_isShownOnce() {
        ModelConfig model = test::smallModel();
        model.positional = Positional::Relative;
        const Shown shown("encoder.0.self_attn.biased", model);
        for (const char* name : {"scores", "scaled", "biased", "position_bias"}) {
            const NodeId node = shown.node((std::string("encoder.0.self_attn.") + name).c_str());
            QVERIFY(node != noNode);
            const auto stands = [&](const StagePanel& panel) {
                return panel.item.matrix.node == node && panel.place != StagePlace::Strip;
            };
            QVERIFY2(std::ranges::count_if(shown.stage->canvas().panels(), stands) == 1, name);
        }
    }

    void stationBar_takesOneLineAndIsNotForARoom() {
        const Shown shown("encoder.0.self_attn.weights");
        const auto* bar = shown.stage->findChild<StationBar*>();
        for (const bool title : {true, false}) {
            shown.stage->setHeaderShown(title);
            QCoreApplication::processEvents();
            QCOMPARE(bar->isVisible(), title);
            QVERIFY(!title || bar->height() == bar->heightForWidth(bar->width()));
        }
    }

    void longTitle_numbersItsStack() {
        const Shown shown("decoder.0.ffn.pre_activation");
        QVERIFY(shown.title().startsWith(QStringLiteral("Decoder\u00a0· layer 1\u00a0· ")));
        const auto isNumbered = [&](int width) {
            shown.stage->resize(width, 640);
            QCoreApplication::processEvents();
            return shown.title().startsWith(QStringLiteral("Decoder 1\u00a0· feed-forward"));
        };
        int width = 860;
        while (width > 280 && !isNumbered(width))
            width -= 10;
        QVERIFY(width > 280);
    }

    void keys_standTransposedUnderTheScores() {
        Shown shown("decoder.0.cross_attn.scores");
        const HeatmapView* k = shown.view("decoder.0.cross_attn.k");
        const HeatmapView* scores = shown.view("decoder.0.cross_attn.scores");
        QVERIFY(k->data().title.contains("ᵀ"));
        QCOMPARE(k->data().columnLabels, scores->data().columnLabels);
        const Node& node = (*shown.trace->graph)[shown.node("decoder.0.cross_attn.k")];
        QCOMPARE(k->data().at(3, 2), shown.trace->value(node.id).at(Cell{{0, 2, 3}}));
    }

    void headWeights_showOnlyTheColumnsOfTheHead() {
        Shown shown("encoder.0.self_attn.q");
        shown.focus.setHead(1);
        const HeatmapView* w = shown.view("encoder.0.self_attn.w_q");
        QCOMPARE(w->data().columns, Index(8));
        QCOMPARE(columnLabel(w->data(), 0), QString("9"));
        QCOMPARE(w->data().at(4, 2),
                 shown.trace->find("encoder.0.self_attn.w_q")->at(Cell{{4, 10}}));
    }

    void loss_hasNoMatrix() {
        Shown shown("loss");
        QVERIFY(!shown.view("loss"));
        QVERIFY(shown.view("token_loss"));
    }

    // Windows on matrices

    void cells_getRoomForTheirNumbers() {
        Shown shown("encoder.0.self_attn.weights");
        shown.stage->resize(420, 360);
        QCoreApplication::processEvents();
        for (const char* name : {"encoder.0.self_attn.weights", "encoder.0.residual1",
                                 "encoder.0.ffn.pre_activation", "encoder.0.ffn.w_1"}) {
            shown.focus.setStep(QString::fromLatin1(name));
            shown.stage->settings()->setNumbers(true);
            const HeatmapView* view = nullptr;
            for (const StagePlace place : {StagePlace::Panels, StagePlace::Operation})
                view = view ? view : shown.view(name, place);
            QVERIFY2(view && view->isVisible(), name);
            const HeatmapLayout layout = view->heatmapLayout();
            QVERIFY2(std::min(layout.cellWidth, layout.cellHeight) >= 30, name);
            QVERIFY2(layout.valueSize > 0, name);
            shown.stage->settings()->setNumbers(false);
            QVERIFY2(!view->heatmapLayout().isWindow, name);
        }
    }

    /// Rows and columns in line are the same ones, also where windows show only some.
    void windowsOfAProduct_moveTogether() {
        Shown shown("encoder.0.ffn.pre_activation");
        const auto canvas = [&] { return &shown.stage->canvas(); };
        const auto view = [&](const char* name) {
            return shown.view(("encoder.0." + QByteArray(name)).constData());
        };
        const auto seen = [&](const char* name) { return view(name)->heatmapLayout(); };
        const auto cells = [&](const char* name) {
            return seen(name).cells.translated(view(name)->mapTo(canvas(), QPoint()));
        };
        const auto areInLine = [&] {
            for (const char* name : {"norm2.output", "ffn.w_1", "ffn.pre_activation"})
                QVERIFY2(QRectF(view(name)->rect()).contains(seen(name).cells), name);
            const HeatmapLayout a = seen("norm2.output");
            const HeatmapLayout b = seen("ffn.w_1");
            const HeatmapLayout c = seen("ffn.pre_activation");
            QCOMPARE(a.firstRow, c.firstRow);
            QCOMPARE(a.shownRows(), c.shownRows());
            QCOMPARE(cells("norm2.output").top(), cells("ffn.pre_activation").top());
            QCOMPARE(b.firstColumn, c.firstColumn);
            QCOMPARE(b.shownColumns(), c.shownColumns());
            QCOMPARE(cells("ffn.w_1").left(), cells("ffn.pre_activation").left());
        };
        shown.stage->settings()->setNumbers(true);
        int windows = 0;
        for (const QSize size : {QSize(1300, 640), QSize(1200, 760), QSize(1300, 800)}) {
            shown.stage->resize(size);
            QCoreApplication::processEvents();
            const bool isProduct = seen("norm2.output").cellWidth >= 30;
            if (!isProduct || !seen("ffn.pre_activation").isWindow)
                continue;
            ++windows;
            shown.focus.release();
            areInLine();
            HeatmapView* moved = view("ffn.w_1");
            const QPoint at = seen("ffn.w_1").cells.center().toPoint();
            QTest::mousePress(moved, Qt::LeftButton, {}, at);
            QTest::mouseMove(moved, at - QPoint(400, 0));
            QTest::mouseRelease(moved, Qt::LeftButton, {}, at - QPoint(400, 0));
            QVERIFY(seen("ffn.pre_activation").firstColumn > 0);
            areInLine();
            shown.focus.pin(5, 0);
            QVERIFY(seen("ffn.pre_activation").showsRow(5));
            QVERIFY(seen("ffn.pre_activation").showsColumn(0));
            areInLine();
            view("ffn.pre_activation")->zoomAt(cells("ffn.pre_activation").center(), 1.7);
            QVERIFY(shown.stage->canvas().isZoomed());
            QVERIFY(shown.stage->leaveEnlarged()); // Esc
            areInLine();
        }
        QVERIFY(windows > 0);
    }

    void zoom_endsWithItsStep() {
        Shown shown("encoder.0.self_attn.weights");
        const auto weights = [&] {
            return shown.view("encoder.0.self_attn.weights", StagePlace::Panels);
        };
        weights()->zoom(3);
        QVERIFY(weights()->isZoomed());
        shown.focus.setHead(1); // of the same step
        QVERIFY(weights()->isZoomed());
        QVERIFY(shown.stage->leaveEnlarged());
        QVERIFY(!weights()->isZoomed());
        QVERIFY(!shown.stage->leaveEnlarged());
        shown.stage->zoom(3);
        QVERIFY(weights()->isZoomed());
        shown.focus.setStep("encoder.1.self_attn.weights");
        QVERIFY(!shown.view("encoder.1.self_attn.weights", StagePlace::Panels)->isZoomed());
    }

    void zoom_doesNotCountOnAHiddenPanel() {
        Shown shown("encoder.0.self_attn.weights");
        const auto view = [&](const char* step) { return shown.view(step, StagePlace::Panels); };
        view("encoder.0.self_attn.weights")->zoom(3);
        QVERIFY(shown.stage->canvas().isZoomed());
        // Another panel alone takes its place.
        shown.stage->settings()->enlarge("encoder.0.self_attn.scores", 0);
        QVERIFY(!view("encoder.0.self_attn.weights")->isVisible());
        QVERIFY(!shown.stage->canvas().isZoomed());
        QVERIFY(shown.stage->leaveEnlarged());
        QCOMPARE(shown.stage->canvas().enlarged(), StageCanvas::noPanel);
    }

    void shapes_areSaidInWords() {
        Shown shown("encoder.0.self_attn.weights");
        const auto said = [&] { return shown.stage->findChild<QLabel*>("stageFacts")->toolTip(); };
        QVERIFY2(said().contains("2 heads, 6 queries, 6 keys"), qPrintable(said()));
        shown.focus.setStep("encoder.0.self_attn.q");
        QVERIFY2(said().contains("2 heads, 6 tokens, 8 features of each head"), qPrintable(said()));
        shown.focus.setStep("logits");
        QVERIFY2(said().contains("words of the vocabulary"), qPrintable(said()));
    }

    // One selection

    void hover_highlightsTheOperandsOfTheCell() {
        Shown shown("encoder.0.self_attn.scores");
        HeatmapView* scores = shown.view("encoder.0.self_attn.scores");
        QTest::mouseMove(scores, cellOf(scores, 2, 3));
        QCOMPARE(shown.focus.focus().row, Index(2));
        QCOMPARE(shown.focus.focus().column, Index(3));
        const HeatmapHighlight q = shown.view("encoder.0.self_attn.q")->highlight();
        const HeatmapHighlight k = shown.view("encoder.0.self_attn.k")->highlight();
        QCOMPARE(q.row, Index(2));
        QCOMPARE(q.column, Index(-1));
        QCOMPARE(k.row, Index(-1));
        QCOMPARE(k.column, Index(3));
        const auto* weights = shown.view("encoder.0.self_attn.weights", StagePlace::Panels);
        QCOMPARE(weights->highlight().row, Index(2));
        QCOMPARE(weights->highlight().column, Index(3));
    }

    void hover_highlightsTheEmbeddingRowOfTheToken() {
        Shown shown("source.embedded");
        shown.focus.hover(0, 5); // the token "b" is word 5
        const HeatmapHighlight light = shown.view("source_embedding.weight")->highlight();
        QCOMPARE(light.row, Index(5));
        QCOMPARE(light.column, Index(5));
        QCOMPARE(shown.view("source.ids")->highlight().row, Index(0));
    }

    void hover_onAnOperandHighlightsItsColumnOfTheResult() {
        Shown shown("encoder.0.self_attn.scores");
        HeatmapView* k = shown.view("encoder.0.self_attn.k");
        QTest::mouseMove(k, cellOf(k, 1, 4));
        QCOMPARE(shown.focus.focus().row, Index(-1));
        QCOMPARE(shown.focus.focus().column, Index(4));
        const HeatmapView* scores = shown.view("encoder.0.self_attn.scores");
        QCOMPARE(scores->highlight().row, Index(-1));
        QCOMPARE(scores->highlight().column, Index(4));
    }

    void click_pinsUntilReleased() {
        Shown shown("encoder.0.self_attn.weights");
        HeatmapView* weights = shown.view("encoder.0.self_attn.weights", StagePlace::Panels);
        QTest::mouseClick(weights, Qt::LeftButton, {}, cellOf(weights, 1, 2));
        QVERIFY(shown.focus.focus().pinned);
        QTest::mouseMove(weights, cellOf(weights, 4, 4));
        QCOMPARE(shown.focus.focus().row, Index(1));
        QVERIFY(weights->highlight().pinned);
        QTest::keyClick(weights, Qt::Key_Down);
        QCOMPARE(shown.focus.focus().row, Index(2));
        shown.focus.release();
        QCOMPARE(weights->highlight(), HeatmapHighlight());
    }

    void click_inTheStripChoosesTheHead() {
        Shown shown("encoder.0.self_attn.weights");
        const auto& panels = shown.stage->canvas().panels();
        HeatmapView* second = nullptr;
        for (std::size_t i = 0; i < panels.size(); ++i)
            if (panels[i].place == StagePlace::Strip && panels[i].item.matrix.head == 1)
                second = shown.stage->canvas().view(i);
        QVERIFY(second);
        const std::vector<float> expected = second->data().values;
        QTest::mouseClick(second, Qt::LeftButton, {}, cellOf(second, 0, 0));
        QCOMPARE(shown.focus.focus().head, 1);
        const auto* weights = shown.view("encoder.0.self_attn.weights", StagePlace::Panels);
        QVERIFY(weights->data().values == expected);
    }

    void allHeads_makeAGrid() {
        Shown shown("encoder.0.self_attn.weights");
        shown.focus.setAllHeads(true);
        QCOMPARE(shown.count(StagePlace::Grid), 2);
        QCOMPARE(shown.count(StagePlace::Panels), 0);
        HeatmapView* first = shown.view("encoder.0.self_attn.weights", StagePlace::Grid);
        QTest::keyClick(first, Qt::Key_Return);
        QVERIFY(!shown.focus.focus().allHeads);
        QCOMPARE(shown.count(StagePlace::Panels), 4);
    }

    /// What is said of the cell is of the head that is pointed at.
    void hover_onAHeadOfTheGridIsOfThatHead() {
        Shown shown("encoder.0.self_attn.weights");
        shown.focus.setAllHeads(true);
        HeatmapView* second = nullptr;
        for (std::size_t i = 0; i < shown.stage->canvas().panels().size(); ++i)
            if (shown.stage->canvas().panels()[i].item.matrix.head == 1)
                second = shown.stage->canvas().view(i);
        QVERIFY(second);
        QTest::mouseMove(second, cellOf(second, 2, 3));
        QCOMPARE(shown.focus.focus().head, 1);
        QCOMPARE(shown.focus.focus().row, Index(2));
        QCOMPARE(shown.focus.focus().column, Index(3));
        QCOMPARE(second->highlight().row, Index(2));
    }

    void hiddenMatrix_doesNotChangeTheFocus() {
        Shown shown("encoder.0.self_attn.weights");
        HeatmapView* last = nullptr;
        for (std::size_t i = 0; i < shown.stage->canvas().panels().size(); ++i)
            last = shown.stage->canvas().view(i);
        shown.focus.setStep("encoder.0.norm1.output");
        QVERIFY(!last->isVisible());
        const Focus before = shown.focus.focus();
        QTest::keyClick(last, Qt::Key_Return); // as when the key is still held down
        QCOMPARE(shown.focus.focus().step, before.step);
        QCOMPARE(shown.focus.focus().head, before.head);
    }

    // Gradients

    void gradients_areShownLikeValues() {
        Shown shown("encoder.0.ffn.hidden");
        shown.focus.setGradients(true);
        QVERIFY(shown.title().startsWith("Gradient"));
        QVERIFY(shown.view("grad/encoder.0.ffn.hidden"));
        QVERIFY(shown.view("grad/encoder.0.ffn.output"));
        QVERIFY(shown.view("encoder.0.ffn.w_2")->data().title.contains("ᵀ"));
        QVERIFY(shown.view("grad/encoder.0.ffn.pre_activation", StagePlace::Related));
    }

    void message_saysWhereNoGradientFlows() {
        Shown shown("source.ids");
        shown.focus.setGradients(true);
        QVERIFY(shown.stage->canvas().scene().message.contains("No gradient"));
        shown.focus.setGradients(false);
        QVERIFY(shown.stage->canvas().scene().message.isEmpty());
        shown.focus.setStep("no.such.step");
        QVERIFY(shown.stage->canvas().scene().message.contains("no.such.step"));
    }

    // Live

    void newNumbers_keepTheViewInItsPlace() {
        Shown shown("encoder.0.self_attn.weights");
        HeatmapView* weights = shown.view("encoder.0.self_attn.weights", StagePlace::Panels);
        const QRect place = weights->geometry();
        auto other = std::make_shared<Trace>(*shown.trace);
        Tensor& changed = other->values[std::size_t(shown.node("encoder.0.self_attn.weights"))];
        changed[0] = 0.75F;
        shown.stage->setTrace(other);
        QCOMPARE(shown.view("encoder.0.self_attn.weights", StagePlace::Panels), weights);
        QCOMPARE(weights->geometry(), place);
        QCOMPARE(weights->data().at(0, 0), 0.75F);
    }

    void lockedRange_staysWhenNumbersShrink() {
        Shown shown("source.input");
        HeatmapView* view = shown.view("source.input");
        const auto range = view->data().colourRange();
        shown.stage->setRangesLocked(true);
        auto other = std::make_shared<Trace>(*shown.trace);
        for (float& value : other->values[std::size_t(shown.node("source.input"))].values())
            value *= 0.5F;
        shown.stage->setTrace(other);
        QCOMPARE(view->data().colourRange(), range);
        shown.stage->setRangesLocked(false);
        QVERIFY(view->data().colourRange() != range);
    }

    void lockedRange_growsWithItsNumbers() {
        Shown shown("source.input");
        HeatmapView* view = shown.view("source.input");
        const auto range = view->data().colourRange();
        shown.stage->setRangesLocked(true);
        auto other = std::make_shared<Trace>(*shown.trace);
        for (float& value : other->values[std::size_t(shown.node("source.input"))].values())
            value *= 2;
        shown.stage->setTrace(other);
        QCOMPARE(view->data().colourRange().second, 2 * range.second);
        // And then that is kept.
        shown.stage->setTrace(shown.trace);
        QCOMPARE(view->data().colourRange().second, 2 * range.second);
    }

    /// The gradient of a stage of attention is a product, and has other stages beside it: all
    /// before anything is to be scrolled to.
    void gradient_fitsInASmallStage() {
        Shown shown("encoder.0.self_attn.weights");
        shown.focus.setGradients(true);
        const auto* operand = shown.view("grad/encoder.0.self_attn.heads");
        const auto* result = shown.view("grad/encoder.0.self_attn.weights");
        const QWidget* canvas = &shown.stage->canvas();
        for (int height = 420; height >= 310; height -= 10) {
            shown.stage->resize(470, height);
            QCoreApplication::processEvents();
            QVERIFY(operand->isVisible());
            QVERIFY(result->isVisible());
            QVERIFY2(canvas->height() <= canvas->parentWidget()->height(),
                     qPrintable(QString::number(height)));
        }
    }

    /// At every width: on one line wherever letters are made smaller for it, and no symbol alone.
    void title_getsSmallerBeforeItBreaks() {
        Shown shown("encoder.0.self_attn.q");
        auto* title = shown.stage->findChild<QLabel*>("stageTitle");
        const double usual = title->font().pointSizeF();
        bool smaller = false;
        for (int width = 900; width >= 260; width -= 7) {
            shown.stage->resize(width, 500);
            QCoreApplication::processEvents();
            if (title->font().pointSizeF() < usual) {
                smaller = true;
                QVERIFY2(title->heightForWidth(title->width()) < 2 * title->fontMetrics().height(),
                         qPrintable(QString::number(width)));
            }
            QVERIFY(!title->text().endsWith(QStringLiteral(" q")));
        }
        QVERIFY(smaller);
    }

    void setTrace_replacesTheScene() {
        Shown shown("encoder.0.self_attn.weights");
        shown.focus.pin(1, 1);
        shown.stage->setTrace(test::makeTrace(test::smallModel(Architecture::Decoder)));
        QVERIFY(!shown.stage->canvas().scene().message.isEmpty());
        shown.focus.setStep("decoder.0.self_attn.weights");
        QCOMPARE(shown.count(StagePlace::Panels), 4);
        shown.stage->setTrace(nullptr);
        QVERIFY(!shown.stage->canvas().scene().message.isEmpty());
    }

    // Layout

    void panelInFocus_isTheLargeOne() {
        Shown shown("encoder.0.self_attn.weights");
        const auto cell = [&](const char* name) {
            return shown.view(name, StagePlace::Panels)->heatmapLayout().cellWidth;
        };
        const double large = cell("encoder.0.self_attn.weights");
        QVERIFY(large > cell("encoder.0.self_attn.masked"));
        HeatmapView* masked = shown.view("encoder.0.self_attn.masked", StagePlace::Panels);
        QTest::mouseClick(masked, Qt::LeftButton, {}, cellOf(masked, 1, 2));
        QCOMPARE(shown.focus.focus().step, QString("encoder.0.self_attn.masked"));
        QCOMPARE(cell("encoder.0.self_attn.masked"), large);
        QVERIFY(cell("encoder.0.self_attn.weights") < large);
    }

    void equalPanels_haveCellsOfOneSize() {
        Shown shown("encoder.0.self_attn.weights");
        shown.stage->settings()->setEqualPanels(true);
        QSet<double> cells;
        for (const char* name : {"scores", "scaled", "masked", "weights"})
            cells += shown
                         .view((QByteArray("encoder.0.self_attn.") + name).constData(),
                               StagePlace::Panels)
                         ->heatmapLayout()
                         .cellWidth;
        QCOMPARE(cells.size(), 1);
    }

    void equalPanels_leaveOutTheOperands() {
        Shown shown("encoder.0.self_attn.scores");
        shown.stage->settings()->setEqualPanels(true);
        QVERIFY(shown.view("encoder.0.self_attn.scores")->isVisible());
        QVERIFY(shown.view("encoder.0.self_attn.weights", StagePlace::Panels)->isVisible());
        QVERIFY(!shown.view("encoder.0.self_attn.q")->isVisible());
    }

    void enlargedMatrix_takesTheWholeStageAndGivesItBack() {
        Shown shown("encoder.0.ffn.output");
        HeatmapView* hidden = shown.view("encoder.0.ffn.hidden");
        HeatmapView* output = shown.view("encoder.0.ffn.output");
        const double before = hidden->heatmapLayout().cellWidth;
        QTest::keyClick(hidden, Qt::Key_Return);
        QVERIFY(hidden->heatmapLayout().cellWidth > before);
        QVERIFY(!output->isVisible());
        QTest::keyClick(hidden, Qt::Key_Return);
        QVERIFY(output->isVisible());
        QCOMPARE(hidden->heatmapLayout().cellWidth, before);
        QTest::mouseDClick(output, Qt::LeftButton, {}, cellOf(output, 1, 1));
        QVERIFY(!hidden->isVisible());
        QVERIFY(shown.stage->leaveEnlarged());
        QVERIFY(hidden->isVisible());
        QVERIFY(!shown.stage->leaveEnlarged());
    }

    void panels_fitTheWidthOfTheStage() {
        Shown shown("encoder.0.ffn.output");
        for (const QSize size : {QSize(300, 400), QSize(520, 500), QSize(1600, 900)}) {
            shown.stage->resize(size);
            QCoreApplication::processEvents();
            for (std::size_t i = 0; i < shown.stage->canvas().panels().size(); ++i)
                if (const HeatmapView* view = shown.stage->canvas().view(i))
                    QVERIFY(view->geometry().right() <= size.width());
        }
    }

    /// Where it occurs, in its drawings too; with little room in fewer words.
    void maskLegend_saysWhichMasksOccur() {
        Shown shown("decoder.0.self_attn.masked"); // "cafe" and one filler
        const auto* legend = shown.stage->findChild<MaskLegend*>();
        const std::vector both{Hidden::Causal, Hidden::Padding};
        QVERIFY(legend->isVisible());
        QCOMPARE(legend->masks(), both);
        QVERIFY(legend->accessibleName().contains("causal mask"));
        const int wide = legend->sizeHint().width();
        shown.focus.setStep("encoder.0.self_attn.masked");
        QCOMPARE(legend->masks(), std::vector{Hidden::Padding});
        shown.focus.setStep("encoder.0.ffn.output");
        QVERIFY(!legend->isVisible());
        shown.focus.setStep("decoder.0.self_attn.weights");
        QCOMPARE(legend->masks(), both);
        shown.focus.setView("heads");
        QTRY_COMPARE(legend->masks(), both);
        shown.focus.setView("lines"); // which hatch nothing
        QTRY_VERIFY(!legend->isVisible());
        shown.focus.setView("matrices");
        shown.stage->setHeaderShown(false); // while one presents
        QVERIFY(legend->isVisible());
        shown.stage->setHeaderShown(true);
        shown.stage->resize(400, 640);
        QCoreApplication::processEvents();
        QVERIFY(legend->sizeHint().width() < wide);
        QVERIFY(legend->geometry().right() <= shown.stage->width());
    }
};

} // namespace gf::tst_stage

#include "tests/entry.h"
GF_TEST(tst_stage, TestStage)
#include "tst_stage.moc"
