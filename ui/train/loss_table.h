// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/export_dialog.h"
#include "ui/messages/messages.h"

#include <QByteArray>

#include <functional>
#include <vector>

namespace gf {

class Chart;
class LossChart;

/// The points of a loss chart as CSV with a header; what was not measured is left empty.
QByteArray lossTable(const std::vector<LossPoint>& points);

/// Makes a chart exportable as it is now, with its numbers as CSV. It must outlive the dialog.
Exportable exportableChart(const Chart& chart, const QString& fileName, const QString& caption,
                           std::function<QByteArray()> table);

/// The same for the losses of one run; `title` names it.
Exportable exportableLoss(const LossChart& chart, const QString& title);

} // namespace gf
