// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_layout.h"

#include "ui/figure/wrapped.h"
#include "ui/language/language.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gf {

namespace {

constexpr double margin = 6;
constexpr double lane = 13;   ///< beside a column, for residual lines
constexpr double gutter = 16; ///< between the columns, for lines from encoder to decoder
constexpr double gap = 11;    ///< between blocks
constexpr double barHeight = 7;
constexpr double barGap = 3;
constexpr double framePadding = 5;
constexpr double chipGap = 7;
constexpr double chipInset = 8;   ///< beside the steps of an open block, for lines around them
constexpr double floorInset = 10; ///< under them, for lines that come from the side
constexpr double cellHeight = 9;  ///< of a scope that repeats
constexpr double maxColumn = 230;
constexpr double lineGap = 5;   ///< between layers that are one line each
constexpr int mostWithBars = 4; ///< layers of a stack that are never one line each

/// The frame's words: "Encoder 1".
QString layerCaption(const MapBlock& block) {
    const ScopeLevel* stack = block.scope().find(ScopeKind::Stack);
    return stack ? tr("%1 %2").arg(titleOf(Scope{{*stack}})).arg(block.layer + 1)
                 : titleOf(block.scope().layerScope());
}

/// What a column begins with.
QString inputNote(const MapBlock& first) {
    const ScopeLevel* tokens = first.scope().find(ScopeKind::Tokens);
    if (!tokens)
        return {};
    return tokens->title == "source"   ? tr("source tokens")
           : tokens->title == "target" ? tr("target tokens")
                                       : titleOf(*tokens);
}

class Layout {
public:
    Layout(const MapModel& model, const QString& focus, MapZoom zoom, const MapMetrics& metrics)
        : m_model(model), m_zoom(zoom), m_metrics(metrics), m_place(model.find(focus)) {}

    MapDrawing draw() {
        placeColumns();
        double height = 0;
        for (const Folding folding : foldings()) { // as little as there is room for
            m_folding = folding;
            height = measure();
            if (height <= m_metrics.height)
                break;
        }
        m_drawing.size = {m_metrics.width, std::max(height, m_metrics.height)};
        // What fits is drawn as in the books, both columns from the same floor. Of what has to be
        // scrolled, the shorter one stands in the middle, so that it is seldom out of sight.
        const bool scrolled = height > m_metrics.height;
        for (int column = 0; column < m_model.columns; ++column) {
            const double own = scrolled ? columnHeight(column) + 2 * margin : height;
            drawColumn(column, (m_drawing.size.height() + own) / 2);
        }
        drawLinks();
        return std::move(m_drawing);
    }

private:
    /// What layers that are not in focus become.
    enum class Folding { None, Bars, Lines };

    std::vector<Folding> foldings() const {
        std::vector<Folding> all;
        if (m_zoom != MapZoom::Model)
            all.push_back(Folding::None);
        all.push_back(Folding::Bars);
        const auto isLate = [](const MapBlock& block) { return block.layer >= mostWithBars; };
        if (std::ranges::any_of(m_model.blocks, isLate))
            all.push_back(Folding::Lines);
        return all;
    }

    const MapBlock& block(int index) const { return m_model.blocks[index]; }

    bool sameLayer(int a, int b) const { return a >= 0 && b >= 0 && block(a).inLayerOf(block(b)); }

    bool isFolded(int index) const {
        if (m_folding == Folding::None || block(index).layer < 0)
            return false;
        return m_zoom == MapZoom::Model || !sameLayer(index, m_place.block);
    }

    /// Whether its layer is drawn as one line.
    bool isInLine(int index) const { return m_folding == Folding::Lines && isFolded(index); }

    /// Whether its layer has a frame with a name.
    bool isFramed(int index) const { return block(index).layer >= 0 && !isInLine(index); }

    bool isOpen(int index) const {
        return m_zoom == MapZoom::Step && index == m_place.block &&
               std::ranges::count(block(index).steps, openCell(index), &MapStep::cell) > 1;
    }

    bool hasCells(int index) const { return block(index).cells.size() > 1; }

    /// The one of the scopes that repeat whose steps are shown: that of the focus, or the first.
    int openCell(int index) const {
        return index == m_place.block ? block(index).steps[m_place.step].cell : 0;
    }

