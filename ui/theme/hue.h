// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <cstdint>

namespace gf {

class Graph;
struct Node;
enum class ScopeKind : std::uint8_t;

/// What a colour stands for. The hues are those of Okabe and Ito, "Color Universal Design" (2008),
/// which people with any colour vision can tell apart.
enum class Hue {
    Neutral,     ///< everything else: norms, logits, the loss
    Query,       ///< blue
    Key,         ///< vermilion
    Value,       ///< green
    Attention,   ///< purple: scores to output, and W_O
    FeedForward, ///< orange
    Residual,    ///< sky: embeddings, positions and sums of the residual stream
};

/// The hue as published, made for white paper. `Theme::hue` adapts it to the background.
QColor hueColour(Hue hue);

/// The hue of a part of the model.
Hue hueOf(ScopeKind kind);

/// The hue of a step or parameter. A gradient has that of what it is the gradient of.
Hue hueOf(const Graph& graph, const Node& node);

/// The colour of a node's step; `hueColour(hueOf(…))`.
QColor accentFor(const Graph& graph, const Node& node);

} // namespace gf
