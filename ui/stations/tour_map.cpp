// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/tours.h"
#include "core/tensor/finite.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gf::tour_map {

namespace {

constexpr double margin = 14;
constexpr double gap = 16;

bool shows(const Graph& graph, const Node& node) {
    const ScopeKind kind = node.scope.kind();
    const NodeId cities = graph.find("source.values");
    return node.role == Role::Forward &&
           (kind == ScopeKind::Output || kind == ScopeKind::Probabilities) &&
           node.shape.rank() == 2 && node.axes[0] == Axis::Target && node.axes[1] == Axis::Source &&
           cities != noNode && graph[cities].shape[1] == 2;
}

/// What is drawn: cities, and the rows of the decoder by their labels.
struct Round {
    std::vector<City> cities;
    std::vector<int> choices;       ///< the right city of each row; −1 where nobody knows
    std::vector<int> current;       ///< where each row stands; −1 before the first choice
    const Tensor* shares = nullptr; ///< [T,S]
};

/// The city of a word, from 0; −1 for a special token.
int cityOf(const QString& word) {
    bool isNumber = false;
    const int city = word.toInt(&isNumber) - 1;
    return isNumber ? city : -1;
}

/// The numbers of the source, without padding.
std::vector<float> numbersOf(const Trace& trace) {
    std::vector<float> numbers;
    const Tensor* values = trace.find("source.values");
    for (Index i = 0; values && i < values->shape()[0]; ++i)
        if (trace.keeps("source", i))
            for (Index c = 0; c < values->shape()[1]; ++c)
                numbers.push_back(values->at({{i, c, 0, 0}}));
    return numbers;
}

Round roundOf(const StationInput& input) {
    const Trace& trace = input.trace;
    Round round;
    round.cities = citiesIn(numbersOf(trace));
    const auto known = [&](const std::string& word) {
        const int city = cityOf(QString::fromStdString(word));
        return city < static_cast<int>(round.cities.size()) ? city : -1;
    };
    for (std::size_t t = 0;
         t < trace.targetTokens.size() && trace.keeps("target", static_cast<Index>(t)); ++t) {
        round.current.push_back(known(trace.targetTokens[t]));
        round.choices.push_back(t < trace.labels.size() ? known(trace.labels[t]) : -1);
    }
    round.shares = trace.find("probabilities");
    return round;
}

/// These cities as a tour; empty where not each of them is in it once.
Tour completeTour(const std::vector<int>& order, const Round& round) {
    std::vector<int> sorted = order;
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < sorted.size(); ++i)
        if (sorted[i] != static_cast<int>(i))
            return {};
    return order.size() == round.cities.size() ? order : Tour();
}

/// What the model says by itself; a step of training is of another example.
Tour answerOf(const StationInput& input, const Round& round) {
    if (input.trace.batch > 1)
        return {};
    std::vector<int> order;
    for (const QString& token : input.news.answer)
        if (const int city = cityOf(token); city >= 0)
            order.push_back(city);
    return completeTour(order, round);
}

/// The tours that are drawn beside the choices of a row; empty where there is none.
struct Tours {
    Tour shortest;
    Tour given;  ///< the labels
    Tour answer; ///< of the model by itself
};

Tours toursOf(const StationInput& input, const Round& round) {
    Tours tours;
    tours.given = completeTour(round.choices, round);
    tours.answer = answerOf(input, round);
    if (round.cities.size() > 1 && round.cities.size() <= mostCities &&
        allFinite(numbersOf(input.trace)))
        tours.shortest = input.memory->once(QStringLiteral("shortest tour"),
                                            [&] { return shortestTour(round.cities); });
    return tours;
}

/// The lengths of the tours as they are written; empty where there is no such tour.
struct Lengths {
    QString shortest;
    QString answer; ///< of the model's own
    QString longer; ///< how much than the shortest, in percent; empty where it is not
    QString given;  ///< where it is not said with the shortest
};

QString textOf(double length) {
    return NumberFormat{0, 3}.text(length);
}

