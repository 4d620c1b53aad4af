// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/ops/leaf.h"
#include "core/ops/mask.h"
#include "core/ops/matmul.h"
#include "core/ops/scale.h"
#include "core/ops/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace gf {

/// A trace of one attention without a model around it: q and k are waves, the rest is computed from
/// them here in a few lines, so that tests of drawing know every number.
inline Trace smallAttention(Index heads, Index tokens, bool causal, Index padded) {
    constexpr Index width = 8;
    auto graph = std::make_shared<Graph>();
    graph->setScope(Scope{{{ScopeKind::Tokens, "target"}}});
    const NodeId keep = ops::input(*graph, "keep", Shape{tokens}, {Axis::Target}, true);
    graph->setScope(Scope{
        {{ScopeKind::Stack, "decoder"}, layerLevel(0), {ScopeKind::SelfAttention, "self_attn"}}});
    const NodeId q = ops::input(*graph, "q", Shape{heads, tokens, width},
                                {Axis::Head, Axis::Target, Axis::HeadFeature}, true);
    const NodeId k = ops::input(*graph, "k", Shape{heads, tokens, width},
                                {Axis::Head, Axis::Target, Axis::HeadFeature}, true);
    const NodeId scores = ops::matmul(*graph, "scores", q, k, false, true);
    const NodeId scaled = ops::scale(*graph, "scaled", scores, 1 / std::sqrt(8.0F));
    const NodeId masked = ops::mask(*graph, "masked", scaled, padded ? keep : noNode, causal);
    const NodeId weights = ops::softmax(*graph, "weights", masked);

    Trace trace;
    for (const Node& node : graph->nodes())
        trace.values.emplace_back(node.shape);
    const auto value = [&](NodeId id) -> Tensor& { return trace.values[id]; };
    for (Index i = 0; i < tokens; ++i)
        value(keep)[i] = i < tokens - padded ? 1.0F : 0.0F;
    for (Index i = 0; i < value(q).count(); ++i) {
        value(q)[i] = std::sin(0.37F * static_cast<float>(i)) * 1.4F;
        value(k)[i] = std::cos(0.23F * static_cast<float>(i));
    }
    const CellReader read = [&](NodeId id, const Cell& cell) {
        return static_cast<double>(value(id).at(cell));
    };
    for (Index h = 0; h < heads; ++h)
        for (Index i = 0; i < tokens; ++i) {
            float sum = 0;
            for (Index j = 0; j < tokens; ++j) {
                const Cell at{{h, i, j, 0}};
                const Index o = offsetOf((*graph)[scores].shape, at);
                float dot = 0;
                for (Index f = 0; f < width; ++f)
                    dot += value(q).at({{h, i, f, 0}}) * value(k).at({{h, j, f, 0}});
                value(scores)[o] = dot;
                value(scaled)[o] = dot / std::sqrt(8.0F);
                const bool seen = ops::hiddenBy(*graph, (*graph)[masked], at, read) == Hidden::No;
                value(masked)[o] =
                    seen ? value(scaled)[o] : -std::numeric_limits<float>::infinity();
                value(weights)[o] = seen ? std::exp(value(scaled)[o]) : 0;
                sum += value(weights)[o];
            }
            for (Index j = 0; j < tokens; ++j)
                value(weights)[offsetOf((*graph)[scores].shape, {{h, i, j, 0}})] /= sum;
        }

    trace.graph = graph;
    const std::string letters = "3 march 1997";
    for (Index i = 0; i < tokens; ++i)
        trace.targetTokens.push_back(
            i == 0 ? "<sos>"
            : i >= tokens - padded
                ? "<pad>"
                : std::string(1, letters[static_cast<std::size_t>(i - 1) % letters.size()]));
    trace.model = "date · decoder · 1 layer · Pre-LN";
    return trace;
}

/// The trace's node of this name inside its one attention.
inline NodeId attentionNode(const Trace& trace, const std::string& name) {
    return trace.graph->find("decoder.0.self_attn." + name);
}

} // namespace gf
