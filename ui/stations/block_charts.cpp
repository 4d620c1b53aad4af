// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station_blocks.h"

#include "core/measure/norm_steps.h"
#include "ui/figure/canvas.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace gf {

PlotLayer curve(std::vector<QPointF> points, const QColor& colour, double width, double dots) {
    return [=](Drawing& drawing, const Plot& plot) {
        std::vector<QPointF> line;
        for (const QPointF& point : points)
            if (std::isfinite(point.x()) && std::isfinite(point.y()))
                line.push_back(plot.at(point));
        if (line.size() > 1 && width > 0)
            drawing.canvas.polyline(line, colour, width, "curve");
        for (const QPointF& point : line)
            if (dots > 0)
                drawing.canvas.disc(point, dots, colour, "point");
    };
}

PlotLayer barsOf(std::vector<float> values, const QColor& colour, Index chosen) {
    return [=](Drawing& drawing, const Plot& plot) {
        drawBars(drawing, plot, values, colour, chosen);
    };
}

PlotLayer histogramOf(std::vector<float> values, int bins, const QColor& colour) {
    return [=](Drawing& drawing, const Plot& plot) {
        const std::vector<int> counts = histogram(values, plot.x.first, plot.x.second, bins);
        const double width = (plot.x.second - plot.x.first) / bins;
        for (int i = 0; i < bins; ++i) {
            const double from = plot.x.first + i * width;
            const double share = counts[i] / static_cast<double>(values.size());
            const QRectF bar(plot.at(from, share), plot.at(from + width, 0));
            if (bar.height() > 0)
                drawing.canvas.rectangle(bar.adjusted(0.5, 0, -0.5, 0), colour, "bar");
        }
    };
}

PlotLayer barAt(std::vector<float> values, Index place, const QColor& colour) {
    return [=](Drawing& drawing, const Plot& plot) {
        drawBar(drawing.canvas, plot, values, place, colour);
    };
}

PlotLayer labelsUnder(QStringList words, Index chosen) {
    return [=](Drawing& drawing, const Plot& plot) {
        drawBarLabels(drawing, plot, plot.bounds.bottom() - plot.area.bottom() - 4, words, chosen,
                      drawing.theme().text);
    };
}

PlotLayer levelAt(double value, const QString& word, const QColor& colour) {
    return
        [=](Drawing& drawing, const Plot& plot) { drawLevel(drawing, plot, value, word, colour); };
}

PlotLayer markAt(double x) {
    return [=](Drawing& drawing, const Plot& plot) { drawMark(drawing, plot, x); };
}

PlotLayer bandFrom(double from, double to, const QColor& colour) {
    return [=](Drawing& drawing, const Plot& plot) {
        if (!std::isfinite(from) || !std::isfinite(to))
            return;
        const QRectF band(plot.at(from, plot.y.second), plot.at(to, plot.y.first));
        drawing.canvas.rectangle(band.intersected(plot.area), colour, "band");
    };
}

PlotLayer placesAlong(Index first, Index count, std::function<StationPlace(Index place)> placeOf) {
    return [=](Drawing& drawing, const Plot& plot) {
        const double left = plot.at(static_cast<double>(first) - 0.5, 0).x();
        const double right = plot.at(static_cast<double>(first + count) - 0.5, 0).x();
        const QRectF places(left, plot.area.top(), right - left, plot.area.height());
        drawing.picture.grids.push_back(
            {cellsIn(places, 1, count), [placeOf](Index, Index place) { return placeOf(place); }});
    };
}

Block plot(PlotAxes axes, std::vector<PlotLayer> layers,
           std::function<std::vector<PlotLayer>(const StationInput& now)> highlighted) {
    // Copies of the block share what its layers hold.
    const auto all = std::make_shared<const std::vector<PlotLayer>>(std::move(layers));
    const auto over = std::make_shared<const decltype(highlighted)>(std::move(highlighted));
    Block made;
    made.leastWidth = [](const StationInput& input) { return input.fontSize() * 13; };
    made.leastHeight = [more = axes.above + axes.below](const StationInput& input, double) {
        return input.fontSize() * (10 + more);
    };
    made.draw = [=](Drawing& drawing, const QRectF& area) {
        const double size = drawing.fontSize();
        Plot plot = placePlot(drawing, area.adjusted(0, axes.above * size, 0, -axes.below * size),
                              axes.name, axes.words, axes.x, axes.y);
        plot.bounds = area;
        for (const PlotLayer& layer : *all)
            layer(drawing, plot);
        if (*over)
            drawing.onFocus([plot, over](Drawing& now) {
                for (const PlotLayer& layer : (*over)(now.input))
                    layer(now, plot);
            });
    };
    return grows(std::move(made));
}

