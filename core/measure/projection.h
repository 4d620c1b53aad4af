// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <Eigen/Core>

#include <array>

namespace gf {

/// Rows of numbers, seen along the two directions in which they differ most: their principal
/// components (Pearson 1901). With the rows' mean m taken off, X − m = U·S·Vᵀ, and a row is drawn
/// at (x − m)·V, of which the first two columns are kept.
struct Projection {
    Eigen::RowVectorXd mean; ///< [C]
    /// [C,2]: each of length 1, its largest number positive, so that a picture does not turn over
    /// from one step of training to the next; zero where the rows differ in no such direction.
    Eigen::MatrixXd directions;
    std::array<double, 2> explained{}; ///< shares of the variance: s₁²/Σs², s₂²/Σs²

    /// Where rows [R,C] are drawn: [R,2].
    Eigen::MatrixXd of(const Eigen::MatrixXd& rows) const;
};

/// Of rows [R,C], all of them finite; R and C need not be small, but one of them should be: the
/// square of it is taken apart.
Projection principalComponents(const Eigen::MatrixXd& rows);

} // namespace gf
