// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/figure.h"

#include "ui/figure/heatmap_painter.h"
#include "ui/figure/mask_hatch.h"
#include "ui/figure/wrapped.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

namespace {

constexpr double margin = 16;
constexpr double between = 24; ///< panels
constexpr double titleSize = 18;
constexpr double lineHeight = 1.5;
constexpr double leastPanel = 60;
constexpr double largestOnPaper = 80; ///< side of a cell, in units

/// On paper whole units: letters are painted in no others, and lines end where they were measured.
double captionSizeOf(const FigureOptions& options) {
    return options.paper.isEmpty() ? 11.5 : 12;
}

HeatmapOptions optionsFor(const Figure& figure, const FigureOptions& options) {
    HeatmapOptions heatmap;
    heatmap.measure = measureWith(options.font);
    if (!options.paper.isEmpty())
        heatmap.maxCell = largestOnPaper;
    if (!figure.values)
        heatmap.parts.setFlag(HeatmapPart::Values, false);
    return heatmap;
}

QSizeF panelSize(const Figure& figure, const FigureOptions& options) {
    const HeatmapOptions heatmap = optionsFor(figure, options);
    // A matrix alone shows its numbers; among many it is seen as a whole.
    const double cell = figure.panels.size() == 1 ? 38 : figure.panels.size() <= 4 ? 24 : 16;
    QSizeF size(0, 0);
    for (const HeatmapData& panel : figure.panels)
        size = size.expandedTo(sizeForCells(
            panel, std::max(cell, leastLabelledCell(panel, heatmap.fontSize)), heatmap));
    return size;
}

int columnsOf(const Figure& figure, const QSizeF& panel) {
    const int count = static_cast<int>(figure.panels.size());
    if (figure.columns > 0)
        return std::min(figure.columns, std::max(count, 1));
    int best = 1;
    double nearest = 1e9;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double ratio = columns * panel.width() / (rows * panel.height());
        // A slide is a little wider than high; an empty place in the last row is a blemish.
        const double distance = std::abs(std::log(ratio / 1.6)) + 0.3 * (rows * columns - count);
        if (distance < nearest) {
            nearest = distance;
            best = columns;
        }
    }
    return best;
}

QStringList captionLines(const Figure& figure, double width, const FigureOptions& options) {
    if (figure.caption.isEmpty())
        return {};
    const TextMeasure measure = measureWith(options.font);
    return wrapped(figure.caption, width - 2 * margin,
                   [&](const QString& piece) { return measure(piece, captionSizeOf(options)); });
}

std::vector<Hidden> masksOf(const Figure& figure) {
    std::vector<Hidden> all;
    for (const HeatmapData& panel : figure.panels)
        addMasks(all, masksIn(panel));
    return all;
}

double headHeight(const Figure& figure) {
    return margin + (figure.title.isEmpty() ? 0 : titleSize * lineHeight);
}

double footHeight(const Figure& figure, double width, const FigureOptions& options) {
    const double captionSize = captionSizeOf(options);
    double height = margin + 8;
    if (!masksOf(figure).empty())
        height += captionSize * lineHeight + 6;
    const QStringList lines = captionLines(figure, width, options);
    return height + static_cast<double>(lines.size()) * captionSize * lineHeight +
           (lines.isEmpty() ? 0 : 6);
}

/// The height that a panel of this width needs for the widest cells that it can have within
/// `highest`, and these cells' width.
std::pair<double, double> heightFor(const HeatmapData& panel, double width, double highest,
                                    const HeatmapOptions& options) {
    const auto at = [&](double height) {
        return layOutHeatmap(panel, QRectF(0, 0, width, height), options);
    };
    const HeatmapLayout best = at(highest);
    // Not stretched higher than its words need, or than it is wide.
    const double worded = best.rowWords ? options.fontSize * 1.35 : 0;
    const double high = std::min(best.cellHeight, std::max(best.cellWidth, worded));
    double least = 0;
    double enough = highest;
    while (enough - least > 0.5) {
        const double middle = (least + enough) / 2;
        const HeatmapLayout layout = at(middle);
        const bool same = layout.cellWidth >= best.cellWidth && layout.cellHeight >= high &&
                          layout.rowLabelStep == best.rowLabelStep &&
                          layout.columnLabelStep == best.columnLabelStep &&
                          layout.barLies == best.barLies;
        (same ? enough : least) = middle;
    }
    return {std::ceil(enough), best.cellWidth};
}

/// One panel of each form, without its numbers: the room that panels need follows from nothing
/// else, and all heads of a step need the same.
std::vector<HeatmapData> differentForms(const Figure& figure, const HeatmapOptions& options) {
    std::vector<HeatmapForm> forms;
    std::vector<HeatmapData> different;
    for (const HeatmapData& panel : figure.panels) {
        const HeatmapForm form = formOf(panel, options);
        if (std::find(forms.begin(), forms.end(), form) != forms.end())
            continue;
        forms.push_back(form);
        HeatmapData& one = different.emplace_back();
        one.title = panel.title;
        one.rows = panel.rows;
        one.columns = panel.columns;
        one.rowLabels = panel.rowLabels;
        one.columnLabels = panel.columnLabels;
        one.rowOffset = panel.rowOffset;
        one.columnOffset = panel.columnOffset;
        one.rowTitle = panel.rowTitle;
        one.columnTitle = panel.columnTitle;
        one.scale = panel.scale;
        one.range = std::pair(-1.0, 1.0);
    }
    return different;
}

