// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/plan/layout.h"

#include "core/graph/op.h"

#include <algorithm>
#include <cassert>

namespace gf {

namespace {

/// The layout of a node whose operands have theirs.
Layout layoutOf(const Graph& graph, const Node& node, const std::vector<Layout>& layouts) {
    const auto layoutOfInput = [&](std::size_t i) { return layouts[node.inputs[i]]; };
    // One head lies alike in both layouts.
    [[maybe_unused]] const auto isOneHead = [&](NodeId id) { return graph[id].shape[0] == 1; };
    if (node.inputs.empty() || node.shape.rank() != 3) {
        assert((node.op->kind() != OpKind::JoinHeads || layoutOfInput(0) == Layout::ByToken ||
                isOneHead(node.inputs[0])) &&
               "heads are joined where they lie");
        return Layout::Rows;
    }
    switch (node.op->kind()) {
    case OpKind::SplitHeads:
    case OpKind::Linear:
    case OpKind::LinearInputGradient:
        return Layout::ByToken;
    case OpKind::LinearWeightGradient: // of a kernel
        return Layout::Rows;
    case OpKind::MatMul: // the columns are the second operand's: its features, or its rows
        return node.as<ProductAttributes>().transposeB ? Layout::Rows : layoutOfInput(1);
    case OpKind::Mask:
    case OpKind::Softmax:
    case OpKind::SoftmaxGradient:
        assert((layoutOfInput(0) == Layout::Rows || isOneHead(node.inputs[0])) &&
               "their rows are those of one head");
        return Layout::Rows;
    default:
        for ([[maybe_unused]] const NodeId input : node.inputs)
            assert((graph[input].shape != node.shape || layouts[input] == layoutOfInput(0)) &&
                   "what is worked on element by element must lie alike");
        return layoutOfInput(0);
    }
}

} // namespace

std::vector<Layout> layoutsOf(const Graph& graph) {
    std::vector<Layout> layouts;
    layouts.reserve(graph.size());
    for (const Node& node : graph.nodes())
        layouts.push_back(layoutOf(graph, node, layouts));
    return layouts;
}

} // namespace gf
