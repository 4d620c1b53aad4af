// SPDX-License-Identifier: GPL-3.0-or-later
// Every station on every kind of model: what holds for all of them, whatever they draw.
#include "core/graph/op.h"
#include "core/measure/norm_steps.h"
#include "core/measure/products.h"
#include "core/model/config.h"
#include "ui/controls/icons.h"
#include "ui/figure/heatmap_data.h"
#include "ui/focus/focus.h"
#include "ui/language/axes.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_bar.h"
#include "ui/stations/station_figure.h"
#include "ui/stations/station_view.h"
#include "ui/stations/stations.h"
#include "ui/steps/steps.h"

#include "drawn_station.h"
#include "small_model.h"
#include "tests/core/whole_lists.h"
#include "warnings.h"

#include <QLabel>
#include <QSet>
#include <QTest>
#include <QToolButton>
#include <QXmlStreamReader>

#include <cmath>
#include <utility>
#include <vector>

namespace gf::tst_stations {

namespace {

/// A station with nothing set, at its smallest.
StationInput inputFor(const Station& station, const Trace& trace, const Node& node, Index place) {
    Focus focus;
    focus.step = stepOf(node);
    focus.gradients = node.name.rfind("grad/", 0) == 0;
    focus.row = focus.column = place;
    focus.head = place < 0 ? 0 : 1;
    StationInput input{trace, node.id, focus, Theme::dark(), QFont(), {}, {}};
    input.size = minimumSizeOf(station, input);
    return input;
}

QByteArray svgOf(const Station& station, const StationInput& input) {
    const StationFigure figure{&station, input, QStringLiteral("caption")};
    return paperBytes(figure.onPaper({}), FigureFormat::Svg, 96);
}

/// The lines of an attention on a stage in a window.
struct ShownLines {
    FocusModel focus;
    StageWidget stage{&focus};
    StationView* view = nullptr; ///< null: no window came

    explicit ShownLines(const QSize& size = {600, 420}) { // drawn pixel by pixel
        stage.resize(size);
        stage.setTrace(traceOf(Architecture::EncoderDecoder));
        stage.show();
        if (!QTest::qWaitForWindowExposed(&stage))
            return;
        focus.setStep(QStringLiteral("encoder.0.self_attn.weights"));
        focus.setView(QStringLiteral("lines"));
        view = const_cast<StationView*>(stage.stationView());
    }
};

/// A station's view that counts how often its figure is drawn.
class CountedView : public StationView {
public:
    int figures = 0;

protected:
    void drawFigure(QPainter& painter) override {
        ++figures;
        StationView::drawFigure(painter);
    }
};

/// The plain transformer and the other families.
void addFamilies() {
    QTest::addColumn<ModelConfig>("model");
    QTest::newRow("transformer") << ModelConfig();
    for (const auto& [name, model] : otherModels())
        QTest::newRow(name) << model;
}

/// Up to ten places of a drawing for the pointer, with a row or a column to light.
std::vector<QPoint> placesOf(const StationPicture& picture) {
    std::vector<QPoint> points;
    const auto add = [&](const StationPlace& place, const QRectF& area) {
        if (points.size() < 10 && (place.row >= 0 || place.column >= 0))
            points.push_back(area.center().toPoint());
    };
    for (const StationPicture::Grid& grid : picture.grids)
        for (Index i = 0; i < 4; ++i)
            add(grid.placeOf(i % grid.layout.rows, i % grid.layout.columns),
                grid.layout.cellRect(i % grid.layout.rows, i % grid.layout.columns));
    for (const StationPicture::HitRegion& region : picture.hitRegions)
        add(region.place, region.area);
    return points;
}

} // namespace

class TestStations : public QObject {
    Q_OBJECT
private slots:
    /// Neither notes it a range that is not drawn, nor asks a stage that may have no model left.
    void sizes_askNothingOfWhatStandsBeside() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        ColourScales scales;
        int asked = 0;
        for (const Node& node : trace->graph->nodes())
            for (const Station* station : stationsFor(*trace->graph, node)) {
                StationInput input = inputFor(*station, *trace, node, -1);
                input.ranges = std::make_shared<DrawnRanges>(&scales, &input);
                input.commonName = [&asked](const std::string& name) {
                    ++asked;
                    return QString::fromStdString(name);
                };
                minimumSizeOf(*station, input);
                QVERIFY2(asked == 0, station->id);
            }
    }

