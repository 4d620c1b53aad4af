// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"
#include "ui/theme/colour_map.h"

#include "ui/theme/high_contrast.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QStyleFactory>

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

// WCAG 2.1, "relative luminance".
double luminance(const QColor& colour) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

/// `colour` moved towards black or white, away from the background, until it stands out enough.
QColor standingOut(const QColor& colour, const QColor& background, double ratio) {
    const QColor end = luminance(background) < 0.18 ? Qt::white : Qt::black;
    for (int percent = 0; percent < 100; percent += 2) {
        const QColor candidate = mixed(colour, end, percent / 100.0);
        if (contrast(candidate, background) >= ratio)
            return candidate;
    }
    return end;
}

} // namespace

QString themeName(ThemeChoice choice) {
    return choice == ThemeChoice::Light  ? QStringLiteral("light")
           : choice == ThemeChoice::Dark ? QStringLiteral("dark")
                                         : QStringLiteral("system");
}

ThemeChoice themeNamed(const QString& name) {
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark})
        if (name == themeName(choice))
            return choice;
    return ThemeChoice::System;
}

double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor readableOn(const QColor& background) {
    // Only pure black and white together reach 4.5 : 1 on every colour.
    return contrast(Qt::black, background) >= contrast(Qt::white, background) ? Qt::black
                                                                              : Qt::white;
}

Theme Theme::light() {
    Theme theme;
    theme.isDark = false;
    theme.window = QColor(0xf3, 0xf4, 0xf6);
    theme.surface = QColor(0xff, 0xff, 0xff);
    theme.raised = QColor(0xfa, 0xfb, 0xfc);
    theme.text = QColor(0x1a, 0x1d, 0x22);
    theme.mutedText = QColor(0x55, 0x5d, 0x68);
    theme.border = QColor(0xd3, 0xd7, 0xdd);
    theme.fieldBorder = QColor(0x8a, 0x91, 0x9b);
    theme.grid = QColor(0xe7, 0xe9, 0xed);
    theme.selection = QColor(0x4b, 0x45, 0xc6);
    theme.selectionText = QColor(0xff, 0xff, 0xff);
    theme.highlight = QColor(0x0c, 0x0e, 0x12);
    theme.error = QColor(0xb3, 0x1d, 0x1d);
    theme.warning = QColor(0x82, 0x4f, 0x00);
    theme.success = QColor(0x0a, 0x69, 0x47);
    theme.hatch = QColor(0x80, 0x88, 0x94);
    theme.hatchBackground = QColor(0xee, 0xf0, 0xf3);
    theme.paddingHatch = QColor(0xa0, 0x7d, 0x3a);
    theme.paddingBackground = QColor(0xf7, 0xed, 0xd6);
    return theme;
}

Theme Theme::dark() {
    Theme theme;
    theme.isDark = true;
    theme.window = QColor(0x15, 0x17, 0x1b);
    theme.surface = QColor(0x1c, 0x1f, 0x25);
    theme.raised = QColor(0x28, 0x2c, 0x34);
    theme.text = QColor(0xe9, 0xeb, 0xee);
    theme.mutedText = QColor(0xa7, 0xae, 0xb9);
    theme.border = QColor(0x3b, 0x41, 0x4b);
    theme.fieldBorder = QColor(0x70, 0x78, 0x84);
    theme.grid = QColor(0x2c, 0x31, 0x39);
    theme.selection = QColor(0x9d, 0x99, 0xff);
    theme.selectionText = QColor(0x12, 0x12, 0x1c);
    theme.highlight = QColor(0xff, 0xff, 0xff);
    theme.error = QColor(0xff, 0x8f, 0x85);
    theme.warning = QColor(0xf2, 0xba, 0x66);
    theme.success = QColor(0x74, 0xd6, 0xa7);
    theme.hatch = QColor(0x7b, 0x84, 0x91);
    theme.hatchBackground = QColor(0x2a, 0x2e, 0x36);
    theme.paddingHatch = QColor(0xa5, 0x8a, 0x55);
    theme.paddingBackground = QColor(0x3a, 0x32, 0x22);
    return theme;
}

