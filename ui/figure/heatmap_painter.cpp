// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/heatmap_painter.h"

#include "ui/figure/number_format.h"
#include "ui/theme/colour_map.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace gf {

namespace {

using Range = std::pair<double, double>;

/// Cells that a vector file has as shapes of their own. One of a million is beyond what programs
/// for slides and papers open; there the cells are a picture, and all else stays as it is.
constexpr Index mostShapes = 300 * 300;

QColor mixed(const QColor& a, const QColor& b, double t) {
    return QColor::fromRgbF(static_cast<float>(a.redF() + (b.redF() - a.redF()) * t),
                            static_cast<float>(a.greenF() + (b.greenF() - a.greenF()) * t),
                            static_cast<float>(a.blueF() + (b.blueF() - a.blueF()) * t));
}

bool hiddenByCausal(Hidden hidden) {
    return hidden == Hidden::Causal || hidden == Hidden::Both;
}
bool hiddenByPadding(Hidden hidden) {
    return hidden == Hidden::Padding || hidden == Hidden::Both;
}

/// Scores are computed before the mask hides them: such a cell keeps a shade of its colour under
/// the hatch. After the mask there is nothing left to show.
bool hasValueUnderMask(float value) {
    return std::isfinite(value) && value != 0;
}

/// A key that the person took away, not a mask of the model.
bool hiddenByHand(const HeatmapData& data, Index row, Index column) {
    const float value = data.at(row, column);
    return data.changedAt(row, column) && std::isinf(value) && value < 0;
}

QColor cellColour(const HeatmapData& data, Index row, Index column, const Range& range,
                  const Theme& theme) {
    const float value = data.at(row, column);
    if (data.scale == HeatmapData::Scale::Names)
        return theme.grid;
    if (hiddenByHand(data, row, column))
        return theme.hatchBackground;
    if (data.hiddenAt(row, column) == Hidden::No)
        return colourFor(value, range, data.scale, theme);
    if (!hasValueUnderMask(value))
        return theme.hatchBackground;
    return mixed(colourFor(value, range, data.scale, theme), theme.hatchBackground, 0.5);
}

double hatchSpacing(const HeatmapLayout& layout) {
    const double side = std::min(layout.cellWidth, layout.cellHeight);
    return side >= 8 ? 7 : 5;
}

/// Diagonals through rectangles. They keep one phase for the whole figure, and where rectangles lie
/// under each other they are drawn in one, which takes a fraction of the time of many short ones.
class Hatch {
public:
    /// `rising`: like a slash.
    Hatch(double spacing, bool rising) : m_spacing(spacing), m_rising(rising) {}

    /// The next rectangle from the top.
    void add(const QRectF& area) {
        // A rising line has x + y = c, a falling one x − y = c.
        const double low = m_rising ? area.left() + area.top() : area.left() - area.bottom();
        const double high = m_rising ? area.right() + area.bottom() : area.right() - area.top();
        const auto last = static_cast<int>(std::ceil(high / m_spacing));
        for (auto line = static_cast<int>(std::ceil(low / m_spacing)); line < last; ++line) {
            const double c = line * m_spacing;
            const auto yAt = [&](double x) { return m_rising ? c - x : x - c; };
            const auto xAt = [&](double y) { return m_rising ? c - y : y + c; };
            const double x1 = std::max(area.left(), xAt(m_rising ? area.bottom() : area.top()));
            const double x2 = std::min(area.right(), xAt(m_rising ? area.top() : area.bottom()));
            if (x2 > x1)
                goOn(line, {x1, yAt(x1), x2, yAt(x2)});
        }
    }

    const std::vector<QLineF>& lines() const { return m_lines; }

private:
    /// Takes a piece of a diagonal into the one that ends where it begins, if there is one.
    void goOn(int line, const QLineF& piece) {
        const auto [place, isNew] = m_last.try_emplace(line, m_lines.size());
        if (!isNew) {
            QLineF& above = m_lines[place->second];
            const bool touches =
                std::abs(m_rising ? above.x1() - piece.x2() : above.x2() - piece.x1()) < 1e-6;
            if (touches && m_rising)
                return above.setP1(piece.p1());
            if (touches)
                return above.setP2(piece.p2());
            place->second = m_lines.size();
        }
        m_lines.push_back(piece);
    }