    void init() { failOnQtWarnings(); }

    void stations_haveTheirOwnIdAndWords() {
        QSet<QString> ids{QLatin1String(matricesView)};
        for (const Station& station : allStations()) {
            QVERIFY2(!ids.contains(QLatin1String(station.id)), station.id);
            ids.insert(QLatin1String(station.id));
            QVERIFY2(!titleOf(station).isEmpty(), station.id);
            QVERIFY2(!summaryOf(station).isEmpty(), station.id);
            QVERIFY2(station.shows, station.id);
            QVERIFY2(station.show, station.id);
        }
    }

    void stations_drawEveryModel_data() {
        QTest::addColumn<ModelConfig>("model");
        const auto add = [](const char* name, Architecture architecture, Norm norm) {
            ModelConfig model;
            model.architecture = architecture;
            model.norm = norm;
            QTest::newRow(name) << model;
        };
        add("encoder-decoder pre", Architecture::EncoderDecoder, Norm::Pre);
        add("encoder-decoder post", Architecture::EncoderDecoder, Norm::Post);
        add("encoder pre", Architecture::Encoder, Norm::Pre);
        add("encoder post", Architecture::Encoder, Norm::Post);
        add("decoder pre", Architecture::Decoder, Norm::Pre);
        add("decoder post", Architecture::Decoder, Norm::Post);
        std::size_t other = 0;
        for (const auto& [name, model] : otherModels())
            if (test::isTried(other++, 3))
                QTest::newRow(name) << model;
    }

    /// Each node with numbers that a station takes: drawn inside its room, with and without a
    /// pinned cell, as SVG that can be read, in both themes.
    void stations_drawEveryModel() {
        QFETCH(ModelConfig, model);
        const auto trace = traceOf(model);
        const Graph& graph = *trace->graph;
        int drawn = 0;
        for (const Node& node : graph.nodes()) {
            if (trace->value(node.id).empty())
                continue;
            for (const Station* station : stationsFor(graph, node)) {
                for (const Index place : {-1, 0, 2, 1000}) {
                    const StationInput input = inputFor(*station, *trace, node, place);
                    QVERIFY2(input.size.isValid() && !input.size.isEmpty(), station->id);
                    const QByteArray svg = svgOf(*station, input);
                    QXmlStreamReader xml(svg);
                    int shapes = 0;
                    while (!xml.atEnd())
                        if (xml.readNext() == QXmlStreamReader::StartElement)
                            ++shapes;
                    QVERIFY2(!xml.hasError(), station->id);
                    QVERIFY2(shapes > 6, station->id);
                }
                ++drawn;
            }
        }
        QVERIFY(drawn > 0);
    }

    /// What is remembered of a trace depends on nothing else: after a look at another place, in
    /// another order, each drawing is what it is on its own.
    void stationMemory_changesNoDrawing_data() { addFamilies(); }
    void stationMemory_changesNoDrawing() {
        QFETCH(ModelConfig, model);
        const auto trace = traceOf(model);
        const auto memory = std::make_shared<StationMemory>();
        for (const Node& node : trace->graph->nodes()) {
            if (trace->value(node.id).empty())
                continue;
            for (const Station* station : stationsFor(*trace->graph, node))
                for (const Index place : {1, 2}) {
                    StationInput input = inputFor(*station, *trace, node, place);
                    const QByteArray alone = svgOf(*station, input);
                    input.memory = memory;
                    QCOMPARE(svgOf(*station, input), alone);
                }
        }
    }

