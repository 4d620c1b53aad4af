// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/formula_picture.h"

#include "ui/language/language.h"

#include <QFile>

namespace gf {

namespace {

QString resourceOf(const QString& name) {
    const QString translated = QStringLiteral(":/formulas/%1/%2.svg").arg(textLanguage(), name);
    return QFile::exists(translated) ? translated : QStringLiteral(":/formulas/%1.svg").arg(name);
}

/// The theme's in the place of a published hue, and of black.
QColor dressed(const QColor& colour, const Theme& theme) {
    for (const Hue hue :
         {Hue::Query, Hue::Key, Hue::Value, Hue::Attention, Hue::FeedForward, Hue::Residual})
        if (colour == hueColour(hue))
            return theme.textHue(hue);
    return colour == QColor(Qt::black) ? theme.text : colour;
}

} // namespace

FormulaPicture::FormulaPicture(const QString& name) {
    QFile file(resourceOf(name));
    if (!name.isEmpty() && file.open(QIODevice::ReadOnly))
        m_outlines = Outlines::fromSvg(file.readAll());
}

void FormulaPicture::paint(QPainter& painter, const QRectF& place, const Theme& theme) const {
    m_outlines.paint(painter, place,
                     [&theme](const QColor& colour) { return dressed(colour, theme); });
}

} // namespace gf
