// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/metrics.h"
#include "ui/figure/exportable.h"

#include <QByteArray>

#include <functional>

namespace gf {

class Chart;
class LossChart;

/// A number as short as it can be read back from.
QByteArray numberCell(float number);

/// Metrics as CSV with a header, in the order of the steps; what was not measured is left empty.
/// With `errors` in the task's own measure instead of exact matches.
QByteArray lossTable(const Metrics& metrics, bool errors);

/// Makes a chart exportable as it is now, with its numbers as CSV. It must outlive the dialog.
Exportable exportableChart(const Chart& chart, const QString& fileName, const QString& caption,
                           std::function<QByteArray()> table);

/// The same for the losses of one run; `title` names it.
Exportable exportableLoss(const LossChart& chart, const QString& title);

} // namespace gf