    /// The light lies over the figure, which is drawn once, wherever the pointer goes; where it is
    /// about one row, as long as that stays.
    void pointer_redrawsAFigureOnlyForAnotherRow_data() { addFamilies(); }
    void pointer_redrawsAFigureOnlyForAnotherRow() {
        QFETCH(ModelConfig, model);
        const auto trace = traceOf(model);
        QSet<QString> seen;
        for (const Node& node : trace->graph->nodes()) {
            if (trace->value(node.id).empty())
                continue;
            for (const Station* station : stationsFor(*trace->graph, node)) {
                if (std::exchange(seen, seen + QSet{QString(station->id)}).contains(station->id))
                    continue;
                CountedView view;
                view.resize(900, 640);
                Focus focus = inputFor(*station, *trace, node, 0).focus;
                view.show(station, trace, node.id, focus, {});
                view.setVisible(true);
                int moved = 0;
                connect(&view, &StationView::hovered, this, [&](Index row, Index column) {
                    ++moved;
                    focus.row = station->ofRow ? focus.row : row;
                    focus.column = column;
                    view.show(station, trace, node.id, focus, {});
                });
                view.grab();
                const std::vector<QPoint> points = placesOf(view.picture());
                for (const QPoint& point : points) {
                    QTest::mouseMove(&view, point);
                    view.grab();
                }
                QVERIFY2(moved > 0 || points.empty(), station->id);
                QCOMPARE(view.figures, 1);
                focus.row = 1;
                view.show(station, trace, node.id, focus, {});
                view.grab();
                QCOMPARE(view.figures, station->ofRow ? 2 : 1);
            }
        }
        QVERIFY(seen.size() > 5);
    }

    /// What is drawn for a place does not depend on where the pointer was before.
    void highlight_leavesNothingBehind_data() { addFamilies(); }
    void highlight_leavesNothingBehind() {
        QFETCH(ModelConfig, model);
        const auto trace = traceOf(model);
        for (const Node& node : trace->graph->nodes()) {
            if (trace->value(node.id).empty())
                continue;
            for (const Station* station : stationsFor(*trace->graph, node)) {
                StationView view;
                view.resize(700, 520);
                Focus focus = inputFor(*station, *trace, node, -1).focus;
                const auto shown = [&](Index place) {
                    focus.row = focus.column = place;
                    view.show(station, trace, node.id, focus, {});
                    return view.grab().toImage();
                };
                const QImage first = shown(-1);
                const auto hitRegions = view.picture().hitRegions.size();
                QVERIFY2(shown(2) != first || view.picture().rows <= 2, station->id);
                QCOMPARE(shown(-1), first);
                QCOMPARE(view.picture().hitRegions.size(), hitRegions);
                break;
            }
        }
    }

