// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "core/ops/table.h"
#include "ui/map/map_canvas.h"
#include "ui/map/map_view.h"
#include "warnings.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace gf;

namespace {

std::shared_ptr<const Graph> graphOf(Architecture architecture, Norm norm, Index layers = 2) {
    ModelConfig config;
    config.architecture = architecture;
    config.norm = norm;
    config.layers = layers;
    BuildOptions options;
    options.sourceLength = config.hasEncoder() ? 6 : 0;
    options.targetLength = config.hasDecoder() ? 5 : 0;
    options.gradients = true;
    return buildModel(config, options).graph;
}

int indexOf(const MapModel& map, const QString& id) {
    for (std::size_t i = 0; i < map.blocks.size(); ++i)
        if (map.blocks[i].id == id)
            return static_cast<int>(i);
    return -1;
}

bool linked(const MapModel& map, const QString& from, const QString& to, MapLink::Kind kind) {
    return std::any_of(map.links.begin(), map.links.end(), [&](const MapLink& link) {
        return link.kind == kind && link.from == indexOf(map, from) && link.to == indexOf(map, to);
    });
}

MapMetrics metricsOf(double width, double height) {
    MapMetrics metrics;
    metrics.width = width;
    metrics.height = height;
    metrics.textWidth = [](const QString& text) { return 6.5 * static_cast<double>(text.size()); };
    return metrics;
}

const MapItem* itemOf(const MapDrawing& drawing, const MapModel& map, const QString& step) {
    const MapModel::Place place = map.find(step);
    for (const MapItem& item : drawing.items)
        if (item.kind == MapItem::Kind::Step && item.block == place.block &&
            item.step == place.step)
            return &item;
    return nullptr;
}

const MapItem* blockItem(const MapDrawing& drawing, const MapModel& map, const QString& id) {
    for (const MapItem& item : drawing.items)
        if (item.kind == MapItem::Kind::Block && item.block == indexOf(map, id))
            return &item;
    return nullptr;
}

} // namespace