QString percentText(double part) {
    return NumberFormat{0, 1}.text(100 * part);
}

Lengths lengthsOf(const Round& round, const Tours& tours) {
    Lengths lengths;
    const double given = tours.given.empty() ? 0 : lengthOf(round.cities, tours.given);
    if (!tours.given.empty())
        lengths.given = textOf(given);
    if (tours.shortest.empty())
        return lengths;
    const double least = lengthOf(round.cities, tours.shortest);
    lengths.shortest = textOf(least);
    if (!(given > least * (1 + 1e-6)))
        lengths.given.clear();
    if (tours.answer.empty())
        return lengths;
    const double answer = lengthOf(round.cities, tours.answer);
    lengths.answer = textOf(answer);
    if (const double longer = answer / least - 1; !(longer < 1e-6))
        lengths.longer = percentText(longer);
    return lengths;
}

QString sentenceOf(const Lengths& lengths) {
    const QString given = lengths.given.isEmpty()
                              ? QString()
                              : tr("The tour that it was given is %1 long.").arg(lengths.given);
    if (lengths.shortest.isEmpty())
        return given;
    QString sentence = tr("The shortest tour is %1 long").arg(lengths.shortest);
    if (lengths.answer.isEmpty())
        sentence += QLatin1Char('.');
    else if (lengths.longer.isEmpty())
        sentence += tr(", and so is the model’s own.");
    else
        sentence += tr(", the model’s own %1: %2 % longer.").arg(lengths.answer, lengths.longer);
    return given.isEmpty() ? sentence : sentence + QLatin1Char(' ') + given;
}

/// The plane on the drawing: the same scale in both directions.
class Plane {
public:
    Plane(const Round& round, const QRectF& room) {
        double lowX = 0, highX = 1, lowY = 0, highY = 1;
        for (const City& city : round.cities) {
            lowX = std::min(lowX, city.x);
            highX = std::max(highX, city.x);
            lowY = std::min(lowY, city.y);
            highY = std::max(highY, city.y);
        }
        const double width = highX - lowX;
        const double height = highY - lowY;
        m_scale = std::min(room.width() / width, room.height() / height);
        m_area = QRectF(room.left() + (room.width() - m_scale * width) / 2, room.top(),
                        m_scale * width, m_scale * height);
        m_low = {lowX, lowY};
        m_size = {width, height};
    }

    /// In units of the cities.
    const QSizeF& size() const { return m_size; }

    const QRectF& area() const { return m_area; }
    QPointF at(const City& city) const {
        return {m_area.left() + (city.x - m_low.x()) * m_scale,
                m_area.bottom() - (city.y - m_low.y()) * m_scale};
    }
    /// The place in the unit square nearest to a point of the drawing, in hundredths, as the cities
    /// are that the model learns from.
    City placeAt(const QPointF& point) const {
        const auto coordinate = [](double value) {
            return std::clamp(std::round(100 * value) / 100, 0.0, 1.0);
        };
        return {coordinate((point.x() - m_area.left()) / m_scale + m_low.x()),
                coordinate((m_area.bottom() - point.y()) / m_scale + m_low.y())};
    }

private:
    QRectF m_area;
    QPointF m_low;
    QSizeF m_size;
    double m_scale = 1;
};

double shareOf(const Round& tour, Index row, Index city) {
    if (!tour.shares || row >= tour.shares->shape()[0] || city >= tour.shares->shape()[1])
        return 0;
    const auto share = static_cast<double>(tour.shares->at({{row, city, 0, 0}}));
    return std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
}

/// What is said while no row is in focus.
QString invitation() {
    return tr("Choose a row of the tour so far: where it stands then, and where the model would "
              "go.");
}

