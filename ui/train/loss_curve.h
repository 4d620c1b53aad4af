// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/metrics.h"
#include "ui/messages/run_messages.h"

#include <QString>
#include <QVector>

#include <vector>

namespace gf {

/// Where losses stand in a chart.
QVector<double> stepsOf(const std::vector<Metrics::Loss>& losses);

/// Of each the exponential mean of the losses up to it, its start corrected.
QVector<double> smoothed(const std::vector<Metrics::Loss>& losses);

/// What the line of a guess that knows nothing is called in a chart: "uniform guess ln V".
QString guessText(Guess guess);

} // namespace gf
