// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/positions.h"
#include "core/measure/products.h"
#include "core/measure/rotation.h"
#include "core/measure/sinusoidal_rotation.h"
#include "core/tensor/row.h"
#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_layout.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>

namespace gf::rotation_lab {

namespace {

constexpr Index drawn = 33; ///< positions of P·Pᵀ, and places that a score is moved on
constexpr double leastDial = 40;
constexpr double mostDial = 260;

/// The sinusoidal positions of the stack in focus, otherwise of the first one; of a rotary model
/// the scores of the attention in focus. noNode for other positions.
NodeId node(const Graph& graph, NodeId focused) {
    const NodeId scores = attentionStep(graph, focused, "scores");
    NodeId rotary = noNode, position = noNode;
    for (const Node& node : graph.nodes()) {
        if (node.role != Role::Forward)
            continue;
        const OpKind kind = node.op->kind();
        const bool isHere = focused != noNode && graph[focused].scope == node.scope;
        if (kind == OpKind::SinusoidalPosition && (position == noNode || isHere))
            position = node.id;
        if (kind == OpKind::Rotary && (rotary == noNode || node.scope == graph[scores].scope))
            rotary = graph.find(node.scope, "scores");
    }
    return rotary != noNode ? rotary : position;
}

std::optional<Sentence> missing(const Trace& trace) {
    if (node(*trace.graph, noNode) == noNode)
        return Sentence(phrase("This model has neither sinusoidal nor rotary positions."));
    return {};
}

std::vector<StationControl> controls(const Graph&, const Node&) {
    return knobFields("rotation");
}

bool isRotary(const StationInput& input) {
    return input.at().part == "scores";
}

/// What the rotation of k positions is.
struct Scene {
    std::vector<RotationBlock> blocks;
    double error = 0;   ///< the largest, over all positions that were tried
    double product = 0; ///< PE(p)·PE(p + k)
    Index width = 0;
    Index offset = 0;
    Index from = 0;
    Index tried = 0; ///< positions
};

Scene sceneOf(const StationInput& input) {
    Scene scene;
    const Graph& graph = input.graph();
    const Node& rows =
        isRotary(input) ? graph[graph[computedNode(graph, input.node)].inputs[0]] : input.at();
    const Index own = rows.shape[rows.shape.rank() - 1] / 2 * 2;
    scene.width = static_cast<Index>(input.setting("rotation.d", static_cast<double>(own))) / 2 * 2;
    scene.tried = static_cast<Index>(knobSetting(input, "rotation.positions"));
    scene.offset = static_cast<Index>(knobSetting(input, "rotation.k"));
    scene.from = static_cast<Index>(knobSetting(input, "rotation.p"));
    scene.blocks = sinusoidalRotation(scene.width, scene.offset);
    scene.error =
        input.memory->once(QStringLiteral("rotation error %1/%2/%3")
                               .arg(scene.width)
                               .arg(scene.offset)
                               .arg(scene.tried),
                           [&] { return rotationError(scene.width, scene.offset, scene.tried); });
    scene.product = sinusoidalProduct(scene.width, scene.offset);
    return scene;
}

QString sentenceOf(const Scene& scene) {
    return tr("The same R with k = %1 takes PE(p) to PE(p + %1) from every p: the largest error at "
              "%2 "
              "positions is %3. PE(p)·PE(p + %1) = %4 for each of them; %5 at k = 0.")
        .arg(QString::number(scene.offset), QString::number(scene.tried),
             numberText(scene.error, 2), numberText(scene.product, 4),
             QString::number(scene.width / 2));
}

// ---- the blocks --------------------------------------------------------------------------------

/// Cells of equal size in an area, as large as there is room for.
struct DialGrid {
    std::vector<Index> pairs; ///< of all blocks, evenly
    Index columns = 1;
    double cell = 0;
    double words = 0; ///< under a dial