    /// Residual lines run in lanes: left of the first column, right of all others. Between two
    /// columns there is a gutter.
    void placeColumns() {
        const int n = m_model.columns;
        const double between = n * lane + (n > 1 ? (n - 1) * gutter : lane);
        const double free = m_metrics.width - 2 * margin - between;
        m_columnWidth = std::min(free / n, maxColumn);
        double x = (m_metrics.width - n * m_columnWidth - between) / 2 + lane;
        for (int column = 0; column < n; ++column) {
            m_columnLeft.push_back(x);
            x += m_columnWidth + (column > 0 ? lane : 0) + gutter;
        }
    }

    double leftOf(int column) const { return m_columnLeft[column]; }
    double gutterLeftOf(int column) const { return leftOf(column) - gutter / 2; }

    double blockWidth(int index) const {
        return isFramed(index) ? m_columnWidth - 2 * framePadding : m_columnWidth;
    }

    double chipHeight() const { return m_metrics.lineHeight + 4; }

    int rowsOf(int index) const {
        int rows = 0;
        for (const MapStep& step : block(index).steps)
            if (step.cell == openCell(index))
                rows = std::max(rows, step.row + 1);
        return rows;
    }

    double heightOf(int index) const {
        if (isInLine(index))
            return m_metrics.lineHeight + 4;
        if (isFolded(index))
            return barHeight;
        if (block(index).sum)
            return m_metrics.lineHeight + 2;
        const QStringList lines =
            wrapped(block(index).label, blockWidth(index) - 8, m_metrics.textWidth);
        const double words = static_cast<double>(lines.size()) * m_metrics.lineHeight +
                             (hasCells(index) ? cellHeight + 3 : 0);
        if (isOpen(index))
            return words + 3 + floorInset + rowsOf(index) * (chipHeight() + chipGap);
        return words + 7;
    }

    /// The space under a block: between two bars, two blocks, or around a layer's frame.
    double gapBelow(int index, int below) const {
        if (below < 0)
            return 0;
        const bool sameFrame = sameLayer(index, below) && block(index).layer >= 0;
        if (sameFrame)
            return isFolded(index) ? barGap : gap;
        if (isInLine(index) && isInLine(below))
            return lineGap;
        double space = gap;
        if (isFramed(index))
            space += framePadding;
        if (isFramed(below))
            space += framePadding + captionHeight();
        return space;
    }

    double captionHeight() const { return m_metrics.lineHeight; }

    /// The blocks that stand in it; of a layer that is one line the first.
    std::vector<int> column(int which) const {
        std::vector<int> blocks;
        for (int i = 0; i < static_cast<int>(m_model.blocks.size()); ++i) {
            const bool isDrawn = blocks.empty() || !isInLine(i) || !sameLayer(i, blocks.back());
            if (block(i).column == which && isDrawn)
                blocks.push_back(i);
        }
        return blocks;
    }

    double columnHeight(int which) const {
        double height = m_metrics.lineHeight + gap; // the note under the column
        int below = -1;
        for (const int i : column(which)) {
            height += gapBelow(i, below) + heightOf(i);
            below = i;
        }
        if (below >= 0 && isFramed(below))
            height += framePadding + captionHeight();
        return height;
    }

    double measure() const {
        double height = 0;
        for (int i = 0; i < m_model.columns; ++i)
            height = std::max(height, columnHeight(i));
        return height + 2 * margin;
    }

    void drawColumn(int which, double bottom) {
        const std::vector<int> blocks = column(which);
        if (blocks.empty())
            return;
        const double left = leftOf(which);
        double y = bottom - margin - m_metrics.lineHeight;
        const QRectF note(left, y, m_columnWidth, m_metrics.lineHeight);
        m_drawing.notes.push_back({note, inputNote(block(blocks.front()))});
        addPath({QPointF(note.center().x(), y), QPointF(note.center().x(), y - gap)},
                MapLink::Kind::Next, true);
        y -= gap;
        int below = -1;
        for (const int i : blocks) {
            y -= gapBelow(i, below);
            const double height = heightOf(i);
            const double width = blockWidth(i);
            place(i, QRectF(left + (m_columnWidth - width) / 2, y - height, width, height));
            y -= height;
            below = i;
        }
    }

