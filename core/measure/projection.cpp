// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/projection.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace gf {

Eigen::MatrixXd Projection::of(const Eigen::MatrixXd& rows) const {
    return (rows.rowwise() - mean) * directions;
}

Projection principalComponents(const Eigen::MatrixXd& rows) {
    constexpr double rounding = 1e-12; // of the largest square: below it nothing is known
    Projection found;
    found.mean = rows.colwise().mean();
    const Eigen::MatrixXd apart = rows.rowwise() - found.mean;
    const bool isWide = apart.rows() <= apart.cols();
    const Eigen::MatrixXd products =
        isWide ? Eigen::MatrixXd(apart * apart.transpose()) : apart.transpose() * apart;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> parts(products); // the smallest first
    const double all = products.trace();
    found.directions = Eigen::MatrixXd::Zero(apart.cols(), 2);
    const Eigen::Index count = std::min<Eigen::Index>(2, products.rows());
    const double largest = parts.eigenvalues()[products.rows() - 1];
    for (Eigen::Index i = 0; i < count; ++i) {
        const Eigen::Index at = products.rows() - 1 - i;
        const double square = parts.eigenvalues()[at]; // s²
        if (!(square > rounding * largest) || all <= 0)
            continue;
        Eigen::VectorXd direction = parts.eigenvectors().col(at);
        if (isWide)
            direction = apart.transpose() * direction / std::sqrt(square);
        Eigen::Index place = 0;
        direction.cwiseAbs().maxCoeff(&place);
        found.directions.col(i) = direction[place] < 0 ? Eigen::VectorXd(-direction) : direction;
        found.explained[static_cast<std::size_t>(i)] = square / all;
    }
    return found;
}

} // namespace gf