    void stationView_growsWithItsWordsInALargeRoom() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const NodeId node = trace->graph->find("encoder.0.self_attn.weights");
        Focus focus;
        focus.step = QStringLiteral("encoder.0.self_attn.weights");
        StationView view;
        view.show(stationFor(*trace->graph, (*trace->graph)[node], QStringLiteral("lines")), trace,
                  node, focus, {});
        double before = 0;
        for (int percent = 40; percent <= 300; percent += 20) {
            view.resize(9 * percent, 6 * percent);
            view.grab(); // of a view that nobody has seen: it is told of its size
            const double pixels = view.width() / view.input().size.width();
            if (percent == 40)
                QCOMPARE(pixels, 1.0);
            QVERIFY(pixels >= before);
            before = pixels;
        }
        QVERIFY(before > 1.4);
    }

    void stationView_drawsNothingWithoutRoom() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const NodeId node = trace->graph->find("encoder.0.self_attn.weights");
        StationView view;
        Focus focus;
        focus.step = QStringLiteral("encoder.0.self_attn.weights");
        view.show(stationsFor(*trace->graph, (*trace->graph)[node]).front(), trace, node, focus,
                  {});
        for (const QSize& size : {QSize(0, 0), QSize(0, 300), QSize(300, 0)}) {
            view.resize(size);
            QVERIFY(view.picture().hitRegions.empty());
            QVERIFY(view.picture().grids.empty());
        }
        QVERIFY(signIcon(Sign::Play).pixmap(QSize(0, 0)).isNull());
    }

    /// The colours and axes of every station keep their ranges while these are locked: after
    /// numbers ten times as large they are drawn otherwise than without the lock, and as ever
    /// without it.
    void lockedRanges_stayInEveryStation() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        auto larger = std::make_shared<Trace>(*trace);
        for (const Node& node : trace->graph->nodes())
            if (node.role != Role::Input) // which word a token is has no size
                for (float& value : larger->values[node.id].values())
                    value *= 10;
        StationView view;
        view.resize(900, 640);
        QSet<QString> locked;
        for (const Node& node : trace->graph->nodes()) {
            if (trace->value(node.id).empty())
                continue;
            for (const Station* station : stationsFor(*trace->graph, node)) {
                Focus focus;
                focus.step = stepOf(node);
                const auto show = [&](const std::shared_ptr<const Trace>& run) {
                    view.show(station, run, node.id, focus, {});
                    return view.grab().toImage();
                };
                const QImage free = show(trace);
                show(larger);
                view.setRangesLocked(true);
                if (show(trace) != free)
                    locked.insert(QLatin1String(station->id));
                view.setRangesLocked(false);
                QVERIFY2(show(trace) == free, station->id);
            }
        }
        // The others have no range that follows the numbers: positions of the formula, shares.
        for (const char* id :
             {"vectors", "sum", "similarity", "projection", "form", "weighted-sum", "contributions",
              "layer-norm", "stream", "units", "words", "gradient-norms", "position-kinds"})
            QVERIFY2(locked.contains(QLatin1String(id)), id);
    }

    /// What the steps of a norm's gradient come to is what the model computed.
    void normGradientSteps_endAtTheGradient() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        int rows = 0;
        for (const Node& node : trace->graph->nodes()) {
            if (node.op->kind() != OpKind::LayerNormInputGradient)
                continue;
            for (Index t = 0; t < node.shape[0]; ++t, ++rows) {
                const NormGradientSteps steps = normGradientSteps(
                    rowOf(trace->value(node.inputs[0]), t), trace->value(node.inputs[1]).values(),
                    rowOf(trace->value(node.inputs[2]), t), node.as<NormAttributes>().epsilon);
                const auto row = rowOf(trace->value(node.id), t);
                for (std::size_t d = 0; d < row.size(); ++d)
                    QVERIFY(std::abs(steps.result[d] - row[d]) < 1e-6);
            }
        }
        QVERIFY(rows > 10);
    }

    /// With gradients shown there is a drawing of gradients, or the stage says why there is none.
    void gradients_haveADrawingOrAMessage() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        FocusModel focus;
        StageWidget stage(&focus);
        stage.setTrace(trace);
        const auto show = [&](const char* step, const char* view) {
            Focus there;
            there.step = QLatin1String(step);
            there.view = QLatin1String(view);
            there.gradients = true;
            focus.set(there);
            return stage.stationView() ? QLatin1String(stage.stationView()->station()->id)
                                       : QLatin1String(matricesView);
        };
        const auto said = [&] {
            return stage.findChild<QLabel*>(QStringLiteral("stageFacts"))
                ->text()
                .contains(QStringLiteral("draws values"));
        };
        QCOMPARE(show("decoder.0.self_attn.concat", ""), QLatin1String("head-gradients"));
        QCOMPARE(show("decoder.0.cross_attn.output", ""), QLatin1String("head-gradients"));
        QCOMPARE(show("decoder.0.norm1.output", ""), QLatin1String("norm-gradient"));
        QCOMPARE(show("decoder.0.self_attn.q", "projection"), QLatin1String("projection"));
        QVERIFY(!said());
        QCOMPARE(show("decoder.0.self_attn.weights", "lines"), QLatin1String(matricesView));
        QVERIFY(said());
        QCOMPARE(show("decoder.0.self_attn.weights", matricesView), QLatin1String(matricesView));
        QVERIFY(!said());
    }

    void pointer_movesAndPinsTheFocus() {
        ShownLines shown;
        QVERIFY(shown.view);
        FocusModel& focus = shown.focus;
        StationView* view = shown.view;
        QVERIFY(!view->picture().hitRegions.empty());
        const StationPicture::HitRegion region = view->picture().hitRegions[1];
        const QPoint at = region.area.center().toPoint();
        QTest::mouseMove(view, at);
        QTRY_COMPARE(focus.focus().row, region.place.row);
        QVERIFY(!focus.focus().pinned);
        QTest::mouseClick(view, Qt::LeftButton, {}, at);
        QVERIFY(focus.focus().pinned);
        QCOMPARE(focus.focus().row, Index(1));
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(focus.focus().row, Index(2));
    }

    void zoomAt_keepsThePlaceUnderThePointer() {
        ShownLines shown;
        QVERIFY(shown.view);
        FocusModel& focus = shown.focus;
        StageWidget& stage = shown.stage;
        StationView* view = shown.view;
        const StationPicture::HitRegion region = view->picture().hitRegions[2];
        const QPoint at = region.area.center().toPoint();
        view->zoomAt(at, 1.7);
        QVERIFY(view->isZoomed());
        QCOMPARE(view->placeAt(at), region.place);
        // A drag pins nothing and takes the place along.
        QTest::mousePress(view, Qt::LeftButton, {}, at);
        QTest::mouseMove(view, at - QPoint(0, 30));
        QTest::mouseRelease(view, Qt::LeftButton, {}, at - QPoint(0, 30));
        QVERIFY(!focus.focus().pinned);
        QCOMPARE(view->placeAt(at - QPoint(0, 30)), region.place);
        QTest::mouseClick(view, Qt::LeftButton, {}, at - QPoint(0, 30));
        QVERIFY(focus.focus().pinned);
        QCOMPARE(focus.focus().row, region.place.row);
        QVERIFY(view->isZoomed());
        QVERIFY(stage.leaveEnlarged());
        QVERIFY(!view->isZoomed());
        view->zoomAt(at, 1.7);
        focus.setStep(QStringLiteral("encoder.1.self_attn.weights"));
        QVERIFY(!view->isZoomed());
    }

    void zoomedDrawing_followsTheKeys() {
        ShownLines shown;
        QVERIFY(shown.view);
        FocusModel& focus = shown.focus;
        StationView* view = shown.view;
        const Index rows = view->picture().rows;
        QVERIFY(rows > 2);
        view->zoomAt({10, 10}, 5);
        const auto isSeen = [&](Index row) {
            for (int x = 0; x < view->width(); x += 3)
                for (int y = 0; y < view->height(); y += 3)
                    if (const auto place = view->placeAt(QPointF(x, y)); place && place->row == row)
                        return true;
            return false;
        };
        QVERIFY(!isSeen(rows - 1));
        for (Index row = 0; row < rows; ++row) {
            QTest::keyClick(view, Qt::Key_Down);
            QCOMPARE(focus.focus().row, row);
            QVERIFY(isSeen(row));
        }
        QVERIFY(view->isZoomed());
    }

    void endZoom_resetsTheCursorOfADrag() {
        ShownLines shown;
        QVERIFY(shown.view);
        StationView* view = shown.view;
        view->zoomAt(view->rect().center(), 3);
        const QPoint at = view->rect().center();
        QTest::mousePress(view, Qt::LeftButton, {}, at);
        QTest::mouseMove(view, at + QPoint(20, 24));
        QCOMPARE(view->cursor().shape(), Qt::ClosedHandCursor);
        view->endZoom();
        QVERIFY(view->cursor().shape() != Qt::ClosedHandCursor);
    }

    void stationView_growsWithItsFont() {
        ShownLines shown({1800, 1200});
        QVERIFY(shown.view);
        StationView* view = shown.view;
        const QSize least = view->minimumSizeHint();
        QFont large = view->font();
        large.setPointSizeF(large.pointSizeF() * 3);
        view->setFont(large);
        QVERIFY(view->minimumSizeHint().width() > 1.5 * least.width());
        const StationPicture::HitRegion region = view->picture().hitRegions[2];
        const double unit = view->width() / view->input().size.width();
        QVERIFY(unit > 1.6);
        QCOMPARE(view->placeAt(region.area.center() * unit), region.place);
    }

    void viewButtons_chooseTheView() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        FocusModel focus;
        StageWidget stage(&focus);
        stage.setTrace(trace);
        stage.show();
        QVERIFY(QTest::qWaitForWindowExposed(&stage));
        focus.setStep(QStringLiteral("encoder.0.self_attn.weights"));
        auto* lines = stage.findChild<QToolButton*>(QStringLiteral("view-lines"));
        QVERIFY(lines);
        QTest::mouseClick(lines, Qt::LeftButton);
        QCOMPARE(focus.focus().view, QStringLiteral("lines"));
        QVERIFY(stage.stationView());
        focus.setView(QLatin1String(matricesView));
        QVERIFY(!stage.stationView());
    }

    /// What draws one head does not stand there while all are asked for.
    void allHeads_areNotDrawnAsOne() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        FocusModel focus;
        StageWidget stage(&focus);
        stage.setTrace(trace);
        focus.setStep(QStringLiteral("encoder.0.self_attn.heads"));
        QVERIFY(stage.stationView());
        focus.setAllHeads(true);
        QVERIFY(!stage.stationView());
        focus.setView(QStringLiteral("weighted-sum")); // who chooses it means one head
        QVERIFY(stage.stationView());
        QVERIFY(!focus.focus().allHeads);
        focus.setView(QLatin1String(matricesView));
        focus.setAllHeads(true);
        focus.setView(QLatin1String(matricesView));
        QVERIFY(focus.focus().allHeads);
        focus.setStep(QStringLiteral("encoder.0.self_attn.weights"));
        focus.setView(QStringLiteral("heads"));
        QVERIFY(stage.stationView());
    }

    /// As in the formula: whatever says where a token stands says the same number.
    void positions_areCountedFromZero() {
        const auto learned = traceOf(Architecture::EncoderDecoder, Norm::Pre, Positional::Learned);
        const auto sinusoidal = traceOf(Architecture::EncoderDecoder);
        for (const auto& trace : {learned, sinusoidal})
            for (const Node& node : trace->graph->nodes()) {
                if (node.scope.kind() != ScopeKind::Position || node.shape.rank() < 2)
                    continue;
                QCOMPARE(placeName(node, 0), QStringLiteral("position"));
                QCOMPARE(firstNumber(node, 0), Index{0});
                QCOMPARE(heatmapOf(*trace, node.id).rowOffset, Index{-1});
            }
        for (const char* view : {"similarity", "curves"}) {
            const test::Drawn drawn(sinusoidal, view, "source.position", test::at(2, 0));
            QVERIFY2(drawn.words.all().contains("osition 2, “") ||
                         drawn.words.all().contains("position 2 “"),
                     qPrintable(drawn.words.all()));
        }
    }

    void nextView_goesThroughAllViews() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        const Graph& graph = *trace->graph;
        const Node& node = graph[graph.find("encoder.0.self_attn.weights")];
        QString view = QLatin1String(matricesView);
        QSet<QString> seen;
        for (std::size_t i = 0; i <= stationsFor(graph, node).size(); ++i) {
            seen.insert(view);
            view = nextView(graph, node, view);
        }
        QCOMPARE(view, QLatin1String(matricesView));
        QCOMPARE(seen.size(), qsizetype(stationsFor(graph, node).size() + 1));
    }
};

} // namespace gf::tst_stations

#include "tests/entry.h"
GF_TEST(tst_stations, TestStations)
#include "tst_stations.moc"
