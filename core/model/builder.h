// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/model/config.h"

#include <string>

namespace gf {

/// What the building functions share: the graph that grows, and the choices that shape it.
struct Builder {
    Graph& graph;
    const ModelConfig& config;
    bool training = false; ///< insert dropout nodes

    /// The learned weight of this part in the scope that is open; made at its first use.
    NodeId parameter(const std::string& part, Shape shape, const std::vector<Axis>& axes);

    /// `x`, or where the model drops out during training, the node "<x>.dropout".
    NodeId dropped(NodeId x);

    /// What a norm multiplies its rows by, in the scope that is open: "gain" [width], or
    /// "gain_plus_one".
    NodeId gain(Index width, Axis axis);

    /// What a norm has learned, in the scope that is open.
    struct NormWeights {
        NodeId gain = noNode;
        NodeId bias = noNode; ///< noNode: RMSNorm
    };
    NormWeights normWeights();
    /// `part` = the model's norm of x.
    NodeId normBy(const NormWeights& weights, const std::string& part, NodeId x);

    /// "output" = LayerNorm(x) with "gain" and "bias", or RMSNorm(x) with "gain" alone, in a scope
    /// of this title ("norm1"); x itself where the model has no norms. `index` counts those of a
    /// layer.
    NodeId norm(const std::string& title, NodeId x, int index = -1);
};

/// What the output is made from.
struct Stream {
    NodeId top = noNode;    ///< [T,D]: the rows of what is said
    NodeId memory = noNode; ///< [S,D]: the encoder's rows in the end; noNode without one
};

} // namespace gf