    /// A click on a layer goes to what stands there as the step in focus does in its own.
    void placeLine(int first, const QRectF& rect) {
        std::vector<int> inside;
        for (int i = first; i < static_cast<int>(m_model.blocks.size()) && sameLayer(i, first); ++i)
            inside.push_back(i);
        MapItem item;
        item.block = first;
        bool isSame = false;
        for (const int i : inside) {
            m_rects[i] = rect;
            item.here = item.here || i == m_place.block;
            const bool stands = m_place.block >= 0 && standsAs(block(i), block(m_place.block));
            const bool attends = block(i).scope().kind() == ScopeKind::SelfAttention;
            if (stands || (!isSame && item.block == first && attends))
                item.block = i;
            isSame = isSame || stands;
        }
        item.step = isSame ? m_place.step : block(item.block).main;
        item.layer = true;
        item.lines = {layerCaption(block(first))};
        item.rect = rect;
        if (item.here)
            m_drawing.here = static_cast<int>(m_drawing.items.size());
        m_drawing.items.push_back(item);
    }

    /// The same part of another layer, with as many steps.
    static bool standsAs(const MapBlock& one, const MapBlock& other) {
        const auto& a = one.scope().levels;
        const auto& b = other.scope().levels;
        return one.layer >= 0 && other.layer >= 0 && one.steps.size() == other.steps.size() &&
               one.column == other.column && a.back().kind == b.back().kind &&
               a.back().title == b.back().title && a.back().index == b.back().index;
    }

    void place(int index, QRectF rect) {
        if (isInLine(index))
            return placeLine(index, rect);
        MapItem item;
        item.block = index;
        item.step = block(index).main;
        item.folded = isFolded(index);
        item.open = isOpen(index);
        item.here = index == m_place.block;
        if (!item.folded && block(index).sum)
            rect = QRectF(rect.center().x() - rect.height() / 2, rect.top(), rect.height(),
                          rect.height());
        else if (!item.folded)
            item.lines = wrapped(block(index).label, rect.width() - 8, m_metrics.textWidth);
        item.rect = rect;
        m_rects[index] = rect;
        growFrame(index, rect);
        if (item.here)
            m_drawing.here = static_cast<int>(m_drawing.items.size());
        m_drawing.items.push_back(item);
        if (hasCells(index) && !item.folded)
            drawCells(index, rect, static_cast<double>(item.lines.size()) * m_metrics.lineHeight);
        if (item.open)
            drawSteps(index, rect);
    }

    void growFrame(int index, const QRectF& rect) {
        if (block(index).layer < 0)
            return;
        const QRectF grown(leftOf(block(index).column), rect.top() - framePadding - captionHeight(),
                           m_columnWidth, rect.height() + 2 * framePadding + captionHeight());
        if (!sameLayer(index, m_framed))
            m_drawing.frames.push_back({grown, layerCaption(block(index)), false});
        m_framed = index;
        MapFrame& frame = m_drawing.frames.back();
        frame.rect = frame.rect.united(grown);
        frame.here = frame.here || index == m_place.block;
    }

    /// What repeats, in one row under the heading: a click goes to the same step of another cell.
    void drawCells(int index, const QRectF& rect, double words) {
        const MapBlock& drawn = block(index);
        const bool here = index == m_place.block;
        const auto count = static_cast<double>(drawn.cells.size());
        const double each = (rect.width() - 2 * chipInset) / count;
        const QString label = here ? drawn.steps[m_place.step].label : QString();
        for (int cell = 0; cell < static_cast<int>(drawn.cells.size()); ++cell) {
            MapItem item;
            item.kind = MapItem::Kind::Cell;
            item.block = index;
            for (int s = 0; s < static_cast<int>(drawn.steps.size()); ++s) {
                const MapStep& step = drawn.steps[s];
                const bool same = item.step >= 0 && drawn.steps[item.step].label == label;
                if (step.cell == cell && !same)
                    item.step = s;
            }
            item.rect = QRectF(rect.left() + chipInset + cell * each, rect.top() + 3 + words,
                               std::max(each - 1.5, each * 0.7), cellHeight);
            item.here = here && cell == openCell(index);
            m_drawing.items.push_back(item);
        }
    }

