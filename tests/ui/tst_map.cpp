// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "core/ops/add.h"
#include "core/ops/every_op.h"
#include "core/ops/leaf.h"
#include "small_model.h"
#include "ui/figure/svg_device.h"
#include "ui/map/map_canvas.h"
#include "ui/map/map_painter.h"
#include "ui/map/map_view.h"
#include "warnings.h"

#include <QPainter>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

namespace gf::tst_map {

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
        if (QString::fromStdString(map.blocks[i].scope().nameOf({})) == id)
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

NodeId given(Graph& graph, const char* tokens) {
    const ScopeGuard scope(graph, {ScopeKind::Tokens, tokens});
    const NodeId ids = ops::input(graph, "ids", Shape{4, 6}, {Axis::Target, Axis::Model});
    const ScopeGuard inner(graph, {ScopeKind::Embedding, "embedded"});
    return ops::identity(graph, "", ids);
}

/// A sub-layer that nobody knows in each of two layers, and what `other` hands to it.
NodeId unknownStack(Graph& graph, const char* title, NodeId x, const std::vector<NodeId>& others) {
    const ScopeGuard stack(graph, {ScopeKind::Stack, title});
    for (int i = 0; i < 2; ++i) {
        const ScopeGuard layer(graph, layerLevel(i));
        const ScopeGuard mixer(graph, {ScopeKind::Other, "wave_mixer"});
        const NodeId turned = ops::identity(graph, "turned", x);
        std::vector<NodeId> terms{x, turned};
        terms.insert(terms.end(), others.begin(), others.end());
        x = ops::add(graph, "mixed", terms);
    }
    return x;
}

/// Three stacks, of which the last reads the others.
std::shared_ptr<const Graph> threeStacks() {
    auto graph = std::make_shared<Graph>();
    const NodeId a = unknownStack(*graph, "image", given(*graph, "source"), {});
    const NodeId b = unknownStack(*graph, "sound", given(*graph, "tones"), {});
    unknownStack(*graph, "decoder", given(*graph, "target"), {a, b});
    return graph;
}

/// A recurrent layer of so many time steps, and what joins their states.
std::shared_ptr<const Graph> recurrent(int steps) {
    auto graph = std::make_shared<Graph>();
    const NodeId x = given(*graph, "source");
    const ScopeGuard stack(*graph, {ScopeKind::Stack, "encoder"});
    const ScopeGuard layer(*graph, layerLevel(0));
    std::vector<NodeId> states{x};
    for (int t = 0; t < steps; ++t) {
        const ScopeGuard step(*graph, {ScopeKind::TimeStep, "t" + std::to_string(t), t, true});
        const NodeId reset = ops::identity(*graph, "reset", states.back());
        const NodeId update = ops::identity(*graph, "update", states.back());
        states.push_back(ops::add(*graph, "state", {reset, update}));
    }
    ops::add(*graph, "states", states);
    return graph;
}

/// Whether a line of the path goes through the inside of a rectangle.
bool crosses(const MapPath& path, const QRectF& rect) {
    for (qsizetype i = 1; i < path.points.size(); ++i)
        if (QRectF(path.points[i - 1], path.points[i])
                .normalized()
                .adjusted(-0.1, -0.1, 0.1, 0.1)
                .intersects(rect))
            return true;
    return false;
}

} // namespace

