// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <span>
#include <vector>

namespace gf {

/// The entropy of one row of probabilities, in nats: −Σ_j p_j ln p_j, where 0·ln 0 is 0 (Shannon
/// 1948). A row of n equal weights has ln n; a row that looks at one token has 0.
double rowEntropy(std::span<const float> row);

/// How the rows of a softmax share out on average, and how they would without any preference.
struct MeanEntropy {
    double entropy = 0; ///< of the rows, in nats
    double uniform = 0; ///< ln n_i, n_i the cells that row i sees: the entropy of equal weights
    Index fewest = 0;   ///< the smallest n_i
    Index most = 0;     ///< the largest
};

/// Over all rows that see anything. `weights` are rows of `columns` probabilities, `logits` what
/// the softmax was taken of, where −∞ hides a cell.
MeanEntropy meanEntropy(std::span<const float> weights, std::span<const float> logits,
                        Index columns);

/// A row of a softmax is called nearly uniform when its entropy is at least this share of that of
/// equal weights.
inline constexpr double nearlyUniform = 0.98;

/// Whether a row that shares out over `seen` cells, which are at least two, is nearly uniform.
bool isNearlyUniform(std::span<const float> row, Index seen);

/// How many rows of a softmax are nearly uniform.
struct UniformRows {
    Index rows = 0;   ///< that are
    Index of = 0;     ///< that see at least two cells
    Index fewest = 0; ///< cells that one of the former sees
    Index most = 0;
};

/// `weights` and `logits` as in meanEntropy().
UniformRows uniformRows(std::span<const float> weights, std::span<const float> logits,
                        Index columns);

/// softmax(z/τ) of one row of logits; `temperature` τ > 0. At τ = 1 the model's own probabilities;
/// towards 0 all goes to the largest logit, towards ∞ to all alike (Hinton et al. 2015, eq. 1).
std::vector<double> tempered(std::span<const float> logits, double temperature);

/// −Σ p ln p in nats, where 0·ln 0 is 0 (Shannon 1948).
double entropyOf(std::span<const double> probabilities);

} // namespace gf