Theme Theme::highContrast(bool dark) {
    Theme theme;
    theme.isDark = dark;
    theme.isHighContrast = true;
    theme.window = theme.surface = theme.raised = dark ? Qt::black : Qt::white;
    theme.text = theme.fieldBorder = theme.highlight = dark ? Qt::white : Qt::black;
    const auto either = [dark](QRgb onBlack, QRgb onWhite) {
        return QColor(dark ? onBlack : onWhite);
    };
    theme.mutedText = either(0xd6d6d6, 0x333333);
    theme.border = either(0xa6a6a6, 0x595959);
    theme.grid = either(0x767676, 0x8a8a8a);
    theme.selection = either(0xffe14d, 0x0a00b4);
    theme.selectionText = theme.window;
    theme.error = either(0xff9d94, 0x8f0000);
    theme.warning = either(0xffc46b, 0x5c3800);
    theme.success = either(0x7ee8b5, 0x00502e);
    theme.hatch = either(0xc8c8c8, 0x404040);
    theme.hatchBackground = either(0x262626, 0xe6e6e6);
    theme.paddingHatch = either(0xffd27f, 0x6b4a00);
    theme.paddingBackground = either(0x3a2a00, 0xfff0cf);
    return theme;
}

Theme Theme::of(const QPalette& palette) {
    constexpr double blackOnWhite = 20.5; // usual desktops have grey buttons
    // Of a widget that works: one that does not has faded words.
    const auto colour = [&](QPalette::ColorRole role) {
        return palette.color(QPalette::Active, role);
    };
    const bool isDark = luminance(colour(QPalette::Text)) > luminance(colour(QPalette::Base));
    if (contrast(colour(QPalette::ButtonText), colour(QPalette::Button)) >= blackOnWhite)
        return highContrast(isDark);
    return isDark ? dark() : light();
}

QColor Theme::hue(Hue hue) const {
    return adapted(hueColour(hue));
}

QColor Theme::adapted(const QColor& colour) const {
    return isDark || isHighContrast ? standingOut(colour, surface, 4.5) : colour;
}

QColor Theme::textHue(Hue hue) const {
    return textColour(hueColour(hue));
}

QColor Theme::textColour(const QColor& colour) const {
    // The least favourable of the backgrounds that words stand on.
    return standingOut(colour, isDark ? raised : window, textContrast());
}

QPalette Theme::palette() const {
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, surface);
    palette.setColor(QPalette::AlternateBase, mixed(surface, window, 0.6));
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, mutedText);
    palette.setColor(QPalette::Button, raised);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, error);
    palette.setColor(QPalette::Highlight, selection);
    palette.setColor(QPalette::HighlightedText, selectionText);
    palette.setColor(QPalette::Link, textColour(selection));
    palette.setColor(QPalette::LinkVisited, textColour(selection));
    palette.setColor(QPalette::ToolTipBase, raised);
    palette.setColor(QPalette::ToolTipText, text);
    // Fusion draws frames and grooves with these.
    palette.setColor(QPalette::Light, mixed(raised, Qt::white, isDark ? 0.1 : 0.8));
    palette.setColor(QPalette::Midlight, mixed(raised, border, 0.3));
    palette.setColor(QPalette::Mid, mixed(border, text, 0.15));
    palette.setColor(QPalette::Dark, mixed(border, text, 0.25));
    palette.setColor(QPalette::Shadow, QColor(0, 0, 0));
    const QColor faded = mixed(text, window, isHighContrast ? 0.4 : 0.55);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faded);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, border);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, faded);
    return palette;
}

QString Theme::styleSheet() const {
    const QString sheet = R"(
QToolTip { color: %text; background: %raised; border: 1px solid %border; padding: 4px 8px; }
QMainWindow::separator { background: %window; width: 6px; height: 6px; }
QMainWindow::separator:hover { background: %border; }
QDockWidget[floating="false"] { titlebar-close-icon: none; titlebar-normal-icon: none; }
QDockWidget::title { background: %window; color: %muted; padding: 3px 8px; text-align: left; }
QToolBar { background: %window; border: 1px solid %window; spacing: 3px; padding: 2px 6px; }
QToolBar::separator { background: %border; width: 1px; margin: 4px 6px; }
QToolButton { border: none; padding: 4px 8px; }
QToolButton[alone="true"] { border: 1px solid %border; border-radius: 6px; padding: 3px 7px; }
QToolButton:hover, QToolButton:pressed, QToolButton:checked, QToolButton:focus
  { border: 1px solid %hover; border-radius: 6px; padding: 3px 7px; }
QToolButton:hover { background: %hover; }
QToolButton:pressed, QToolButton:checked { background: %pressed; border-color: %selection; }
QToolButton:focus { border-color: %selection; }
QToolButton[popupMode="2"] { padding-right: 20px; }
#qt_toolbar_ext_button { padding: 0; min-width: 16px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QGroupBox[card="true"] { background: %surface; border: 1px solid %border; border-radius: 6px;
  margin-top: 1.7em; padding: 4px; }