/// The map of real models' graphs, and of some that are made up.
class TestMap : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }

    void map_showsEveryForwardOperationOnce_data() {
        QTest::addColumn<int>("architecture");
        QTest::addColumn<int>("norm");
        for (int architecture = 0; architecture < 3; ++architecture)
            for (int norm = 0; norm < 2; ++norm)
                QTest::addRow("architecture %d norm %d", architecture, norm)
                    << architecture << norm;
    }

    void map_showsEveryForwardOperationOnce() {
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

    void preNorm_standsBeforeTheSubLayer() {
        const MapModel map = buildMap(*graphOf(Architecture::EncoderDecoder, Norm::Pre));
        QVERIFY(indexOf(map, "encoder.0.norm1") < indexOf(map, "encoder.0.self_attn"));
        QVERIFY(indexOf(map, "encoder.norm") > indexOf(map, "encoder.1.residual2"));
        // The residual line spans norm and attention.
        QVERIFY(linked(map, "source.input", "encoder.0.residual1", MapLink::Kind::Residual));
        QVERIFY(linked(map, "encoder.0.norm1", "encoder.0.self_attn", MapLink::Kind::Next));
    }

    void postNorm_standsAfterTheSum() {
        const MapModel map = buildMap(*graphOf(Architecture::EncoderDecoder, Norm::Post));
        QVERIFY(indexOf(map, "encoder.0.norm1") > indexOf(map, "encoder.0.residual1"));
        QCOMPARE(indexOf(map, "encoder.norm"), -1);
        QVERIFY(linked(map, "source.input", "encoder.0.residual1", MapLink::Kind::Residual));
        QVERIFY(linked(map, "encoder.0.residual1", "encoder.0.norm1", MapLink::Kind::Next));
        // The next residual line begins at the norm, not before it.
        QVERIFY(linked(map, "encoder.0.norm1", "encoder.0.residual2", MapLink::Kind::Residual));
    }

    void blockLabels_fitOnANarrowMap() {
        const auto graph = graphOf(Architecture::EncoderDecoder, Norm::Pre);
        MapModel map = buildMap(*graph);
        MapBlock& attention = map.blocks[indexOf(map, "encoder.0.self_attn")];
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

    /// Of many layers, each of which is a line.
    void layers_keepTheirNumbersOnANarrowMap() {
        const auto graph = graphOf(Architecture::EncoderDecoder, Norm::Pre, 12);
        const MapModel map = buildMap(*graph);
        for (const double width : {150.0, 180.0, 220.0, 300.0}) {
            const MapDrawing drawing = layOutMap(map, {}, MapZoom::Model, metricsOf(width, 500));
            QVERIFY(std::ranges::any_of(drawing.items, &MapItem::layer));
            SvgDevice page({100, 100}, drawing.size, {});
            QPainter painter(&page);
            paintMap(painter, map, drawing, {}, Theme::light());
            painter.end();
            const QString svg = QString::fromUtf8(page.finish());
            static const QRegularExpression named(QStringLiteral(">\\w*…? (\\d+)</text>"));
            std::map<int, int> numbers;
            for (auto found = named.globalMatch(svg); found.hasNext();)
                ++numbers[found.next().captured(1).toInt()];
            for (int layer = 1; layer <= 12; ++layer)
                QVERIFY2(numbers[layer] == 2,
                         qPrintable(QStringLiteral("%1 at %2").arg(layer).arg(width)));
        }
    }

    void crossAttention_readsTheEndOfTheEncoder() {
        const MapModel map = buildMap(*graphOf(Architecture::EncoderDecoder, Norm::Pre));
        for (const char* layer : {"decoder.0.cross_attn", "decoder.1.cross_attn"})
            QVERIFY(linked(map, "encoder.norm", layer, MapLink::Kind::Cross));
        QCOMPARE(map.columns, 2);
        QCOMPARE(buildMap(*graphOf(Architecture::Decoder, Norm::Pre)).columns, 1);
        QCOMPARE(map.blocks[indexOf(map, "decoder.0.self_attn")].label,
                 QStringLiteral("Masked self-attention"));
        QCOMPARE(map.blocks[indexOf(map, "decoder.0.cross_attn")].label,
                 QStringLiteral("Cross-attention"));
    }

    void endsOfAnOpenedEncoder_areCalledWhatTheyDo() {
        const auto labelsOf = [](const auto& change) {
            ModelConfig config = test::smallModel(Architecture::Encoder);
            change(config);
            BuildOptions options;
            options.sourceLength = 4;
            QStringList labels;
            for (const MapBlock& block : buildMap(*buildModel(config, options).graph).blocks)
                labels += block.label;
            return labels;
        };
        const QStringList states = labelsOf([](ModelConfig& config) {
            config.output = Output::States;
            config.pooler = true;
        });
        QCOMPARE(states.count(QStringLiteral("Pooler")), 1);
        QCOMPARE(states.count(QStringLiteral("Activation")), 1);
        const QStringList words = labelsOf([](ModelConfig& config) {
            config.outputTransform = true;
            config.tieEmbeddings = true;
            config.targetVocab = config.sourceVocab;
        });
        QCOMPARE(words.count(QStringLiteral("Activation")), 1);
        QCOMPARE(words.count(QStringLiteral("Linear")), 2); // the transform and the output
    }

    void independentSteps_shareARow() {
        const MapModel map = buildMap(*graphOf(Architecture::Decoder, Norm::Pre));
        const MapBlock& block = map.blocks[indexOf(map, "decoder.0.self_attn")];
        std::map<QString, int> row;
        for (const MapStep& step : block.steps)
            row[step.label] = step.row;
        QCOMPARE(row["q"], 0);
        QCOMPARE(row["k"], 0);
        QCOMPARE(row["v"], 0);
        QCOMPARE(row["scores"], 1);
        QCOMPARE(row["weights"], 4);
        QVERIFY(row["output"] > row["concat"]);
        QCOMPARE(block.steps[block.main].label, QStringLiteral("weights"));
    }

    void parameterOnlySteps_standBesideWhatTheyAreAddedTo() {
        ModelConfig config;
        config.positional = Positional::Relative;
        BuildOptions options;
        options.sourceLength = 6;
        options.targetLength = 5;
        const MapModel map = buildMap(*buildModel(config, options).graph);
        const auto row = [&](const char* part) {
            const QString step = QStringLiteral("encoder.0.self_attn.") + QLatin1String(part);
            const MapModel::Place place = map.find(step);
            return map.blocks[place.block].steps[place.step].row;
        };
        for (const char* part : {"q", "k", "v"})
            QCOMPARE(row(part), 0);
        QCOMPARE(row("position_bias"), row("scaled"));
        QCOMPARE(row("biased"), row("scaled") + 1);
    }

    void items_neitherOverlapNorLeaveANarrowDock_data() {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("zoom");
        QTest::addColumn<int>("width");
        for (const int layers : {1, 2, 6})
            for (int zoom = 0; zoom < 3; ++zoom)
                for (const int width : {226, 300, 420})
                    QTest::addRow("%d layers, zoom %d, %d px", layers, zoom, width)
                        << layers << zoom << width;
    }

    void items_neitherOverlapNorLeaveANarrowDock() {
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

    void zoom_opensTheLayerAndThenTheBlockInFocus() {
        const MapModel map = buildMap(*graphOf(Architecture::EncoderDecoder, Norm::Pre, 6));
        const QString focus = "encoder.3.self_attn.scaled";
        const auto draw = [&](MapZoom zoom) {
            return layOutMap(map, focus, zoom, metricsOf(300, 400));
        };
        // Bars, or where there is no room for them one line for a layer.
        const auto isFolded = [](const MapItem* item) { return item->folded || item->layer; };
        QVERIFY(isFolded(blockItem(draw(MapZoom::Model), map, "encoder.3.self_attn")));
        const MapDrawing layer = draw(MapZoom::Layer);
        QVERIFY(!blockItem(layer, map, "encoder.3.self_attn")->folded);
        QVERIFY(!blockItem(layer, map, "encoder.3.self_attn")->open);
        QVERIFY(isFolded(blockItem(layer, map, "encoder.2.self_attn")));
        const MapDrawing step = draw(MapZoom::Step);
        QVERIFY(blockItem(step, map, "encoder.3.self_attn")->open);
        const MapItem* here = itemOf(step, map, focus);
        QVERIFY(here);
        QVERIFY(here->here);
        QCOMPARE(&step.items[step.here], here);
        QVERIFY(blockItem(step, map, "encoder.3.self_attn")->rect.contains(here->rect));
    }

    void manyLayers_areOneLineEach() {
        constexpr double height = 1100;
        const MapModel map = buildMap(*graphOf(Architecture::Decoder, Norm::Pre, 12));
        const QString focus = "decoder.3.self_attn.scaled";
        const MapDrawing drawing = layOutMap(map, focus, MapZoom::Step, metricsOf(300, height));
        QVERIFY(drawing.size.height() <= height); // bars of twelve layers need twice as much
        int lines = 0;
        for (const MapItem& item : drawing.items) {
            if (!item.layer)
                continue;
            ++lines;
            QCOMPARE(item.lines.size(), 1);
            // It leads to what the focus is at in its own layer.
            const MapBlock& block = map.blocks[item.block];
            QCOMPARE(block.steps[item.step].name,
                     QStringLiteral("decoder.%1.self_attn.scaled").arg(block.layer));
        }
        QCOMPARE(lines, 11);
        QCOMPARE(drawing.frames.size(), std::size_t(1));
        QVERIFY(itemOf(drawing, map, focus));
    }

    void fewLayers_stayBars() {
        const MapModel map = buildMap(*graphOf(Architecture::Decoder, Norm::Pre, 4));
        for (const MapItem& item :
             layOutMap(map, "decoder.3.self_attn.q", MapZoom::Model, metricsOf(300, 100)).items)
            QVERIFY(!item.layer);
    }

    void click_goesToItsStep() {
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

    void keyboard_reachesAndOpensEveryBox() {
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

    void focus_isScrolledIntoView() {
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
                const QRect here = drawing.items[drawing.here].rect.toAlignedRect();
                return view.canvas()->visibleRegion().boundingRect().contains(here);
            };
            QTRY_VERIFY2(visible(), step);
        }
    }

    void stacks_haveColumnsAndUnknownSubLayersTheirTitles() {
        const auto graph = threeStacks();
        const MapModel map = buildMap(*graph);
        QCOMPARE(map.columns, 3);
        const auto blockOf = [&](const char* step) -> const MapBlock& {
            return map.blocks[map.find(step).block];
        };
        QCOMPARE(blockOf("image.0.wave_mixer.turned").column, 0);
        QCOMPARE(blockOf("sound.1.wave_mixer.mixed").column, 1);
        QCOMPARE(blockOf("decoder.1.wave_mixer.mixed").column, 2);
        QCOMPARE(blockOf("source.embedded").column, 0);
        QCOMPARE(blockOf("tones.embedded").column, 1);
        QCOMPARE(blockOf("target.embedded").column, 2);
        QCOMPARE(blockOf("image.0.wave_mixer.turned").label, QStringLiteral("Wave mixer"));
        QVERIFY(linked(map, "image.1.wave_mixer", "decoder.0.wave_mixer", MapLink::Kind::Cross));
        QVERIFY(linked(map, "sound.1.wave_mixer", "decoder.1.wave_mixer", MapLink::Kind::Cross));
    }

    void threeColumns_standBesideEachOther_data() {
        QTest::addColumn<int>("zoom");
        QTest::addColumn<int>("width");
        for (int zoom = 0; zoom < 3; ++zoom)
            for (const int width : {226, 300, 420})
                QTest::addRow("zoom %d, %d px", zoom, width) << zoom << width;
    }

    void threeColumns_standBesideEachOther() {
        QFETCH(int, zoom);
        QFETCH(int, width);
        const auto graph = threeStacks();
        const MapModel map = buildMap(*graph);
        const MapDrawing drawing = layOutMap(map, "decoder.0.wave_mixer.mixed",
                                             static_cast<MapZoom>(zoom), metricsOf(width, 600));
        const QRectF page(QPointF(0, 0), drawing.size);
        QCOMPARE(drawing.frames.size(), std::size_t{6});
        QCOMPARE(drawing.frames.front().caption, QStringLiteral("Image 1"));
        QCOMPARE(drawing.notes.size(), std::size_t{3});
        QCOMPARE(drawing.notes[1].text, QStringLiteral("tones"));
        for (std::size_t i = 0; i < drawing.items.size(); ++i) {
            QVERIFY(page.contains(drawing.items[i].rect));
            for (std::size_t j = i + 1; j < drawing.items.size(); ++j)
                QVERIFY(drawing.items[i].kind != drawing.items[j].kind ||
                        drawing.items[i].rect.intersected(drawing.items[j].rect).isEmpty());
        }
        for (const MapPath& path : drawing.paths) {
            for (const QPointF& point : path.points)
                QVERIFY(page.contains(point));
            for (const MapItem& item : drawing.items)
                if (path.kind == MapLink::Kind::Cross && item.block != path.from &&
                    item.block != path.to)
                    QVERIFY2(!crosses(path, item.rect),
                             qPrintable(QStringLiteral("%1 > %2 crosses %3")
                                            .arg(path.from)
                                            .arg(path.to)
                                            .arg(item.block)));
        }
    }

    /// They were asked step by step, and stand together without reading each other.
    void alignmentStages_standAboveEachOther() {
        const MapModel map = buildMap(*recurrentTrace(Alignment::Bahdanau)->graph);
        const MapModel::Place place = map.find("attention.weights");
        const MapBlock& block = map.blocks[place.block];
        int above = -1;
        for (const char* stage : {"scores", "masked", "weights", "context"}) {
            const auto at = map.find(QStringLiteral("attention.") + stage);
            QCOMPARE(at.block, place.block);
            const int row = block.steps[at.step].row;
            QVERIFY2(row > above, stage);
            above = row;
        }
    }

    /// Bahdanau's decoder is built through all layers at each time step.
    void splitLayer_isOneFrame() {
        const MapModel map = buildMap(*recurrentTrace(Alignment::Bahdanau)->graph);
        const MapDrawing drawing =
            layOutMap(map, "encoder.0.states", MapZoom::Layer, metricsOf(300, 600));
        std::set<QString> captions;
        for (const MapFrame& frame : drawing.frames)
            QVERIFY2(captions.insert(frame.caption).second, qPrintable(frame.caption));
        QCOMPARE(captions.size(), std::size_t{4});
        for (const MapLink& link : map.links)
            QVERIFY(link.from < link.to ||
                    map.blocks[link.from].cells.size() > 1); // time steps read the steps before
    }

    void blockLinks_runBesideTheSteps() {
        const auto graph =
            traceOf(Architecture::Encoder, Norm::Pre, Positional::Sinusoidal, Mixer::Mean)->graph;
        const MapModel map = buildMap(*graph);
        const MapDrawing drawing =
            layOutMap(map, "encoder.0.mixer.weights", MapZoom::Step, metricsOf(300, 600));
        std::vector<MapItem> steps;
        for (const MapItem& item : drawing.items)
            if (item.kind == MapItem::Kind::Step)
                steps.push_back(item);
        QCOMPARE(steps.size(), std::size_t{6}); // local, masked, weights, mean, global, output
        for (const MapPath& path : drawing.paths)
            for (const MapItem& item : steps)
                QVERIFY2(!path.inside || !crosses(path, item.rect.adjusted(1, 1, -1, -1)),
                         qPrintable(item.lines.join(' ')));
    }

    void timeSteps_areOneBlockWithARowOfCells() {
        const auto graph = recurrent(20);
        const MapModel map = buildMap(*graph);
        QCOMPARE(map.blocks.size(), std::size_t{3}); // embedded, time steps, states
        const MapBlock& block = map.blocks[1];
        QCOMPARE(block.label, QStringLiteral("Time steps"));
        QCOMPARE(block.cells.size(), std::size_t{20});
        QCOMPARE(block.steps.size(), std::size_t{60});
        QCOMPARE(map.find("encoder.0.t7.state").block, 1);
        QCOMPARE(block.steps[map.find("encoder.0.t7.state").step].row, 1);
        QCOMPARE(map.blocks[2].label, QStringLiteral("States of all time steps"));

        const auto draw = [](const MapModel& model, MapZoom zoom) {
            return layOutMap(model, "encoder.0.t1.reset", zoom, metricsOf(300, 600));
        };
        const MapModel few = buildMap(*recurrent(2));
        for (const MapZoom zoom : {MapZoom::Layer, MapZoom::Step}) {
            const MapDrawing drawing = draw(map, zoom);
            const MapDrawing short_ = draw(few, zoom);
            const MapItem* drawn = blockItem(drawing, map, "encoder.0.t0");
            QCOMPARE(drawn->rect.height(), blockItem(short_, few, "encoder.0.t0")->rect.height());
            QCOMPARE(drawn->open, zoom == MapZoom::Step);
            std::vector<MapItem> cells;
            std::set<QString> shown;
            for (const MapItem& item : drawing.items) {
                if (item.kind == MapItem::Kind::Cell)
                    cells.push_back(item);
                if (item.kind == MapItem::Kind::Step)
                    shown.insert(block.steps[item.step].name);
            }
            QCOMPARE(cells.size(), std::size_t{20});
            for (std::size_t i = 0; i < cells.size(); ++i) {
                QVERIFY(drawn->rect.contains(cells[i].rect));
                QCOMPARE(cells[i].rect.top(), cells.front().rect.top());
                QVERIFY(i == 0 || cells[i].rect.left() > cells[i - 1].rect.right());
                QCOMPARE(cells[i].here, i == 1);
                // Going along the time keeps the step.
                QCOMPARE(block.steps[cells[i].step].name,
                         QStringLiteral("encoder.0.t%1.reset").arg(i));
            }
            const std::set<QString> own{"encoder.0.t1.reset", "encoder.0.t1.update",
                                        "encoder.0.t1.state"};
            QVERIFY(shown == (zoom == MapZoom::Step ? own : std::set<QString>()));
        }
    }

    void timeCell_goesToItsTimeStep() {
        FocusModel focus;
        focus.setStep("encoder.0.t2.update");
        MapView view(&focus);
        view.resize(300, 500);
        view.setGraph(recurrent(20));
        view.show();
        MapCanvas* canvas = view.canvas();
        for (const MapItem& item : std::vector(canvas->drawing().items))
            if (item.kind == MapItem::Kind::Cell &&
                canvas->model().blocks[1].steps[item.step].cell == 12)
                QTest::mouseClick(canvas, Qt::LeftButton, Qt::NoModifier,
                                  item.rect.center().toPoint());
        QCOMPARE(focus.focus().step, QStringLiteral("encoder.0.t12.update"));
        QCOMPARE(canvas->accessibleDescription(),
                 QStringLiteral("Encoder · layer 1 · Time steps · time step 13: update"));
    }

    void find_putsGradientsAndParametersAtTheirBlocks() {
        const auto graph = graphOf(Architecture::EncoderDecoder, Norm::Pre);
        const MapModel map = buildMap(*graph);
        const auto parts =
            map.find("encoder.0.residual1/from/encoder.0.norm2.output"); // of a gradient
        QCOMPARE(parts.block, indexOf(map, "encoder.0.residual1"));
        QCOMPARE(map.find("decoder.1.ffn.w_1").block, indexOf(map, "decoder.1.ffn"));
        QCOMPARE(map.find("nothing").block, -1);
    }

    void map_isNotRebuiltForTheSameGraph() {
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

} // namespace gf::tst_map

#include "tests/entry.h"
GF_TEST(tst_map, TestMap)
#include "tst_map.moc"
