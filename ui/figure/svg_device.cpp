// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/svg_device.h"

#include <QBuffer>
#include <QFontInfo>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QXmlStreamWriter>

#include <cmath>
#include <optional>

namespace gf {

namespace {

const QString xlink = QStringLiteral("http://www.w3.org/1999/xlink");

QString pathWords(const QPainterPath& path) {
    QString words;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element element = path.elementAt(i);
        const QString point = svgNumber(element.x) + ' ' + svgNumber(element.y);
        if (element.type == QPainterPath::MoveToElement)
            words += 'M' + point;
        else if (element.type == QPainterPath::LineToElement)
            words += 'L' + point;
        else // a curve's three points follow each other
            words += (element.type == QPainterPath::CurveToElement ? 'C' : ' ') + point;
    }
    return words;
}

QString matrixWords(const QTransform& transform) {
    QStringList numbers;
    for (const double value : {transform.m11(), transform.m12(), transform.m21(), transform.m22(),
                               transform.dx(), transform.dy()})
        numbers << QString::number(value, 'g', 8);
    return QStringLiteral("matrix(%1)").arg(numbers.join(' '));
}

QString capWord(Qt::PenCapStyle cap) {
    return cap == Qt::RoundCap ? "round" : cap == Qt::SquareCap ? "square" : "butt";
}
QString joinWord(Qt::PenJoinStyle join) {
    return join == Qt::RoundJoin ? "round" : join == Qt::BevelJoin ? "bevel" : "miter";
}

} // namespace

class SvgDevice::Engine : public QPaintEngine {
public:
    Engine(const QSizeF& millimetres, const QSizeF& drawing, const QString& title)
        : QPaintEngine(PrimitiveTransform | PixmapTransform | PainterPaths | Antialiasing |
                       AlphaBlend | PaintOutsidePaintEvent | ConstantOpacity),
          m_xml(&m_bytes) {
        m_xml.setAutoFormatting(true);
        m_xml.setAutoFormattingIndent(1);
        m_xml.writeStartDocument();
        m_xml.writeStartElement("svg");
        m_xml.writeDefaultNamespace("http://www.w3.org/2000/svg");
        m_xml.writeNamespace(xlink, "xlink"); // what reads SVG 1.1 knows no other href
        m_xml.writeAttribute("version", "1.1");
        m_xml.writeAttribute("width", svgNumber(millimetres.width()) + "mm");
        m_xml.writeAttribute("height", svgNumber(millimetres.height()) + "mm");
        m_xml.writeAttribute("viewBox",
                             QStringLiteral("0 0 %1 %2")
                                 .arg(svgNumber(drawing.width()), svgNumber(drawing.height())));
        m_xml.writeTextElement("title", title);
    }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    /// The state is looked at when something is drawn.
    void updateState(const QPaintEngineState&) override {}

    void drawPath(const QPainterPath& path) override {
        clip();
        m_xml.writeEmptyElement("path");
        writeTransform();
        m_xml.writeAttribute("d", pathWords(path));
        writeFill(path.fillRule());
        writeStroke();
    }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        QPainterPath path;
        path.setFillRule(mode == WindingMode ? Qt::WindingFill : Qt::OddEvenFill);
        path.moveTo(points[0]);
        for (int i = 1; i < count; ++i)
            path.lineTo(points[i]);
        if (mode != PolylineMode)
            path.closeSubpath();
        m_isOpen = mode == PolylineMode;
        drawPath(path);
        m_isOpen = false;
    }
    using QPaintEngine::drawPolygon;

    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        clip();
        const QFont font = item.font();
        const double size =
            font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * svgUnitsPerInch / 72;
        m_xml.writeStartElement("text");
        writeTransform();
        m_xml.writeAttribute("x", svgNumber(at.x()));
        m_xml.writeAttribute("y", svgNumber(at.y()));
        m_xml.writeAttribute("font-family",
                             QStringLiteral("%1, sans-serif").arg(QFontInfo(font).family()));
        m_xml.writeAttribute("font-size", svgNumber(size));
        if (font.bold())
            m_xml.writeAttribute("font-weight", "bold");
        if (font.italic())
            m_xml.writeAttribute("font-style", "italic");
        writeColour("fill", state->pen().color());
        m_xml.writeCharacters(item.text());
        m_xml.writeEndElement();
    }

    void drawPixmap(const QRectF& area, const QPixmap& pixmap, const QRectF& part) override {
        drawImage(area, pixmap.toImage(), part, Qt::AutoColor);
    }
    void drawImage(const QRectF& area, const QImage& image, const QRectF& part,
                   Qt::ImageConversionFlags) override {
        clip();
        QByteArray png;
        QBuffer buffer(&png);
        image.copy(part.toAlignedRect()).save(&buffer, "PNG");
        m_xml.writeEmptyElement("image");
        writeTransform();
        m_xml.writeAttribute("x", svgNumber(area.x()));
        m_xml.writeAttribute("y", svgNumber(area.y()));
        m_xml.writeAttribute("width", svgNumber(area.width()));
        m_xml.writeAttribute("height", svgNumber(area.height()));
        m_xml.writeAttribute("preserveAspectRatio", "none");
        m_xml.writeAttribute(xlink, "href",
                             "data:image/png;base64," + QString::fromLatin1(png.toBase64()));
    }

    QByteArray finish() {
        m_xml.writeEndDocument(); // and what is open in it
        return m_bytes;
    }