/// A choice of the model, and the right one; −1 where nobody knows it.
QString choiceText(Index row, std::size_t rows, Index likely, double share, Index right) {
    const QString next = tr("Choice %1 of %2: the model would go to city %3 (%4 %)")
                             .arg(row + 1)
                             .arg(rows)
                             .arg(likely + 1)
                             .arg(NumberFormat{0, 0}.text(100 * share));
    if (right < 0)
        return next + QLatin1Char('.');
    return next + (right == likely
                       ? tr(", as the tour that it was given.")
                       : tr("; the tour that it was given goes to city %1.").arg(right + 1));
}

QString sentenceOf(const Round& tour, Index row) {
    if (row < 0)
        return invitation();
    Index likely = 0;
    for (Index city = 0; city < static_cast<Index>(tour.cities.size()); ++city)
        if (shareOf(tour, row, city) > shareOf(tour, row, likely))
            likely = city;
    return choiceText(row, tour.choices.size(), likely, shareOf(tour, row, likely),
                      tour.choices[row]);
}

/// The longest that can be said of the tours of as many cities, wherever they are moved to. No tour
/// is longer than its number of ways, each from end to end of the plane; and the shortest goes
/// there and back.
QStringList longestLengths(const Round& round) {
    const auto cities = static_cast<double>(round.cities.size());
    const QSizeF plane = Plane(round, {0, 0, 1, 1}).size();
    const QString length = textOf(cities * std::hypot(plane.width(), plane.height()));
    QStringList longest{sentenceOf(Lengths{{}, {}, {}, length})};
    if (round.cities.size() <= mostCities)
        longest << sentenceOf(Lengths{length, length, {}, length})
                << sentenceOf(Lengths{length, length, percentText(cities / 2), length});
    return longest;
}

/// Likewise of a row.
QStringList longestSaid(const Round& round) {
    const auto city = static_cast<Index>(round.cities.size()) - 1;
    const std::size_t rows = round.current.size();
    const auto last = static_cast<Index>(rows) - 1;
    return {invitation(), choiceText(last, rows, city, 1, city),
            choiceText(last, rows, city, 1, std::max<Index>(city - 1, 0))};
}

/// What is written beside or around the plane: the lengths, what is said of a row, the tour so far.
/// The heights are those of the longest words, so that the plane stays where it is when others
/// come.
struct Words {
    QString lengths;
    QStringList tour;
    double width = 0;
    double lengthsHeight = 0;
    double saidHeight = 0;
    double tourHeight = 0; ///< with its heading
};

double highest(const StationInput& input, double width, const QStringList& paragraphs) {
    double most = 0;
    for (const QString& paragraph : paragraphs)
        most = std::max(most, paragraphHeight(input, width, paragraph));
    return most;
}

/// What the cities in another order change, where somebody asked; empty otherwise.
QString shuffledText(const StationInput& input) {
    const LabNews& lab = input.news.lab;
    const bool isOpen = !input.focus.lab.isEmpty(); // or left from a lab that was
    if (!lab.request || lab.request->lab != "shuffle" || !isOpen)
        return {};
    QStringList order;
    for (const Index city :
         numbersIn(choiceIn(lab.request->knobs, "order")).value_or(std::vector<Index>()))
        order << QString::number(city + 1);
    const QString named = tr("The cities in the order %1:").arg(order.join(QLatin1Char(' ')));
    const auto* const found = answerTo(input, *lab.request);
    if (!found)
        return named + QLatin1Char(' ') + measuringWords(input, *lab.request);
    double largest = 0;
    for (const auto& [step, difference] : *found->finding.find("largest_difference")->fields())
        largest = std::max(largest, difference.number().value_or(0));
    return named + QLatin1Char(' ') +
           (largest <= 1e-6
                ? tr("the model goes the same way; moved back, no step differs by "
                     "more than %1, which is rounding.")
                      .arg(numberText(largest, 2))
                : tr("moved back, steps differ by up to %1.").arg(numberText(largest, 2)));
}

