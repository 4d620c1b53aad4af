// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/export_dialog.h"
#include "ui/window/messages.h"

#include <QByteArray>

#include <vector>

namespace gf {

class LossChart;

/// The points of a loss chart as CSV with a header; what was not measured is left empty.
QByteArray lossTable(const std::vector<LossPoint>& points);

/// Makes the chart exportable as it is now; `title` names the run. The chart must outlive it.
Exportable exportableLoss(const LossChart& chart, const QString& title);

} // namespace gf
