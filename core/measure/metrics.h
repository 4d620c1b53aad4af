// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace gf {

/// Metrics of a run: its training loss, and what was measured on validation, as a chart shows
/// them. However long the run, a bounded number of each is kept, evenly spread over the steps, the
/// first and the last among them.
class Metrics {
public:
    struct Loss {
        Index step = 0; ///< after which it was computed
        float loss = 0; ///< of its batch, before the update; of fast runs the mean of a few steps

        friend bool operator==(const Loss&, const Loss&) = default;
    };

    struct Measurement {
        Index step = 0;
        float loss = 0;                  ///< mean over the validation examples
        float accuracy = 0;              ///< exact matches among them, 0 to 1
        std::optional<float> error = {}; ///< there in the task's own measure; in no file
        /// Exact matches among the examples that are trained on, where there is an end to them.
        std::optional<float> trained = {};

        friend bool operator==(const Measurement&, const Measurement&) = default;
    };

    static constexpr std::size_t mostLosses = 4096;
    static constexpr std::size_t mostMeasurements = 1024;

    /// Steps ascend: what is not of a later step than the last is passed over, and so is what is
    /// not finite.
    void add(const Loss& loss);
    void add(const Measurement& measurement);
    /// Forgets what came after `step`, for a run that goes back.
    void dropAfter(Index step);

    bool empty() const { return m_losses.empty() && m_measurements.empty(); }
    const std::vector<Loss>& losses() const { return m_losses; }
    const std::vector<Measurement>& measurements() const { return m_measurements; }
    /// The last of this step or an earlier one; null where there is none.
    const Loss* lossBy(Index step) const;
    const Measurement* measurementBy(Index step) const;

    friend bool operator==(const Metrics&, const Metrics&) = default;

private:
    std::vector<Loss> m_losses;
    std::vector<Measurement> m_measurements;
};

/// As they were at one time.
using SharedMetrics = std::shared_ptr<const Metrics>;

} // namespace gf
