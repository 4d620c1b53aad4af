// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/tune_products.h"
#include "core/backend/program.h"

#include <string>
#include <string_view>

namespace gf {

/// What a tuning holds for; it says nothing of any other device, driver or kernels.
struct TuningKey {
    std::string backend;      ///< "opencl"
    std::string device;       ///< "Intel(R) UHD Graphics 770"
    std::string driver;       ///< its version
    std::string_view kernels; ///< their source, which outlives this
};

/// A backend that is faster when its kernels were measured on its device. Its numbers have the same
/// bits with any tuning and with none.
class Tunable {
public:
    virtual ~Tunable() = default;

    virtual TuningKey tuningKey() const = 0;
    /// gpu::tuneProducts() on the device.
    virtual gpu::ProductTuning tuned(const gpu::ProductTuning& known,
                                     const gpu::TuneProgress& progress) const = 0;
    /// For what is compiled from now on.
    virtual void setTuning(const gpu::ProductTuning& tuning) = 0;
};

/// Null where there is nothing to tune.
inline Tunable* tunableOf(Backend& backend) {
    return dynamic_cast<Tunable*>(&backend);
}

} // namespace gf
