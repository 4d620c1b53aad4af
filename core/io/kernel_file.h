// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/kernel_store.h"

#include <string>

namespace gf {

/// Keeps compiled kernels below cacheFolder(), a file for each target. A file that is damaged, or
/// of other kernels, counts as none.
KernelStore kernelFiles();

/// The file for kernels of this target; empty where there is no such folder.
std::string kernelPath(const KernelKey& key);

} // namespace gf
