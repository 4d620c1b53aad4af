// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <functional>
#include <vector>

namespace gf {

/// How far a step of a run on shuffled tokens is from that of the run on the tokens as they were.
struct ShuffledStep {
    NodeId node = noNode;
    /// The largest difference of two numbers once rows and columns of tokens are back at their
    /// places; infinite where one of the two is no number and the other is not the same.
    double difference = 0;
};

/// The value of a node in a run.
using ReadExact = std::function<BasicTensor<double>(NodeId)>;

/// Of every forward step; what is fed is not computed, and where it names rows (the ids of a
/// pointer) the difference of two names says nothing. Row i of `shuffled` is the token that stood
/// at order[i] in `original`; tokens after the last of `order` stay. Steps of single time steps are
/// left out. A
/// function f is equivariant where f(Px) = P·f(x) for every order P (Zaheer et al. 2017, section
/// 2): the difference is then 0 but for the order in which sums add up.
std::vector<ShuffledStep> movedBack(const Graph& graph, const ReadExact& original,
                                    const ReadExact& shuffled, const std::vector<Index>& order);

} // namespace gf
