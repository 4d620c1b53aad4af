// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "ui/figure/canvas.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/matrix.h"
#include "ui/steps/steps.h"
#include "ui/theme/type_scale.h"

#include <algorithm>

namespace gf::head_projection {

namespace {

constexpr double margin = 14;
constexpr double signWidth = 30;

/// q, k or v, also where a person changed it after it was computed.
bool isProjection(const Graph& graph, const Node& node) {
    return node.role == Role::Forward && node.shape.rank() == 3 && node.axes[0] == Axis::Head &&
           graph[computedNode(graph, node.id)].op->kind() == OpKind::Linear;
}

/// q for w_q, and so on: the step that a weight of the attention is for; noNode for others.
NodeId stepOfWeight(const Graph& graph, const Node& weight) {
    if (weight.role != Role::Parameter || !weight.scope.isAttention())
        return noNode;
    for (const auto& [part, made] : {std::pair("w_q", "q"), {"w_k", "k"}, {"w_v", "v"}})
        if (weight.part == part) {
            const NodeId step = graph.find(weight.scope, made);
            return step != noNode && isProjection(graph, graph[step]) ? step : noNode;
        }
    return noNode;
}

/// The projection that a step or a weight belongs to, itself or its gradient.
NodeId projectionOf(const Graph& graph, const Node& node) {
    if (node.role != Role::Backward)
        return isProjection(graph, node) ? node.id : stepOfWeight(graph, node);
    if (node.relation != Relation::Gradient)
        return noNode;
    const NodeId step = projectionOf(graph, graph[node.of]);
    // The gradient of a matrix that makes queries and keys is a sum of two.
    if (step == noNode || (graph[step].part != "v" && hasTiedKeys(graph, graph[step].scope)))
        return noNode;
    const Node& computed = graph[computedNode(graph, step)];
    const bool learned = graph.gradientOf(computed.inputs[1]) != noNode;
    return learned && graph.gradientOf(computed.id) != noNode ? step : noNode;
}

bool shows(const Graph& graph, const Node& node) {
    return projectionOf(graph, node) != noNode;
}

/// The three matrices and where the focus lies in them. The focus counts in the focused step: in
/// the head's columns for q, in those of the whole for W.
struct Scene {
    const Node& step;     ///< q, k or v
    const Node& computed; ///< the linear map that makes it
    const Node& x;
    const Node& weight; ///< or with gradients the gradient of it, of the result and of the bias
    NodeId result;
    NodeId bias; ///< noNode where there is none
    bool atWeight;
    int head;
    Index width;  ///< K
    Index row;    ///< of x and the result; −1: none
    Index inner;  ///< column of x, row of W
    Index column; ///< of the head, 0 … K − 1
};

Scene sceneOf(const StationInput& input) {
    const Graph& graph = input.graph();
    const Node& step = graph[projectionOf(graph, input.at())];
    const Node& computed = graph[computedNode(graph, step.id)];
    const Index width = step.shape[2];
    const int head = static_cast<int>(std::clamp<Index>(input.focus.head, 0, step.shape[0] - 1));
    const bool gradients = input.at().role == Role::Backward;
    const auto shown = [&](NodeId id) { return gradients ? graph.gradientOf(id) : id; };
    Scene scene{step,
                computed,
                graph[computed.inputs[0]],
                graph[shown(computed.inputs[1])],
                gradients ? graph.gradientOf(computed.id) : step.id,
                computed.inputs.size() < 3 ? noNode : shown(computed.inputs[2]),
                input.at().shape.rank() == 2,
                head,
                width,
                -1,
                -1,
                -1};
    if (scene.atWeight) {
        scene.inner = within(input.focus.row, scene.weight.shape[0]);
        const Index place = input.focus.column - head * width;
        scene.column = place >= 0 ? within(place, width) : -1;
    } else {
        scene.row = within(input.focus.row, step.shape[1]);
        scene.column = within(input.focus.column, width);
    }
    return scene;
}

/// Title above a matrix, and its shape in smaller letters beside it.
void drawTitle(Drawing& drawing, const QRectF& cells, double right, const QString& title,
               const HeatmapData& data, Hue hue) {
    const double size = drawing.fontSize();
    drawing.text({cells.left(), cells.top() - size * 3.1}, title, size * type::section,
                 drawing.theme().textHue(hue), Qt::AlignLeft, true);
    const QString shape = tr("%1 × %2").arg(data.rows).arg(data.columns);
    const QString scaled = tr("%1 · ±%2").arg(shape, numberText(data.colourRange().second, 2));
    const bool fits = measureWith(drawing.input.font)(scaled, size) <= right - cells.left();
    drawLine(drawing, {cells.left(), cells.top() - size * 1.8}, fits ? scaled : shape,
             drawing.theme().mutedText);
}

/// Frames every head's columns of W, dims all but the chosen one, and numbers them.
void drawSlices(Drawing& drawing, const Scene& scene, const QRectF& whole, Hue hue) {
    const Index heads = scene.step.shape[0];
    const double wide = whole.width() / static_cast<double>(heads);
    const double size = drawing.fontSize();
    QColor veil = drawing.theme().surface;
    veil.setAlphaF(0.62F);
    for (Index h = 0; h < heads; ++h) {
        const QRectF slice(whole.left() + static_cast<double>(h) * wide, whole.top(), wide,
                           whole.height());
        const bool chosen = h == scene.head;
        if (!chosen)
            drawing.canvas.rectangle(slice, veil, "veil");
        drawing.canvas.outline(slice, chosen ? drawing.theme().hue(hue) : drawing.theme().border,
                               chosen ? 3 : 1);
        const QString number = QString::number(h + 1);
        const QString label = chosen && wide > size * 4.5 ? headTitle(h) : number;
        drawLine(drawing, {slice.center().x(), whole.bottom() + size * 0.9}, label,
                 chosen ? drawing.theme().textHue(hue) : drawing.theme().mutedText,
                 Qt::AlignHCenter, chosen);
        if (chosen)
            continue;
        drawing.place(slice.adjusted(0, 0, 0, size * 1.8),
                      {.head = static_cast<int>(h),
                       .tip = tr("The columns of head %1: click to go to it").arg(number)});
    }
}

/// b beneath W, with the same frames.
void drawBias(Drawing& drawing, const Scene& scene, const QRectF& whole, Hue hue) {
    if (scene.bias == noNode || drawing.input.trace.value(scene.bias).empty())
        return;
    const Node& bias = drawing.input.graph()[scene.bias];
    const double size = drawing.fontSize();
    const QRectF strip(whole.left(), whole.bottom() + size * 1.9, whole.width(), size);
    const HeatmapData data = heatmapOf(drawing.input, bias.id);
    const Index first = scene.head * scene.width;
    placeCells(drawing, data, strip, nothingHighlighted,
               [data, first, width = scene.width](Index, Index column) {
                   StationPlace place;
                   if (column >= first && column < first + width)
                       place.column = column - first;
                   place.tip = numberText(data.at(0, column), 6);
                   return place;
               });
    drawLine(drawing, {strip.left() - 6, strip.center().y()},
             QStringLiteral("+ ") + shortTitleOf(drawing.input.graph(), bias), drawing.theme().text,
             Qt::AlignRight);
    const double wide = whole.width() / static_cast<double>(scene.step.shape[0]);
    drawing.canvas.outline({strip.left() + scene.head * wide, strip.top(), wide, strip.height()},
                           drawing.theme().hue(hue), 2);
}

/// Left to right: x [T,D], the whole of W [D,D], the head's result [T,K].
struct Places {
    QRectF x, weight, result;
};

constexpr double mostStretched = 1.5; ///< times its width a cell of W may be high

Places placesFor(const StationInput& input, const Scene& scene, double labels, const QRectF& area) {
    const double size = input.fontSize();
    const double top = area.top() + size * 4;
    const double height = area.height() - size * 7.2;
    const double width = area.width() - labels - 2 * signWidth;
    const double side = std::min(height, width * 0.44);
    const double tall = std::min(height, mostStretched * side);
    const double rest = width - side;
    const auto narrow = static_cast<double>(scene.width);
    const auto wide = static_cast<double>(scene.x.shape[1]);
    // The result's columns may be wider than those of x, or one could not read them.
    const double result = std::clamp(rest * narrow / (narrow + wide), rest * 0.3, rest * 0.5);
    const double tokens = std::min(tall, static_cast<double>(scene.x.shape[0]) * size * 5);
    // All stand around one middle.
    const double middle = top + height / 2;
    Places places;
    places.x = {area.left() + labels, middle - tokens / 2, rest - result, tokens};
    places.weight = {places.x.right() + signWidth, middle - tall / 2, side, tall};
    places.result = {places.weight.right() + signWidth, middle - tokens / 2, result, tokens};
    return places;
}

/// How the gradient of the weights comes about.
QString gradientText(const StationInput& input) {
    return input.trace.batch > 1
               ? tr("Each head’s columns: xᵀ times the head’s own gradient, summed over the %1 "
                    "examples of the batch")
                     .arg(input.trace.batch)
               : tr("Each head’s columns: xᵀ times the head’s own gradient");
}

void drawScene(Drawing& drawing, const Scene& scene, const QRectF& area) {
    const Hue hue = hueOf(drawing.input.graph(), scene.step);
    const HeatmapData x = heatmapOf(drawing.input, scene.x.id);
    const HeatmapData weight = heatmapOf(drawing.input, scene.weight.id);
    const HeatmapData result = heatmapOf(drawing.input, scene.result, scene.head);
    if (x.values.empty() || weight.values.empty() || result.values.empty())
        return;
    const double right = area.right() + margin; // of titles
    const Places places =
        placesFor(drawing.input, scene, wordWidth(drawing.input, x, 90) + 12, area);

    const Index first = scene.head * scene.width;
    const auto highlighted = [](auto itsRow, auto itsColumn) {
        return [itsRow, itsColumn](const StationInput& now) {
            const Scene seen = sceneOf(now);
            return HeatmapHighlight{itsRow(seen), itsColumn(seen), now.focus.pinned};
        };
    };
    const auto rowOf = [](const Scene& at) { return at.row; };
    const auto innerOf = [](const Scene& at) { return at.inner; };
    const auto columnOf = [](const Scene& at) { return at.column; };
    const auto columnOfWeight = [first](const Scene& at) {
        return at.column < 0 ? -1 : first + at.column;
    };
    // From a place of the drawing to the focus, which counts in the focused step.
    const auto place = [scene, first](Index row, Index inner, Index column) {
        return StationPlace{.row = scene.atWeight ? inner : row,
                            .column = column < 0       ? -1
                                      : scene.atWeight ? column + first
                                                       : column};
    };
    const auto tipped = [](StationPlace there, const HeatmapData& data, Index row, Index column) {
        there.tip = tr("%1\nrow %2, column %3")
                        .arg(numberText(data.at(row, column), 6), rowLabel(data, row),
                             columnLabel(data, column));
        return there;
    };
    placeCells(drawing, x, places.x, highlighted(rowOf, innerOf),
               [=](Index r, Index c) { return tipped(place(r, c, -1), x, r, c); });
    placeCells(drawing, weight, places.weight, highlighted(innerOf, columnOfWeight),
               [=](Index r, Index c) {
                   return tipped(place(-1, r, c - first < scene.width ? c - first : -1), weight, r,
                                 c);
               });
    drawSlices(drawing, scene, places.weight, hue);
    drawBias(drawing, scene, places.weight, hue);
    placeCells(drawing, result, places.result, highlighted(rowOf, columnOf),
               [=](Index r, Index c) { return tipped(place(r, -1, c), result, r, c); });

    drawing.onFocus([x, at = places.x](Drawing& now) {
        drawRowWords(now, x, at, sceneOf(now.input).row, Hue::Residual);
    });
    const QString letter =
        drawing.input.at().role == Role::Backward
            ? shortTitleOf(drawing.input.graph(), drawing.input.graph()[scene.result])
            : QString::fromStdString(scene.step.part);
    drawTitle(drawing, places.x, right, shortTitleOf(drawing.input.graph(), scene.x), x,
              Hue::Residual);
    drawTitle(drawing, places.weight, right, shortTitleOf(drawing.input.graph(), scene.weight),
              weight, hue);
    const QString ofHead = tr("%1, head %2").arg(letter).arg(scene.head + 1);
    const double room = right - places.result.left();
    const bool fits = measureWith(drawing.input.font)(ofHead, drawing.fontSize() * 1.3) <= room;
    drawTitle(drawing, places.result, right, fits ? ofHead : letter, result, hue);
    const double middle = places.weight.center().y();
    // The gradient of the weights comes from both sides.
    const bool gradients = drawing.input.at().role == Role::Backward;
    drawSign(drawing, {places.x.right(), middle - 12, signWidth, 24},
             gradients ? QStringLiteral("→") : QStringLiteral("×"));
    drawSign(drawing, {places.weight.right(), middle - 12, signWidth, 24},
             gradients ? QStringLiteral("←") : QStringLiteral("="));
}

Block show(const StationInput& input) {
    const Scene scene = sceneOf(input);
    const auto rows = static_cast<double>(std::min<Index>(scene.step.shape[1], 64));
    std::vector<Block> blocks;
    if (input.at().role == Role::Backward)
        blocks.push_back(line(gradientText(input)));
    blocks.push_back(
        custom({472, std::max(312.0, 82 + 11 * rows)},
               [scene](Drawing& drawing, const QRectF& area) { drawScene(drawing, scene, area); }));
    return walked(input.at().shape[scene.atWeight ? 0 : 1], input.at().shape[-1],
                  padded(margin, margin, column(blocks, 4)));
}

} // namespace

Station station() {
    return {.id = "projection",
            .title = QT_TR_NOOP("Projection"),
            .summary =
                QT_TR_NOOP("The whole weight matrix, with the columns that belong to the head"),
            .shows = shows,
            .show = show};
}

} // namespace gf::head_projection
