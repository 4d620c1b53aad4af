// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

namespace gf {

/// How many dot products of a query with a key it takes to write, or in a recurrent model how many
/// time steps, by what is kept between tokens.
struct AttentionWork {
    Index everything = 0;  ///< source and text again for each token
    Index encoderOnce = 0; ///< the text again for each token
    Index newRows = 0;     ///< one row for each token: keys and values of the others are kept, or
                           ///< the state
};

/// What the count depends on.
struct WorkShape {
    Index source = 0;       ///< M: tokens of the source; 0 without an encoder
    Index begun = 1;        ///< tokens there were before the first new one, `<sos>` included
    Index encoderHeads = 0; ///< heads of all encoder layers together
    Index decoderHeads = 0;
    Index encoderCells = 0; ///< recurrent layers
    Index decoderCells = 0;

    bool isRecurrent() const { return decoderCells > 0; }
    /// A mixer that is no attention has nothing that is counted here.
    bool isKnown() const { return decoderHeads > 0 || isRecurrent(); }
};

/// Heads and lengths of a model as its trace has them; `prompt` tokens were there from the start.
WorkShape workShapeOf(const Trace& trace, Index prompt);

/// The work of the first `tokens` new tokens. In each head the encoder takes M², a text of t tokens
/// t² and looking at the source M for each row: with only new rows M² + N²/2 + M·N or so. In each
/// recurrent layer the encoder takes M time steps and a text of t tokens t.
AttentionWork workOf(const WorkShape& shape, Index tokens);

} // namespace gf
