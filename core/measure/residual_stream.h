// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/tensor/sentence.h"
#include "core/tensor/tensor.h"

#include <optional>
#include <vector>

namespace gf {

/// A place on the residual stream: a value of [T,D] that the next sub-layer reads and adds to.
struct StreamPoint {
    enum class Kind {
        Start, ///< the embedding
        Sum,   ///< what was there before, plus `update`
        Norm,  ///< a norm that stands on the stream itself: Post-LN, and the last one of Pre-LN
        Same,  ///< the value before, handed on
    };

    NodeId node = noNode;
    Kind kind = Kind::Start;
    NodeId update = noNode; ///< of a Sum: what is added (a sub-layer's output, the positions)
    NodeId norm = noNode;   ///< of a Sum: the norm between the stream and the sub-layer (Pre-LN)
};

/// One stack's stream from the embedding to its end.
using ResidualStream = std::vector<StreamPoint>;

/// The streams of a model, encoder first, read off the operations and their inputs and from nothing
/// else: a sum whose operand is the stream continues it; where no sum reads it, a norm does. That a
/// norm stands before or after a sub-layer (Xiong et al. 2020) is thus seen, not believed.
std::vector<ResidualStream> residualStreams(const Graph& graph);

/// Where a stream of a transformer is between its layers: what the first one reads, then what each
/// layer leaves, the last one before a norm that stands after all layers. Empty without layers.
std::vector<NodeId> layerBoundaries(const Graph& graph, const ResidualStream& stream);

/// The stream that has `node` on it or on one of its branches (norm or update), and the number of
/// that point.
struct StreamPlace {
    ResidualStream stream;
    std::size_t point = 0;
};
std::optional<StreamPlace> streamPlaceOf(const Graph& graph, NodeId node);

/// ‖x_t‖ for each row of x [T,D].
std::vector<double> rowNorms(const Tensor& x);

/// Why a model says no words; nothing: it does.
std::optional<Sentence> noWords(const Graph& graph);
/// Why the layers of a model cannot be read as words: it says none, or has no residual stream;
/// nothing: they can.
std::optional<Sentence> noWordsAfterLayers(const Graph& graph);

} // namespace gf
