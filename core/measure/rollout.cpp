// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/rollout.h"

#include "core/measure/token_mixing.h"
#include "core/tensor/eigen.h"

#include <algorithm>

namespace gf {

namespace {

using Square = RowMatrix<double>;

/// ½·A + ½·I with rows that sum to one, whatever rounding left of those of A.
Square withResidual(const Tensor& mixing) {
    Square shares = 0.5 * matrixOf(mixing).cast<double>();
    shares.diagonal().array() += 0.5;
    for (Index row = 0; row < shares.rows(); ++row)
        shares.row(row) /= shares.row(row).sum();
    return shares;
}

} // namespace

std::vector<Rollout> rollouts(const Trace& trace) {
    std::vector<Rollout> found;
    std::vector<Scope> seen;
    Square product;
    for (const Node& node : trace.graph->nodes()) {
        if (node.role != Role::Forward || !mixesTokens(node.scope) ||
            std::ranges::find(seen, node.scope) != seen.end())
            continue;
        seen.push_back(node.scope);
        const Tensor mixing = tokenMixing(trace, node.scope);
        if (mixing.empty())
            continue;
        const std::string& stack = node.scope.levels.front().title;
        const bool begins = found.empty() || found.back().stack != stack;
        if (begins)
            found.push_back({stack, {}, {}});
        const Square layer = withResidual(mixing);
        product = begins ? layer : Square(layer * product);
        found.back().layers.push_back(tensorOf(product));
        found.back().alone.push_back(mixing);
    }
    return found;
}

} // namespace gf