Words wordsFor(const StationInput& input, const Round& round, const Tours& tours, double width) {
    Words words;
    words.width = width;
    const QString shuffled = shuffledText(input);
    const auto withOrder = [&](const QString& lengths) {
        return shuffled.isEmpty() ? lengths : lengths + QLatin1Char(' ') + shuffled;
    };
    words.lengths = withOrder(sentenceOf(lengthsOf(round, tours)));
    QStringList longestWords;
    for (const QString& lengths : longestLengths(round))
        longestWords << withOrder(lengths);
    words.lengthsHeight = highest(input, width, longestWords << words.lengths);
    words.saidHeight = highest(input, width, longestSaid(round));
    QStringList longest;
    for (const int city : round.current) {
        words.tour << (city < 0 ? tr("start") : QString::number(city + 1));
        longest << (city < 0 ? words.tour.back() : QString::number(round.cities.size()));
    }
    words.tourHeight = sentenceHeight(input, width, longest) + input.fontSize() * 1.7;
    return words;
}

double numberSize(const StationInput& input) {
    return input.fontSize() * 1.15;
}

/// From a city to the middle of its number.
double numberDistance(const StationInput& input) {
    return 9 + numberSize(input);
}

/// Where the cities may stand between words and the border of the drawing: with their numbers, on
/// whichever side these are.
QRectF planeIn(const StationInput& input, const QRectF& room) {
    const double size = numberSize(input);
    const double wide = measureWith(input.font)(QStringLiteral("88"), size) * 1.1; // bold
    const double beside = numberDistance(input) + wide / 2;
    const double above = numberDistance(input) + size * 0.5;
    return room.adjusted(beside, above, -beside, -above);
}

/// Where things stand.
struct Places {
    Words words;
    QPointF lengths;
    QPointF said;
    QPointF tour;
    QRectF plane;
};

/// Words above and below the plane.
Places placesAround(const StationInput& input, const Round& round, const Tours& tours,
                    const QRectF& room) {
    const double space = input.fontSize() * 0.5;
    Places places{wordsFor(input, round, tours, room.width()), room.topLeft(), {}, {}, {}};
    const Words& words = places.words;
    places.said = room.topLeft() + QPointF(0, words.lengthsHeight + space);
    places.tour = {room.left(), room.bottom() - words.tourHeight};
    // At the sides a number may stand in the margin.
    const QRectF free(QPointF(room.left() - margin, places.said.y() + words.saidHeight),
                      QPointF(room.right() + margin, places.tour.y()));
    places.plane = planeIn(input, free);
    return places;
}

/// Words in a column beside it.
Places placesBeside(const StationInput& input, const Round& round, const Tours& tours,
                    const QRectF& room) {
    const double width = std::clamp(room.width() - room.height() - gap, room.width() * 0.3,
                                    std::max(input.fontSize() * 20, room.width() * 0.5));
    Places places{wordsFor(input, round, tours, width), {}, {}, {}, {}};
    const double left = room.right() - width;
    places.lengths = {left, room.top()};
    places.said = places.lengths + QPointF(0, places.words.lengthsHeight + input.fontSize());
    places.tour = places.said + QPointF(0, places.words.saidHeight + input.fontSize());
    const QRectF free(QPointF(room.left() - margin, room.top() - margin),
                      QPointF(left, room.bottom() + margin));
    places.plane = planeIn(input, free);
    places.plane.setWidth(std::min(places.plane.width(), places.plane.height())); // at the left
    return places;
}

/// Whichever has the larger plane.
Places placesFor(const StationInput& input, const Round& round, const Tours& tours) {
    const QRectF room = QRectF({0, 0}, input.size).adjusted(margin, margin, -margin, -margin);
    const Places around = placesAround(input, round, tours, room);
    const Places beside = placesBeside(input, round, tours, room);
    const bool fits = beside.tour.y() + beside.words.tourHeight <= room.bottom();
    const auto sideOf = [](const QRectF& plane) { return std::min(plane.width(), plane.height()); };
    return fits && sideOf(beside.plane) > sideOf(around.plane) ? beside : around;
}

