// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/tensor/tensor.h"

#include <optional>
#include <vector>

namespace gf {

/// The nodes of a recurrent model's attention that its context is made of; noNode where it has
/// none of the kind.
struct AlignmentNodes {
    NodeId weights = noNode; ///< α [T,S], as dropout leaves it
    NodeId memory = noNode;  ///< s [S,D], the states that are attended to
    NodeId context = noNode; ///< c [T,D]
    NodeId states = noNode;  ///< h [T,D] of Luong et al. 2015, joined with c
    NodeId product = noNode; ///< [h; c]·W_c (+ b_c)
    NodeId output = noNode;  ///< h̃ [T,D], its tanh
};

/// Of the scope of an alignment.
AlignmentNodes alignmentNodes(const Graph& graph, const Scope& alignment);

/// One row of the context, c_t = Σ_j α_tj·s_j (Luong et al. 2015, section 3; Bahdanau et al. 2015,
/// eq. 5), and what becomes of it.
struct ContextSum {
    Tensor terms;               ///< α_tj·s_j [S,D]
    std::vector<float> context; ///< their sum
    // h̃ = tanh([h; c]·W_c) taken apart (Luong et al. 2015, eq. 5); empty where c joins the input
    // of the cell instead.
    std::vector<float> fromState;   ///< h·(the upper half of W_c)
    std::vector<float> fromContext; ///< c·(the lower half)
    std::vector<float> bias;        ///< b_c; empty without one
    std::vector<float> output;      ///< tanh of their sum
};

/// Nothing where the trace has not the numbers for it.
std::optional<ContextSum> contextSum(const Trace& trace, const AlignmentNodes& nodes, Index row);

/// How one query's row of weights · V adds up, key by key.
struct WeightedSum {
    std::vector<Index> keys; ///< in the order in which they are added, [S]
    Tensor terms;            ///< weight · value, [S,K], in that order
    Tensor sums;             ///< the sum up to and with each, [S,K]; the last row is the result
};

/// `weights` [H,T,S], `values` [H,S,K]. `largestFirst`: keys by falling weight, otherwise as they
/// stand in the text (Vaswani et al. 2017, eq. 1).
WeightedSum weightedSum(const Tensor& weights, const Tensor& values, Index head, Index query,
                        bool largestFirst);

} // namespace gf
