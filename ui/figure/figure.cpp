// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/figure.h"

#include "ui/figure/canvas.h"
#include "ui/figure/figure_caption.h"
#include "ui/figure/heatmap_painter.h"
#include "ui/figure/mask_hatch.h"
#include "ui/theme/type_scale.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace gf {

namespace {

// In units of the drawing.
constexpr double margin = 16;
constexpr double between = 24; ///< panels
constexpr double leastPanel = 60;
constexpr double leastWidth = 190;    ///< of paper: a matrix and its labels
constexpr double leastNatural = 320;  ///< without paper
constexpr double largestOnPaper = 80; ///< side of a cell
constexpr double betweenShared = 10;  ///< panels that share their words

/// Panels over the same tokens, whose words stand beside the first column and above the first row
/// alone: narrow paper has no room for them at each.
struct SharedWords {
    int columns = 0;
    HeatmapOptions heatmap; ///< of all of them, with the size of their cells
    QSizeF outer;           ///< the room of the first panel, with both kinds of words
    QSizeF inner;           ///< of one that has neither

    /// Of the panel in this place.
    HeatmapOptions optionsAt(int row, int column) const {
        HeatmapOptions options = heatmap;
        options.parts.setFlag(HeatmapPart::RowLabels, column == 0);
        options.parts.setFlag(HeatmapPart::ColumnLabels, row == 0);
        return options;
    }
    QRectF areaAt(int row, int column) const {
        const auto before = [](int place, double first, double next) {
            return place == 0 ? 0 : first + betweenShared + (place - 1) * (next + betweenShared);
        };
        return {before(column, outer.width(), inner.width()),
                before(row, outer.height(), inner.height()),
                column == 0 ? outer.width() : inner.width(),
                row == 0 ? outer.height() : inner.height()};
    }
    QSizeF room(int rows) const {
        const QRectF last = areaAt(rows - 1, columns - 1);
        return {last.right(), last.bottom()};
    }
};

/// How the panels stand, and how large the figure is with its caption.
struct Arrangement {
    QSizeF size;
    int columns = 1;                        ///< panels beside each other
    std::optional<SharedWords> shared = {}; ///< nothing: each panel has its own
};

int countOf(const Figure& figure) {
    return std::max(1, static_cast<int>(figure.panels.size()));
}

FigureCaption captionUnder(const Figure& figure, double width, const QFont& font) {
    std::vector<Hidden> masks;
    for (const HeatmapData& panel : figure.panels)
        addMasks(masks, masksIn(panel));
    return {figure.caption, std::move(masks), width, font};
}

QSizeF panelSize(const Figure& figure, const HeatmapOptions& options) {
    // A matrix alone shows its numbers; among many it is seen as a whole.
    const double cell = figure.panels.size() == 1 ? 38 : figure.panels.size() <= 4 ? 24 : 16;
    QSizeF size(0, 0);
    for (const HeatmapData& panel : figure.panels)
        size = size.expandedTo(sizeForCells(
            panel, std::max(cell, leastLabelledCell(panel, options.fontSize)), options));
    return size;
}

int columnsOf(const Figure& figure, const QSizeF& panel) {
    const int count = countOf(figure);
    if (figure.columns > 0)
        return std::min(figure.columns, count);
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

/// At the size at which cells are comfortable to read.
Arrangement naturalArrangement(const Figure& figure, const HeatmapOptions& options,
                               const QFont& font) {
    const QSizeF panel = panelSize(figure, options);
    Arrangement natural;
    natural.columns = columnsOf(figure, panel);
    const int rows = (countOf(figure) + natural.columns - 1) / natural.columns;
    const double width = std::max(leastNatural, 2 * margin + natural.columns * panel.width() +
                                                    (natural.columns - 1) * between);
    const double height = margin + rows * panel.height() + (rows - 1) * between +
                          captionUnder(figure, width, font).height();
    natural.size = {std::ceil(width), std::ceil(height)};
    return natural;
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
        HeatmapData& one = different.emplace_back(panel);
        one.values.clear();
        one.hidden.clear();
        one.changed.clear();
        one.range = std::pair(-1.0, 1.0);
    }
    return different;
}

bool saysAllWords(const HeatmapData& panel, const HeatmapLayout& layout) {
    return (panel.rowLabels.isEmpty() || (layout.rowWords && layout.rowLabelStep == 1)) &&
           (panel.columnLabels.isEmpty() || (layout.columnWords && layout.columnLabelStep == 1));
}

bool haveSameWords(const Figure& figure) {
    const HeatmapData& first = figure.panels.front();
    return std::all_of(figure.panels.begin(), figure.panels.end(), [&](const HeatmapData& panel) {
        return panel.rowLabels == first.rowLabels && panel.columnLabels == first.columnLabels &&
               panel.rows == first.rows && panel.columns == first.columns;
    });
}

double widestTitle(const Figure& figure, const HeatmapOptions& options) {
    constexpr double bold = 1.2; // with the mark before it
    double width = 0;
    for (const HeatmapData& panel : figure.panels)
        width =
            std::max(width, options.measure(panel.title, options.fontSize * bold * type::section));
    return width;
}

/// The largest cells with which all words find room so; nothing where they never do.
std::optional<SharedWords> sharedWords(const Figure& figure, const HeatmapOptions& options,
                                       const QSizeF& room) {
    const int count = countOf(figure);
    if (count < 2 || !haveSameWords(figure))
        return std::nullopt;
    const HeatmapData& panel = figure.panels.front();
    std::optional<SharedWords> best;
    for (const BarPlace bar : {BarPlace::Fitting, BarPlace::Below}) {
        SharedWords words;
        words.heatmap = options;
        words.heatmap.parts.setFlag(HeatmapPart::AxisTitles, false);
        words.heatmap.bar = bar;
        const HeatmapOptions outer = words.optionsAt(0, 0);
        const HeatmapOptions inner = words.optionsAt(1, 1);
        const HeatmapForm outerForm = formOf(panel, outer);
        const HeatmapForm innerForm = formOf(panel, inner);
        if (!outerForm.square || outerForm.rowWord <= 0 || outerForm.columnWord <= 0)
            return std::nullopt;
        const double title = widestTitle(figure, words.heatmap);
        const auto fits = [&](double side) {
            words.outer = roomFor(outerForm, {side, side}, outer);
            words.inner = roomFor(innerForm, {side, side}, inner).expandedTo({title, 0});
            const QSizeF all = words.room((count + words.columns - 1) / words.columns);
            return all.width() <= room.width() && all.height() <= room.height();
        };
        for (words.columns = 2; words.columns <= count; ++words.columns) {
            const double side = largestFitting(1, largestOnPaper, fits);
            if (!fits(side) || (best && side <= best->heatmap.cell->width()))
                continue;
            words.heatmap.cell = QSizeF(side, side);
            if (saysAllWords(panel,
                             layOutHeatmap(panel, words.areaAt(0, 0), words.optionsAt(0, 0))))
                best = words;
        }
    }
    return best;
}

/// The panels in as many columns as give the widest cells, rather as the figure wants them. Where
/// words are left out then, they are shared if that gives room to them.
Arrangement arrangedOn(const QSizeF& paper, const Figure& figure, const HeatmapOptions& options,
                       const QFont& font) {
    const double width = paper.width();
    const double around = margin + captionUnder(figure, width, font).height();
    const int count = countOf(figure);
    Arrangement best;
    double widest = -1;
    bool saysWords = true;
    const std::vector<HeatmapData> forms = differentForms(figure, options);
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double room = (width - 2 * margin - (columns - 1) * between) / columns;
        const double high = (paper.height() - around - (rows - 1) * between) / rows;
        if (columns > 1 && room < leastPanel)
            break;
        double height = 0;
        double cell = largestOnPaper;
        for (const HeatmapData& form : forms) {
            const auto [needed, side] =
                heightFor(form, std::max(room, 1.0), std::max(high, leastPanel), options);
            height = std::max(height, needed);
            cell = std::min(cell, side);
        }
        if (columns == figure.columns)
            cell *= figure.compared ? 2.5 : 1.2;
        if (cell <= widest)
            continue;
        widest = cell;
        best = {QSizeF(width, around + rows * height + (rows - 1) * between), columns};
        saysWords = std::all_of(forms.begin(), forms.end(), [&](const HeatmapData& form) {
            return saysAllWords(form, layOutHeatmap(form, QRectF(0, 0, room, height), options));
        });
    }
    if (saysWords)
        return best;
    const QSizeF room(width - 2 * margin, paper.height() - around);
    if (const std::optional<SharedWords> shared = sharedWords(figure, options, room)) {
        const int rows = (count + shared->columns - 1) / shared->columns;
        best = {QSizeF(width, around + shared->room(rows).height()), shared->columns, shared};
    }
    return best;
}

