// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/tunable.h"

#include <optional>
#include <string>

namespace gf {

/// The file that keeps the tuning of a device, below cacheFolder(); empty where there is no such
/// folder. A new driver, or new kernels, have the same file.
std::string tuningPath(const TuningKey& key);

/// What is kept for this key. Nothing where there is none, and where it was measured with another
/// driver or other kernels, or is damaged.
std::optional<gpu::ProductTuning> keptTuning(const TuningKey& key);

/// Makes the folder of the file. Throws Error where nothing can be kept.
void requireTuningCanBeKept(const TuningKey& key);

/// Keeps it in the place of what was kept. Throws Error where that can't be written.
void keepTuning(const TuningKey& key, const gpu::ProductTuning& tuning);

} // namespace gf
