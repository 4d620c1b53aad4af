// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/input_embedding.h"

#include "core/ops/add.h"
#include "core/ops/embedding.h"
#include "core/ops/leaf.h"
#include "core/ops/linear.h"
#include "core/ops/position.h"
#include "core/ops/slice.h"

#include <cmath>

namespace gf {

Side sourceSide(const ModelConfig& config) {
    const bool both = config.architecture == Architecture::EncoderDecoder;
    const std::string prefix = both ? "source_" : "";
    return {"source", prefix, prefix, Axis::Source, config.sourceVocab, Axis::SourceWord};
}

Side targetSide(const ModelConfig& config) {
    const bool both = config.architecture == Architecture::EncoderDecoder;
    const std::string prefix = both ? "target_" : "";
    const bool shares = both && config.shareEmbeddings && !config.isRecurrent();
    return {"target",           prefix,          shares ? "source_" : prefix, Axis::Target,
            config.targetVocab, Axis::TargetWord};
}

ModelInput tokenIds(Builder& b, const std::string& sequence, Index length, Axis tokens,
                    Index vocabulary) {
    const ScopeGuard scope(b.graph, {ScopeKind::Tokens, sequence});
    const NodeId node = ops::input(b.graph, "ids", Shape{length}, {tokens});
    return {b.graph[node].name, node, InputKind::Ids, vocabulary};
}

ModelInput keepMask(Builder& b, const std::string& sequence, Index length, Axis tokens) {
    const ScopeGuard scope(b.graph, {ScopeKind::Tokens, sequence});
    const NodeId node = ops::input(b.graph, "keep", Shape{length}, {tokens});
    return {b.graph[node].name, node, InputKind::Keep};
}

ModelInput realValues(Builder& b, const std::string& sequence, Index length, Axis tokens) {
    const ScopeGuard scope(b.graph, {ScopeKind::Tokens, sequence});
    const NodeId node =
        ops::input(b.graph, "values", Shape{length, b.config.features}, {tokens, Axis::Feature});
    return {b.graph[node].name, node, InputKind::Values};
}

ModelInput tokenTypes(Builder& b, const std::string& sequence, Index length, Axis tokens) {
    const ScopeGuard scope(b.graph, {ScopeKind::Tokens, sequence});
    const NodeId node = ops::input(b.graph, "types", Shape{length}, {tokens});
    return {b.graph[node].name, node, InputKind::Types, b.config.tokenTypes};
}

ModelInput tokenPlaces(Builder& b, const std::string& sequence, Index length, Axis tokens) {
    const ScopeGuard scope(b.graph, {ScopeKind::Tokens, sequence});
    const NodeId node = ops::input(b.graph, "places", Shape{length}, {tokens});
    return {b.graph[node].name, node, InputKind::Places,
            b.config.positionOffset + b.config.maxLength, b.config.positionOffset};
}

bool skipsPadding(const ModelConfig& config) {
    return config.exactIds && config.architecture == Architecture::Encoder &&
           config.positional == Positional::Learned && config.positionOffset > 0 &&
           addsPositions(config);
}

NodeId embeddingTable(Builder& b, const Side& side) {
    const ScopeGuard scope(b.graph, Scope{{{ScopeKind::Embedding, side.table + "embedding"}}});
    return b.parameter("weight", Shape{side.vocabulary, b.config.dModel},
                       {side.words, Axis::Model});
}

namespace {

NodeId embedded(Builder& b, const Side& side, NodeId ids) {
    const double factor =
        b.config.embeddingScale ? std::sqrt(static_cast<double>(b.config.dModel)) : 1.0;
    const NodeId table = embeddingTable(b, side);
    const ScopeGuard scope(b.graph, {ScopeKind::Embedding, "embedded"});
    return ops::embedding(b.graph, "", table, ids, factor);
}

NodeId projected(Builder& b, const Side& side, NodeId values) {
    NodeId weight = noNode;
    NodeId bias = noNode;
    {
        const ScopeGuard scope(b.graph,
                               Scope{{{ScopeKind::Embedding, side.parameters + "embedding"}}});
        weight = b.parameter("weight", Shape{b.config.features, b.config.dModel},
                             {Axis::Feature, Axis::Model});
        bias = b.parameter("bias", Shape{b.config.dModel}, {Axis::Model});
    }
    const ScopeGuard scope(b.graph, {ScopeKind::Embedding, "embedded"});
    return ops::linear(b.graph, "", values, weight, bias, {.axis = Axis::Model});
}

/// The row of each token's segment, "token_type.weight" [types,D].
NodeId typed(Builder& b, NodeId types) {
    NodeId table = noNode;
    {
        const ScopeGuard scope(b.graph, Scope{{{ScopeKind::Embedding, "token_type"}}});
        table = b.parameter("weight", Shape{b.config.tokenTypes, b.config.dModel},
                            {Axis::TokenType, Axis::Model});
    }
    const ScopeGuard scope(b.graph, {ScopeKind::Other, "token_type"});
    return ops::embedding(b.graph, "", table, types, 1);
}

/// The learned positions of a side, "…position.weight" [position_offset + max_length,D].
NodeId positionTable(Builder& b, const Side& side) {
    const ScopeGuard scope(b.graph, Scope{{{ScopeKind::Position, side.parameters + "position"}}});
    return b.parameter("weight",
                       Shape{b.config.positionOffset + b.config.maxLength, b.config.dModel},
                       {Axis::Position, Axis::Model});
}

/// noNode where the model has none.
NodeId position(Builder& b, const Side& side, Index tokens, NodeId places) {
    if (!addsPositions(b.config))
        return noNode;
    const bool learned = b.config.positional == Positional::Learned;
    const bool halves = b.config.sinusoidOrder == SinusoidOrder::Halves;
    const NodeId table = learned ? positionTable(b, side) : noNode;
    const ScopeGuard scope(b.graph, {ScopeKind::Position, "position"});
    if (places != noNode) {
        const NodeId rows = learned
                                ? table
                                : ops::sinusoidalPosition(b.graph, "table", b.config.maxLength,
                                                          b.config.dModel, Axis::Position, halves);
        return ops::embedding(b.graph, "", rows, places, 1);
    }
    if (learned && b.config.positionOffset > 0)
        return ops::slice(b.graph, "", {{table, {b.config.positionOffset, 0}}},
                          {tokens, b.config.dModel, side.tokens, Axis::Model});
    return learned
               ? ops::learnedPosition(b.graph, "", table, tokens, side.tokens)
               : ops::sinusoidalPosition(b.graph, "", tokens, b.config.dModel, side.tokens, halves);
}

/// The norm over what the first layer reads.
NodeId normedInput(Builder& b, const Side& side, NodeId sum) {
    const Builder::NormWeights weights = [&] {
        Scope levels{{{ScopeKind::Norm, "embedding_norm"}}};
        if (!side.parameters.empty())
            levels.levels.insert(levels.levels.begin(), {ScopeKind::Tokens, side.steps});
        const ScopeGuard scope(b.graph, std::move(levels));
        return b.normWeights();
    }();
    const ScopeGuard scope(b.graph, {ScopeKind::Input, "input"});
    return b.normBy(weights, "", sum);
}

} // namespace

bool addsPositions(const ModelConfig& config) {
    // The order of its steps says where a token of a recurrent model stands.
    return !config.isRecurrent() && (config.positional == Positional::Learned ||
                                     config.positional == Positional::Sinusoidal);
}

NodeId embed(Builder& b, const Side& side, const ModelInput& fed, NodeId fedTypes,
             NodeId fedPlaces) {
    const ScopeGuard tokens(b.graph, {ScopeKind::Tokens, side.steps});
    const NodeId words =
        fed.kind == InputKind::Values ? projected(b, side, fed.node) : embedded(b, side, fed.node);
    const auto sum = [&](const char* title, NodeId x, NodeId added) {
        const ScopeGuard scope(b.graph, {ScopeKind::Input, title});
        return added == noNode ? ops::identity(b.graph, "", x) : ops::add(b.graph, "", {x, added});
    };
    const NodeId places = position(b, side, b.graph[fed.node].shape[0], fedPlaces);
    const NodeId types = fedTypes == noNode ? noNode : typed(b, fedTypes);
    const bool addsBoth = places != noNode && types != noNode;
    const NodeId x = addsBoth ? sum("typed", words, types) : words;
    const NodeId last = places != noNode ? places : types;
    const bool norms = b.config.embeddingNorm && b.config.hasNorms();
    return b.dropped(norms ? normedInput(b, side, sum("summed", x, last)) : sum("input", x, last));
}

} // namespace gf
