// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/cached_row.h"

#include "core/model/blocks.h"
#include "core/model/input_embedding.h"
#include "core/model/model.h"
#include "core/model/output.h"
#include "core/ops/leaf.h"

namespace gf {

namespace {

NodeId embeddedRow(Builder& b, CachedRow& row) {
    const Side side = targetSide(b.config);
    const ModelInput ids = tokenIds(b, side.steps, 1, side.tokens, side.vocabulary);
    row.ids = ids.node;
    if (addsPositions(b.config)) {
        const ScopeGuard scope(b.graph, {ScopeKind::Tokens, side.steps});
        row.place = ops::input(b.graph, "place", Shape{1}, {side.tokens});
    }
    return embed(b, side, ids, noNode, row.place);
}

CachedRows fedRows(Builder& b, Index places) {
    const ModelConfig& c = b.config;
    const ScopeGuard scope(b.graph, {ScopeKind::Other, "cache"});
    CachedRows rows;
    for (Index layer = 0; layer < c.layers; ++layer)
        if (const Index window = c.windowOf(layer); !rows.keep.contains(window)) {
            const std::string part = window == 0 ? "keep" : "keep_" + std::to_string(window);
            rows.keep[window] = ops::input(b.graph, part, Shape{places}, {Axis::Target});
        }
    rows.own = ops::input(b.graph, "own", Shape{c.heads, 1, places},
                          {Axis::Head, Axis::Target, Axis::Target});
    if (c.positional == Positional::Rotary)
        rows.rotation = ops::input(b.graph, "rotation", Shape{1, c.headWidth(), c.headWidth()},
                                   {Axis::Head, Axis::HeadFeature, Axis::HeadFeature});
    return rows;
}

NodeId decoderRow(Builder& b, NodeId x, CachedRow& row, Index places, Index sources) {
    const ScopeGuard stack(b.graph, {ScopeKind::Stack, "decoder"});
    for (Index i = 0; i < b.config.layers; ++i) {
        const ScopeGuard layer(b.graph, layerLevel(static_cast<int>(i)));
        int number = 0;
        const NodeId before = x;
        x = residualBlock(b, ++number, x, [&](NodeId y) {
            return cachedSelfAttention(b, {ScopeKind::SelfAttention, "self_attn"}, y, row.rows,
                                       b.config.windowOf(i), places, row.attention);
        });
        if (sources > 0)
            x = residualBlock(b, ++number, x, [&](NodeId y) {
                return cachedCrossAttention(b, {ScopeKind::CrossAttention, "cross_attn"}, y,
                                            row.sourceKeep, sources, row.attention);
            });
        x = feedForwardBlock(b, ++number, x, before);
    }
    return b.config.norm == Norm::Pre ? b.norm("norm", x) : x;
}

} // namespace

std::string_view obstacleToCaching(const ModelConfig& config) {
    if (!config.hasDecoder())
        return "an encoder says all of its rows at once";
    if (config.isRecurrent())
        return "a recurrent model has states in the place of keys and values";
    if (config.mixer != Mixer::Attention)
        return "the layers of its decoder have no keys and values";
    if (config.output != Output::Words)
        return "what it says is no words";
    return {};
}

CachedRow buildCachedRow(const ModelConfig& whole, Index places, Index sources) {
    const ModelConfig config = decoderOf(whole);
    CachedRow row;
    row.graph = std::make_shared<Graph>();
    Builder b{*row.graph, config};
    const NodeId x = embeddedRow(b, row);
    row.rows = fedRows(b, places);
    if (sources > 0) {
        const ScopeGuard scope(b.graph, {ScopeKind::Tokens, "source"});
        row.sourceKeep = ops::input(b.graph, "keep", Shape{sources}, {Axis::Source});
    }
    ModelGraph said;
    appendOutput(b, {decoderRow(b, x, row, places, sources)}, said);
    row.logits = said.logits;
    row.probabilities = said.probabilities;
    return row;
}

} // namespace gf