    DialGrid(const StationInput& input, const QSizeF& room, Index all) {
        words = input.fontSize() * 1.7;
        const auto fitting = [&](double side) {
            return std::max<Index>(1, static_cast<Index>(room.width() / side)) *
                   std::max<Index>(1, static_cast<Index>(room.height() / (side + words)));
        };
        cell = mostDial;
        while (cell > leastDial && fitting(cell) < all)
            cell -= 1;
        const Index count = std::min(all, fitting(cell));
        columns = std::max<Index>(1, static_cast<Index>(room.width() / cell));
        for (Index i = 0; i < count; ++i)
            pairs.push_back(i * all / count);
    }
    QRectF at(const QRectF& area, std::size_t i) const {
        const auto place = static_cast<Index>(i);
        const Index rows = (static_cast<Index>(pairs.size()) + columns - 1) / columns;
        const double across =
            area.width() /
            static_cast<double>(std::min<Index>(columns, static_cast<Index>(pairs.size())));
        const double down = std::min(area.height() / static_cast<double>(rows), cell + 2 * words);
        return {area.left() + static_cast<double>(place % columns) * across,
                area.top() + static_cast<double>(place / columns) * down, across, down};
    }
};

QString degrees(double radians) {
    return tr("%1°").arg(numberText(radians * 180 / std::numbers::pi, 3));
}

QPointF onCircle(const QPointF& centre, double radius, double angle) {
    return centre + QPointF(radius * std::cos(angle), -radius * std::sin(angle));
}

/// Part of a circle, of as many corners as can be told apart.
std::vector<QPointF> arcOf(const QPointF& centre, double radius, double from, double angle) {
    const int corners =
        std::max(1, static_cast<int>(std::ceil(std::clamp(radius, 12.0, 48.0) * std::abs(angle) /
                                               (2 * std::numbers::pi))));
    std::vector<QPointF> points;
    for (int i = 0; i <= corners; ++i)
        points.push_back(onCircle(centre, radius, from + angle * i / corners));
    return points;
}

/// The pair of one frequency at p and at p + k, and the turn between them.
void drawDial(Drawing& drawing, const Scene& scene, Index pair, const QRectF& area, double words) {
    const Theme& theme = drawing.theme();
    const RotationBlock& block = scene.blocks[pair];
    const double radius = std::min(area.width(), area.height() - words) * 0.45;
    const QPointF centre(area.center().x(), area.top() + radius + 2);
    const double before = static_cast<double>(scene.from) * block.frequency;
    const double turn = static_cast<double>(scene.offset) * block.frequency;
    drawing.canvas.polyline(arcOf(centre, radius, 0, 2 * std::numbers::pi), theme.border, 1.2,
                            "circle");
    const double shown = std::min(turn, 2 * std::numbers::pi);
    drawing.canvas.polyline(arcOf(centre, radius * 0.55, before + turn - shown, shown),
                            theme.hue(Hue::Attention), 2.5, "turn");
    const QColor hue = theme.hue(Hue::Residual);
    drawing.canvas.lines({QLineF(centre, onCircle(centre, radius, before))}, theme.fieldBorder, 2,
                         "before");
    drawing.canvas.lines({QLineF(centre, onCircle(centre, radius, before + turn))}, hue, 3,
                         "after");
    drawing.canvas.disc(onCircle(centre, radius, before + turn), 4, hue, "after");
    const double size = drawing.fontSize() * type::small;
    drawing.text({centre.x(), centre.y() + radius + size}, degrees(turn), size, theme.text,
                 Qt::AlignHCenter);
    drawing.place(area,
                  {.tip = tr("block %1 of %2, ω = %3\n(%4  %5)\n(%6  %7)")
                              .arg(QString::number(pair + 1), QString::number(scene.blocks.size()),
                                   numberText(block.frequency, 4), numberText(block.cosine, 4),
                                   numberText(block.sine, 4), numberText(-block.sine, 4),
                                   numberText(block.cosine, 4))});
}

Block dialsOf(const Scene& scene) {
    const auto all = static_cast<Index>(scene.blocks.size());
    return custom({220, 120}, [scene, all](Drawing& drawing, const QRectF& area) {
        const double head = drawing.fontSize() * 2;
        const QRectF below = area.adjusted(0, head, 0, 0);
        const DialGrid grid(drawing.input, below.size(), all);
        const QString title =
            static_cast<Index>(grid.pairs.size()) < all
                ? tr("R: %1 of its %2 blocks, each turned by kω").arg(grid.pairs.size()).arg(all)
                : tr("R: its %1 blocks, each turned by kω").arg(all);
        drawLine(drawing, {area.left(), area.top() + head * 0.35}, title, area.width(),
                 drawing.theme().text, 1, true);
        for (std::size_t i = 0; i < grid.pairs.size(); ++i)
            drawDial(drawing, scene, grid.pairs[i], grid.at(below, i), grid.words);
    });
}

// ---- beside them -------------------------------------------------------------------------------

/// P·Pᵀ with the diagonal on which all products are of positions k apart.
Block productsOf(const StationInput& input, const Scene& scene) {
    HeatmapData data = input.memory->once(QStringLiteral("rotation products"), [&] {
        HeatmapData made =
            heatmapOf(similarities(sinusoidalPositions(drawn, scene.width)), tr("P · Pᵀ"));
        made.rowTitle = made.columnTitle = tr("position");
        made.rowOffset = made.columnOffset = -1; // positions are counted from 0
        fitScale(made);
        return made;
    });
    const auto diagonal = [offset = scene.offset](Drawing& drawing, const HeatmapLayout& layout) {
        if (offset >= drawn)
            return;
        const auto corner = [&](Index row, Index column) {
            return layout.cells.topLeft() + QPointF(static_cast<double>(column) * layout.cellWidth,
                                                    static_cast<double>(row) * layout.cellHeight);
        };
        drawing.canvas.lines({QLineF(corner(0, offset), corner(drawn - offset, drawn)),
                              QLineF(corner(0, offset + 1), corner(drawn - offset - 1, drawn))},
                             drawing.theme().highlight, 2, "diagonal");
    };
    return matrix(data, {.placeOf =
                             [data](Index row, Index column) {
                                 return StationPlace{
                                     .tip = QStringLiteral("PE(%1)·PE(%2) = %3")
                                                .arg(row)
                                                .arg(column)
                                                .arg(numberText(data.at(row, column), 5))};
                             },
                         .over = diagonal});
}

/// A score of the model with both its query and key moved on, and with the key alone.
struct Moved {
    MovedScores scores;
    QString query, key;
};

Moved movedOf(const StationInput& now) {
    const Graph& graph = now.graph();
    const Scope& scope = now.at().scope;
    const auto side = [&](const char* part) -> const Tensor& {
        return now.trace.value(graph[computedNode(graph, graph.find(scope, part))].inputs[0]);
    };
    const Tensor& q = side("q_rotated");
    const Tensor& k = side("k_rotated");
    const Index tokens = q.shape()[1];
    const Index row = rowOr(now, tokens, tokens - 1);
    const Index column = std::max<Index>(0, within(now.focus.column, tokens));
    const Index head = headOf(now);
    const Index keyHead = head * k.shape()[0] / q.shape()[0];
    const RotaryPairs pairs =
        ops::rotaryPairsOf(graph[computedNode(graph, graph.find(scope, "q_rotated"))]);
    const HeatmapData words = heatmapOf(now, now.node, static_cast<int>(headOf(now)));
    return {movedScores(rowOf(q, head * tokens + row), row, rowOf(k, keyHead * tokens + column),
                        column, 1, drawn, pairs),
            rowLabel(words, row), columnLabel(words, column)};
}

PlotLayer curveOf(const std::vector<float>& scores, const QColor& colour, double width) {
    std::vector<QPointF> points;
    for (std::size_t by = 0; by < scores.size(); ++by)
        points.emplace_back(static_cast<double>(by), static_cast<double>(scores[by]));
    return curve(points, colour, width, width);
}

Block movedBlock(const StationInput& now) {
    const Moved moved = movedOf(now);
    std::vector<float> all = moved.scores.together;
    all.insert(all.end(), moved.scores.keyAlone.begin(), moved.scores.keyAlone.end());
    const QColor both = now.theme.hue(Hue::Attention), alone = now.theme.hue(Hue::Key);
    return column({plot({.name = "moved",
                         .words = {tr("score: q “%1” · k “%2”").arg(moved.query, moved.key),
                                   tr("places moved on")},
                         .x = {-0.5, static_cast<double>(drawn) - 0.5},
                         .y = rangeAround(all)},
                        {curveOf(moved.scores.keyAlone, alone, 1.5),
                         curveOf(moved.scores.together, both, 3)}),
                   legend({{both, tr("both moved on")}, {alone, tr("the key alone")}})},
                  2);
}

QString movedSentence(const StationInput& now, const Scene& scene) {
    const Moved moved = movedOf(now);
    return tr("R with k = %1 turns from every position alike (largest error at %2: %3), so a score "
              "follows from the offset alone: “%4” and “%5” moved on together by 0 to %6 places "
              "keep theirs within %7.")
        .arg(QString::number(scene.offset), QString::number(scene.tried),
             numberText(scene.error, 2), moved.query, moved.key, QString::number(drawn - 1),
             numberText(moved.scores.spread, 2));
}

Block show(const StationInput& input) {
    const Scene scene = sceneOf(input);
    if (!isRotary(input))
        return padded(
            14, 10,
            column({paragraph(sentenceOf(scene)),
                    row({grows(dialsOf(scene), 0.6), grows(productsOf(input, scene), 0.4)}, 24)}));
    const Block moved = live([](const StationInput& now) { return movedBlock(now); });
    return walked(input.at().shape[1], input.at().shape[2],
                  padded(14, 10,
                         column({followingSentence([scene](const StationInput& now) {
                                     return movedSentence(now, scene);
                                 }),
                                 row({grows(dialsOf(scene), 0.6), grows(moved, 0.4)}, 24)})));
}

/// A row for each block: ω, cos kω, sin kω.
Tensor numbers(const StationInput& input) {
    std::vector<float> values;
    const Scene scene = sceneOf(input);
    for (const RotationBlock& block : scene.blocks)
        for (const double value : {block.frequency, block.cosine, block.sine})
            values.push_back(static_cast<float>(value));
    return Tensor({static_cast<Index>(scene.blocks.size()), 3}, std::move(values));
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "rotation", .controls = controls, .show = show, .numbers = numbers},
            .node = node,
            .missing = missing};
}

} // namespace gf::rotation_lab
