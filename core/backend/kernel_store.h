// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace gf {

/// What compiled kernels follow from.
struct KernelKey {
    std::string target;      ///< "sm_90, NVRTC 12.4"
    std::string_view source; ///< which outlives this
};

/// Where compiled kernels are kept, because compiling them takes seconds: nowhere, if nobody says.
struct KernelStore {
    /// Empty where there are none, or none that are whole.
    std::function<std::string(const KernelKey&)> find = [](const KernelKey&) {
        return std::string();
    };
    /// Does nothing where they can't be kept.
    std::function<void(const KernelKey&, const std::string& compiled)> keep =
        [](const KernelKey&, const std::string&) {};
};

/// Those that are kept, or else those that `compile` makes, which are kept from then on.
std::string compiledKernels(const KernelStore& store, const KernelKey& key,
                            const std::function<std::string()>& compile);

/// makeBackend(); what has to be compiled for it is kept.
std::unique_ptr<Backend> makeBackend(std::string_view name, const KernelStore& store);

} // namespace gf
