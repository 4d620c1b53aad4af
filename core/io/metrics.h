// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/safetensors.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace gf {

/// Metrics of a run: its training loss, and what was measured on validation, as a chart shows
/// them. However long the run, a bounded number of each is kept, evenly spread over the steps, the
/// first and the last among them.
class Metrics {
public:
    struct Loss {
        Index step = 0; ///< after which it was computed
        float loss = 0; ///< of its batch, before the update

        friend bool operator==(const Loss&, const Loss&) = default;
    };

    struct Measurement {
        Index step = 0;
        float loss = 0;     ///< mean over the validation examples
        float accuracy = 0; ///< exact matches among them, 0 to 1

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

    friend bool operator==(const Metrics&, const Metrics&) = default;

private:
    std::vector<Loss> m_losses;
    std::vector<Measurement> m_measurements;
};

/// What the names of its tensors in a file begin with.
inline constexpr std::string_view metricsPrefix = "training/";

/// Metrics as tensors for a file: "training/step" and "training/loss", and where there are
/// measurements "training/validation_step", "…_loss" and "…_accuracy", each a row.
std::vector<NamedTensor> tensorsOf(const Metrics& metrics);

/// Takes these tensors out of the list of a file whose run has done `steps` steps. Untrusted:
/// throws Error that names the tensor which is unknown, missing, too long, of another type or
/// length than it must be, not finite, or whose steps do not ascend up to `steps`. A list without
/// any of them gives empty metrics.
Metrics takeMetrics(std::vector<NamedTensor>& tensors, Index steps);

} // namespace gf