/// Over all that is highlighted, on the side of a city that is turned away from the others: there a
/// tour seldom runs.
void drawNumbers(Drawing& drawing, const Round& round, const Plane& plane) {
    QPointF middle;
    for (const City& city : round.cities)
        middle += plane.at(city) / static_cast<double>(round.cities.size());
    const double size = numberSize(drawing.input);
    for (std::size_t i = 0; i < round.cities.size(); ++i) {
        const QPointF at = plane.at(round.cities[i]);
        const QPointF away = at - middle;
        const double length = std::hypot(away.x(), away.y());
        const QPointF side = length > 1 ? away / length : QPointF(0.7, -0.7);
        drawing.text(at + side * numberDistance(drawing.input), QString::number(i + 1), size,
                     drawing.theme().text, Qt::AlignHCenter, true);
    }
}

/// A ring around the city in focus, which keys move.
void drawChosenCity(Drawing& drawing, const Round& round, const Plane& plane) {
    const Index city = within(drawing.input.focus.column, static_cast<Index>(round.cities.size()));
    if (city < 0)
        return;
    constexpr int corners = 32;
    constexpr double radius = 13;
    std::vector<QPointF> ring;
    for (int i = 0; i <= corners; ++i) {
        const double angle = 2 * std::numbers::pi * i / corners;
        ring.push_back(plane.at(round.cities[city]) +
                       radius * QPointF(std::cos(angle), std::sin(angle)));
    }
    drawing.canvas.polyline(ring, drawing.theme().highlight, 2, "chosen");
}

/// The tour up to the row in focus, and from there a line to every city as wide as it is probable.
void drawChoice(Drawing& drawing, const Round& tour, const Plane& plane) {
    const Index row = within(drawing.input.focus.row, static_cast<Index>(tour.current.size()));
    if (row < 0)
        return;
    const auto place = [&](Index city) { return plane.at(tour.cities[city]); };
    const Index here = tour.current[row];
    QColor colour = drawing.theme().hue(Hue::Attention);
    colour.setAlphaF(0.7F);
    for (Index city = 0; city < static_cast<Index>(tour.cities.size()); ++city) {
        const double share = shareOf(tour, row, city);
        if (share < 0.005)
            continue;
        if (here >= 0)
            drawing.canvas.lines({QLineF(place(here), place(city))}, colour, 1 + 9 * share,
                                 "attention");
        drawing.canvas.disc(place(city), 8 + 14 * std::sqrt(share), colour, "attention");
    }
    std::vector<QPointF> way;
    for (Index i = 0; i <= row; ++i)
        if (tour.current[i] >= 0)
            way.push_back(place(tour.current[i]));
    if (way.size() > 1)
        drawing.canvas.polyline(way, drawing.theme().text, 3, "tour");
    if (here >= 0)
        drawing.canvas.disc(place(here), 10, drawing.theme().text, "city");
}

void drawCities(Drawing& drawing, const Round& tour, const Plane& plane) {
    for (std::size_t i = 0; i < tour.cities.size(); ++i) {
        const QPointF at = plane.at(tour.cities[i]);
        drawing.canvas.disc(at, 6, drawing.theme().hue(Hue::Query), "city");
        StationPlace place;
        place.column = static_cast<Index>(i);
        place.tip = tr("City %1 at %2, %3")
                        .arg(i + 1)
                        .arg(NumberFormat{0, 2}.text(tour.cities[i].x),
                             NumberFormat{0, 2}.text(tour.cities[i].y));
        if (drawing.input.trace.batch == 1)
            place.tip += QLatin1Char('\n') +
                         tr("Drag it, or move it with Shift and the arrow keys (with Ctrl too "
                            "further): the model and the shortest tour follow.");
        drawing.place(QRectF(at.x() - 14, at.y() - 14, 28, 28), place);
    }
}

/// A line through all cities of a tour and back; none for an empty one.
void drawTour(Canvas& canvas, const Round& round, const Tour& tour, const Plane& plane,
              const QColor& colour, double width) {
    std::vector<QPointF> way;
    for (std::size_t i = 0; i <= tour.size() && !tour.empty(); ++i)
        way.push_back(plane.at(round.cities[tour[i % tour.size()]]));
    if (!way.empty())
        canvas.polyline(way, colour, width, "tour");
}

