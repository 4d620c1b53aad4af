// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/metrics.h"

#include <memory>
#include <utility>
#include <vector>

namespace gf::test {

/// Metrics of a run that has these.
inline SharedMetrics metricsOf(const std::vector<Metrics::Loss>& losses,
                               const std::vector<Metrics::Measurement>& measurements = {}) {
    Metrics metrics;
    for (const Metrics::Loss& loss : losses)
        metrics.add(loss);
    for (const Metrics::Measurement& measurement : measurements)
        metrics.add(measurement);
    return std::make_shared<const Metrics>(std::move(metrics));
}

} // namespace gf::test
