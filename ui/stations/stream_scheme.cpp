// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/stream_scheme.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "ui/figure/canvas.h"
#include "ui/figure/wrapped.h"
#include "ui/language/tr.h"
#include "ui/stations/plot.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gf {

namespace {

QString boxWord(const Graph& graph, const Node& node) {
    switch (node.scope.kind()) {
    case ScopeKind::SelfAttention:
        return tr("Self-attention");
    case ScopeKind::CrossAttention:
        return tr("Cross-attention");
    case ScopeKind::Mixer:
        return tr("Token mixer");
    case ScopeKind::FeedForward:
        return tr("Feed-forward");
    case ScopeKind::Position:
        return tr("Position");
    case ScopeKind::Embedding:
        return tr("Embedding");
    default:
        return shortTitleOf(graph, node);
    }
}

class Scheme {
public:
    Scheme(Drawing& drawing, const ResidualStream& stream, const StreamSchemeRoom& room)
        : m_drawing(drawing), m_input(drawing.input), m_theme(drawing.theme()), m_stream(stream),
          m_room(room), m_size(drawing.fontSize()),
          m_unit(room.area.width() / static_cast<double>(stream.size())),
          m_here(m_input.focus.step) {
        m_captionAt = room.area.top() + m_size;
        m_updates = room.area.top() + m_size * 3.9;
        m_norms = room.area.top() + m_size * 6.9;
        m_line = room.area.top() + m_size * 9.2;
    }

    void draw() {
        drawLayers();
        const QColor hue = m_theme.hue(Hue::Residual);
        m_drawing.canvas.lines({QLineF(x(0), m_line, m_room.area.right(), m_line)}, hue, 4,
                               "stream");
        drawArrow({m_room.area.right() + 6, m_line}, {1, 0}, hue, 10);
        for (std::size_t i = 0; i < m_stream.size(); ++i)
            drawPoint(i);
    }

private:
    double x(double point) const { return m_room.area.left() + (point + 0.5) * m_unit; }
    const Node& node(NodeId id) const { return m_input.graph()[id]; }

    /// A band behind the points of one layer, with its number.
    void drawLayers() {
        for (std::size_t from = 0; from < m_stream.size();) {
            const int layer = node(m_stream[from].node).scope.layer();
            std::size_t to = from + 1;
            while (to < m_stream.size() && node(m_stream[to].node).scope.layer() == layer)
                ++to;
            if (layer >= 0) {
                const double left = x(static_cast<double>(from) - 0.5) + 2;
                const double right = x(static_cast<double>(to) - 0.5) - 2;
                QColor band = m_theme.grid;
                band.setAlphaF(0.5F);
                m_drawing.canvas.rectangle(
                    {left, m_room.area.top(), right - left, m_room.area.height() - m_size * 0.5},
                    band, "layer");
                write({(left + right) / 2, m_captionAt}, tr("layer %1").arg(layer + 1),
                      m_theme.mutedText);
            }
            from = to;
        }
    }

    void drawPoint(std::size_t i) {
        const StreamPoint& point = m_stream[i];
        const double across = x(static_cast<double>(i));
        switch (point.kind) {
        case StreamPoint::Kind::Start:
            drawBox(boxAt(x(0.05), m_line, 2, 1), point.node,
                    boxWord(m_input.graph(), node(point.node)));
            break;
        case StreamPoint::Kind::Norm:
            drawBox(boxAt(across, m_line, 1), point.node, tr("Norm"));
            break;
        case StreamPoint::Kind::Same:
            m_drawing.canvas.disc({across, m_line}, 5, m_theme.hue(Hue::Residual), "same");
            addHitRegion(QRectF(across - 8, m_line - 8, 16, 16), point.node);
            break;
        case StreamPoint::Kind::Sum:
            drawSum(i, across);
        }
    }

    /// The branch: from the stream up through the norm, if there is one, to what is added, and
    /// down into the sum.
    void drawSum(std::size_t i, double across) {
        const StreamPoint& point = m_stream[i];
        const OpKind kind = node(computedNode(m_input.graph(), point.update)).op->kind();
        const bool readsStream =
            kind != OpKind::SinusoidalPosition && kind != OpKind::LearnedPosition;
        // After a norm on the stream there is room above that norm, and before the first sum.
        const auto at = static_cast<double>(i);
        const bool afterNorm = i > 0 && m_stream[i - 1].kind == StreamPoint::Kind::Norm;
        const double middle = x(at - (afterNorm ? 0.58 : 0.42)); // of the branch
        const QRectF update = afterNorm ? boxAt(x(at - 0.72), m_updates, 2, 1.2)
                              : i == 1  ? boxAt(x(at - 0.6), m_updates, 2, 0.96)
                                        : boxAt(middle, m_updates, 2);
        if (readsStream) {
            m_drawing.canvas.lines({QLineF(middle, m_line, middle, update.bottom())}, m_theme.text,
                                   1.4, "branch");
            drawArrow({middle, update.bottom()}, {0, -1}, m_theme.text, 6);
        }
        m_drawing.canvas.polyline(
            {{update.right(), m_updates}, {across, m_updates}, {across, m_line - 9}}, m_theme.text,
            1.4, "branch");
        drawArrow({across, m_line - 8}, {0, 1}, m_theme.text, 6);
        drawBox(update, point.update, boxWord(m_input.graph(), node(point.update)));
        if (point.norm != noNode)
            drawBox(boxAt(middle, m_norms, 1), point.norm, tr("Norm"));
        drawPlus({across, m_line}, point.node);
    }

