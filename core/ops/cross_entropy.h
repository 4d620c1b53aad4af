// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

#include <string>

namespace gf::ops {

/// How many rows of the whole batch a keep-mask keeps; scalar, at least 1.
NodeId countTokens(Graph& graph, std::string name, NodeId keep);

/// −log p(label) of each token, 0 where `keep` is 0, and the label may be any; logits and
/// probabilities [T,V], labels and keep [T] → [T]. `first` is the label of the first column: the
/// next one's is first + 1. With smoothing ε the target is (1 − ε)·one-hot + ε/V (Szegedy et al.
/// 2016).
NodeId crossEntropy(Graph& graph, std::string name, NodeId logits, NodeId probabilities,
                    NodeId labels, NodeId keep, double smoothing, int first = 0);

/// The mean of (y − x)² over the f numbers of each row, 0 where `keep` is 0; values y and labels x
/// [T,f], keep [T] → [T].
NodeId squaredError(Graph& graph, std::string name, NodeId values, NodeId labels, NodeId keep);

/// Σ tokenLoss / count over the whole batch: scalar.
NodeId meanTokens(Graph& graph, std::string name, NodeId tokenLoss, NodeId count);

} // namespace gf::ops
