// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/sentence.h"
#include "ui/figure/figure.h"

#include <functional>
#include <optional>
#include <vector>

namespace gf {

/// A figure at one moment of a training after the other, the earliest first.
struct Film {
    static constexpr double usualDpi = 150;         ///< there are hundreds of pictures in one file
    static constexpr Index mostMillionPixels = 400; ///< of all pictures

    std::vector<Index> steps;                         ///< the training step of each moment
    std::vector<double> losses;                       ///< of each; NaN where there is none
    std::function<Figure(std::size_t moment)> figure; ///< asked for twice

    /// Why there is none of so many pictures of this size; empty where there can be one.
    static Sentence problem(std::size_t moments, const QSize& pixels);
    /// As a GIF, 12 moments a second on one colour scale; training step and loss stand before each
    /// caption. Throws Error.
    QByteArray gif(const std::optional<Paper>& paper) const;
};

} // namespace gf
