// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/tour_map.h"

#include "core/graph/op.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/parts.h"
#include "ui/stations/plot.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr double margin = 14;

bool shows(const Graph& graph, const Node& node) {
    const ScopeKind kind = node.scope.kind();
    const NodeId cities = graph.find("source.values");
    return node.role == Role::Forward &&
           (kind == ScopeKind::Output || kind == ScopeKind::Probabilities) &&
           node.shape.rank() == 2 && node.axes[0] == Axis::Target && node.axes[1] == Axis::Source &&
           cities != noNode && graph[cities].shape[1] == 2;
}

/// What is drawn: cities, and the rows of the decoder by their labels.
struct Tour {
    std::vector<std::pair<double, double>> cities;
    std::vector<Index> choices;     ///< the right city of each row; −1 where nobody knows
    std::vector<Index> current;     ///< where each row stands; −1 before the first choice
    const Tensor* shares = nullptr; ///< [T,S]
};

/// The city of a word, from 0; −1 for a special token.
Index cityOf(const std::string& word) {
    const bool isNumber =
        !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
    return isNumber && word.size() < 6 ? static_cast<Index>(std::stol(word)) - 1 : -1;
}

Tour tourOf(const StationInput& input) {
    const Trace& trace = input.trace;
    Tour tour;
    const Tensor* values = trace.find("source.values");
    const Tensor* keep = trace.find("source.keep");
    for (Index i = 0; values && i < values->shape()[0]; ++i)
        if (!keep || (*keep)[i] != 0)
            tour.cities.emplace_back(values->at({{i, 0, 0, 0}}), values->at({{i, 1, 0, 0}}));
    const auto known = [&](Index city) {
        return city < static_cast<Index>(tour.cities.size()) ? city : -1;
    };
    for (std::size_t t = 0; t < trace.targetTokens.size() && trace.targetTokens[t] != "<pad>";
         ++t) {
        tour.current.push_back(known(cityOf(trace.targetTokens[t])));
        tour.choices.push_back(t < trace.labels.size() ? known(cityOf(trace.labels[t]))
                                                       : Index{-1});
    }
    tour.shares = trace.find("probabilities");
    return tour;
}

double lengthOf(const Tour& tour) {
    double length = 0;
    for (std::size_t i = 0; i < tour.choices.size(); ++i) {
        const Index from = tour.choices[i];
        const Index to = tour.choices[(i + 1) % tour.choices.size()];
        if (from < 0 || to < 0)
            return 0;
        const auto& [x, y] = tour.cities[static_cast<std::size_t>(from)];
        const auto& [nextX, nextY] = tour.cities[static_cast<std::size_t>(to)];
        length += std::hypot(nextX - x, nextY - y);
    }
    return length;
}

/// The plane on the drawing: the same scale in both directions.
class Plane {
public:
    Plane(const Tour& tour, const QRectF& room) {
        double lowX = 0, highX = 1, lowY = 0, highY = 1;
        for (const auto& [x, y] : tour.cities) {
            lowX = std::min(lowX, x);
            highX = std::max(highX, x);
            lowY = std::min(lowY, y);
            highY = std::max(highY, y);
        }
        const double width = highX - lowX;
        const double height = highY - lowY;
        m_scale = std::min(room.width() / width, room.height() / height);
        m_area = QRectF(room.left() + (room.width() - m_scale * width) / 2, room.top(),
                        m_scale * width, m_scale * height);
        m_low = {lowX, lowY};
    }

    const QRectF& area() const { return m_area; }
    QPointF at(const std::pair<double, double>& place) const {
        return {m_area.left() + (place.first - m_low.x()) * m_scale,
                m_area.bottom() - (place.second - m_low.y()) * m_scale};
    }

private:
    QRectF m_area;
    QPointF m_low;
    double m_scale = 1;
};

double shareOf(const Tour& tour, Index row, Index city) {
    if (!tour.shares || row >= tour.shares->shape()[0] || city >= tour.shares->shape()[1])
        return 0;
    const auto share = static_cast<double>(tour.shares->at({{row, city, 0, 0}}));
    return std::isfinite(share) ? share : 0;
}

QString sentenceOf(const Tour& tour, Index row) {
    if (row < 0)
        return tr("Choose a row below: where the tour stands then, and where the model would go.");
    Index likely = 0;
    for (Index city = 0; city < static_cast<Index>(tour.cities.size()); ++city)
        if (shareOf(tour, row, city) > shareOf(tour, row, likely))
            likely = city;
    const QString share = NumberFormat{0, 0}.text(100 * shareOf(tour, row, likely));
    const Index right = tour.choices[static_cast<std::size_t>(row)];
    const QString next = tr("Choice %1 of %2: the model would go to city %3 (%4 %)")
                             .arg(row + 1)
                             .arg(tour.choices.size())
                             .arg(likely + 1)
                             .arg(share);
    if (right < 0)
        return next + QLatin1Char('.');
    return next + (right == likely
                       ? tr(", as the tour that it was given.")
                       : tr("; the tour that it was given goes to city %1.").arg(right + 1));
}