namespace {

/// Where each entry of a legend begins, and the height of all.
struct LegendPlaces {
    std::vector<QPointF> at; ///< the middle of its line
    double height = 0;
};

LegendPlaces legendIn(const StationInput& input, double width,
                      const std::vector<LegendEntry>& entries) {
    const double size = input.fontSize();
    const double line = size * 1.7;
    const TextMeasure measure = measureWith(input.font);
    LegendPlaces places;
    QPointF at(0, line / 2);
    for (const LegendEntry& entry : entries) {
        const double wide = size * 2 + measure(entry.words, size);
        if (at.x() > 0 && at.x() + wide > width)
            at = QPointF(0, at.y() + line);
        places.at.push_back(at);
        at.rx() += wide + size * 1.5;
    }
    places.height = at.y() + line / 2;
    return places;
}

/// `at` is the left end of its middle.
void drawLegendSign(Drawing& drawing, const LegendEntry& entry, const QPointF& at) {
    const double width = drawing.fontSize() * 1.6;
    const QLineF stroke(at, at + QPointF(width, 0));
    QRectF bar(at.x(), at.y() - 6, width / 4, 12);
    switch (entry.sign) {
    case LegendEntry::Sign::Line:
        return drawing.canvas.lines({stroke}, entry.colour, 2.5, "legend");
    case LegendEntry::Sign::Dashes:
        return drawing.canvas.lines(dashesOf(stroke, 5, 5), entry.colour, 1.4, "legend");
    case LegendEntry::Sign::Bars:
        for (const QColor& colour : entry.bars) {
            drawing.canvas.rectangle(bar, colour, "legend");
            bar.translate(bar.width() * 1.3, 0);
        }
    }
}

} // namespace

Block legend(std::vector<LegendEntry> entries) {
    Block made;
    made.leastWidth = [=](const StationInput& input) {
        const TextMeasure measure = measureWith(input.font);
        double widest = 0;
        for (const LegendEntry& entry : entries)
            widest = std::max(widest, measure(entry.words, input.fontSize()));
        return input.fontSize() * 2 + widest;
    };
    made.leastHeight = [=](const StationInput& input, double width) {
        return legendIn(input, width, entries).height;
    };
    made.draw = [=](Drawing& drawing, const QRectF& area) {
        const LegendPlaces places = legendIn(drawing.input, area.width(), entries);
        const double size = drawing.fontSize();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const LegendEntry& entry = entries[i];
            const QPointF at = area.topLeft() + places.at[i];
            drawLegendSign(drawing, entry, at);
            drawLine(drawing, at + QPointF(size * 2, 0), entry.words, drawing.theme().text);
        }
    };
    return made;
}

namespace {

constexpr double mostNames = 0.56; ///< of the width of lines with bars

double widestOf(const StationInput& input, const std::vector<Bar>& bars, QString Bar::*words,
                double size) {
    const TextMeasure measure = measureWith(input.font);
    double widest = 0;
    for (const Bar& bar : bars) // bold letters are wider than the measure knows
        widest = std::max(widest, measure(bar.*words, size) * (bar.chosen ? 1.1 : 1));
    return widest > 0 ? widest + 8 : 0;
}

void drawBarLines(Drawing& drawing, const std::vector<Bar>& bars, const QRectF& area, double most) {
    const Theme& theme = drawing.theme();
    const double line =
        std::min(most, area.height() / static_cast<double>(std::max<std::size_t>(bars.size(), 1)));
    const double size = std::min(drawing.fontSize(), line * 0.72);
    const TextMeasure measure = measureWith(drawing.input.font);
    const double names =
        std::min(widestOf(drawing.input, bars, &Bar::name, size), area.width() * mostNames);
    const double notes = widestOf(drawing.input, bars, &Bar::note, size);
    const double full =
        area.width() - names - notes - widestOf(drawing.input, bars, &Bar::number, size);
    QRectF at(area.left(), area.top(), area.width(), line);
    for (const Bar& bar : bars) {
        const double y = at.center().y();
        drawing.text({at.left() + names - 8, y}, elided(bar.name, names - 7, size, measure), size,
                     bar.chosen ? theme.textColour(bar.colour) : theme.text, Qt::AlignRight,
                     bar.chosen);
        const QRectF drawn(at.left() + names, y - line * 0.33, full * bar.part, line * 0.66);
        drawing.canvas.rectangle(drawn, bar.colour, "bar");
        drawing.text({drawn.right() + 6, y}, bar.number, size, theme.mutedText);
        drawing.text({at.right(), y}, bar.note, size, theme.text, Qt::AlignRight, bar.chosen);
        drawing.place(at, bar.place);
        at.translate(0, line);
    }
}

} // namespace

Block bars(std::vector<Bar> bars, double least, double most) {
    const auto count = static_cast<double>(bars.size());
    Block made;
    made.leastWidth = [=](const StationInput& input) {
        double width = input.fontSize() * 6; // of the longest bar
        for (QString Bar::*words : {&Bar::name, &Bar::number, &Bar::note})
            width += widestOf(input, bars, words, input.fontSize());
        return std::max(width, widestOf(input, bars, &Bar::name, input.fontSize()) / mostNames);
    };
    made.leastHeight = [=](const StationInput&, double) { return least * count; };
    made.draw = [=](Drawing& drawing, const QRectF& area) {
        drawBarLines(drawing, bars, area, most);
    };
    return grows(std::move(made));
}

} // namespace gf
