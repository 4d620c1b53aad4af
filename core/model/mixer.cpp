// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/mixer.h"

#include "core/model/attention.h"

namespace gf {

NodeId mixTokens(Builder& b, const MixerInputs& inputs) {
    return attention(b, {ScopeKind::SelfAttention, "self_attn"},
                     {inputs.tokens, inputs.tokens, inputs.keep, inputs.causal, true});
}

} // namespace gf