QGroupBox[card="true"]::title { subcontrol-origin: margin; left: 2px; }
QMenuBar { background: %window; }
QMenuBar::item { padding: 4px 9px; border-radius: 6px; background: transparent; }
QMenuBar::item:selected { background: %hover; }
QMenu { background: %surface; border: 1px solid %border; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 24px; border-radius: 4px; }
QMenu::item:selected { background: %selection; color: %chosenText; }
QMenu::item:disabled { color: %faded; }
QMenu::separator { height: 1px; background: %border; margin: 4px 8px; }
QScrollBar { background: %window; border: none; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: %handle; border: 3px solid %window; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: %muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QStatusBar { background: %window; color: %muted; }
QStatusBar::item { border: none; }
)";
    // Frames instead of shades.
    const QString framed = R"(
QToolButton:hover, QToolButton:pressed, QToolButton:checked { border: 1px solid %text; }
QToolButton:focus { border: 2px solid %selection; padding: 2px 6px; }
QToolButton:checked { background: %selection; color: %chosenText; }
QMenuBar::item:selected { background: %selection; color: %chosenText; }
QDockWidget::title { border: 1px solid %border; }
QMainWindow::separator:hover { background: %selection; }
)";
    QString filled = isHighContrast ? sheet + framed : sheet;
    const auto put = [&filled](const char* name, const QColor& colour) {
        filled.replace(QLatin1String(name), colour.name());
    };
    put("%text", text);
    put("%raised", raised);
    put("%border", border);
    put("%window", window);
    put("%muted", mutedText);
    put("%hover", mixed(window, text, 0.08));
    put("%pressed", mixed(window, selection, 0.18));
    put("%selection", selection);
    put("%surface", surface);
    put("%chosenText", selectionText);
    put("%handle", mixed(window, text, 0.5));
    put("%faded", mixed(text, window, isHighContrast ? 0.4 : 0.55));
    return filled;
}

QFont numberFont(const QFont& font) {
    const QFontMetricsF metrics(font);
    const double one = metrics.horizontalAdvance('1');
    const QString digits = "023456789";
    const bool even = std::all_of(digits.begin(), digits.end(), [&](QChar digit) {
        return std::abs(metrics.horizontalAdvance(digit) - one) < 0.05 * one;
    });
    if (even)
        return font;
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (font.pixelSize() > 0)
        fixed.setPixelSize(font.pixelSize());
    else
        fixed.setPointSizeF(font.pointSizeF());
    return fixed;
}

void applyTheme(QApplication& application, ThemeChoice choice) {
    application.setStyle(QStyleFactory::create("Fusion"));
    // An empty palette brings the desktop's back, from which light or dark is read.
    application.setPalette(QPalette());
    const QPalette desktop = QApplication::palette();
    const bool dark =
        choice == ThemeChoice::System ? Theme::of(desktop).isDark : choice == ThemeChoice::Dark;
    const bool high = isContrastHigh(desktop);
    const Theme theme = high ? Theme::highContrast(dark) : dark ? Theme::dark() : Theme::light();
    if (high)
        application.setStyle(new HighContrastStyle);
    application.setPalette(theme.palette());
    // Fusion frames a field in its window colour made darker by 140 %, which is hardly seen on
    // dark.
    QPalette fields = theme.palette();
    fields.setColor(QPalette::Window, theme.fieldBorder.lighter(140));
    for (const char* type :
         {"QLineEdit", "QAbstractSpinBox", "QComboBox", "QCheckBox", "QRadioButton"})
        application.setPalette(fields, type);
    application.setStyleSheet(theme.styleSheet());
}

} // namespace gf
