// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

namespace gf {

/// Whether a scope mixes the tokens of one sequence: self-attention, a mean layer, a convolution.
bool mixesTokens(const Scope& scope);

/// Who reads whom in a sub-layer that mixes tokens, [T,T]: row i is how token i shares out what it
/// reads. Each row sums to 1, or is zero where nothing is seen. Of attention it is the mean over
/// its heads, of a mean layer its weights; a convolution reads an offset in proportion to
/// the Frobenius norm of the kernel's matrix for it. Empty where the trace has not the numbers.
Tensor tokenMixing(const Trace& trace, const Scope& scope);

} // namespace gf