void drawMap(Drawing& drawing) {
    const Round round = roundOf(drawing.input);
    const Tours tours = toursOf(drawing.input, round);
    const Places places = placesFor(drawing.input, round, tours);
    const Plane plane(round, places.plane);
    const Words& words = places.words;
    drawing.canvas.outline(plane.area(), drawing.theme().border, 1);
    drawParagraph(drawing, places.lengths, words.width, words.lengths, drawing.theme().text);
    drawTour(drawing.canvas, round, tours.shortest.empty() ? tours.given : tours.shortest, plane,
             drawing.theme().border, 9);
    drawTour(drawing.canvas, round, tours.answer, plane,
             drawing.theme().adapted(drawing.theme().selection), 3);
    drawCities(drawing, round, plane);
    const double line = drawing.fontSize() * 1.7;
    drawLine(drawing, places.tour + QPointF(0, line / 2), tr("The tour so far"),
             drawing.theme().mutedText);
    // What the lights draw outlives this trace's numbers: they look again.
    drawing.onFocus([=](Drawing& now) {
        const Round here = roundOf(now.input);
        const Index row = within(now.input.focus.row, static_cast<Index>(here.current.size()));
        drawChoice(now, here, plane);
        drawChosenCity(now, here, plane);
        drawNumbers(now, here, plane);
        drawParagraph(now, places.said, places.words.width, sentenceOf(here, row),
                      now.theme().text);
        drawSentence(now, places.tour + QPointF(0, line), places.words.width, places.words.tour,
                     row);
    });
}

/// It fills its whole room, by which a drag knows where cities are.
Block show(const StationInput& input) {
    const Round round = roundOf(input);
    return walked(static_cast<Index>(round.current.size()), static_cast<Index>(round.cities.size()),
                  custom({360, 285}, [](Drawing& drawing, const QRectF&) { drawMap(drawing); }));
}

/// A city follows the pointer.
std::vector<float> dragged(const StationInput& input, const StationPlace& held, const QPointF& to) {
    const Round round = roundOf(input);
    if (held.row >= 0 || held.column < 0 || held.column >= static_cast<Index>(round.cities.size()))
        return {};
    const Places places = placesFor(input, round, toursOf(input, round));
    const City place = Plane(round, places.plane).placeAt(to);
    std::vector<float> numbers = numbersOf(input.trace);
    const auto at = 2 * static_cast<std::size_t>(held.column);
    numbers[at] = static_cast<float>(place.x);
    numbers[at + 1] = static_cast<float>(place.y);
    return numbers;
}

/// The cities, unless they are of a training step, which is what it is.
std::vector<float> movable(const StationInput& input) {
    return input.trace.batch > 1 ? std::vector<float>() : numbersOf(input.trace);
}

std::vector<float> moved(std::vector<float> numbers, const Focus& focus, const QPointF& by) {
    const auto at = 2 * static_cast<std::size_t>(std::max<Index>(focus.column, 0));
    if (focus.column < 0 || at + 1 >= numbers.size())
        return {};
    const auto stepped = [](float from, double steps) {
        if (steps == 0)
            return from; // as it is, between hundredths and outside the square too
        const double to = std::round(100 * static_cast<double>(from)) + steps;
        return static_cast<float>(std::clamp(to / 100, 0.0, 1.0));
    };
    numbers[at] = stepped(numbers[at], by.x());
    numbers[at + 1] = stepped(numbers[at + 1], by.y());
    return numbers;
}

} // namespace

Station station() {
    return {.id = "tour",
            .title = QT_TR_NOOP("Cities"),
            .summary = QT_TR_NOOP("The cities in the plane, the model’s tour beside the shortest, "
                                  "and how probable each next city is; drag the cities"),
            .preferred = true,
            .shows = shows,
            .show = show,
            .dragged = dragged,
            .movable = movable,
            .moved = moved};
}

} // namespace gf::tour_map