    void drawSteps(int index, const QRectF& rect) {
        const std::vector<MapStep>& steps = block(index).steps;
        std::vector<QRectF>& chips = m_chips;
        chips.assign(steps.size(), {});
        for (int row = 0; row < rowsOf(index); ++row)
            placeRow(index, row, rect, chips);
        for (int s = 0; s < static_cast<int>(steps.size()); ++s) {
            const MapStep& step = steps[s];
            if (step.cell != openCell(index))
                continue;
            MapItem item;
            item.kind = MapItem::Kind::Step;
            item.block = index;
            item.step = s;
            item.rect = chips[s];
            item.lines = {translated(step.label)};
            item.here = s == m_place.step;
            if (item.here)
                m_drawing.here = static_cast<int>(m_drawing.items.size());
            m_drawing.items.push_back(item);
            for (const int read : step.reads)
                drawStepLink(steps[read].row + 1 == step.row, chips[read], item.rect, rect);
        }
    }

    void placeRow(int index, int row, const QRectF& rect, std::vector<QRectF>& chips) const {
        const std::vector<MapStep>& steps = block(index).steps;
        std::vector<std::size_t> members;
        for (std::size_t s = 0; s < steps.size(); ++s)
            if (steps[s].row == row && steps[s].cell == openCell(index))
                members.push_back(s);
        const double width = rect.width() - 2 * chipInset;
        const double each = (width - 4.0 * static_cast<double>(members.size() - 1)) /
                            static_cast<double>(members.size());
        const double y = rect.bottom() - floorInset - (row + 1) * chipHeight() - row * chipGap;
        for (std::size_t k = 0; k < members.size(); ++k)
            chips[members[k]] =
                QRectF(rect.left() + chipInset + static_cast<double>(k) * (each + 4), y, each,
                       chipHeight());
    }

    void drawStepLink(bool next, const QRectF& from, const QRectF& to, const QRectF& open) {
        if (next) {
            const double x = from.width() < to.width() ? from.center().x() : to.center().x();
            addPath({QPointF(x, from.top()), QPointF(x, to.bottom())}, MapLink::Kind::Next, true);
            return;
        }
        const double x = open.right() - chipInset / 2;
        QPolygonF line;
        if (isLastInRow(from)) {
            line << QPointF(from.right(), from.center().y()) << QPointF(x, from.center().y());
        } else { // above what stands beside it
            const double y = from.top() - chipGap / 2;
            line << QPointF(from.center().x(), from.top()) << QPointF(from.center().x(), y)
                 << QPointF(x, y);
        }
        if (isLastInRow(to)) {
            line << QPointF(x, to.center().y()) << QPointF(to.right(), to.center().y());
        } else {
            const double y = to.bottom() + chipGap / 2;
            line << QPointF(x, y) << QPointF(to.center().x(), y)
                 << QPointF(to.center().x(), to.bottom());
        }
        addPath(std::move(line), MapLink::Kind::Next, true);
    }

    /// Whether no other step of the opened block stands at the right of this one.
    bool isLastInRow(const QRectF& chip) const {
        return std::ranges::none_of(m_chips, [&](const QRectF& other) {
            return !other.isEmpty() && other.top() == chip.top() && other.left() > chip.left();
        });
    }

    void addPath(QPolygonF points, MapLink::Kind kind, bool inside) {
        MapPath path;
        path.points = std::move(points);
        path.kind = kind;
        path.inside = inside;
        m_drawing.paths.push_back(std::move(path));
    }

    void drawLinks() {
        for (const MapLink& link : m_model.links) {
            // Of what is inside a line nothing is drawn, nor around it.
            if (isInLine(link.to) &&
                (sameLayer(link.from, link.to) || link.kind == MapLink::Kind::Residual))
                continue;
            if (link.kind == MapLink::Kind::Cross && isOpen(link.to)) {
                for (const int reader : link.readers)
                    if (const QRectF& chip = m_chips[reader]; !chip.isEmpty())
                        acrossToStep(link, chip);
                continue;
            }
            const QRectF from = m_rects[link.from];
            const QRectF to = m_rects[link.to];
            MapPath path = pathOf(link);
            if (link.kind == MapLink::Kind::Next)
                path.points = {QPointF(from.center().x(), from.top()),
                               QPointF(to.center().x(), to.bottom())};
            else if (link.kind == MapLink::Kind::Residual)
                aroundBlocks(path, from, to);
            else
                acrossColumns(path, from, to);
            path.arrow = !(isFolded(link.to) && link.kind == MapLink::Kind::Next) ||
                         (isInLine(link.to) && !isInLine(link.from));
            m_drawing.paths.push_back(std::move(path));
        }
    }

