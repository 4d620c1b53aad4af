// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/computed.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/steps.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace gf::projection_lab {

namespace {

constexpr const char* togetherKey = "projection.together";
constexpr const char* viewKey = "projection.view";
constexpr double dot = 4.5;

/// Where hidden places are −∞: masked scores, and a pointer's logits, which are made of them.
bool isMasked(const Graph& graph, const Node& node) {
    const Node* made = &graph[computedNode(graph, node.id)];
    while (made->op->kind() == OpKind::JoinHeads)
        made = &graph[computedNode(graph, made->inputs[0])];
    return made->op->kind() == OpKind::Mask;
}

bool hasRows(const Graph& graph, const Node& node) {
    const int rank = node.shape.rank();
    return node.role == Role::Forward && (rank == 2 || rank == 3) && node.shape[rank - 2] > 1 &&
           !isMasked(graph, node);
}

/// The step in focus; where it has no rows with a place, the queries of an attention, or the first
/// that has.
NodeId nodeOf(const Graph& graph, NodeId focused) {
    if (focused != noNode && hasRows(graph, graph[focused]))
        return focused;
    if (const NodeId queries = attentionStep(graph, noNode, "q");
        queries != noNode && hasRows(graph, graph[queries]))
        return queries;
    for (const Node& node : graph.nodes())
        if (hasRows(graph, node))
            return node.id;
    return noNode;
}

std::optional<Sentence> missing(const Trace& trace) {
    if (nodeOf(*trace.graph, noNode) == noNode)
        return phrase("this model has no step with several rows");
    return std::nullopt;
}

/// What the score compares: queries and keys as they are multiplied. noNode: none here.
struct Compared {
    NodeId query = noNode, key = noNode;
};

Compared comparedAt(const Graph& graph, const Node& node) {
    if (!node.scope.isAttention())
        return {};
    const NodeId scores = graph.find(node.scope, "scores");
    if (scores == noNode)
        return {};
    const Node& product = graph[computedNode(graph, scores)];
    if (product.inputs.size() < 2)
        return {};
    const Compared found{product.inputs[0], product.inputs[1]};
    const bool suits = hasRows(graph, graph[found.query]) && hasRows(graph, graph[found.key]);
    return suits ? found : Compared();
}

std::vector<StationControl> controls(const Graph& graph, const Node& node) {
    std::vector<StationControl> fields = knobFields("projection");
    if (comparedAt(graph, node).query == noNode)
        fields.erase(fields.begin());
    return fields;
}

LabRequest requestOf(const StationInput& input) {
    const Graph& graph = input.graph();
    FieldValues more{{"step", input.at().name}};
    const Compared compared = comparedAt(graph, input.at());
    if (knobSetting(input, togetherKey) > 0 && compared.query != noNode) {
        more["step"] = graph[compared.query].name;
        more["with"] = graph[compared.key].name;
    }
    const Index heads = input.at().shape.rank() == 3 ? input.at().shape[0] : 1;
    more["head"] = std::int64_t{std::clamp<Index>(input.focus.head, 0, heads - 1) + 1};
    if (knobSetting(input, viewKey) > 0)
        more["view"] = "training";
    LabRequest request = askedOf(input, "projection", more);
    request.knobs.erase("together"); // --with says it
    return request;
}

std::optional<LabRequest> asks(const StationInput& input) {
    return requestOf(input);
}

// ---- What is seen ------------------------------------------------------------------------------

/// All rows in the plane, at the shown moment and before.
struct Points {
    std::vector<QPointF> now;
    QStringList words;
    std::size_t first = 0;                     ///< how many belong to the first matrix
    std::vector<std::vector<QPointF>> moments; ///< the oldest first; each as many as `now`
    std::vector<double> explained;
    QStringList names; ///< of the matrices
};

std::vector<QPointF> pointsIn(const Finding& found) {
    std::vector<QPointF> points;
    for (const Finding& point : found.listAt("points"))
        points.emplace_back(point.numberAt("0"), point.numberAt("1"));
    return points;
}

Points pointsOf(const Graph& graph, const Finding& found) {
    Points points{pointsIn(found), {}, 0, {}, found.numbersAt("explained"), {}};
    for (const std::string& token : found.tokensAt("tokens"))
        points.words << tokenText(token);
    const std::vector<std::string> steps = found.tokensAt("steps");
    points.first = static_cast<std::size_t>(std::ranges::count(steps, steps.front()));
    for (const Finding& moment : found.listAt("training"))
        points.moments.push_back(pointsIn(moment));
    for (const std::string& step : {steps.front(), steps.back()})
        points.names << titleOf(graph, graph[graph.find(step)]);
    return points;
}

/// Both directions at one scale, so that distances can be compared.
class Plane {
public:
    Plane(const Points& points, const QRectF& room) {
        QRectF all;
        const auto include = [&](const QPointF& point) {
            all = QRectF(
                QPointF(std::min(all.left(), point.x()), std::min(all.top(), point.y())),
                QPointF(std::max(all.right(), point.x()), std::max(all.bottom(), point.y())));
        };
        for (const QPointF& point : points.now)
            include(point);
        for (const std::vector<QPointF>& moment : points.moments)
            std::ranges::for_each(moment, include);
        m_scale = std::min(room.width() / std::max(all.width(), 1e-9),
                           room.height() / std::max(all.height(), 1e-9));
        m_from = room.center() - QPointF(all.center().x(), -all.center().y()) * m_scale;
    }
    QPointF at(const QPointF& point) const {
        return m_from + QPointF(point.x(), -point.y()) * m_scale;
    }

private:
    double m_scale = 1;
    QPointF m_from; ///< where 0, 0 lies
};

struct Drawn {
    Points points;
    QColor first, second;

