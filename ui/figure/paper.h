// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/figure_file.h"
#include "ui/figure/number_table.h"

#include <QByteArray>
#include <QFont>
#include <QImage>
#include <QSizeF>
#include <QString>

#include <memory>
#include <optional>
#include <span>

namespace gf {

inline constexpr double unitsPerInch = 96; ///< of a PaperDrawing's size
inline constexpr double millimetresPerInch = 25.4;

/// What a person sets for a figure in a paper or on a slide.
struct Paper {
    QString caption;
    bool values = true;       ///< numbers in cells that are large enough
    QString family;           ///< of the letters; empty: the program's own
    double points = 9;        ///< size of the labels
    double millimetres = 175; ///< width of the figure
    double highest = 240;     ///< millimetres that it may be high
    double dpi = 300;         ///< pixels per inch, of a picture

    /// What is known from slides and papers.
    struct Preset {
        const char* name; ///< marked with QT_TR_NOOP(…)
        double points;
        double millimetres;
        double highest;
    };
    static std::span<const Preset> presets();
    /// The preset of this width and these letters; null where they are a person's own.
    static const Preset* presetOf(double millimetres, double points);
    /// How high a figure of such a width may be: as its preset says, or somewhat higher than wide.
    static double highestOf(double millimetres, double points);
    /// The letters that suit a width: those of the widest preset that is not wider.
    static double pointsOf(double millimetres);

    QFont font(QFont own) const; ///< `own` in this family
};

/// A figure as it goes onto paper: how large it is there and how it is drawn.
struct PaperDrawing {
    QSizeF size;       ///< in 1/96 inch
    double factor = 1; ///< 1/96 inches in one unit of the drawing
    QFont font;
    QString title;
    bool fitsValues = false; ///< some of its cells are large enough for numbers
    CanvasDrawing draw;      ///< in units; or, of what paints itself,
    DevicePainting paint;    ///< in units of `scale` device pixels

    QSizeF millimetres() const;
    QSize pixels(double dpi) const;
};

/// Whether there can be a picture of so many pixels.
bool isDrawable(const QSize& pixels);

/// What a clipboard has to offer of a figure: a picture of this many pixels per inch and the SVG,
/// and its numbers as a table; each program takes what it can.
std::unique_ptr<QMimeData> copyOf(const PaperDrawing& drawing, double dpi,
                                  const NumberTable& numbers);

/// How letters that have a size in the units of a drawing become those of the paper.
struct PaperScale {
    double factor = 1; ///< 1/96 inches in a unit
    QSizeF room;       ///< the paper in units: its width, and how high the figure may be
};

/// For labels of `letters` units. Throws Error where the paper's width is less than `least` units:
/// a sentence that says how wide it must be.
PaperScale scaleOf(const Paper& paper, double letters, double least);

/// The bytes of the file; in SVG and PDF the size is in true millimetres. Throws Error for a size
/// that cannot be drawn.
QByteArray paperBytes(const PaperDrawing& drawing, FigureFormat format, double dpi);
/// The same as a picture of this many pixels per inch.
QImage paperImage(const PaperDrawing& drawing, double dpi);

} // namespace gf