/// The panels in as many columns as give the widest cells, rather as the figure wants them.
FigureScale arrangedOnPaper(const Figure& figure, const FigureOptions& options) {
    const HeatmapOptions heatmap = optionsFor(figure, options);
    const double width = options.paper.width();
    const double around = headHeight(figure) + footHeight(figure, width, options);
    const int count = static_cast<int>(figure.panels.size());
    FigureScale best;
    double widest = -1;
    const std::vector<HeatmapData> forms = differentForms(figure, heatmap);
    for (int columns = 1; columns <= std::max(count, 1); ++columns) {
        const int rows = std::max(1, (count + columns - 1) / columns);
        const double room = (width - 2 * margin - (columns - 1) * between) / columns;
        const double high = (options.paper.height() - around - (rows - 1) * between) / rows;
        if (columns > 1 && room < leastPanel)
            break;
        double height = 0;
        double cell = largestOnPaper;
        for (const HeatmapData& form : forms) {
            const auto [needed, side] =
                heightFor(form, std::max(room, 1.0), std::max(high, leastPanel), heatmap);
            height = std::max(height, needed);
            cell = std::min(cell, side);
        }
        if (columns == figure.columns)
            cell *= figure.compared ? 2.5 : 1.2;
        if (cell <= widest)
            continue;
        widest = cell;
        best.columns = columns;
        best.drawing = QSizeF(width, around + rows * height + (rows - 1) * between);
    }
    best.size = best.drawing;
    return best;
}

} // namespace

QSizeF naturalSize(const Figure& figure, const FigureOptions& options) {
    const QSizeF panel = panelSize(figure, options);
    const int columns = columnsOf(figure, panel);
    const int count = std::max(1, static_cast<int>(figure.panels.size()));
    const int rows = (count + columns - 1) / columns;
    const TextMeasure measure = measureWith(options.font);
    double width = 2 * margin + columns * panel.width() + (columns - 1) * between;
    width = std::max({width, 320.0, 2 * margin + measure(figure.title, titleSize) * 1.15});
    const double height = headHeight(figure) + rows * panel.height() + (rows - 1) * between +
                          footHeight(figure, width, options);
    return {std::ceil(width), std::ceil(height)};
}

FigureScale scaleOf(const Figure& figure, const FigureOptions& options) {
    if (!options.paper.isEmpty())
        return arrangedOnPaper(figure, options);
    const QSizeF natural = naturalSize(figure, options);
    const int columns = columnsOf(figure, panelSize(figure, options));
    if (options.size.isEmpty())
        return {natural, natural, 1, columns};
    const double factor =
        std::min(options.size.width() / natural.width(), options.size.height() / natural.height());
    return {options.size, options.size / factor, factor, columns};
}

void drawFigure(Canvas& canvas, const Figure& figure, const FigureScale& scale,
                const FigureOptions& options) {
    const QSizeF& drawing = scale.drawing;
    const HeatmapStyle style{options.theme, options.font};
    const HeatmapOptions heatmap = optionsFor(figure, options);
    const Theme& theme = options.theme;
    canvas.rectangle(QRectF({0, 0}, drawing), theme.surface, "background");

    if (!figure.title.isEmpty())
        canvas.text({{margin, margin + titleSize * 0.5},
                     figure.title,
                     titleSize,
                     theme.text,
                     Qt::AlignLeft,
                     true,
                     false});

    const double top = headHeight(figure);
    const double foot = footHeight(figure, drawing.width(), options);
    const double captionSize = captionSizeOf(options);
    if (!figure.panels.empty()) {
        const int count = static_cast<int>(figure.panels.size());
        const int columns = std::max(1, scale.columns);
        const int rows = (count + columns - 1) / columns;
        const double width = (drawing.width() - 2 * margin - (columns - 1) * between) / columns;
        const double height = (drawing.height() - top - foot - (rows - 1) * between) / rows;
        for (int i = 0; i < count; ++i) {
            const int row = i / columns;
            const int column = i % columns;
            const QRectF area(margin + column * (width + between), top + row * (height + between),
                              width, height);
            const HeatmapData& panel = figure.panels[i];
            drawHeatmap(canvas, panel, layOutHeatmap(panel, area, heatmap), style);
        }
    }

    double y = drawing.height() - foot + 14 + captionSize * lineHeight / 2;
    if (const auto masks = masksOf(figure); !masks.empty()) {
        drawMaskLegend(canvas, {margin, y}, masks, captionSize, style);
        y += captionSize * lineHeight + 6;
    }
    for (const QString& line : captionLines(figure, drawing.width(), options)) {
        canvas.text({{margin, y}, line, captionSize, theme.mutedText, Qt::AlignLeft, false, false});
        y += captionSize * lineHeight;
    }
}

} // namespace gf
