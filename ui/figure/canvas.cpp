// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/canvas.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace gf {

/// A line of text, shaped: that is most of the work of drawing it.
struct PainterCanvas::ShapedText {
    ShapedText(const QString& words, const QFont& font) : layout(words, font) {
        layout.setCacheEnabled(true);
        layout.beginLayout();
        const QTextLine line = layout.createLine();
        layout.endLayout();
        width = line.naturalTextWidth();
        top = QFontMetricsF(font).capHeight() / 2 - line.ascent();
    }
    QTextLayout layout;
    double width = 0;
    double top = 0; ///< where its capitals have their middle at 0
};

PainterCanvas::PainterCanvas(QPainter& painter, const QFont& font, bool vector, double least)
    : m_painter(painter), m_font(font), m_vector(vector), m_least(least) {}

PainterCanvas::~PainterCanvas() = default;

void PainterCanvas::rectangle(const QRectF& area, const QColor& fill, const char*) {
    // Without smoothing, edges fall on whole pixels: no seams between neighbouring cells.
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.fillRect(area, fill);
}

void PainterCanvas::outline(const QRectF& area, const QColor& colour, double width) {
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.fillRect(QRectF(area.left(), area.top(), area.width(), width), colour);
    m_painter.fillRect(QRectF(area.left(), area.bottom() - width, area.width(), width), colour);
    m_painter.fillRect(QRectF(area.left(), area.top(), width, area.height()), colour);
    m_painter.fillRect(QRectF(area.right() - width, area.top(), width, area.height()), colour);
}

void PainterCanvas::lines(const std::vector<QLineF>& lines, const QColor& colour, double width,
                          const char*) {
    if (lines.empty())
        return;
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
    m_painter.drawLines(lines.data(), static_cast<int>(lines.size()));
}

void PainterCanvas::polyline(const std::vector<QPointF>& points, const QColor& colour, double width,
                             const char*) {
    if (points.size() < 2)
        return;
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_painter.drawPolyline(points.data(), static_cast<int>(points.size()));
}

void PainterCanvas::disc(const QPointF& centre, double radius, const QColor& fill, const char*) {
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(fill);
    m_painter.drawEllipse(centre, radius, radius);
}

void PainterCanvas::polygon(const std::vector<QPointF>& corners, const QColor& fill, const char*) {
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(fill);
    m_painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
}

const PainterCanvas::ShapedText& PainterCanvas::shaped(const CanvasText& text, int size) {
    std::unique_ptr<ShapedText>& found = m_shaped[{text.text, size, text.bold}];
    if (!found) {
        QFont font = m_font;
        font.setPixelSize(size);
        font.setBold(text.bold);
        found = std::make_unique<ShapedText>(text.text, font);
    }
    return *found;
}

void PainterCanvas::text(const CanvasText& text) {
    constexpr double raised = 0.8; // of the least: its neighbours are still as far apart
    int size = std::max(1, static_cast<int>(std::lround(text.size)));
    if (text.size < raised * m_least)
        return;
    if (size < m_least)
        size = static_cast<int>(std::ceil(m_least));
    const ShapedText& words = shaped(text, size);
    const double shift = text.align == Qt::AlignRight     ? -words.width
                         : text.align == Qt::AlignHCenter ? -words.width / 2
                                                          : 0;
    const QPointF corner(shift, words.top);
    m_painter.setPen(text.colour);
    if (text.upwards) {
        m_painter.save();
        m_painter.translate(text.at);
        m_painter.rotate(-90);
        words.layout.draw(&m_painter, corner);
        m_painter.restore();
    } else {
        words.layout.draw(&m_painter, text.at + corner);
    }
}

void PainterCanvas::image(const QRectF& area, const QImage& image) {
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    m_painter.setRenderHint(QPainter::LosslessImageRendering, m_vector);
    m_painter.drawImage(area, image);
}

double PainterCanvas::pixelRatio() const {
    return m_painter.device()->devicePixelRatioF() * m_painter.worldTransform().m11();
}

} // namespace gf
