// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/embedding.h"

#include "core/ops/add.h"
#include "core/ops/embedding.h"
#include "core/ops/position.h"

#include <cmath>

namespace gf {

Side sourceSide(const ModelConfig& config) {
    const bool both = config.architecture == Architecture::EncoderDecoder;
    return {"source", both ? "source_" : "", Axis::Source, config.sourceVocab, Axis::SourceWord};
}

Side targetSide(const ModelConfig& config) {
    const bool both = config.architecture == Architecture::EncoderDecoder;
    return {"target", both ? "target_" : "", Axis::Target, config.targetVocab, Axis::TargetWord};
}

NodeId embeddingTable(Builder& b, const Side& side) {
    return b.parameter(side.parameters + "embedding.weight",
                       Shape{side.vocabulary, b.config.dModel}, {side.words, Axis::Model});
}

NodeId embed(Builder& b, const Side& side, NodeId ids) {
    const Index tokens = b.graph[ids].shape[0];
    const double factor =
        b.config.embeddingScale ? std::sqrt(static_cast<double>(b.config.dModel)) : 1.0;
    const NodeId embedded =
        ops::embedding(b.graph, side.steps + ".embedded", embeddingTable(b, side), ids, factor);
    const std::string input = side.steps + ".input";
    const std::string position = side.steps + ".position";
    NodeId sum = noNode;
    switch (b.config.positional) {
    case Positional::None:
        sum = ops::identity(b.graph, input, embedded);
        break;
    case Positional::Sinusoidal:
        sum = ops::add(b.graph, input,
                       {embedded, ops::sinusoidalPosition(b.graph, position, tokens,
                                                          b.config.dModel, side.tokens)});
        break;
    case Positional::Learned: {
        const NodeId table =
            b.parameter(side.parameters + "position.weight",
                        Shape{b.config.maxLength, b.config.dModel}, {Axis::Position, Axis::Model});
        sum = ops::add(
            b.graph, input,
            {embedded, ops::learnedPosition(b.graph, position, table, tokens, side.tokens)});
        break;
    }
    }
    return b.dropped(sum);
}

} // namespace gf
