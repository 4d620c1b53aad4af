// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// QCustomPlot's header includes all of QtPrintSupport, and with it all of Qt, and uses none of it.
// That is two thirds of what it costs to compile, in each source that draws a chart.
#define QT_QTPRINTSUPPORT_MODULE_H
#include <qcustomplot.h>
