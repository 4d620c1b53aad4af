// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>
#include <QString>

class QWidget;

namespace gf {

/// A piece of text as it is painted: one line of a label, or one token of a drawing.
struct PaintedText {
    QPointF at; ///< where it begins, on its base line, in pixels of the widget
    QString text;
    double pixels = 0; ///< the size of its letters
};

/// What can be read on a widget, from its own painting and that of all that lies in it, charts too.
QList<PaintedText> paintedTexts(QWidget& widget);

} // namespace gf
