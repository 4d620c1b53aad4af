// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <optional>

namespace gf {

/// Two tokens whose rows change places in what a sub-layer reads. Their positions, where these were
/// added to the rows, go with them.
struct ExchangedTokens {
    Index first = 0;
    Index second = 0;
};

/// Whether a scope mixes the tokens of one sequence: self-attention, a mean layer, a convolution.
bool mixesTokens(const Scope& scope);

/// Who reads whom in a sub-layer that mixes tokens, [T,T]: row i is how token i shares out what it
/// reads. Each row sums to 1, or is zero where nothing is seen. Of attention it is the mean over
/// its heads, of a mean layer its weights; a convolution reads an offset in proportion to
/// the Frobenius norm of the kernel's matrix for it. With `exchanged` what the same weights of the
/// model give when two rows of its input have changed places: the mask, and positions in the
/// scores, stay where they are. Empty where the trace has not the numbers for it.
Tensor tokenMixing(const Trace& trace, const Scope& scope,
                   std::optional<ExchangedTokens> exchanged = std::nullopt);

} // namespace gf
