// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"

#include <memory>

namespace gf {

/// What part of the training's time goes into pictures of the model that is being trained.
inline constexpr double lookingShare = 0.02;

/// Pictures a second that the share has to be enough for.
inline constexpr double picturesPerSecond = 25;

/// Seconds that a picture may take when nothing trains beside it.
inline constexpr double longestPicture = 0.05;

/// Floating-point operations in matrix products that the reference does in a second of making
/// pictures, all else and the copying included: rounded from the models of docs/backends.md ("What
/// computes the pictures").
inline constexpr double referenceFlops = 1e10;

/// Whether the reference makes a picture with so many operations in time.
constexpr bool isFastEnough(double flops, bool training) {
    const double seconds = training ? lookingShare / picturesPerSecond : longestPicture;
    return flops <= seconds * referenceFlops;
}

/// What computes the pictures of a model: `eigen`, the reference that a person can read, where it
/// is fast enough, and `cpu` where it is not. Counted, not measured: so the same model and example
/// are computed alike on every machine, whatever else runs there.
class ProbeBackends {
public:
    ProbeBackends();

    /// For one pass through this graph, `training`: while a run trains beside it.
    const Backend& chosenFor(const Graph& graph, bool training) const;

private:
    std::unique_ptr<Backend> m_reference, m_fast;
};

} // namespace gf
