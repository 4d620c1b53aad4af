// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_painter.h"

#include "ui/theme/colour_map.h"

#include <QLineF>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace gf {

namespace {

constexpr double smallestWords = 0.8; ///< relative to the map's font
constexpr double layerStroke = 5;     ///< pixels, for each block of a layer that is one line

/// Paints one map; holds what every part needs.
class MapPainter {
public:
    MapPainter(QPainter& painter, const MapModel& model, const MapDrawing& drawing,
               const MapMarks& marks, const Theme& theme)
        : m_painter(painter), m_model(model), m_drawing(drawing), m_marks(marks), m_theme(theme),
          m_font(painter.font()) {}

    void paint() {
        m_painter.setRenderHint(QPainter::Antialiasing);
        for (const MapFrame& frame : m_drawing.frames)
            paintFrame(frame);
        // Long lines first, so that boxes and short arrows lie on top of them.
        for (const MapLink::Kind kind :
             {MapLink::Kind::Cross, MapLink::Kind::Residual, MapLink::Kind::Next})
            for (const MapPath& path : m_drawing.paths)
                if (path.kind == kind && !path.inside)
                    paintPath(path);
        for (const MapFrame& frame : m_drawing.frames)
            paintCaption(frame);
        for (std::size_t i = 0; i < m_drawing.items.size(); ++i)
            paintItem(m_drawing.items[i], static_cast<int>(i));
        for (const MapPath& path : m_drawing.paths)
            if (path.inside)
                paintPath(path);
        for (const MapNote& note : m_drawing.notes)
            write(note.rect, {note.text}, m_theme.mutedText, false);
    }

private:
    void paintFrame(const MapFrame& frame) {
        m_painter.setPen(QPen(frame.here ? m_theme.mutedText : m_theme.border, 1));
        m_painter.setBrush(m_theme.window);
        m_painter.drawRoundedRect(frame.rect.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }

    /// On a ground of its own: lines go under it.
    void paintCaption(const MapFrame& frame) {
        QFont font = m_font;
        font.setBold(frame.here);
        const QFontMetricsF metrics(font);
        const QRectF place(frame.rect.left() + 5, frame.rect.top() + 2,
                           metrics.horizontalAdvance(frame.caption) + 4, metrics.height());
        m_painter.fillRect(place, m_theme.window);
        m_painter.setFont(font);
        m_painter.setPen(frame.here ? m_theme.text : m_theme.mutedText);
        m_painter.drawText(place, Qt::AlignCenter, frame.caption);
        m_painter.setFont(m_font);
    }

    QColor lineColour(MapLink::Kind kind) const {
        switch (kind) {
        case MapLink::Kind::Residual:
            return m_theme.hue(Hue::Residual);
        case MapLink::Kind::Cross:
            return m_theme.hue(Hue::Attention);
        case MapLink::Kind::Next:
            break;
        }
        return m_theme.mutedText;
    }

    void paintPath(const MapPath& path) {
        const QColor colour = lineColour(path.kind);
        m_painter.setPen(QPen(colour, path.kind == MapLink::Kind::Next ? 1.1 : 1.6, Qt::SolidLine,
                              Qt::FlatCap, Qt::RoundJoin));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawPath(rounded(path.points));
        if (path.branches) {
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(colour);
            m_painter.drawEllipse(path.points[1], 2, 2);
        }
        if (path.arrow)
            paintArrow(path.points, colour);
    }

    /// The line with its corners taken off.
    static QPainterPath rounded(const QPolygonF& points) {
        constexpr double radius = 4;
        QPainterPath path(points.front());
        for (qsizetype i = 1; i + 1 < points.size(); ++i) {
            const QLineF in(points[i], points[i - 1]);
            const QLineF out(points[i], points[i + 1]);
            const double r = std::min({radius, in.length() / 2, out.length() / 2});
            if (r <= 0)
                continue;
            path.lineTo(in.pointAt(r / in.length()));
            path.quadTo(points[i], out.pointAt(r / out.length()));
        }
        path.lineTo(points.back());
        return path;
    }

    void paintArrow(const QPolygonF& points, const QColor& colour) {
        const QPointF tip = points.back();
        const QPointF before = points[points.size() - 2];
        const QLineF line(tip, before);
        if (line.length() < 3)
            return;
        const QPointF along = QPointF(line.dx(), line.dy()) / line.length();
        const QPointF across(-along.y(), along.x());
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colour);
        m_painter.drawPolygon(
            QPolygonF{tip, tip + along * 5 + across * 2.8, tip + along * 5 - across * 2.8});
    }

    /// A whole layer: its name, and what it holds as strokes in the hues of its blocks.
    void paintLayer(const MapItem& item, int index) {
        const bool chosen = index == m_drawing.here;
        m_painter.setBrush(chosen                     ? m_theme.selection
                           : index == m_marks.hovered ? mixed(m_theme.window, m_theme.text, 0.12)
                                                      : m_theme.window);
        m_painter.setPen(QPen(chosen ? m_theme.text : m_theme.border, chosen ? 1.6 : 1));
        m_painter.drawRoundedRect(item.rect, 4, 4);
        double x = item.rect.right() - 4;
        bool changed = false;
        for (auto block = m_model.blocks.rbegin(); block != m_model.blocks.rend(); ++block) {
            if (!block->inLayerOf(m_model.blocks[item.block]))
                continue;
            changed = changed || block->changed;
            x -= layerStroke;
            m_painter.fillRect(QRectF(x, item.rect.top() + 5, layerStroke, item.rect.height() - 10),
                               m_theme.hue(hueOf(block->scope().kind())));
            x -= 2;
        }
        const QRectF words(item.rect.left() + 6, item.rect.top(), x - item.rect.left() - 8,
                           item.rect.height());
        m_painter.setPen(chosen ? m_theme.selectionText : m_theme.text);
        const QFontMetricsF metrics(m_font);
        // Whatever is cut, the number tells layers apart.
        const QString caption = item.lines.join(QLatin1Char(' '));
        const QString number = caption.mid(caption.lastIndexOf(QLatin1Char(' ')));
        m_painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                           metrics.elidedText(caption.chopped(number.size()), Qt::ElideRight,
                                              words.width() - metrics.horizontalAdvance(number)) +
                               number);
        if (changed)
            paintChanged(item.rect);
        if (chosen)
            paintHere(item);
        if (index == m_marks.cursor)
            paintCursor(item.rect);
    }

