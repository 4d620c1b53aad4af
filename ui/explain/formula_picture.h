// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/outlines.h"
#include "ui/theme/theme.h"

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

    bool isEmpty() const { return m_outlines.isEmpty(); }
    /// In points, for text of 10 points.
    QSizeF size() const { return m_outlines.box().size(); }
    /// In one line of plain text, for screen readers: "scaled = (q·k^T)/(√(K))".
    const QString& plain() const { return m_outlines.title(); }
    /// Fills `place` with it. Symbols have the colours of their matrices, as words in `theme` do.
    void paint(QPainter& painter, const QRectF& place, const Theme& theme) const;

private:
    Outlines m_outlines;
};

} // namespace gf