    void drawPlus(const QPointF& at, NodeId id) {
        const bool here = isHere(id);
        const double radius = 8;
        m_drawing.canvas.disc(at, radius + 1.5,
                              here ? m_theme.highlight : m_theme.hue(Hue::Residual), "sum");
        m_drawing.canvas.disc(at, radius, m_theme.surface, "sum");
        m_drawing.canvas.lines({QLineF(at - QPointF(5, 0), at + QPointF(5, 0)),
                                QLineF(at - QPointF(0, 5), at + QPointF(0, 5))},
                               m_theme.text, 1.6, "plus");
        if (here)
            drawHere(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius));
        addHitRegion(QRectF(at.x() - 11, at.y() - 11, 22, 22), id);
    }

    /// A box of one or two lines of words.
    QRectF boxAt(double across, double height, int lines, double share = 0.72) const {
        const double width = std::min(m_unit * share, m_size * 7.5);
        const double high = m_size * (lines == 1 ? 1.7 : 2.9);
        return {across - width / 2, height - high / 2, width, high};
    }

    void drawBox(const QRectF& box, NodeId id, const QString& words) {
        const QColor hue = m_theme.hue(hueOf(m_input.graph(), node(id)));
        m_drawing.canvas.rectangle(box, m_theme.surface, "box");
        QColor tint = hue;
        tint.setAlphaF(0.25F);
        m_drawing.canvas.rectangle(box, tint, "box");
        m_drawing.canvas.outline(box, hue, 1.5);
        writeInside(box, words);
        if (isHere(id))
            drawHere(box);
        addHitRegion(box, id);
    }

    /// On one line where there is room, otherwise broken as on the map.
    void writeInside(const QRectF& box, const QString& words) {
        const TextMeasure measure = measureWith(m_input.font);
        const double room = box.width() - 4;
        const QStringList lines =
            wrapped(words, room, [&](const QString& piece) { return measure(piece, m_size); });
        double size = std::min(m_size, box.height() / (1.2 * static_cast<double>(lines.size())));
        for (const QString& line : lines)
            size = std::min(size, m_size * room / std::max(1.0, measure(line, m_size)));
        double y = box.center().y() - size * 0.6 * static_cast<double>(lines.size() - 1);
        for (const QString& line : lines) {
            m_drawing.canvas.text(
                {{box.center().x(), y}, line, size, m_theme.text, Qt::AlignHCenter, false, false});
            y += size * 1.2;
        }
    }

    bool isHere(NodeId id) const { return stepOf(node(id)) == m_here; }

    void drawHere(const QRectF& box) {
        m_drawing.canvas.outline(box.adjusted(-3, -3, 3, 3), m_theme.highlight, 2.5);
        const double x = box.center().x();
        const double top = std::max(box.bottom() + 4, m_line + 12);
        if (top < m_room.guideTo)
            m_drawing.canvas.lines(dashesOf({x, top, x, m_room.guideTo}, 3, 4), m_theme.mutedText,
                                   1.2, "here");
    }

    /// A triangle with its tip at `tip`, pointing along `direction`.
    void drawArrow(const QPointF& tip, const QPointF& direction, const QColor& colour,
                   double length) {
        const QPointF across(-direction.y() * length / 2, direction.x() * length / 2);
        const QPointF back = tip - direction * length;
        m_drawing.canvas.polygon({tip, back + across, back - across}, colour, "arrow");
    }

    void write(const QPointF& at, const QString& text, const QColor& colour) {
        const double fits = m_unit * 0.95 / std::max(1.0, measureWith(m_input.font)(text, 1));
        m_drawing.text(at, text, std::min(m_size, fits), colour, Qt::AlignHCenter);
    }

    void addHitRegion(const QRectF& area, NodeId id) {
        m_drawing.place(area,
                        {.step = stepOf(node(id)), .tip = titleOf(m_input.graph(), node(id))});
    }

    Drawing& m_drawing;
    const StationInput& m_input;
    const Theme& m_theme;
    const ResidualStream& m_stream;
    StreamSchemeRoom m_room;
    double m_size;
    double m_unit;
    QString m_here;
    double m_captionAt = 0;
    double m_updates = 0; ///< heights of the three rows
    double m_norms = 0;
    double m_line = 0;
};

} // namespace

double streamSchemeHeight(const StationInput& input) {
    return input.fontSize() * 11.2;
}

void drawStreamScheme(Drawing& drawing, const ResidualStream& stream,
                      const StreamSchemeRoom& room) {
    Scheme(drawing, stream, room).draw();
}

} // namespace gf