    static MapPath pathOf(const MapLink& link) {
        MapPath path;
        path.kind = link.kind;
        path.from = link.from;
        path.to = link.to;
        return path;
    }

    /// Into an opened block: along its floor and up into the step that reads (k and v).
    void acrossToStep(const MapLink& link, const QRectF& chip) {
        MapPath path = pathOf(link);
        acrossColumns(path, m_rects[link.from], m_rects[link.to]);
        const double y = m_rects[link.to].bottom() - floorInset / 2;
        path.points[path.points.size() - 2].setY(y);
        path.points.back() = QPointF(chip.center().x(), y);
        path.points += QPointF(chip.center().x(), chip.bottom());
        path.inside = true;
        m_drawing.paths.push_back(std::move(path));
    }

    /// Leaves the main line above `from`, runs in the lane and enters `to` from the side.
    void aroundBlocks(MapPath& path, const QRectF& from, const QRectF& to) const {
        const int which = block(path.from).column;
        const bool leftLane = which == 0;
        const double edge = leftOf(which);
        const double x = leftLane ? edge - lane / 2 : edge + m_columnWidth + lane / 2;
        const bool isBar = isFolded(path.from) && !isInLine(path.from);
        const double start = from.top() - (isBar ? barGap : gap) / 2;
        path.branches =
            std::any_of(m_model.links.begin(), m_model.links.end(), [&path](const MapLink& link) {
                return link.from == path.from && link.kind == MapLink::Kind::Next;
            });
        path.points = {QPointF(from.center().x(), from.top()), QPointF(from.center().x(), start),
                       QPointF(x, start), QPointF(x, to.center().y()),
                       QPointF(leftLane ? to.left() : to.right(), to.center().y())};
    }

    /// Up from the end of one column, down the gutter beside another and into a block of it.
    /// Between columns that are not neighbours the line runs above what stands there.
    void acrossColumns(MapPath& path, const QRectF& from, const QRectF& to) const {
        const int source = block(path.from).column;
        const int target = block(path.to).column;
        const bool toRight = source < target;
        const double x = gutterLeftOf(toRight ? target : target + 1);
        const double start = from.top() - gap / 2;
        path.points = {QPointF(from.center().x(), from.top()), QPointF(from.center().x(), start)};
        const double clear = topOf(std::min(source, target) + 1, std::max(source, target));
        if (clear < start) {
            const double up = gutterLeftOf(toRight ? source + 1 : source);
            path.points << QPointF(up, start) << QPointF(up, clear) << QPointF(x, clear);
        } else {
            path.points << QPointF(x, start);
        }
        path.points << QPointF(x, to.center().y())
                    << QPointF(toRight ? to.left() : to.right(), to.center().y());
    }

    /// Just above the columns from `first` up to `last`, which does not count.
    double topOf(int first, int last) const {
        double top = m_drawing.size.height();
        for (const auto& [index, rect] : m_rects)
            if (block(index).column >= first && block(index).column < last)
                top = std::min(top, rect.top());
        for (const MapFrame& frame : m_drawing.frames)
            for (int column = first; column < last; ++column)
                if (frame.rect.left() == leftOf(column))
                    top = std::min(top, frame.rect.top());
        return std::max(1.0, top - gap / 2);
    }

    const MapModel& m_model;
    MapZoom m_zoom;
    const MapMetrics& m_metrics;
    MapModel::Place m_place;
    Folding m_folding = Folding::None;
    double m_columnWidth = 0;
    std::vector<double> m_columnLeft;
    int m_framed = -1; ///< the block that the last frame grew around
    std::map<int, QRectF> m_rects;
    std::vector<QRectF> m_chips; ///< of the opened block's steps
    MapDrawing m_drawing;
};

} // namespace

int MapDrawing::itemAt(const QPointF& point) const {
    for (int i = static_cast<int>(items.size()) - 1; i >= 0; --i) {
        const MapItem& item = items[i];
        const double slack = item.folded ? barGap / 2 : 0; // thin bars stay easy to hit
        if (item.rect.adjusted(0, -slack, 0, slack).contains(point))
            return i;
    }
    return -1;
}

MapDrawing layOutMap(const MapModel& model, const QString& focus, MapZoom zoom,
                     const MapMetrics& metrics) {
    return Layout(model, focus, zoom, metrics).draw();
}

} // namespace gf