    void paintItem(const MapItem& item, int index) {
        if (item.layer)
            return paintLayer(item, index);
        const MapBlock& block = m_model.blocks[item.block];
        const bool hovered = index == m_marks.hovered;
        const bool isCell = item.kind == MapItem::Kind::Cell;
        const bool isStep = item.kind == MapItem::Kind::Step;
        const bool chosen = index == m_drawing.here || (isCell && item.here);
        const MapStep& step = block.steps[item.step];
        const QColor hue = m_theme.hue(isStep ? step.hue : hueOf(block.scope().kind()));
        const double strength = item.folded ? 0.75 : isCell ? 0.5 : item.open ? 0.10 : 0.22;
        QColor fill = mixed(m_theme.surface, hue, hovered ? strength + 0.15 : strength);
        QColor text = m_theme.text;
        if (chosen) {
            fill = m_theme.selection;
            text = m_theme.selectionText;
        }
        m_painter.setBrush(fill);
        m_painter.setPen(QPen(chosen ? m_theme.text : hue, chosen ? 1.6 : 1));
        const double corner = item.folded || isCell ? 2 : 4;
        if (block.sum && !item.folded)
            paintSum(item.rect, text);
        else
            m_painter.drawRoundedRect(item.rect, corner, corner);
        if (item.open || (block.cells.size() > 1 && item.kind == MapItem::Kind::Block))
            write(heading(item), item.lines, text, item.open || chosen);
        else if (!item.lines.isEmpty())
            write(item.rect, item.lines, text, chosen);
        if (isStep ? step.changed : !isCell && block.changed)
            paintChanged(item.rect);
        if (index == m_drawing.here)
            paintHere(item);
        if (index == m_marks.cursor)
            paintCursor(item.rect);
    }

    QRectF heading(const MapItem& item) const {
        const double height =
            QFontMetricsF(m_font).height() * static_cast<double>(item.lines.size());
        return {item.rect.left(), item.rect.top() + 2, item.rect.width(), height};
    }

    /// ⊕
    void paintSum(const QRectF& rect, const QColor& sign) {
        m_painter.drawEllipse(rect);
        m_painter.setPen(QPen(sign, 1.3));
        const double arm = rect.width() * 0.26;
        const QPointF c = rect.center();
        m_painter.drawLine(c - QPointF(arm, 0), c + QPointF(arm, 0));
        m_painter.drawLine(c - QPointF(0, arm), c + QPointF(0, arm));
    }

    /// "You are here": a pointer at the left of the box.
    void paintHere(const MapItem& item) {
        const QPointF tip(item.rect.left() - 2, item.rect.center().y());
        m_painter.setPen(QPen(m_theme.surface, 1));
        m_painter.setBrush(m_theme.text);
        m_painter.drawPolygon(
            QPolygonF{tip, tip + QPointF(-8, -5), tip + QPointF(-6, 0), tip + QPointF(-8, 5)});
    }

    /// Something in here is the person's doing: a diamond at the corner.
    void paintChanged(const QRectF& rect) {
        const QPointF c = rect.topRight() + QPointF(-1, 1);
        m_painter.setPen(QPen(m_theme.surface, 1.2));
        m_painter.setBrush(m_theme.warning);
        m_painter.drawPolygon(QPolygonF{c + QPointF(0, -5), c + QPointF(5, 0), c + QPointF(0, 5),
                                        c + QPointF(-5, 0)});
    }

    void paintCursor(const QRectF& rect) {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.text, 1, Qt::DotLine));
        m_painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), 5, 5);
    }

    void write(const QRectF& rect, const QStringList& lines, const QColor& colour, bool bold) {
        QFont font = m_font;
        font.setBold(bold);
        // Rather thin than cut off.
        for (const QString& line : lines)
            if (QFontMetricsF(font).horizontalAdvance(line) > rect.width())
                font.setBold(false);
        // And rather small.
        for (const QString& line : lines)
            while (QFontMetricsF(font).horizontalAdvance(line) > rect.width() - 2 &&
                   font.pointSizeF() > smallestWords * m_font.pointSizeF())
                font.setPointSizeF(font.pointSizeF() - 0.25);
        const QFontMetricsF metrics(font);
        m_painter.setFont(font);
        m_painter.setPen(colour);
        double y = rect.center().y() - metrics.height() * static_cast<double>(lines.size()) / 2;
        for (const QString& line : lines) {
            m_painter.drawText(QRectF(rect.left(), y, rect.width(), metrics.height()),
                               Qt::AlignCenter,
                               metrics.elidedText(line, Qt::ElideMiddle, rect.width()));
            y += metrics.height();
        }
        m_painter.setFont(m_font);
    }

    QPainter& m_painter;
    const MapModel& m_model;
    const MapDrawing& m_drawing;
    const MapMarks& m_marks;
    const Theme& m_theme;
    const QFont m_font;
};

} // namespace

void paintMap(QPainter& painter, const MapModel& model, const MapDrawing& drawing,
              const MapMarks& marks, const Theme& theme) {
    MapPainter(painter, model, drawing, marks, theme).paint();
}

} // namespace gf