std::vector<HeatmapLayout> layOutPanels(const Figure& figure, const Arrangement& arrangement,
                                        const HeatmapOptions& options, const QFont& font) {
    const QSizeF& size = arrangement.size;
    const double foot = size.height() - captionUnder(figure, size.width(), font).height();
    std::vector<HeatmapLayout> layouts;
    const int columns = arrangement.columns;
    const int rows = (countOf(figure) + columns - 1) / columns;
    const QSizeF panel((size.width() - 2 * margin - (columns - 1) * between) / columns,
                       (foot - margin - (rows - 1) * between) / rows);
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const int row = static_cast<int>(i) / columns;
        const int column = static_cast<int>(i) % columns;
        const auto& shared = arrangement.shared;
        const QRectF area = shared ? shared->areaAt(row, column).translated(margin, margin)
                                   : QRectF({margin + column * (panel.width() + between),
                                             margin + row * (panel.height() + between)},
                                            panel);
        layouts.push_back(layOutHeatmap(figure.panels[i], area,
                                        shared ? shared->optionsAt(row, column) : options));
    }
    return layouts;
}

void drawPanels(Canvas& canvas, const Figure& figure, const QSizeF& size,
                const std::vector<HeatmapLayout>& layouts, const QFont& font) {
    const HeatmapStyle style{Theme::light(), font};
    canvas.rectangle(QRectF({0, 0}, size), style.theme.surface, "background");
    for (std::size_t i = 0; i < figure.panels.size(); ++i)
        drawHeatmap(canvas, figure.panels[i], layouts[i], style);
    const FigureCaption caption = captionUnder(figure, size.width(), font);
    caption.draw(canvas, {0, size.height() - caption.height()});
}

} // namespace