/// The tour up to the row in focus, and from there a line to every city as wide as it is probable.
void drawChoice(const StationInput& input, Canvas& canvas, const Tour& tour, const Plane& plane) {
    const Index row = within(input.focus.row, static_cast<Index>(tour.current.size()));
    if (row < 0)
        return;
    const auto place = [&](Index city) {
        return plane.at(tour.cities[static_cast<std::size_t>(city)]);
    };
    const Index here = tour.current[static_cast<std::size_t>(row)];
    QColor colour = input.theme.hue(Hue::Attention);
    colour.setAlphaF(0.7F);
    for (Index city = 0; city < static_cast<Index>(tour.cities.size()); ++city) {
        const double share = shareOf(tour, row, city);
        if (share < 0.005)
            continue;
        if (here >= 0)
            canvas.lines({QLineF(place(here), place(city))}, colour, 1 + 9 * share, "attention");
        canvas.disc(place(city), 8 + 14 * std::sqrt(share), colour, "attention");
    }
    std::vector<QPointF> way;
    for (Index i = 0; i <= row; ++i)
        if (tour.current[static_cast<std::size_t>(i)] >= 0)
            way.push_back(place(tour.current[static_cast<std::size_t>(i)]));
    if (way.size() > 1)
        canvas.polyline(way, input.theme.text, 3, "tour");
    if (here >= 0)
        canvas.disc(place(here), 10, input.theme.text, "city");
}

void drawCities(const StationInput& input, Canvas& canvas, StationPicture& picture,
                const Tour& tour, const Plane& plane) {
    for (std::size_t i = 0; i < tour.cities.size(); ++i) {
        const QPointF at = plane.at(tour.cities[i]);
        canvas.disc(at, 5, input.theme.hue(Hue::Query), "city");
        canvas.text({at + QPointF(9, -9), QString::number(i + 1), input.fontSize() * 1.15,
                     input.theme.text, Qt::AlignLeft, true, false});
        StationPlace place;
        place.column = static_cast<Index>(i);
        place.tip = tr("City %1 at %2, %3")
                        .arg(i + 1)
                        .arg(NumberFormat{0, 2}.text(tour.cities[i].first),
                             NumberFormat{0, 2}.text(tour.cities[i].second));
        picture.spots.push_back({QRectF(at.x() - 12, at.y() - 12, 24, 24), place});
    }
}

QSizeF minimumSize(const StationInput&) {
    return {360, 420};
}

void draw(const StationInput& input, Canvas& canvas, StationPicture& picture) {
    const Tour tour = tourOf(input);
    picture.rows = static_cast<Index>(tour.current.size());
    picture.columns = static_cast<Index>(tour.cities.size());
    const QRectF room = QRectF({0, 0}, input.size).adjusted(margin, margin, -margin, -margin);
    const double line = input.fontSize() * 1.7;
    QStringList words;
    for (const Index city : tour.current)
        words << (city < 0 ? tr("start") : QString::number(city + 1));
    const double foot = sentenceHeight(input, room.width(), words) + line;
    const Plane plane(tour, room.adjusted(12, 2.6 * line, -12, -foot - 12));
    canvas.outline(plane.area(), input.theme.border, 1);
    const double length = lengthOf(tour);
    if (length > 0) {
        drawLine(input, canvas, {room.left(), room.top() + line / 2},
                 tr("The tour that it was given is %1 long.").arg(NumberFormat{0, 3}.text(length)),
                 input.theme.mutedText);
        std::vector<QPointF> way;
        for (std::size_t i = 0; i <= tour.choices.size(); ++i)
            way.push_back(plane.at(
                tour.cities[static_cast<std::size_t>(tour.choices[i % tour.choices.size()])]));
        canvas.polyline(way, input.theme.grid, 4, "tour");
        canvas.polyline(way, input.theme.mutedText, 1, "tour");
    }
    drawCities(input, canvas, picture, tour, plane);
    const QPointF below(room.left(), room.bottom() - foot + line);
    drawLine(input, canvas, {room.left(), below.y() - line / 2}, tr("The tour so far"),
             input.theme.mutedText);
    const QPointF said(room.left(), room.top() + 1.6 * line);
    const double width = room.width();
    // What the lights draw outlives this trace's numbers: they look again.
    picture.lights.push_back([=](const StationInput& now, Canvas& over, StationPicture& places) {
        const Tour here = tourOf(now);
        const Index row = within(now.focus.row, static_cast<Index>(here.current.size()));
        drawChoice(now, over, here, plane);
        drawLine(now, over, said, sentenceOf(here, row), width, now.theme.text);
        drawSentence(now, over, places, below, width, words, row);
    });
}

} // namespace

Station tourMap() {
    return {.id = "tour",
            .title = QT_TR_NOOP("Cities"),
            .summary = QT_TR_NOOP("The cities in the plane, the tour so far, and how probable each "
                                  "next one is"),
            .preferred = true,
            .shows = shows,
            .minimumSize = minimumSize,
            .draw = draw};
}

} // namespace gf