private:
    /// What follows stands in a group that is cut as the painter cuts it.
    void clip() {
        std::optional<QRectF> area;
        if (painter()->hasClipping())
            area = state->transform().mapRect(painter()->clipBoundingRect());
        if (area == m_clip)
            return;
        if (m_clip)
            m_xml.writeEndElement();
        m_clip = area;
        if (!area)
            return;
        const QString name = QStringLiteral("clip%1").arg(++m_clips);
        m_xml.writeStartElement("clipPath");
        m_xml.writeAttribute("id", name);
        m_xml.writeEmptyElement("rect");
        m_xml.writeAttribute("x", svgNumber(area->x()));
        m_xml.writeAttribute("y", svgNumber(area->y()));
        m_xml.writeAttribute("width", svgNumber(area->width()));
        m_xml.writeAttribute("height", svgNumber(area->height()));
        m_xml.writeEndElement();
        m_xml.writeStartElement("g");
        m_xml.writeAttribute("clip-path", QStringLiteral("url(#%1)").arg(name));
    }

    void writeTransform() {
        if (!state->transform().isIdentity())
            m_xml.writeAttribute("transform", matrixWords(state->transform()));
    }
    void writeColour(const QString& what, const QColor& colour) {
        m_xml.writeAttribute(what, colour.name());
        const double opacity = colour.alphaF() * state->opacity();
        if (opacity < 1)
            m_xml.writeAttribute(what + "-opacity", svgNumber(opacity));
    }
    void writeFill(Qt::FillRule rule) {
        if (m_isOpen || state->brush().style() == Qt::NoBrush)
            return m_xml.writeAttribute("fill", "none");
        writeColour("fill", state->brush().color());
        if (rule == Qt::OddEvenFill)
            m_xml.writeAttribute("fill-rule", "evenodd");
    }
    void writeStroke() {
        const QPen pen = state->pen();
        if (pen.style() == Qt::NoPen)
            return;
        const double width = pen.widthF() > 0 ? pen.widthF() : 1;
        writeColour("stroke", pen.color());
        m_xml.writeAttribute("stroke-width", svgNumber(width));
        if (pen.isCosmetic())
            m_xml.writeAttribute("vector-effect", "non-scaling-stroke");
        m_xml.writeAttribute("stroke-linecap", capWord(pen.capStyle()));
        m_xml.writeAttribute("stroke-linejoin", joinWord(pen.joinStyle()));
        if (pen.style() == Qt::SolidLine)
            return;
        QStringList dashes; // in widths of the pen
        for (const double dash : pen.dashPattern())
            dashes << svgNumber(dash * width);
        m_xml.writeAttribute("stroke-dasharray", dashes.join(' '));
    }

    QByteArray m_bytes;
    QXmlStreamWriter m_xml;
    std::optional<QRectF> m_clip; ///< of the open group; nothing: there is none
    int m_clips = 0;
    bool m_isOpen = false; ///< what is drawn is a line, which has no inside
};

SvgDevice::SvgDevice(const QSizeF& millimetres, const QSizeF& drawing, const QString& title)
    : m_millimetres(millimetres), m_drawing(drawing),
      m_engine(std::make_unique<Engine>(millimetres, drawing, title)) {}

SvgDevice::~SvgDevice() = default;

QPaintEngine* SvgDevice::paintEngine() const {
    return m_engine.get();
}

QByteArray SvgDevice::finish() {
    return m_engine->finish();
}

int SvgDevice::metric(PaintDeviceMetric metric) const {
    switch (metric) {
    case PdmWidth:
        return static_cast<int>(std::ceil(m_drawing.width()));
    case PdmHeight:
        return static_cast<int>(std::ceil(m_drawing.height()));
    case PdmWidthMM:
        return static_cast<int>(std::lround(m_millimetres.width()));
    case PdmHeightMM:
        return static_cast<int>(std::lround(m_millimetres.height()));
    case PdmNumColors:
        return 0x7fffffff;
    case PdmDepth:
        return 32;
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return static_cast<int>(svgUnitsPerInch);
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    }
    return 0;
}

QString svgNumber(double value) {
    QString text = QString::number(value, 'f', 3);
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text == "-0" ? "0" : text;
}

} // namespace gf
