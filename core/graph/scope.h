// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// What a part of a model is. A sub-layer of no known kind is `Other` and goes by its title.
enum class ScopeKind : std::uint8_t {
    Stack,    ///< "encoder", "decoder": a column of the map
    Layer,    ///< of a stack
    TimeStep, ///< of a recurrent layer; repeats
    Cell,     ///< what the time steps of a recurrent layer share: its weights, their inputs
    Tokens,   ///< "source", "target", "label": a sequence before it enters a stack
    Embedding,
    Position,
    Input, ///< embedding and position together
    Norm,
    SelfAttention,
    CrossAttention,
    Mixer,     ///< what stands where self-attention stands and is none
    Alignment, ///< the attention of a recurrent model, one for the whole model
    FeedForward,
    Residual, ///< the sum of the stream and a sub-layer's output
    Output,   ///< the residual stream as logits, or as real numbers
    Pointer,  ///< scores of the decoder's rows for those of the encoder
    Probabilities,
    Loss,
    Other,
};

/// One level of a scope.
struct ScopeLevel {
    ScopeKind kind = ScopeKind::Other;
    /// Its part of the names ("self_attn", "norm1"); an empty one adds nothing to them.
    std::string title;
    int index = -1;       ///< counted from 0 among its like; −1: there is only one
    bool repeats = false; ///< one of many that are alike, such as time steps: drawn as one

    friend bool operator==(const ScopeLevel&, const ScopeLevel&) = default;
};

/// Where a node belongs in the model: stack decoder / layer 1 / cross-attention, from the outside
/// in. Who draws, names or explains a node asks its scope and never takes its name apart.
struct Scope {
    std::vector<ScopeLevel> levels;

    bool empty() const { return levels.empty(); }
    /// The kind of the innermost level; Other when there is none.
    ScopeKind kind() const { return empty() ? ScopeKind::Other : levels.back().kind; }
    bool isAttention() const {
        return kind() == ScopeKind::SelfAttention || kind() == ScopeKind::CrossAttention;
    }
    /// The innermost level of this kind, or nullptr.
    const ScopeLevel* find(ScopeKind wanted) const;
    /// The layer, counted from 0; −1 outside the layers.
    int layer() const;
    /// The levels down to the layer; empty outside the layers.
    Scope layerScope() const;
    /// This scope with one more level inside.
    Scope with(ScopeLevel level) const;
    /// The same place `delta` layers further.
    Scope inOtherLayer(int delta) const;
    /// The name of a part of it: the titles and the part, joined by dots ("encoder.0.norm1.gain").
    std::string nameOf(std::string_view part) const;

    friend bool operator==(const Scope&, const Scope&) = default;
};

/// The layer of this number.
ScopeLevel layerLevel(int index);

} // namespace gf
