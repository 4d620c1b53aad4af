// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/high_contrast.h"

#include "ui/theme/desktop_setting.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QSettings>
#include <QStyleOption>

namespace gf {

namespace {

const QString contrastSetting = QStringLiteral("window/highContrast");
constexpr int focusWidth = 2; ///< pixels

/// "HighContrastInverse", "Breeze High Contrast": as desktops call such themes.
bool namesHighContrast(const QVariant& theme) {
    return theme.toString()
        .remove(QLatin1Char(' '))
        .contains(QLatin1String("highcontrast"), Qt::CaseInsensitive);
}

/// Within `rect`, `width` pixels thick.
void drawFrame(const QRect& rect, int width, const QColor& colour, QPainter& painter) {
    painter.save();
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    const double half = width / 2.0;
    painter.drawRect(QRectF(rect).adjusted(half, half, -half, -half));
    painter.restore();
}

/// Around a widget that has the keyboard.
void frameFocused(const QStyleOption& option, QPainter& painter) {
    if (option.state & QStyle::State_HasFocus)
        drawFrame(option.rect, focusWidth, option.palette.color(QPalette::Highlight), painter);
}

} // namespace

bool isContrastHigh(const QPalette& desktop) {
    const QVariant chosen = QSettings().value(contrastSetting);
    if (chosen.isValid())
        return chosen.toBool();
    return Theme::of(desktop).isHighContrast ||
           namesHighContrast(desktopSetting(QStringLiteral("gtk-3.0/settings.ini"),
                                            QStringLiteral("Settings/gtk-theme-name"))) ||
           namesHighContrast(
               desktopSetting(QStringLiteral("kdeglobals"), QStringLiteral("General/ColorScheme")));
}

void setContrastHigh(bool high) {
    QSettings().setValue(contrastSetting, high);
}

void followContrastOfDesktop() {
    QSettings().remove(contrastSetting);
}

HighContrastStyle::HighContrastStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void HighContrastStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                                      QPainter* painter, const QWidget* widget) const {
    if (element == PE_FrameFocusRect) { // which Fusion fills with a breath of colour
        const bool onSelection = option->state & State_Selected;
        drawFrame(
            option->rect, focusWidth,
            option->palette.color(onSelection ? QPalette::HighlightedText : QPalette::Highlight),
            *painter);
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    // Fusion's are darker than the window, which on black are none.
    if (element == PE_PanelButtonCommand)
        drawFrame(option->rect, 1, option->palette.color(QPalette::ButtonText), *painter);
    if (element == PE_Frame) // of lists
        drawFrame(option->rect, 1, option->palette.color(QPalette::Mid), *painter);
    if (element == PE_FrameLineEdit || element == PE_PanelLineEdit ||
        element == PE_PanelButtonCommand || element == PE_Frame)
        frameFocused(*option, *painter);
}

void HighContrastStyle::drawComplexControl(ComplexControl control,
                                           const QStyleOptionComplex* option, QPainter* painter,
                                           const QWidget* widget) const {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_Slider && option->subControls & SC_SliderGroove)
        drawFrame(subControlRect(control, option, SC_SliderGroove, widget), 1,
                  option->palette.color(QPalette::Mid), *painter);
    if (control == CC_Slider && option->subControls & SC_SliderHandle)
        painter->fillRect(
            subControlRect(control, option, SC_SliderHandle, widget).adjusted(2, 2, -2, -2),
            option->palette.color(QPalette::WindowText));
    if (control == CC_ComboBox || control == CC_SpinBox || control == CC_Slider)
        frameFocused(*option, *painter);
}

} // namespace gf