    double m_spacing;
    bool m_rising;
    std::vector<QLineF> m_lines;
    std::unordered_map<int, std::size_t> m_last; ///< the last piece of each diagonal
};

/// The hatch of one mask over all cells that it hides, run by run.
std::vector<QLineF> hatchOf(const HeatmapData& data, const HeatmapLayout& layout, bool causal) {
    Hatch hatch(hatchSpacing(layout), causal);
    for (Index row = 0; row < data.rows; ++row)
        for (Index column = 0; column < data.columns; ++column) {
            const auto hides = [&](Index at) {
                const Hidden hidden = data.hiddenAt(row, at);
                return causal ? hiddenByCausal(hidden) : hiddenByPadding(hidden);
            };
            if (!hides(column))
                continue;
            QRectF area = layout.cellRect(row, column);
            // Cells that stand apart are hatched one by one.
            while (layout.gap == 0 && column + 1 < data.columns && hides(column + 1))
                area.setRight(layout.cellRect(row, ++column).right());
            hatch.add(area);
        }
    return hatch.lines();
}

void drawCellsOneByOne(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                       const Theme& theme) {
    const Range range = data.colourRange();
    // In a vector file neighbours overlap a little, or viewers show the paper between them.
    const double overlap = layout.gap == 0 && !canvas.prefersImages() ? 0.25 : 0;
    for (Index row = 0; row < data.rows; ++row)
        for (Index column = 0; column < data.columns; ++column) {
            const QRectF cell = layout.cellRect(row, column);
            const QRectF area(cell.topLeft(),
                              QPointF(std::min(cell.right() + overlap, layout.cells.right()),
                                      std::min(cell.bottom() + overlap, layout.cells.bottom())));
            canvas.rectangle(area, cellColour(data, row, column, range, theme), "cell");
        }
    const double width = layout.cellWidth >= 20 ? 1.3 : 1;
    canvas.lines(hatchOf(data, layout, true), theme.hatch, width, "hatch-causal");
    canvas.lines(hatchOf(data, layout, false), theme.hatch, width, "hatch-padding");
}

/// The cell that a pixel shows when several share it: the strongest one, so that no peak is lost;
/// not-a-number before all others; a hidden one only when all are.
CellPlace strongest(const HeatmapData& data, Index row0, Index row1, Index column0, Index column1) {
    CellPlace best{row0, column0};
    float most = -1;
    for (Index row = row0; row < row1; ++row)
        for (Index column = column0; column < column1; ++column) {
            const float value = data.at(row, column);
            if (std::abs(value) <= most || data.hiddenAt(row, column) != Hidden::No)
                continue;
            best = {row, column};
            if (std::isnan(value))
                return best;
            most = std::abs(value);
        }
    return best;
}

/// The pixels of a picture of all cells: the screen's own, or in a vector file as many for each
/// cell as show which mask hides it.
QSize pixelsFor(const Canvas& canvas, const HeatmapLayout& layout) {
    constexpr int perCell = 3;
    if (!canvas.prefersImages())
        return QSize(static_cast<int>(layout.columns), static_cast<int>(layout.rows)) * perCell;
    const QSizeF size = layout.cells.size() * canvas.pixelRatio();
    return QSize(static_cast<int>(std::lround(size.width())),
                 static_cast<int>(std::lround(size.height())))
        .expandedTo({1, 1});
}

/// Many small cells as one picture.
void drawCellsAsImage(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                      const Theme& theme) {
    const Range range = data.colourRange();
    const QSize pixels = pixelsFor(canvas, layout);
    const int width = pixels.width();
    const int height = pixels.height();
    const double ratio = canvas.prefersImages() ? canvas.pixelRatio() : 1;
    const auto from = [](int pixel, int pixels, Index cells) {
        return static_cast<Index>(pixel) * cells / pixels;
    };
    const int period = std::max(4, static_cast<int>(std::lround(5 * ratio)));
    const int thickness = std::max(1, static_cast<int>(std::lround(1.2 * ratio)));
    QImage image(width, height, QImage::Format_RGB32);
    for (int y = 0; y < height; ++y) {
        const Index row0 = from(y, height, data.rows);
        const Index row1 = std::max(row0 + 1, from(y + 1, height, data.rows));
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        // Neighbouring pixels often show the same cell: its colour is worked out once.
        Index shown = -1;
        QRgb colour = 0;
        Hidden hidden = Hidden::No;
        for (int x = 0; x < width; ++x) {
            const Index column0 = from(x, width, data.columns);
            const Index column1 = std::max(column0 + 1, from(x + 1, width, data.columns));
            if (column0 != shown || column1 > column0 + 1) {
                const CellPlace cell = strongest(data, row0, row1, column0, column1);
                hidden = data.hiddenAt(cell.row, cell.column);
                colour = cellColour(data, cell.row, cell.column, range, theme).rgb();
                shown = column0;
            }
            const bool hatched =
                (hiddenByCausal(hidden) && (x + y) % period < thickness) ||
                (hiddenByPadding(hidden) && (x - y + period * height) % period < thickness);
            line[x] = hatched ? theme.hatch.rgb() : colour;
        }
    }
    canvas.image(layout.cells, image);
}

void drawValues(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                const HeatmapStyle& style) {
    const Range range = data.colourRange();
    const NumberFormat format = data.format();
    for (Index row = 0; row < data.rows; ++row)
        for (Index column = 0; column < data.columns; ++column) {
            const float value = data.at(row, column);
            if (data.hiddenAt(row, column) != Hidden::No || hiddenByHand(data, row, column))
                continue;
            const QColor colour = cellColour(data, row, column, range, style.theme);
            canvas.text({layout.cellRect(row, column).center(), format.text(value),
                         layout.valueSize, readableOn(colour), Qt::AlignHCenter, false, false});
        }
}

/// A number that is none cannot be missed, also where cells are too small for words.
void markNotNumbers(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                    const Theme& theme) {
    std::vector<QLineF> crosses;
    for (Index row = 0; row < data.rows; ++row)
        for (Index column = 0; column < data.columns; ++column) {
            const float value = data.at(row, column);
            if (std::isfinite(value) || data.hiddenAt(row, column) != Hidden::No ||
                hiddenByHand(data, row, column))
                continue;
            const QRectF cell = layout.cellRect(row, column);
            canvas.outline(cell, theme.error, layout.cellWidth >= 12 ? 2 : 1);
            if (std::isnan(value) && layout.valueSize == 0) {
                crosses.emplace_back(cell.topLeft(), cell.bottomRight());
                crosses.emplace_back(cell.bottomLeft(), cell.topRight());
            }
        }
    canvas.lines(crosses, readableOn(theme.error), 1, "not-a-number");
}

/// A line around the cells that the person changed, whatever their shape: between a changed cell
/// and one that is not. A key taken away is crossed out.
void markChanges(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                 const Theme& theme) {
    if (data.changed.empty())
        return;
    const auto changed = [&](Index row, Index column) {
        return row >= 0 && row < data.rows && column >= 0 && column < data.columns &&
               data.changedAt(row, column);
    };
    std::vector<QLineF> contour, crosses;
    for (Index row = 0; row < data.rows; ++row)
        for (Index column = 0; column < data.columns; ++column) {
            if (!data.changedAt(row, column))
                continue;
            const QRectF area = layout.cellRect(row, column);
            // Inside a large cell; around a small one, whose colour would be gone.
            const double in = std::min(layout.cellWidth, layout.cellHeight) >= 16 ? 1.5 : -1;
            const QRectF cell = area.adjusted(in, in, -in, -in);
            if (!changed(row - 1, column))
                contour.emplace_back(cell.topLeft(), cell.topRight());
            if (!changed(row + 1, column))
                contour.emplace_back(cell.bottomLeft(), cell.bottomRight());
            if (!changed(row, column - 1))
                contour.emplace_back(cell.topLeft(), cell.bottomLeft());
            if (!changed(row, column + 1))
                contour.emplace_back(cell.topRight(), cell.bottomRight());
            if (hiddenByHand(data, row, column)) {
                crosses.emplace_back(area.topLeft(), area.bottomRight());
                crosses.emplace_back(area.bottomLeft(), area.topRight());
            }
        }
    canvas.lines(crosses, theme.hatch, 1.2, "hidden-by-hand");
    canvas.lines(contour, QColor(changedGround), 4.5, "changed-ground");
    canvas.lines(contour, QColor(changedColour), 2.2, "changed");
}

/// A label that stands beside its row, and how wide it is.
struct RowLabel {
    CanvasText text;
    double width = 0;
};

RowLabel rowLabelOf(const HeatmapLayout& layout, Index row, const QString& label,
                    const QColor& colour, const TextMeasure& measure) {
    const double size = layout.labelSize;
    const double width = layout.rowLabels.width() - size * 0.4;
    const QString text = elided(label, width, size, measure);
    const QPointF at(layout.rowLabels.right() - size * 0.5, layout.rowRect(row).center().y());
    return {{at, text, size, colour, Qt::AlignRight, false, false}, measure(text, size)};
}

bool isUpright(const HeatmapLayout& layout, const QString& label, const TextMeasure& measure) {
    return !layout.columnWords || label.size() <= 1 ||
           measure(label, layout.labelSize) <= layout.cellWidth - 1;
}

void drawColumnLabel(Canvas& canvas, const HeatmapLayout& layout, Index column,
                     const QString& label, const QColor& colour, const TextMeasure& measure) {
    const double x = layout.columnRect(column).center().x();
    const double size = layout.labelSize;
    if (isUpright(layout, label, measure)) {
        canvas.text({{x, layout.columnLabels.bottom() - size * 0.75},
                     label,
                     size,
                     colour,
                     Qt::AlignHCenter,
                     false,
                     false});
        return;
    }
    const double length = layout.columnLabels.height() - size * 0.4;
    canvas.text({{x, layout.columnLabels.bottom() - size * 0.35},
                 elided(label, length, size, measure),
                 size,
                 colour,
                 Qt::AlignLeft,
                 false,
                 true});
}

void drawLabels(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                const HeatmapStyle& style, const TextMeasure& measure) {
    const Theme& theme = style.theme;
    // Numbers are written at 10, 20, 30 …, words at every one.
    if (layout.rowLabelStep > 0)
        for (Index row = layout.rowLabelStep - 1; row < data.rows; row += layout.rowLabelStep) {
            const QString label = layout.rowWords ? rowLabel(data, row) : QString::number(row + 1);
            canvas.text(rowLabelOf(layout, row, label, theme.text, measure).text);
        }
    if (layout.columnLabelStep > 0)
        for (Index column = layout.columnLabelStep - 1; column < data.columns;
             column += layout.columnLabelStep) {
            const QString label =
                layout.columnWords ? columnLabel(data, column) : QString::number(column + 1);
            drawColumnLabel(canvas, layout, column, label, theme.text, measure);
        }

    const double size = layout.labelSize > 0 ? layout.labelSize : layout.titleSize * 0.8;
    if (!layout.rowTitle.isEmpty())
        canvas.text({{layout.rowTitle.left() + size * 0.6, layout.rowTitle.center().y()},
                     elided(data.rowTitle, layout.rowTitle.height(), size, measure),
                     size,
                     theme.mutedText,
                     Qt::AlignHCenter,
                     false,
                     true});
    if (!layout.columnTitle.isEmpty())
        canvas.text({{layout.columnTitle.center().x(), layout.columnTitle.top() + size * 0.6},
                     elided(data.columnTitle, layout.columnTitle.width(), size, measure),
                     size,
                     theme.mutedText,
                     Qt::AlignHCenter,
                     false,
                     false});
}

void drawTitle(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
               const HeatmapStyle& style, const TextMeasure& measure) {
    if (layout.title.isEmpty())
        return;
    const double size = layout.titleSize;
    double x = layout.title.left();
    const double y = layout.title.top() + size * 0.6;
    if (data.accent.isValid()) {
        canvas.rectangle(QRectF(x, y - size * 0.55, 4, size * 1.1),
                         style.theme.adapted(data.accent), "accent");
        x += 10;
    }
    // Bold is a tenth wider than what was measured.
    canvas.text({{x, y},
                 elided(data.title, (layout.title.right() - x) / 1.12, size, measure),
                 size,
                 style.theme.text,
                 Qt::AlignLeft,
                 true,
                 false});
}

/// At least two ticks, or the bar would tell no scale.
std::vector<double> barTicks(const Range& range, int count) {
    std::vector<double> ticks = ticksFor(range, count);
    for (int more = count + 1; ticks.size() < 2 && more <= count + 3; ++more)
        ticks = ticksFor(range, more);
    return ticks;
}

void drawColourBar(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                   const HeatmapStyle& style, double fontSize, const TextMeasure& measure) {
    const QRectF bar = layout.colourBar;
    if (bar.isEmpty())
        return;
    const Range range = data.colourRange();
    const Theme& theme = style.theme;
    const bool upright = !layout.barBelow;
    const double length = upright ? bar.height() : bar.width();
    const auto at = [&](double t) {
        return upright ? bar.bottom() - t * length : bar.left() + t * length;
    };
    const int steps = std::clamp(static_cast<int>(length), 16, 128);
    for (int i = 0; i < steps; ++i) {
        const double value = range.first + (range.second - range.first) * (i + 0.5) / steps;
        const double a = at(static_cast<double>(i) / steps);
        const double b = at(static_cast<double>(i + 1) / steps);
        const double overlap = i + 1 < steps ? 0.5 : 0;
        const QRectF area = upright ? QRectF(bar.left(), b - overlap, bar.width(), a - b + overlap)
                                    : QRectF(a, bar.top(), b - a + overlap, bar.height());
        canvas.rectangle(area, colourFor(value, range, data.scale, theme), "bar");
    }

    const double size = fontSize * 0.9;
    const NumberFormat format = numberFormatFor(range);
    const double roomPerTick = upright ? size * 2.6 : size * 4.5;
    const int count = std::clamp(static_cast<int>(length / roomPerTick), 1, 5);
    std::vector<QLineF> marks;
    double end = -std::numeric_limits<double>::infinity(); // of the number before, in a lying bar
    for (const double tick : barTicks(range, count)) {
        const double t = (tick - range.first) / (range.second - range.first);
        const double place = at(t);
        // A tick at the very end keeps its number beside the bar.
        if (upright) {
            marks.emplace_back(bar.right(), place, bar.right() + 3, place);
            const double y = std::clamp(place, bar.top() + size * 0.4, bar.bottom() - size * 0.4);
            canvas.text({{bar.right() + 5, y},
                         format.text(tick),
                         size,
                         theme.text,
                         Qt::AlignLeft,
                         false,
                         false});
        } else {
            marks.emplace_back(place, bar.bottom(), place, bar.bottom() + 3);
            const QString text = format.text(tick);
            const double half = measure(text, size) / 2;
            const double x = std::max(layout.bounds.left() + half,
                                      std::min(place, layout.bounds.right() - half));
            if (x - half < end)
                continue;
            end = x + half + size * 0.4;
            canvas.text({{x, bar.bottom() + 3 + size * 0.7},
                         text,
                         size,
                         theme.text,
                         Qt::AlignHCenter,
                         false,
                         false});
        }
    }
    canvas.lines(marks, theme.mutedText, 1, "tick");
    if (format.exponent != 0)
        canvas.text({upright ? QPointF(bar.left(), bar.top() - size * 0.8)
                             : QPointF(bar.right() + 6, bar.center().y()),
                     format.unit(), size, theme.text, Qt::AlignLeft, false, false});
}

/// A frame that shows on every colour: the highlight's own with the opposite on both sides.
void frame(Canvas& canvas, const QRectF& area, const Theme& theme, double width) {
    const QColor opposite = theme.isDark ? QColor(0x10, 0x12, 0x16) : QColor(Qt::white);
    canvas.outline(area.adjusted(-width - 1, -width - 1, width + 1, width + 1), opposite, 1);
    canvas.outline(area.adjusted(-width, -width, width, width), theme.highlight, width);
    canvas.outline(area, opposite, 1);
}

} // namespace

