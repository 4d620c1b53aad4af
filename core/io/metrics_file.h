// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/safetensors.h"
#include "core/measure/metrics.h"

#include <string_view>
#include <vector>

namespace gf {

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
