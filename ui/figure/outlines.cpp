// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/outlines.h"

#include <QPainter>
#include <QXmlStreamReader>

#include <charconv>
#include <optional>
#include <string_view>

namespace gf {

namespace {

/// Takes numbers and letters from the front of the words of a path.
class PathWords {
public:
    explicit PathWords(std::string_view words) : m_rest(words) {}

    /// A letter, if one is next.
    std::optional<char> command() {
        skipBlanks();
        if (m_rest.empty() ||
            !((m_rest[0] >= 'A' && m_rest[0] <= 'Z') || (m_rest[0] >= 'a' && m_rest[0] <= 'z')))
            return std::nullopt;
        const char letter = m_rest[0];
        m_rest.remove_prefix(1);
        return letter;
    }
    /// The next number; 0, and not good any more, where there is none.
    double number() {
        skipBlanks();
        double value = 0;
        const auto [end, problem] =
            std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
        m_good = m_good && problem == std::errc();
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return value;
    }
    QPointF point() {
        const double x = number();
        return {x, number()};
    }
    bool atEnd() {
        skipBlanks();
        return m_rest.empty();
    }
    bool isGood() const { return m_good; }

private:
    void skipBlanks() {
        const std::size_t first = m_rest.find_first_not_of(" ,\t\r\n");
        m_rest.remove_prefix(first == std::string_view::npos ? m_rest.size() : first);
    }

    std::string_view m_rest;
    bool m_good = true;
};

/// Nothing where something is not understood.
std::optional<QPainterPath> painterPathOf(const QByteArray& description) {
    PathWords words(
        std::string_view(description.constData(), static_cast<std::size_t>(description.size())));
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    QPointF at;
    QPointF start;
    QPointF pull; // the last control point, which S mirrors
    char command = 0;
    while (!words.atEnd()) {
        command = words.command().value_or(command == 'M' ? 'L' : command);
        const QPointF mirrored = at * 2 - pull;
        switch (command) {
        case 'M':
            path.moveTo(at = start = words.point());
            break;
        case 'L':
            path.lineTo(at = words.point());
            break;
        case 'H':
            at.setX(words.number());
            path.lineTo(at);
            break;
        case 'V':
            at.setY(words.number());
            path.lineTo(at);
            break;
        case 'C':
        case 'S': {
            const QPointF first = command == 'C' ? words.point() : mirrored;
            pull = words.point();
            at = words.point();
            path.cubicTo(first, pull, at);
            break;
        }
        case 'Z':
            path.closeSubpath();
            at = start;
            break;
        default:
            return std::nullopt;
        }
        if (!words.isGood())
            return std::nullopt;
        if (command != 'C' && command != 'S')
            pull = at;
    }
    return path;
}

} // namespace

class Outlines::Reader {
public:
    explicit Reader(const QByteArray& svg) : m_xml(svg) {}

    Outlines read() {
        if (m_xml.readNextStartElement()) {
            readBox();
            readChildren(fillOr(Qt::black));
        }
        if (m_xml.hasError())
            note(m_xml.errorString());
        return std::move(m_read);
    }

private:
    QString attribute(const char* name) const {
        return m_xml.attributes().value(QLatin1String(name)).toString();
    }
    QColor fillOr(const QColor& inherited) const {
        const QString fill = attribute("fill");
        return fill.isEmpty() ? inherited : QColor(fill);
    }
    void note(const QString& problem) {
        if (m_read.m_problem.isEmpty())
            m_read.m_problem = problem;
    }

    void readBox() {
        const QStringList box = attribute("viewBox").split(' ');
        if (box.size() == 4)
            m_read.m_box = {box[0].toDouble(), box[1].toDouble(), box[2].toDouble(),
                            box[3].toDouble()};
        else
            note(QStringLiteral("viewBox"));
    }

    void readChildren(const QColor& inherited) {
        while (m_xml.readNextStartElement()) {
            const QString element = m_xml.name().toString();
            const QColor fill = fillOr(inherited);
            if (element == QLatin1String("title")) {
                m_read.m_title = m_xml.readElementText();
                continue;
            }
            if (element == QLatin1String("g") || element == QLatin1String("defs")) {
                readChildren(fill);
                continue;
            }
            if (element == QLatin1String("rect"))
                addRectangle(fill);
            else if (element == QLatin1String("path"))
                addPath(fill);
            else
                note(element);
            m_xml.skipCurrentElement();
        }
    }

    void addRectangle(const QColor& fill) {
        const QRectF rectangle(attribute("x").toDouble(), attribute("y").toDouble(),
                               attribute("width").toDouble(), attribute("height").toDouble());
        m_read.m_shapes.push_back({{}, rectangle, fill});
    }
    void addPath(const QColor& fill) {
        const QString description = attribute("d");
        if (const auto path = painterPathOf(description.toLatin1()))
            m_read.m_shapes.push_back({*path, {}, fill});
        else
            note(description);
    }

    QXmlStreamReader m_xml;
    Outlines m_read;
};

Outlines Outlines::fromSvg(const QByteArray& svg) {
    return Reader(svg).read();
}

void Outlines::paint(QPainter& painter, const QRectF& place,
                     const std::function<QColor(const QColor&)>& dressed) const {
    if (m_box.isEmpty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double across = place.width() / m_box.width();
    const double down = place.height() / m_box.height();
    painter.translate(place.x() - m_box.x() * across, place.y() - m_box.y() * down);
    painter.scale(across, down);
    for (const Shape& shape : m_shapes) {
        painter.setBrush(dressed(shape.fill));
        if (shape.path.isEmpty())
            painter.drawRect(shape.rectangle);
        else
            painter.drawPath(shape.path);
    }
    painter.restore();
}

} // namespace gf
