// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/svg_canvas.h"

#include "ui/figure/svg_device.h"

#include <QBuffer>
#include <QFontInfo>
#include <QFontMetricsF>

namespace gf {

namespace {

double capitalOf(QFont font) {
    font.setPixelSize(64);
    return QFontMetricsF(font).capHeight() / 64;
}

} // namespace

SvgCanvas::SvgCanvas(const QSizeF& millimetres, const QSizeF& drawing, const QFont& font,
                     const QString& title)
    : m_capital(capitalOf(font)), m_xml(&m_bytes) {
    m_xml.setAutoFormatting(true);
    m_xml.setAutoFormattingIndent(1);
    m_xml.writeStartDocument();
    m_xml.writeStartElement("svg");
    m_xml.writeDefaultNamespace("http://www.w3.org/2000/svg");
    m_xml.writeAttribute("version", "1.1");
    m_xml.writeAttribute("width", svgNumber(millimetres.width()) + "mm");
    m_xml.writeAttribute("height", svgNumber(millimetres.height()) + "mm");
    m_xml.writeAttribute(
        "viewBox",
        QString("0 0 %1 %2").arg(svgNumber(drawing.width()), svgNumber(drawing.height())));
    m_xml.writeAttribute("font-family", QString("%1, sans-serif").arg(QFontInfo(font).family()));
    m_xml.writeTextElement("title", title);
}

void SvgCanvas::rectangle(const QRectF& area, const QColor& fill, const char* kind) {
    m_xml.writeEmptyElement("rect");
    m_xml.writeAttribute("class", kind);
    m_xml.writeAttribute("x", svgNumber(area.x()));
    m_xml.writeAttribute("y", svgNumber(area.y()));
    m_xml.writeAttribute("width", svgNumber(area.width()));
    m_xml.writeAttribute("height", svgNumber(area.height()));
    m_xml.writeAttribute("fill", fill.name());
    if (fill.alpha() < 255)
        m_xml.writeAttribute("fill-opacity", svgNumber(fill.alphaF()));
}

void SvgCanvas::outline(const QRectF& area, const QColor& colour, double width) {
    const QRectF middle = area.adjusted(width / 2, width / 2, -width / 2, -width / 2);
    m_xml.writeEmptyElement("path");
    m_xml.writeAttribute("class", "outline");
    m_xml.writeAttribute("d", QString("M%1 %2H%3V%4H%1Z")
                                  .arg(svgNumber(middle.left()), svgNumber(middle.top()),
                                       svgNumber(middle.right()), svgNumber(middle.bottom())));
    m_xml.writeAttribute("fill", "none");
    m_xml.writeAttribute("stroke", colour.name());
    m_xml.writeAttribute("stroke-width", svgNumber(width));
}

void SvgCanvas::lines(const std::vector<QLineF>& lines, const QColor& colour, double width,
                      const char* kind) {
    if (lines.empty())
        return;
    QString path;
    for (const QLineF& line : lines)
        path += QString("M%1 %2L%3 %4")
                    .arg(svgNumber(line.x1()), svgNumber(line.y1()), svgNumber(line.x2()),
                         svgNumber(line.y2()));
    stroke(path, colour, width, kind);
}

void SvgCanvas::polyline(const std::vector<QPointF>& points, const QColor& colour, double width,
                         const char* kind) {
    if (points.size() < 2)
        return;
    QString path;
    for (const QPointF& point : points)
        path += QString("%1%2 %3").arg(path.isEmpty() ? "M" : "L", svgNumber(point.x()),
                                       svgNumber(point.y()));
    stroke(path, colour, width, kind);
}

void SvgCanvas::stroke(const QString& path, const QColor& colour, double width, const char* kind) {
    m_xml.writeEmptyElement("path");
    m_xml.writeAttribute("class", kind);
    m_xml.writeAttribute("d", path);
    m_xml.writeAttribute("fill", "none");
    m_xml.writeAttribute("stroke", colour.name());
    if (colour.alpha() < 255)
        m_xml.writeAttribute("stroke-opacity", svgNumber(colour.alphaF()));
    m_xml.writeAttribute("stroke-width", svgNumber(width));
}

void SvgCanvas::disc(const QPointF& centre, double radius, const QColor& fill, const char* kind) {
    m_xml.writeEmptyElement("circle");
    m_xml.writeAttribute("class", kind);
    m_xml.writeAttribute("cx", svgNumber(centre.x()));
    m_xml.writeAttribute("cy", svgNumber(centre.y()));
    m_xml.writeAttribute("r", svgNumber(radius));
    m_xml.writeAttribute("fill", fill.name());
    if (fill.alpha() < 255)
        m_xml.writeAttribute("fill-opacity", svgNumber(fill.alphaF()));
}

void SvgCanvas::polygon(const std::vector<QPointF>& corners, const QColor& fill, const char* kind) {
    QStringList points;
    for (const QPointF& corner : corners)
        points << QString("%1,%2").arg(svgNumber(corner.x()), svgNumber(corner.y()));
    m_xml.writeEmptyElement("polygon");
    m_xml.writeAttribute("class", kind);
    m_xml.writeAttribute("points", points.join(' '));
    m_xml.writeAttribute("fill", fill.name());
    if (fill.alpha() < 255)
        m_xml.writeAttribute("fill-opacity", svgNumber(fill.alphaF()));
}

void SvgCanvas::text(const CanvasText& text) {
    // Few programs know dominant-baseline: the baseline is placed by the height of a capital.
    const double drop = m_capital * text.size / 2;
    m_xml.writeStartElement("text");
    if (text.upwards) {
        m_xml.writeAttribute("transform", QString("translate(%1 %2) rotate(-90)")
                                              .arg(svgNumber(text.at.x()), svgNumber(text.at.y())));
        m_xml.writeAttribute("y", svgNumber(drop));
    } else {
        m_xml.writeAttribute("x", svgNumber(text.at.x()));
        m_xml.writeAttribute("y", svgNumber(text.at.y() + drop));
    }
    m_xml.writeAttribute("font-size", svgNumber(text.size));
    if (text.bold)
        m_xml.writeAttribute("font-weight", "bold");
    if (text.align != Qt::AlignLeft)
        m_xml.writeAttribute("text-anchor", text.align == Qt::AlignRight ? "end" : "middle");
    m_xml.writeAttribute("fill", text.colour.name());
    m_xml.writeCharacters(text.text);
    m_xml.writeEndElement();
}

void SvgCanvas::image(const QRectF& area, const QImage& image) {
    QByteArray png;
    QBuffer buffer(&png);
    image.save(&buffer, "PNG");
    m_xml.writeEmptyElement("image");
    m_xml.writeAttribute("x", svgNumber(area.x()));
    m_xml.writeAttribute("y", svgNumber(area.y()));
    m_xml.writeAttribute("width", svgNumber(area.width()));
    m_xml.writeAttribute("height", svgNumber(area.height()));
    m_xml.writeAttribute("preserveAspectRatio", "none");
    m_xml.writeAttribute("image-rendering", "pixelated");
    m_xml.writeAttribute("href", "data:image/png;base64," + QString::fromLatin1(png.toBase64()));
}

QByteArray SvgCanvas::finish() {
    m_xml.writeEndElement();
    m_xml.writeEndDocument();
    return m_bytes;
}

} // namespace gf
