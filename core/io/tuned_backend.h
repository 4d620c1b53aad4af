// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"

#include <memory>
#include <string_view>

namespace gf {

/// makeBackend(), with the kernels (core/io/kernel_file.h) and the tuning (core/io/tuning_file.h)
/// that are kept for its device.
std::unique_ptr<Backend> makeTunedBackend(std::string_view name);

} // namespace gf