    QColor colourOf(std::size_t i) const { return i < points.first ? first : second; }
};

/// Which words find room beside their points without lying on others.
std::vector<bool> roomForWords(const Drawn& drawn, const Plane& plane, double size) {
    std::vector<QRectF> taken;
    for (const QPointF& point : drawn.points.now)
        taken.emplace_back(plane.at(point) - QPointF(dot, dot), QSizeF(2 * dot, 2 * dot));
    std::vector<bool> found;
    for (std::size_t i = 0; i < drawn.points.now.size(); ++i) {
        const QPointF at = plane.at(drawn.points.now[i]);
        const auto letters =
            static_cast<double>(drawn.points.words[static_cast<qsizetype>(i)].size());
        const QRectF room(at.x() + dot + 2, at.y() - size * 0.55, 0.62 * size * letters,
                          size * 1.1);
        found.push_back(std::ranges::none_of(
            taken, [&](const QRectF& other) { return other.intersects(room); }));
        if (found.back())
            taken.push_back(room);
    }
    return found;
}

void drawWord(Drawing& drawing, const Drawn& drawn, const Plane& plane, std::size_t i) {
    drawing.text(plane.at(drawn.points.now[i]) + QPointF(dot + 3, 0),
                 drawn.points.words[static_cast<qsizetype>(i)], drawing.fontSize(),
                 drawn.colourOf(i));
}

std::vector<std::size_t> inFocus(const StationInput& now, const Points& points) {
    std::vector<std::size_t> chosen;
    if (const Index row = within(now.focus.row, static_cast<Index>(points.first)); row >= 0)
        chosen.push_back(static_cast<std::size_t>(row));
    const auto second = static_cast<Index>(points.now.size() - points.first);
    if (const Index column = within(now.focus.column, second); column >= 0)
        chosen.push_back(points.first + static_cast<std::size_t>(column));
    return chosen;
}

void drawPlane(Drawing& drawing, const QRectF& area, const std::shared_ptr<const Drawn>& drawn) {
    const double size = drawing.fontSize();
    const Points& points = drawn->points;
    const Plane plane(points, area.adjusted(size, size, -6 * size, -1.8 * size));
    const QPointF zero = plane.at({0, 0});
    const QRectF inner = area.adjusted(0, 0, 0, -1.4 * size);
    drawing.canvas.lines({{inner.left(), zero.y(), inner.right(), zero.y()},
                          {zero.x(), inner.top(), zero.x(), inner.bottom()}},
                         drawing.theme().grid, 1, "axis");
    for (std::size_t i = 0; i < points.now.size(); ++i) {
        std::vector<QPointF> way;
        for (const std::vector<QPointF>& moment : points.moments)
            if (i < moment.size())
                way.push_back(plane.at(moment[i]));
        if (way.size() > 1)
            drawing.canvas.polyline(way, drawing.theme().fieldBorder, 1, "way");
    }
    const std::vector<bool> hasWord = roomForWords(*drawn, plane, size);
    for (std::size_t i = 0; i < points.now.size(); ++i) {
        const QPointF at = plane.at(points.now[i]);
        drawing.canvas.disc(at, dot, drawn->colourOf(i), "point");
        const auto row = static_cast<Index>(i);
        const auto first = static_cast<Index>(points.first);
        StationPlace place;
        (row < first ? place.row : place.column) = row < first ? row : row - first;
        place.tip = tr("“%1”: %2, %3")
                        .arg(points.words[row], numberText(points.now[i].x(), 3),
                             numberText(points.now[i].y(), 3));
        drawing.place({at.x() - 8, at.y() - 8, 16, 16}, place);
        if (hasWord[i])
            drawWord(drawing, *drawn, plane, i);
    }
    drawing.onFocus([drawn, plane, hasWord](Drawing& now) {
        for (const std::size_t i : inFocus(now.input, drawn->points)) {
            const QPointF at = plane.at(drawn->points.now[i]);
            now.canvas.disc(at, 2 * dot, now.theme().highlight, "chosen");
            now.canvas.disc(at, dot, drawn->colourOf(i), "point");
            if (!hasWord[i])
                drawWord(now, *drawn, plane, i);
        }
    });
}

QString percent(double share) {
    return NumberFormat{0, 1}.text(100 * share);
}

QString sentenceOf(const Points& points) {
    return tr("%n rows along the two directions in which they differ most, which hold %1 and %2 % "
              "of their variance. Distances are at one scale; what else differs is not seen.",
              nullptr, static_cast<int>(points.now.size()))
        .arg(percent(points.explained[0]), percent(points.explained[1]));
}

Block show(const StationInput& input) {
    const LabRequest request = requestOf(input);
    const LabFound* const answer = answerTo(input, request);
    if (!answer)
        return padded(14, 10, paragraph(measuringWords(input, request), input.theme.mutedText));
    const auto drawn = std::make_shared<Drawn>();
    drawn->points = pointsOf(input.graph(), answer->finding);
    const bool hasTwo = drawn->points.first < drawn->points.now.size();
    drawn->first = input.theme.hue(hasTwo ? Hue::Query : hueOf(input.graph(), input.at()));
    drawn->second = input.theme.hue(Hue::Key);
    QString said = sentenceOf(drawn->points);
    if (knobSetting(input, viewKey) > 0)
        said += QLatin1Char(' ') +
                (drawn->points.moments.size() > 1
                     ? tr("Lines: their way over %n remembered moments.", nullptr,
                          static_cast<int>(drawn->points.moments.size()))
                     : tr("Train, and each remembered moment becomes a point of a line."));
    std::vector<Block> all{paragraph(withMeasuringWords(said, input, request))};
    if (hasTwo)
        all.push_back(legend(
            {{drawn->first, drawn->points.names[0], LegendEntry::Sign::Bars, {drawn->first}},
             {drawn->second, drawn->points.names[1], LegendEntry::Sign::Bars, {drawn->second}}}));
    all.push_back(grows(custom({320, 140}, [drawn](Drawing& drawing, const QRectF& area) {
        drawPlane(drawing, area, drawn);
    })));
    return walked(static_cast<Index>(drawn->points.first),
                  static_cast<Index>(drawn->points.now.size() - drawn->points.first),
                  atLeast({420, 0}, padded(14, 10, column(all, 8))));
}

/// [rows, 2].
Tensor numbers(const StationInput& input) {
    const LabFound* const answer = answerTo(input, requestOf(input));
    if (!answer)
        return {};
    std::vector<float> values;
    for (const QPointF& point : pointsIn(answer->finding))
        for (const double number : {point.x(), point.y()})
            values.push_back(static_cast<float>(number));
    const auto rows = static_cast<Index>(values.size() / 2);
    return Tensor({rows, 2}, std::move(values));
}

/// Of a figure: queries and keys, where both are printed.
StationSettings printed(const Finding& finding, const Graph&) {
    const std::vector<std::string> steps = finding.tokensAt("steps");
    return {{QLatin1String(togetherKey), steps.front() == steps.back() ? 0.0 : 1.0}};
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "projection", .controls = controls, .show = show, .numbers = numbers},
            .node = nodeOf,
            .missing = missing,
            .asks = asks,
            .drawsPrinted = true,
            .printed = printed};
}

} // namespace gf::projection_lab
