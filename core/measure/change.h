// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <vector>

namespace gf {

/// How the change of a node's numbers follows from what changed in its operands.
struct Change {
    enum class Kind {
        Nothing, ///< none of its numbers changed
        Linear,  ///< it is the operation itself, of the terms below
        Other    ///< neither: a softmax, or a product of two operands that both changed
    };
    /// What stands in the place of an operand.
    enum class Term { Change, Value, Nothing };

    Kind kind = Kind::Other;
    std::vector<Term> terms; ///< of Linear: one for each operand
};

/// Of a node of a difference of two traces (core/graph/difference.h). Δ(x·W + b) is Δx·W where x
/// alone changed, x·ΔW + Δb where x did not, and no product where both changed.
Change changeOf(const Trace& difference, NodeId node);

} // namespace gf