QColor colourFor(double value, const std::pair<double, double>& range, HeatmapData::Scale scale,
                 const Theme& theme) {
    if (std::isnan(value))
        return theme.error;
    const double span = range.second - range.first;
    if (scale == HeatmapData::Scale::Sequential)
        return QColor(sequentialColour(span > 0 ? (value - range.first) / span : 0));
    // Zero is the middle of the map even when a locked range is not symmetric.
    const double largest = std::max(std::abs(range.first), std::abs(range.second));
    return QColor(divergingColour(largest > 0 ? value / largest : 0, theme.isDark));
}

void drawHeatmap(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                 const HeatmapStyle& style) {
    if (layout.rows == 0 || layout.columns == 0)
        return;
    const TextMeasure measure = measureWith(style.font);
    const bool asImage =
        canvas.prefersImages() ? layout.drawnAsImage() : layout.rows * layout.columns > mostShapes;
    if (asImage) {
        drawCellsAsImage(canvas, data, layout, style.theme);
    } else {
        drawCellsOneByOne(canvas, data, layout, style.theme);
        markNotNumbers(canvas, data, layout, style.theme);
        markChanges(canvas, data, layout, style.theme);
    }
    if (layout.valueSize > 0)
        drawValues(canvas, data, layout, style);
    drawLabels(canvas, data, layout, style, measure);
    drawTitle(canvas, data, layout, style, measure);
    drawColourBar(canvas, data, layout, style, layout.titleSize / 1.15, measure);
}

