// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/tensor/sentence.h"

#include <optional>
#include <string>
#include <vector>

namespace gf {

/// One logit, or the difference of two, as a sum over what was added to the residual stream.
struct Attribution {
    struct Part {
        /// "embedding", "position", "decoder.0.self_attn.head.0" (heads from 0), "decoder.0.ffn"
        /// or another sub-layer; "bias": those of norms, W_O and output together; "changes": what
        /// a person made of steps.
        std::string name;
        double value = 0;
        NodeId node = noNode; ///< what was added; noNode of "bias" and "changes"
        int head = -1;        ///< of an attention, from 0
    };
    std::vector<Part> parts; ///< in the order of the model, bias and changes last
    double logit = 0;        ///< as the model has it

    double sum() const;
};

/// Of the logit in this row and column of "logits" [T,V], less that of column `against`. The last
/// norm's mean and deviation are held at what they are, and so are those of norms on the stream
/// itself (Post-LN): the logit is then linear in what was added (Elhage et al. 2021, "the residual
/// stream"; Kobayashi et al. 2021, eq. 8). Attention says Σ_h concat_h·W_O[hK…], a part for each
/// head; a feed-forward layer's part is all that it adds, b_2 with it. A pointer's keys are held
/// too. Throws Error as noAttribution() says, and for a place that a mask hides.
Attribution attribute(const Trace& trace, Index row, Index column,
                      std::optional<Index> against = {});

/// What one more of a hidden unit adds to each logit of a row by its row of W_2 alone, [V], norms
/// behind it held as in attribute(); layers behind it are not asked (Geva et al. 2021). `hidden`
/// [T,F] is what a feed-forward layer's W_2 multiplies. Empty where noAttribution() has a reason,
/// where a pointer chooses, and where the logits are made of another stack.
std::vector<double> promotedBy(const Trace& trace, NodeId hidden, Index unit, Index row);

/// Why a model's logits are no such sums: it has none, or no residual stream; nothing: they are.
std::optional<Sentence> noAttribution(const Graph& graph);

} // namespace gf