/// The map of real models' graphs.
class TestMap : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }

    void everyForwardOperationIsOnTheMapOnce_data() {
        QTest::addColumn<int>("architecture");
        QTest::addColumn<int>("norm");
        for (int architecture = 0; architecture < 3; ++architecture)
            for (int norm = 0; norm < 2; ++norm)
                QTest::addRow("architecture %d norm %d", architecture, norm)
                    << architecture << norm;
    }

    void everyForwardOperationIsOnTheMapOnce() {
        QFETCH(int, architecture);
        QFETCH(int, norm);
        const auto graph =
            graphOf(static_cast<Architecture>(architecture), static_cast<Norm>(norm));
        const MapModel map = buildMap(*graph);
        std::map<NodeId, int> seen;
        for (const MapBlock& block : map.blocks)
            for (const MapStep& step : block.steps)
                ++seen[step.node];
        for (const Node& node : graph->nodes()) {
            const bool leaf = node.op->kind() == OpKind::Constant || node.role != Role::Forward;
            QCOMPARE(seen.count(node.id), leaf ? 0U : 1U);
            if (!leaf)
                QCOMPARE(seen[node.id], 1);
        }
    }

    void preNormStandsBeforeTheSubLayerAndOutsideNothing() {
        const MapModel map = buildMap(*graphOf(Architecture::EncoderDecoder, Norm::Pre));
        QVERIFY(indexOf(map, "encoder.0.norm1") < indexOf(map, "encoder.0.self_attn"));
        QVERIFY(indexOf(map, "encoder.norm") > indexOf(map, "encoder.1.residual2"));
        // The residual line spans norm and attention.
        QVERIFY(linked(map, "source.input", "encoder.0.residual1", MapLink::Kind::Residual));
        QVERIFY(linked(map, "encoder.0.norm1", "encoder.0.self_attn", MapLink::Kind::Next));
    }

    void postNormStandsAfterTheSum() {
        const MapModel map = buildMap(*graphOf(Architecture::EncoderDecoder, Norm::Post));
        QVERIFY(indexOf(map, "encoder.0.norm1") > indexOf(map, "encoder.0.residual1"));
        QCOMPARE(indexOf(map, "encoder.norm"), -1);
        QVERIFY(linked(map, "source.input", "encoder.0.residual1", MapLink::Kind::Residual));
        QVERIFY(linked(map, "encoder.0.residual1", "encoder.0.norm1", MapLink::Kind::Next));
        // The next residual line begins at the norm, not before it.
        QVERIFY(linked(map, "encoder.0.norm1", "encoder.0.residual2", MapLink::Kind::Residual));
    }

    void wordsFitIntoTheirBlocksOnANarrowMap() {
        const auto graph = graphOf(Architecture::EncoderDecoder, Norm::Pre);
        MapModel map = buildMap(*graph);
        MapBlock& attention =
            map.blocks[static_cast<std::size_t>(indexOf(map, "encoder.0.self_attn"))];
        const auto linesOf = [&](const QString& label) {
            attention.label = label;
            const MapDrawing drawing =
                layOutMap(map, "encoder.0.self_attn.q", MapZoom::Layer, metricsOf(230, 500));
            const MapItem* item = blockItem(drawing, map, "encoder.0.self_attn");
            for (const QString& line : item->lines)
                if (6.5 * double(line.size()) > item->rect.width())
                    return QStringList{"too wide: " + line};
            return item->lines;
        };
        QCOMPARE(linesOf("Self-attention"), (QStringList{"Self-", "attention"}));
        QCOMPARE(linesOf("Masked self-attention"), (QStringList{"Masked", "self-", "attention"}));
        QCOMPARE(linesOf(QStringLiteral("Selbst\u00ADaufmerk\u00ADsamkeit")),
                 (QStringList{"Selbst-", "aufmerk-", "samkeit"}));
        // A soft hyphen that ends no line is not there.
        QCOMPARE(linesOf(QStringLiteral("Ab\u00ADcde")), QStringList{"Abcde"});
    }

    void crossAttentionReadsTheEncodersEnd() {
        const MapModel map = buildMap(*graphOf(Architecture::EncoderDecoder, Norm::Pre));
        for (const char* layer : {"decoder.0.cross_attn", "decoder.1.cross_attn"})
            QVERIFY(linked(map, "encoder.norm", layer, MapLink::Kind::Cross));
        QCOMPARE(map.columns, 2);
        QCOMPARE(buildMap(*graphOf(Architecture::Decoder, Norm::Pre)).columns, 1);
        QCOMPARE(map.blocks[static_cast<std::size_t>(indexOf(map, "decoder.0.self_attn"))].label,
                 QStringLiteral("Masked self-attention"));
        QCOMPARE(map.blocks[static_cast<std::size_t>(indexOf(map, "decoder.0.cross_attn"))].label,
                 QStringLiteral("Cross-attention"));
    }

    void stepsThatDoNotDependOnEachOtherShareARow() {
        const MapModel map = buildMap(*graphOf(Architecture::Decoder, Norm::Pre));
        const MapBlock& block =
            map.blocks[static_cast<std::size_t>(indexOf(map, "decoder.0.self_attn"))];
        std::map<QString, int> row;
        for (const MapStep& step : block.steps)
            row[step.label] = step.row;
        QCOMPARE(row["q"], 0);
        QCOMPARE(row["k"], 0);
        QCOMPARE(row["v"], 0);
        QCOMPARE(row["scores"], 1);
        QCOMPARE(row["weights"], 4);
        QVERIFY(row["output"] > row["concat"]);
        QCOMPARE(block.steps[static_cast<std::size_t>(block.main)].label,
                 QStringLiteral("weights"));
    }

    void nothingOverlapsNorLeavesANarrowDock_data() {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("zoom");
        QTest::addColumn<int>("width");
        for (const int layers : {1, 2, 6})
            for (int zoom = 0; zoom < 3; ++zoom)
                for (const int width : {226, 300, 420})
                    QTest::addRow("%d layers, zoom %d, %d px", layers, zoom, width)
                        << layers << zoom << width;
    }

    void nothingOverlapsNorLeavesANarrowDock() {
        QFETCH(int, layers);
        QFETCH(int, zoom);
        QFETCH(int, width);
        const MapModel map = buildMap(*graphOf(Architecture::EncoderDecoder, Norm::Pre, layers));
        const MapDrawing drawing = layOutMap(map, "decoder.0.cross_attn.weights",
                                             static_cast<MapZoom>(zoom), metricsOf(width, 400));
        const QRectF page(QPointF(0, 0), drawing.size);
        QCOMPARE(page.width(), static_cast<double>(width));
        for (std::size_t i = 0; i < drawing.items.size(); ++i) {
            const MapItem& a = drawing.items[i];
            QVERIFY(page.contains(a.rect));
            QVERIFY(a.rect.width() > 12);
            for (std::size_t j = i + 1; j < drawing.items.size(); ++j) {
                const MapItem& b = drawing.items[j];
                if (a.kind == b.kind && !a.rect.intersected(b.rect).isEmpty())
                    QFAIL(qPrintable(QStringLiteral("%1 and %2 overlap").arg(i).arg(j)));
            }
        }
        for (const MapPath& path : drawing.paths)
            for (const QPointF& point : path.points)
                QVERIFY(page.contains(point));
    }

    void zoomOpensTheLayerAndThenTheBlockInFocus() {
        const MapModel map = buildMap(*graphOf(Architecture::EncoderDecoder, Norm::Pre, 6));
        const QString focus = "encoder.3.self_attn.scaled";
        const auto draw = [&](MapZoom zoom) {
            return layOutMap(map, focus, zoom, metricsOf(300, 400));
        };
        QVERIFY(blockItem(draw(MapZoom::Model), map, "encoder.3.self_attn")->folded);
        const MapDrawing layer = draw(MapZoom::Layer);
        QVERIFY(!blockItem(layer, map, "encoder.3.self_attn")->folded);
        QVERIFY(!blockItem(layer, map, "encoder.3.self_attn")->open);
        QVERIFY(blockItem(layer, map, "encoder.2.self_attn")->folded);
        const MapDrawing step = draw(MapZoom::Step);
        QVERIFY(blockItem(step, map, "encoder.3.self_attn")->open);
        const MapItem* here = itemOf(step, map, focus);
        QVERIFY(here && here->here);
        QCOMPARE(&step.items[static_cast<std::size_t>(step.here)], here);
        QVERIFY(blockItem(step, map, "encoder.3.self_attn")->rect.contains(here->rect));
    }

    void aClickGoesThere() {
        FocusModel focus;
        focus.setStep("encoder.0.self_attn.weights");
        MapView view(&focus);
        view.resize(300, 500);
        view.setGraph(graphOf(Architecture::EncoderDecoder, Norm::Pre));
        view.show();
        MapCanvas* canvas = view.canvas();
        const auto click = [&](const MapItem* item) {
            QVERIFY(item);
            QTest::mouseClick(canvas, Qt::LeftButton, Qt::NoModifier,
                              item->rect.center().toPoint());
        };
        click(itemOf(canvas->drawing(), canvas->model(), "encoder.0.self_attn.v"));
        QCOMPARE(focus.focus().step, QStringLiteral("encoder.0.self_attn.v"));
        click(blockItem(canvas->drawing(), canvas->model(), "logits"));
        QCOMPARE(focus.focus().step, QStringLiteral("logits"));
        // An attention block is entered at its weights.
        click(blockItem(canvas->drawing(), canvas->model(), "decoder.1.cross_attn"));
        QCOMPARE(focus.focus().step, QStringLiteral("decoder.1.cross_attn.weights"));
    }

    void theKeyboardReachesEveryBoxAndReturnGoesThere() {
        FocusModel focus;
        focus.setStep("source.embedded");
        MapView view(&focus);
        view.resize(300, 500);
        view.setGraph(graphOf(Architecture::EncoderDecoder, Norm::Pre));
        view.show();
        MapCanvas* canvas = view.canvas();
        canvas->setFocus();
        std::set<int> visited;
        QTest::keyClick(canvas, Qt::Key_Home);
        for (std::size_t i = 0; i < canvas->drawing().items.size(); ++i) {
            visited.insert(canvas->cursor());
            QVERIFY(!canvas->accessibleDescription().isEmpty());
            QTest::keyClick(canvas, Qt::Key_Up);
        }
        QCOMPARE(visited.size(), canvas->drawing().items.size());
        QCOMPARE(focus.focus().step, QStringLiteral("source.embedded")); // only looked at so far
        QTest::keyClick(canvas, Qt::Key_End);
        QTest::keyClick(canvas, Qt::Key_Return);
        QCOMPARE(canvas->model().find(focus.focus().step).block,
                 static_cast<int>(canvas->model().blocks.size()) - 1);
    }

    void theFocusIsScrolledIntoView() {
        FocusModel focus;
        focus.setStep("source.embedded");
        MapView view(&focus);
        view.resize(240, 260);
        view.setGraph(graphOf(Architecture::EncoderDecoder, Norm::Pre, 6));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        for (const char* step : {"decoder.5.ffn.hidden", "encoder.0.self_attn.q", "loss"}) {
            focus.setStep(step);
            const auto visible = [&] {
                const MapDrawing& drawing = view.canvas()->drawing();
                const QRect here =
                    drawing.items[static_cast<std::size_t>(drawing.here)].rect.toAlignedRect();
                return view.canvas()->visibleRegion().boundingRect().contains(here);
            };
            QTRY_VERIFY2(visible(), step);
        }
    }

    void theMapIsNotRebuiltForTheSameGraph() {
        FocusModel focus;
        focus.setStep("logits");
        MapView view(&focus);
        view.resize(300, 500);
        const auto graph = graphOf(Architecture::Decoder, Norm::Post);
        view.setGraph(graph);
        const MapBlock* before = view.canvas()->model().blocks.data();
        view.setGraph(graph);
        QCOMPARE(view.canvas()->model().blocks.data(), before);
    }
};

QTEST_MAIN(TestMap)
#include "tst_map.moc"