void drawHighlight(Canvas& canvas, const HeatmapData& data, const HeatmapLayout& layout,
                   const HeatmapStyle& style, const HeatmapHighlight& highlight) {
    const Index row = highlight.row < layout.rows ? highlight.row : -1;
    const Index column = highlight.column < layout.columns ? highlight.column : -1;
    if (layout.rows == 0 || (row < 0 && column < 0))
        return;
    const Theme& theme = style.theme;
    const TextMeasure measure = measureWith(style.font);
    const double width = highlight.pinned ? 2 : 1;
    if (row >= 0)
        frame(canvas, layout.rowRect(row), theme, width);
    if (column >= 0)
        frame(canvas, layout.columnRect(column), theme, width);
    if (row >= 0 && column >= 0)
        frame(canvas, layout.cellRect(row, column), theme, width + 1);

    if (row >= 0 && !layout.rowLabels.isEmpty()) {
        const RowLabel label =
            rowLabelOf(layout, row, rowLabel(data, row), theme.selectionText, measure);
        const double half = layout.labelSize * 0.75;
        canvas.rectangle(QRectF(label.text.at.x() - label.width - 4, label.text.at.y() - half,
                                label.width + 8, 2 * half),
                         theme.selection, "lit");
        canvas.text(label.text);
    }
    if (column >= 0 && !layout.columnLabels.isEmpty()) {
        const QString label = columnLabel(data, column);
        const double size = layout.labelSize;
        const bool upright = isUpright(layout, label, measure);
        const double half = upright ? measure(label, size) / 2 + 4 : size * 0.75;
        const double bottom = layout.columnLabels.bottom() - 1;
        const double height =
            upright ? size * 1.4 : std::min(layout.columnLabels.height(), measure(label, size) + 8);
        const double x = layout.columnRect(column).center().x();
        canvas.rectangle(QRectF(x - half, bottom - height, 2 * half, height), theme.selection,
                         "lit");
        drawColumnLabel(canvas, layout, column, label, theme.selectionText, measure);
    }
}

