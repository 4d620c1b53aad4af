// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QByteArray>
#include <QRectF>
#include <QSizeF>
#include <QString>

class QPainter;

namespace gf {

/// A formula set by LaTeX, as outlines: resources/formulas/NAME.svg (scripts/formulas.sh), in the
/// present language where it has words. Sharp at any scale and in vector exports.
class FormulaPicture {
public:
    FormulaPicture() = default;
    /// An unknown name gives an empty picture.
    explicit FormulaPicture(const QString& name);

    bool isEmpty() const { return m_svg.isEmpty(); }
    /// In points, for text of 10 points.
    QSizeF size() const { return m_size; }
    /// In one line of plain text, for screen readers: "scaled = (q·k^T)/(√(K))".
    QString plain() const { return m_plain; }
    /// Fills `place` with it. Symbols have the colours of their matrices, as words in `theme` do.
    void paint(QPainter& painter, const QRectF& place, const Theme& theme) const;

private:
    QByteArray m_svg;
    QSizeF m_size;
    QString m_plain;
};

} // namespace gf
