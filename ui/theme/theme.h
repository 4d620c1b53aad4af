// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/hue.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

class QApplication;

namespace gf {

/// What the person chose under View.
enum class ThemeChoice { System, Light, Dark };

/// "system", "light" or "dark": the word in settings and on the command line.
QString themeName(ThemeChoice choice);
/// The choice of that name; System for any other word.
ThemeChoice themeNamed(const QString& name);

/// The colours of the window, light or dark: a plain value. Widgets take it from their own palette
/// (`Theme::of(palette())`) when they paint, so they follow a change by themselves.
struct Theme {
    bool isDark = false;
    bool isHighContrast = false; ///< then 7 : 1 for words and 4.5 : 1 for hues (WCAG 2.1, 1.4.6)
    QColor window;               ///< behind everything
    QColor surface;              ///< panels, fields, figures
    QColor raised;               ///< buttons, tool tips, what lies on a panel
    QColor text;        ///< textContrast on window, surface and raised, as all text colours
    QColor mutedText;   ///< captions, axis titles
    QColor border;      ///< lines around and between
    QColor fieldBorder; ///< around what one types into; 3 : 1 on surface (WCAG 2.1, 1.4.11)
    QColor grid;        ///< faint lines inside charts
    QColor selection;   ///< chosen rows, focus ring, pressed buttons
    QColor selectionText;
    QColor highlight; ///< the row and column that are pointed at
    QColor error;
    QColor warning;
    QColor success;
    QColor hatch;           ///< lines of a masked cell
    QColor hatchBackground; ///< under them
    QColor paddingHatch;    ///< the same of padding, which nobody is to take for the future
    QColor paddingBackground;

    static Theme light();
    static Theme dark();
    /// Black and white, with lines that are seen.
    static Theme highContrast(bool dark);
    /// The theme that a palette belongs to: dark when its text is lighter than its window, of high
    /// contrast when its buttons are black and white.
    static Theme of(const QPalette& palette);

    /// A hue for lines and filled shapes: as published on light, moved to 4.5 : 1 on dark and in
    /// high contrast.
    QColor hue(Hue hue) const;
    /// Any colour made for white paper, adapted to this theme for lines and shapes.
    QColor adapted(const QColor& colour) const;
    /// A hue for words (`textContrast` on any background): symbols in formulas, legends.
    QColor textHue(Hue hue) const;
    /// Any colour made darker or lighter until words in it have `textContrast` on any background.
    QColor textColour(const QColor& colour) const;

    /// What words have at least on window, surface and raised.
    double textContrast() const { return isHighContrast ? 7 : 4.5; }

    QPalette palette() const;
    /// What the palette cannot say: flat tool buttons, quiet docks, 8-pixel spacing.
    QString styleSheet() const;
};

/// The contrast ratio of two opaque colours, 1 to 21 (WCAG 2.1, "contrast ratio").
double contrast(const QColor& a, const QColor& b);

/// Black or white, whichever reads better on `background`.
QColor readableOn(const QColor& background);

/// A font for numbers that stand under each other: the given one when its digits are equally wide
/// (nearly all are), otherwise the system's fixed font in the same size.
QFont numberFont(const QFont& font);

/// Sets style, palette and style sheet of the whole application. System follows the desktop's
/// palette as it was when the program started; so does the contrast, unless the person chose one.
void applyTheme(QApplication& application, ThemeChoice choice);

} // namespace gf
