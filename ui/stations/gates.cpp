// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/every_station.h"
#include "ui/stations/station_blocks.h"

#include "core/graph/op.h"
#include "core/measure/gates.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace gf::gates {

namespace {

constexpr double enough = 22; ///< of the cells' height, in font sizes, before words get more room

/// The joined states of a layer whose time steps have this part.
bool joinStatesWith(const char* part, const Graph& graph, const Node& node) {
    return node.role == Role::Forward && node.part == "states" &&
           node.scope.kind() == ScopeKind::Layer &&
           partOfTimeStep(graph, node.scope, 0, part) != noNode;
}

bool showsGru(const Graph& graph, const Node& node) {
    return joinStatesWith("update", graph, node);
}

bool showsLstm(const Graph& graph, const Node& node) {
    return joinStatesWith("forget_gate", graph, node);
}

/// One of the panels: units down, time steps across, and a curve above them.
struct Panel {
    HeatmapData units;        ///< [D,T]
    std::vector<float> curve; ///< [T], 0 to 1
    QString meaning;
    QString average;  ///< what the curve is
    std::string part; ///< of a time step
};

using Panels = std::vector<Panel>; ///< the gates, and what is kept

/// What a panel of a gate is called, by its part.
struct GateWords {
    std::string_view part;
    const char* title;
    const char* meaning;
};
constexpr std::array gateWords{
    GateWords{"reset", QT_TR_NOOP("reset r"), QT_TR_NOOP("how much of the state before is read")},
    GateWords{"update", QT_TR_NOOP("update z"), QT_TR_NOOP("how much of it stays; 1 − z is new")},
    GateWords{"input_gate", QT_TR_NOOP("input i"), QT_TR_NOOP("how much is written")},
    GateWords{"forget_gate", QT_TR_NOOP("forget f"), QT_TR_NOOP("how much stays")},
    GateWords{"output_gate", QT_TR_NOOP("output o"), QT_TR_NOOP("how much is let out")},
};

/// A gate's units by time step; at padding nothing is read of it.
HeatmapData unitsOf(const StationInput& input, const Tensor& gate, const GateCourse& course,
                    const QString& title) {
    const HeatmapData states = heatmapOf(input, input.node);
    HeatmapData units = transposed(heatmapOf(gate, title));
    units.columnLabels = states.rowLabels;
    units.columnTitle = states.rowTitle;
    units.rowTitle = tr("unit");
    if (std::ranges::find(course.padded, true) == course.padded.end())
        return units;
    units.hidden.resize(units.values.size(), Hidden::No);
    for (Index r = 0; r < units.rows; ++r)
        for (Index c = 0; c < units.columns; ++c)
            if (course.padded[c])
                units.hidden[r * units.columns + c] = Hidden::Padding;
    return units;
}

Panels panelsOf(const StationInput& input, const GateCourse& course) {
    Panels panels;
    for (const GateRows& gate : course.gates) {
        const auto& words = *std::ranges::find(gateWords, gate.part, &GateWords::part);
        panels.push_back({unitsOf(input, gate.units, course, tr(words.title)), gate.mean,
                          tr(words.meaning), tr("mean of the units"), std::string(gate.part)});
        panels.back().units.scale = HeatmapData::Scale::Sequential;
        panels.back().units.range = {0, 1};
    }
    const bool ofCell = course.keptPart == "cell_kept";
    panels.push_back(
        {unitsOf(input, course.kept, course, ofCell ? tr("kept f ⊙ c") : tr("kept z ⊙ h")),
         course.keptShare,
         ofCell ? tr("what stays of the cell before") : tr("what stays of the state before"),
         ofCell ? tr("share of the new cell that is old")
                : tr("share of the new state that is old"),
         std::string(course.keptPart)});
    return panels;
}

Panels panelsOf(const StationInput& input) {
    const QString key = QStringLiteral("gates %1").arg(input.node);
    Panels panels = input.memory->once(key, [&] {
        const auto course = gateCourse(input.trace, input.at().scope);
        return course ? panelsOf(input, *course) : Panels{};
    });
    if (!panels.empty()) {
        HeatmapData& kept = panels.back().units;
        kept.range = drawnRange(input, input.node, QStringLiteral("gates"), kept.colourRange());
    }
    return panels;
}

/// Where a panel stands: curve, words of the tokens, cells.
struct Places {
    Plot curve;
    QRectF cells;
};

/// The room that the tokens take above the cells.
double wordsAbove(const StationInput& input, const HeatmapData& data, double column) {
    const TextMeasure measure = measureWith(input.font);
    double widest = input.fontSize() * 1.4;
    for (Index c = 0; c < data.columns; ++c)
        if (const double width = measure(columnLabel(data, c), input.fontSize()); width > column)
            widest = std::max(widest, width + 8);
    return std::min(widest, 80.0);
}

/// `most` is the height of the cells: what there is beyond it is the curve's.
Places placesFor(const StationInput& input, const Panel& panel, const QRectF& room, double most) {
    const double size = input.fontSize();
    const double numbers = size * 2.2;
    const double left = room.left() + numbers;
    const double width = room.width() - numbers;
    const double words =
        wordsAbove(input, panel.units, width / static_cast<double>(panel.units.columns));
    const double curveTop = room.top() + size * 0.8;
    const double below = size * 0.5 + words; // the curve
    const double curve =
        std::max(std::clamp((room.bottom() - curveTop) * 0.24, size * 3, room.width() * 0.7),
                 room.bottom() - most - below - curveTop);
    Places places;
    places.curve.area = {left, curveTop, width, curve};
    places.curve.x = {0.5, static_cast<double>(panel.units.columns) + 0.5};
    places.curve.y = {0, 1};
    const double top = places.curve.area.bottom() + below;
    places.cells = {left, top, width, room.bottom() - top};
    return places;
}

void drawCurve(Drawing& drawing, const Panel& panel, const Plot& plot) {
    for (const double level : {0.0, 0.5, 1.0}) {
        const double y = plot.at(0.5, level).y();
        const QLineF line(plot.area.left(), y, plot.area.right(), y);
        drawing.canvas.lines(level == 0.5 ? dashesOf(line, 5, 5) : std::vector{line},
                             drawing.theme().grid, 1, "grid");
        drawing.text({plot.area.left() - 5, y}, NumberFormat{0, 1}.text(level),
                     drawing.fontSize() * type::small, drawing.theme().mutedText, Qt::AlignRight);
    }
    std::vector<QPointF> points;
    for (std::size_t t = 0; t < panel.curve.size(); ++t) {
        // A curve has no point where there is no number.
        const auto value = static_cast<double>(panel.curve[t]);
        const bool read = panel.units.hiddenAt(0, static_cast<Index>(t)) == Hidden::No;
        if (std::isfinite(value) && read)
            points.push_back(plot.at(static_cast<double>(t + 1), std::clamp(value, 0.0, 1.0)));
    }
    const QColor colour = drawing.theme().hue(Hue::Neutral);
    if (points.size() > 1)
        drawing.canvas.polyline(points, colour, 2, "curve");
    for (const QPointF& point : points)
        drawing.canvas.disc(point, 3, colour, "point");
}

/// What a panel is; what its curve is stands in the curve's tips as well.
Block headOf(const StationInput& input, const Panel& panel, bool tight) {
    const QString scale =
        panel.units.scale == HeatmapData::Scale::Sequential
            ? panel.units.title
            : tr("%1 · ±%2").arg(panel.units.title, numberText(panel.units.range->second, 2));
    std::vector<Block> words{heading(scale, tight ? type::text : type::section),
                             paragraph(panel.meaning)};
    if (!tight)
        words.push_back(paragraph(panel.average, input.theme.mutedText));
    return grows(column(words, 0));
}

QString tipOf(const Panel& panel, Index unit, Index step) {
    return tr("%1\n%2 · unit %3\n%4: %5\nclick: go to time step %6")
        .arg(numberText(panel.units.at(unit, step), 5), columnLabel(panel.units, step))
        .arg(unit + 1)
        .arg(panel.average, numberText(panel.curve[step], 3))
        .arg(step + 1);
}

/// The place of a unit at a time step, which can be gone to.
StationPlace placeOf(const Graph& graph, const Scope& scope, const Panel& panel, Index unit,
                     Index step) {
    StationPlace place{step, unit, -1, QString(), tipOf(panel, unit, step)};
    if (const NodeId node = partOfTimeStep(graph, scope, step, panel.part); node != noNode)
        place.step = QString::fromStdString(graph[node].name);
    return place;
}

void drawPanel(Drawing& drawing, const Panel& panel, const Places& places) {
    drawCurve(drawing, panel, places.curve);
    const auto placed = [panel, scope = drawing.input.at().scope,
                         graph = drawing.input.trace.graph](Index unit, Index step) {
        return placeOf(*graph, scope, panel, unit, step);
    };
    const auto highlighted = [](const StationInput& now) {
        return HeatmapHighlight{now.focus.column, now.focus.row, now.focus.pinned};
    };
    placeCells(drawing, panel.units, places.cells, highlighted, placed);
    // The curve's points stand for their time steps.
    const double column = places.curve.area.width() / static_cast<double>(panel.units.columns);
    for (Index t = 0; t < panel.units.columns; ++t) {
        StationPlace place = placed(0, t);
        place.column = -1;
        place.tip =
            QStringLiteral("%1\n%2: %3")
                .arg(columnLabel(panel.units, t), panel.average, numberText(panel.curve[t], 3));
        drawing.place(QRectF(places.curve.area.left() + static_cast<double>(t) * column,
                             places.curve.area.top(), column,
                             places.cells.top() - places.curve.area.top()),
                      place);
    }
    drawing.onFocus([panel, places](Drawing& now) {
        const Index step = within(now.input.focus.row, panel.units.columns);
        drawColumnWords(now, panel.units, places.cells, step, Hue::Neutral);
        if (step >= 0)
            drawMark(now, places.curve, static_cast<double>(step + 1));
    });
}

Block panelBlock(const Panel& panel, double most) {
    Block made;
    made.cell = [=](const StationInput& input, const QSizeF& room) {
        return placesFor(input, panel, QRectF({0, 0}, room), most).cells.height();
    };
    made.draw = [=](Drawing& drawing, const QRectF& area) {
        drawPanel(drawing, panel, placesFor(drawing.input, panel, area, most));
    };
    return grows(made);
}

Block show(const StationInput& input) {
    const Panels panels = panelsOf(input);
    if (panels.empty())
        return {};
    const double high = enough * input.fontSize();
    const auto arrangement = [&](bool tight) {
        std::vector<Block> heads, bodies;
        for (const Panel& panel : panels) {
            heads.push_back(headOf(input, panel, tight));
            bodies.push_back(panelBlock(panel, tight ? high : 1e6));
        }
        return column({grows(row(heads, 18), 0), row(bodies, 18)}, 0);
    };
    return walked(
        panels[0].units.columns, panels[0].units.rows,
        atLeast({440, 300}, padded(12, 12, fit({arrangement(false), arrangement(true)}, high))));
}

/// The units' numbers of the gate that says what stays, a row for each time step.
Tensor numbers(const StationInput& input) {
    const auto course = gateCourse(input.trace, input.at().scope);
    return course ? course->gates[course->keeping].units : Tensor();
}

} // namespace

Station station() {
    return {.id = "gates",
            .title = QT_TR_NOOP("Gates"),
            .summary = QT_TR_NOOP("Reset, update and what is kept, time step by time step: unit by "
                                  "unit and on average"),
            .shows = showsGru,
            .show = show,
            .numbers = numbers};
}

Station lstmStation() {
    return {.id = "lstm-gates",
            .title = QT_TR_NOOP("Gates"),
            .summary = QT_TR_NOOP("The gates and what the cell keeps, time step by time step: unit "
                                  "by unit and on average"),
            .shows = showsLstm,
            .show = show,
            .numbers = numbers};
}

} // namespace gf::gates
