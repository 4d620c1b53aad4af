// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/gradient_norms.h"

#include "core/tensor/eigen.h"
#include "core/tensor/finite.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gf {

std::vector<BlockGradient> blockGradients(const Trace& trace) {
    std::vector<BlockGradient> blocks;
    std::vector<double> most; // by block: the largest sum of squares of one gradient
    for (const Node& node : trace.graph->nodes()) {
        const NodeId gradient =
            node.role == Role::Parameter ? trace.graph->gradientOf(node.id) : noNode;
        if (gradient == noNode || trace.value(gradient).empty())
            continue;
        auto found = std::ranges::find(blocks, node.scope, &BlockGradient::scope);
        if (found == blocks.end()) {
            found = blocks.insert(blocks.end(), {node.scope, 0, 0, noNode});
            most.push_back(-1);
        }
        BlockGradient& block = *found;
        const double squares = matrixOf(trace.value(gradient)).cast<double>().squaredNorm();
        block.norm = std::sqrt(block.norm * block.norm + squares); // not hypot: ∞ and NaN are NaN
        block.count += trace.value(gradient).count();
        // What is no number is larger than any: that is where a person wants to look.
        double& largest = most[found - blocks.begin()];
        if (isLarger(squares, largest)) {
            largest = squares;
            block.largest = gradient;
        }
    }
    return blocks;
}

double totalNorm(const std::vector<BlockGradient>& blocks) {
    double squares = 0;
    for (const BlockGradient& block : blocks)
        squares += block.norm * block.norm;
    return std::sqrt(squares);
}

double biasCorrected(double mean, double beta, double step) {
    assert(step >= 1);
    return mean / (1 - std::pow(beta, step));
}

} // namespace gf
