// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/mixer.h"

#include "core/model/attention.h"

namespace gf {

NodeId mixTokens(Builder& b, const std::string& layer, const MixerInputs& inputs) {
    return attention(b, layer + ".self_attn",
                     {inputs.tokens, inputs.tokens, inputs.keep, inputs.causal});
}

} // namespace gf