void paintHeatmap(QPainter& painter, const HeatmapData& data, const HeatmapLayout& layout,
                  const HeatmapStyle& style, const HeatmapHighlight& highlight) {
    PainterCanvas canvas(painter, style.font);
    drawHeatmap(canvas, data, layout, style);
    drawHighlight(canvas, data, layout, style, highlight);
}

double drawMaskLegend(Canvas& canvas, const QPointF& at, const std::vector<Hidden>& masks,
                      double fontSize, const HeatmapStyle& style) {
    const TextMeasure measure = measureWith(style.font);
    double x = at.x();
    for (const Hidden mask : masks) {
        const QRectF swatch(x, std::round(at.y() - fontSize * 0.6), fontSize * 1.8, fontSize * 1.2);
        canvas.rectangle(swatch, style.theme.hatchBackground, "legend");
        for (const bool rising : {true, false}) {
            Hatch hatch(5, rising);
            if (rising ? hiddenByCausal(mask) : hiddenByPadding(mask))
                hatch.add(swatch);
            canvas.lines(hatch.lines(), style.theme.hatch, 1.2, "legend-hatch");
        }
        x = swatch.right() + fontSize * 0.5;
        canvas.text({{x, at.y()},
                     maskText(mask),
                     fontSize,
                     style.theme.mutedText,
                     Qt::AlignLeft,
                     false,
                     false});
        x += measure(maskText(mask), fontSize) + fontSize * 1.5;
    }
    return x - at.x();
}

std::vector<Hidden> masksIn(const HeatmapData& data) {
    const auto any = [&](auto hides) {
        return std::any_of(data.hidden.begin(), data.hidden.end(), hides);
    };
    std::vector<Hidden> masks;
    if (any(hiddenByCausal))
        masks.push_back(Hidden::Causal);
    if (any(hiddenByPadding))
        masks.push_back(Hidden::Padding);
    return masks;
}

QString maskText(Hidden hidden) {
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("gf::Heatmap", text);
    };
    switch (hidden) {
    case Hidden::Causal:
        return tr("hidden by the causal mask");
    case Hidden::Padding:
        return tr("hidden by the padding mask");
    case Hidden::Both:
        return tr("hidden by both masks");
    case Hidden::No:
        break;
    }
    return {};
}

} // namespace gf
