// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_layout.h"

#include "ui/figure/wrapped.h"
#include "ui/language/language.h"

#include <QCoreApplication>

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
constexpr double maxColumn = 230;

QString tr(const char* text) {
    return QCoreApplication::translate("gf::Map", text);
}

/// The frame's words: "Encoder 1".
QString layerCaption(const MapBlock& block) {
    const QString stack = block.id.section('.', 0, 0);
    const QString name = stack == QLatin1String("encoder")   ? tr("Encoder")
                         : stack == QLatin1String("decoder") ? tr("Decoder")
                                                             : stack;
    return tr("%1 %2").arg(name).arg(block.layer + 1);
}

class Layout {
public:
    Layout(const MapModel& model, const QString& focus, MapZoom zoom, const MapMetrics& metrics)
        : m_model(model), m_zoom(zoom), m_metrics(metrics), m_place(model.find(focus)) {}

    MapDrawing draw() {
        placeColumns();
        m_fold = zoomFolds(false);
        double height = measure();
        if (!m_fold && height > m_metrics.height) {
            m_fold = zoomFolds(true);
            height = measure();
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
    bool zoomFolds(bool crowded) const { return m_zoom == MapZoom::Model || crowded; }

    const MapBlock& block(int index) const {
        return m_model.blocks[static_cast<std::size_t>(index)];
    }

    bool sameLayer(int a, int b) const {
        return a >= 0 && b >= 0 && block(a).layer == block(b).layer &&
               block(a).column == block(b).column;
    }

    bool isFolded(int index) const {
        if (!m_fold || block(index).layer < 0)
            return false;
        return m_zoom == MapZoom::Model || !sameLayer(index, m_place.block);
    }

    bool isOpen(int index) const {
        return m_zoom == MapZoom::Step && index == m_place.block && block(index).steps.size() > 1;
    }

    void placeColumns() {
        const int n = m_model.columns;
        const double free = m_metrics.width - 2 * margin - n * lane - (n > 1 ? gutter : lane);
        m_columnWidth = std::min(free / n, maxColumn);
        const double used = n * m_columnWidth + n * lane + (n > 1 ? gutter : lane);
        const double left = (m_metrics.width - used) / 2;
        m_columnLeft = {left + lane, left + lane + m_columnWidth + gutter};
    }

    double blockWidth(int index) const {
        return block(index).layer < 0 ? m_columnWidth : m_columnWidth - 2 * framePadding;
    }

    double chipHeight() const { return m_metrics.lineHeight + 4; }

    int rowsOf(int index) const {
        int rows = 0;
        for (const MapStep& step : block(index).steps)
            rows = std::max(rows, step.row + 1);
        return rows;
    }

    double heightOf(int index) const {
        if (isFolded(index))
            return barHeight;
        if (block(index).kind == BlockKind::Sum)
            return m_metrics.lineHeight + 2;
        const QStringList lines =
            wrapped(block(index).label, blockWidth(index) - 8, m_metrics.textWidth);
        const double words = static_cast<double>(lines.size()) * m_metrics.lineHeight;
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
        double space = gap;
        if (block(index).layer >= 0)
            space += framePadding;
        if (block(below).layer >= 0)
            space += framePadding + captionHeight();
        return space;
    }

    double captionHeight() const { return m_metrics.lineHeight; }

    std::vector<int> column(int which) const {
        std::vector<int> blocks;
        for (int i = 0; i < static_cast<int>(m_model.blocks.size()); ++i)
            if (block(i).column == which)
                blocks.push_back(i);
        return blocks;
    }

    double columnHeight(int which) const {
        double height = m_metrics.lineHeight + gap; // the note under the column
        int below = -1;
        for (const int i : column(which)) {
            height += gapBelow(i, below) + heightOf(i);
            below = i;
        }
        if (below >= 0 && block(below).layer >= 0)
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
        const double left = m_columnLeft[static_cast<std::size_t>(which)];
        double y = bottom - margin - m_metrics.lineHeight;
        const QRectF note(left, y, m_columnWidth, m_metrics.lineHeight);
        m_drawing.notes.push_back({note, inputNote(blocks.front())});
        addPath({QPointF(note.center().x(), y), QPointF(note.center().x(), y - gap)},
                MapLink::Kind::Next);
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

    QString inputNote(int first) const {
        return block(first).id.startsWith(QLatin1String("source")) ? tr("source tokens")
                                                                   : tr("target tokens");
    }

    void place(int index, QRectF rect) {
        MapItem item;
        item.block = index;
        item.step = block(index).main;
        item.folded = isFolded(index);
        item.open = isOpen(index);
        item.here = index == m_place.block;
        if (!item.folded && block(index).kind == BlockKind::Sum)
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
        if (item.open)
            drawSteps(index, rect);
    }

    void growFrame(int index, const QRectF& rect) {
        if (block(index).layer < 0)
            return;
        const double left = m_columnLeft[static_cast<std::size_t>(block(index).column)];
        const QRectF grown(left, rect.top() - framePadding - captionHeight(), m_columnWidth,
                           rect.height() + 2 * framePadding + captionHeight());
        const QString caption = layerCaption(block(index));
        if (m_drawing.frames.empty() || m_drawing.frames.back().caption != caption)
            m_drawing.frames.push_back({grown, caption, false});
        MapFrame& frame = m_drawing.frames.back();
        frame.rect = frame.rect.united(grown);
        frame.here = frame.here || index == m_place.block;
    }

    void drawSteps(int index, const QRectF& rect) {
        const std::vector<MapStep>& steps = block(index).steps;
        std::vector<QRectF>& chips = m_chips;
        chips.assign(steps.size(), {});
        for (int row = 0; row < rowsOf(index); ++row)
            placeRow(steps, row, rect, chips);
        for (int s = 0; s < static_cast<int>(steps.size()); ++s) {
            const MapStep& step = steps[static_cast<std::size_t>(s)];
            MapItem item;
            item.kind = MapItem::Kind::Step;
            item.block = index;
            item.step = s;
            item.rect = chips[static_cast<std::size_t>(s)];
            item.lines = {translated(step.label)};
            item.here = s == m_place.step;
            if (item.here)
                m_drawing.here = static_cast<int>(m_drawing.items.size());
            m_drawing.items.push_back(item);
            for (const int read : step.reads)
                drawStepLink(steps[static_cast<std::size_t>(read)].row + 1 == step.row,
                             chips[static_cast<std::size_t>(read)], item.rect, rect);
        }
    }

    void placeRow(const std::vector<MapStep>& steps, int row, const QRectF& rect,
                  std::vector<QRectF>& chips) const {
        std::vector<std::size_t> members;
        for (std::size_t s = 0; s < steps.size(); ++s)
            if (steps[s].row == row)
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
            addPath({QPointF(x, from.top()), QPointF(x, to.bottom())}, MapLink::Kind::Next);
            return;
        }
        const double x = open.right() - chipInset / 2;
        addPath({QPointF(from.right(), from.center().y()), QPointF(x, from.center().y()),
                 QPointF(x, to.center().y()), QPointF(to.right(), to.center().y())},
                MapLink::Kind::Next);
    }

    void addPath(QPolygonF points, MapLink::Kind kind) {
        MapPath path;
        path.points = std::move(points);
        path.kind = kind;
        m_drawing.paths.push_back(std::move(path));
    }

    void drawLinks() {
        for (const MapLink& link : m_model.links) {
            if (link.kind == MapLink::Kind::Cross && isOpen(link.to)) {
                for (const int reader : link.readers)
                    acrossToStep(link, m_chips[static_cast<std::size_t>(reader)]);
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
            path.arrow = !(isFolded(link.to) && link.kind == MapLink::Kind::Next);
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
        m_drawing.paths.push_back(std::move(path));
    }

    /// Leaves the main line above `from`, runs in the lane and enters `to` from the side.
    void aroundBlocks(MapPath& path, const QRectF& from, const QRectF& to) const {
        const int which = block(path.from).column;
        const bool leftLane = which == 0;
        const double edge = m_columnLeft[static_cast<std::size_t>(which)];
        const double x = leftLane ? edge - lane / 2 : edge + m_columnWidth + lane / 2;
        const double start = from.top() - (isFolded(path.from) ? barGap : gap) / 2;
        path.branches =
            std::any_of(m_model.links.begin(), m_model.links.end(), [&path](const MapLink& link) {
                return link.from == path.from && link.kind == MapLink::Kind::Next;
            });
        path.points = {QPointF(from.center().x(), from.top()), QPointF(from.center().x(), start),
                       QPointF(x, start), QPointF(x, to.center().y()),
                       QPointF(leftLane ? to.left() : to.right(), to.center().y())};
    }

    /// Up from the encoder's end, down the gutter and into the decoder's block.
    void acrossColumns(MapPath& path, const QRectF& from, const QRectF& to) const {
        const double x = m_columnLeft[1] - gutter / 2;
        const double start = from.top() - gap / 2;
        path.points = {QPointF(from.center().x(), from.top()), QPointF(from.center().x(), start),
                       QPointF(x, start), QPointF(x, to.center().y()),
                       QPointF(to.left(), to.center().y())};
    }

    const MapModel& m_model;
    MapZoom m_zoom;
    const MapMetrics& m_metrics;
    MapModel::Place m_place;
    bool m_fold = false;
    double m_columnWidth = 0;
    std::array<double, 2> m_columnLeft{};
    std::map<int, QRectF> m_rects;
    std::vector<QRectF> m_chips; ///< of the opened block's steps
    MapDrawing m_drawing;
};

} // namespace

int MapDrawing::itemAt(const QPointF& point) const {
    for (int i = static_cast<int>(items.size()) - 1; i >= 0; --i) {
        const MapItem& item = items[static_cast<std::size_t>(i)];
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
