// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/batch.h"
#include "core/io/safetensors.h"

#include <memory>

namespace gf {

/// Batches of rows of numbers from a file, as readBatches() describes them. Throws Error, without
/// the file's name, when it is bad or does not fit the configuration.
std::unique_ptr<BatchSource> makeNumberBatches(Safetensors file, const ModelConfig& config);

} // namespace gf
