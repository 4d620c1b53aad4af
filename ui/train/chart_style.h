// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QFont>
#include <QPen>

class QCPAxis;
class QCPLegend;
class QCustomPlot;

namespace gf {

/// A line with round ends and corners.
QPen chartPen(const QColor& colour, double width, Qt::PenStyle style = Qt::SolidLine);

/// The same colour, partly transparent: 0 to 255.
QColor faint(QColor colour, int alpha);

/// The font of a chart: numbers equally wide, its size in pixels, so that paper of 1200 dots an
/// inch does not get letters for 1200 dots.
QFont chartFont(const QFont& font);

/// How the axes and the legends of all charts look.
void dress(QCPAxis& axis, const Theme& theme, const QFont& font);
void dress(QCPLegend& legend, const Theme& theme, const QFont& font);

/// An axis of training steps: it has marks at whole numbers only.
void countSteps(QCPAxis& axis);

/// Puts the legend beside the curves: there is no corner that one of them does not come to.
void standLegendBeside(QCustomPlot& plot);
/// Keeps the lines of such a legend together at the top of a chart of this height.
void gatherLegend(QCPLegend& legend, double height);

} // namespace gf
