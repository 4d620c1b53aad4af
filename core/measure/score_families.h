// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <vector>

namespace gf {

/// How a score is made of a state h_t and a state s_j that it may look at.
enum class ScoreFamily {
    Dot,      ///< h·s (Luong et al. 2015, eq. 8)
    Scaled,   ///< h·s/√D (Vaswani et al. 2017, eq. 1)
    General,  ///< h·W_a·s (Luong et al. 2015, eq. 8)
    Location, ///< (h·W_a)_j, whatever s_j is (Luong et al. 2015, eq. 9)
    Concat,   ///< v·tanh([h; s]·W_a) (Luong et al. 2015, eq. 8; Bahdanau et al. 2015, A.1.2)
};

/// One family's scores of one state with all that it may look at. Every one of them is a sum over
/// D terms.
struct FamilyScores {
    ScoreFamily family = ScoreFamily::Dot;
    bool own = false; ///< the model's
    /// [S,D]; row j adds up to scores[j]. Empty where the model has no weights for this family.
    Tensor terms;
    std::vector<float> scores;  ///< [S]
    std::vector<float> weights; ///< their softmax over what may be looked at, 0 elsewhere
};

/// All families in the order above, of row t of the alignment: the same h_t and s_j as the model
/// uses (with Bahdanau et al. the state before). Empty where the trace has not the numbers.
std::vector<FamilyScores> familyScores(const Trace& trace, const Scope& alignment, Index row);

} // namespace gf