PaperDrawing onPaper(const Figure& figure, const std::optional<Paper>& paper) {
    Figure own = figure;
    PaperDrawing drawing;
    HeatmapOptions options;
    if (paper) {
        own.caption = paper->caption;
        own.values = figure.values && paper->values;
        drawing.font = paper->font(drawing.font);
        options.maxCell = largestOnPaper;
    }
    options.measure = measureWith(drawing.font);
    options.namesAxes = own.panels.size() == 1;
    Arrangement arrangement;
    if (paper) {
        const PaperScale scale = scaleOf(*paper, figureLetters, leastWidth);
        drawing.factor = scale.factor;
        arrangement = arrangedOn(scale.room, own, options, drawing.font);
    } else {
        arrangement = naturalArrangement(own, options, drawing.font);
    }
    drawing.size = arrangement.size * drawing.factor;
    drawing.title = own.caption;
    std::vector<HeatmapLayout> layouts = layOutPanels(own, arrangement, options, drawing.font);
    drawing.fitsValues = std::ranges::any_of(
        layouts, [](const HeatmapLayout& layout) { return layout.valueSize > 0; });
    for (HeatmapLayout& layout : layouts)
        layout.valueSize = own.values ? layout.valueSize : 0;
    drawing.draw = [own = std::move(own), size = arrangement.size, layouts = std::move(layouts),
                    font = drawing.font](Canvas& canvas) {
        drawPanels(canvas, own, size, layouts, font);
    };
    return drawing;
}

} // namespace gf
