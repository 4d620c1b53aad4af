// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/formula_picture.h"

#include "ui/language/language.h"

#include <QFile>
#include <QSvgRenderer>
#include <QXmlStreamReader>

namespace gf {

namespace {

QString pathOf(const QString& name) {
    const QString translated = QStringLiteral(":/formulas/%1/%2.svg").arg(textLanguage(), name);
    return QFile::exists(translated) ? translated : QStringLiteral(":/formulas/%1.svg").arg(name);
}

/// The picture with the published hues, and black, replaced by those of the theme.
QByteArray dressed(QByteArray svg, const Theme& theme) {
    for (const Hue hue :
         {Hue::Query, Hue::Key, Hue::Value, Hue::Attention, Hue::FeedForward, Hue::Residual})
        svg.replace(hueColour(hue).name().toLatin1(), theme.textHue(hue).name().toLatin1());
    return svg.replace("#000000", theme.text.name().toLatin1());
}

} // namespace

FormulaPicture::FormulaPicture(const QString& name) {
    QFile file(pathOf(name));
    if (name.isEmpty() || !file.open(QIODevice::ReadOnly))
        return;
    m_svg = file.readAll();
    // Both stand at the beginning; a renderer would read all outlines for them.
    QXmlStreamReader reader(m_svg);
    while (reader.readNextStartElement()) {
        if (reader.name() == QLatin1String("svg")) {
            const auto box = reader.attributes().value(QLatin1String("viewBox")).split(' ');
            if (box.size() == 4)
                m_size = {box[2].toDouble(), box[3].toDouble()};
        } else if (reader.name() == QLatin1String("title")) {
            m_plain = reader.readElementText();
            return;
        } else {
            reader.skipCurrentElement();
        }
    }
}

void FormulaPicture::paint(QPainter& painter, const QRectF& place, const Theme& theme) const {
    if (isEmpty())
        return;
    QSvgRenderer renderer(dressed(m_svg, theme));
    renderer.render(&painter, place);
}

} // namespace gf
