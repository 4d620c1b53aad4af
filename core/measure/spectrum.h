// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/tensor/sentence.h"

#include <Eigen/Core>

#include <optional>
#include <vector>

namespace gf {

/// How much of what rows 0 … P−1 do, column by column, is a wave of each frequency around a clock
/// of P hours: |Σ_n x_n·e^(−2πikn/P)|² for k = 1 … ⌊P/2⌋, as shares of their sum over k and all
/// columns. A model that has found the rule of sums mod P keeps few of them (Nanda et al. 2023).
/// All shares are 0 where all rows are equal.
std::vector<double> powerByFrequency(const Eigen::MatrixXd& rows);

/// How many of the largest shares are needed for so much of all; 0 where there is none.
Index countFor(double share, std::vector<double> shares);

/// The numbers 0, 1, 2 … among the tokens that a model reads, by their ids.
struct NumberRows {
    NodeId table = noNode; ///< the embedding [V,D]
    std::vector<Index> rows;
};
/// Of a model that reads two numbers in its first sequence: what `modular` trains. Nothing where
/// its tokens are no numbers from 0 on.
std::optional<NumberRows> numberRows(const Trace& trace);

/// Why a model has no such numbers; nothing: it has.
std::optional<Sentence> noNumbers(const Trace& trace);

} // namespace gf
