// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

class QPalette;

namespace gf {

/// Whether the window shows high contrast: what the person chose (remembered), or else what the
/// desktop has, by its palette or by the names of its themes in GNOME's and KDE's files.
bool isContrastHigh(const QPalette& desktop);
void setContrastHigh(bool high);
/// Forgets what the person chose.
void followContrastOfDesktop();

/// Fusion with a thick frame around what has the keyboard.
class HighContrastStyle : public QProxyStyle {
    Q_OBJECT
public:
    HighContrastStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                            QPainter* painter, const QWidget* widget) const override;
};

} // namespace gf
