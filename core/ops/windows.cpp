// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/windows.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

bool isKept(const Node& node, Index token, const CellReader& read) {
    return node.inputs.size() < 2 || read(node.inputs[1], cell(token)) != 0;
}

// dx[j,d] = Σ_r dy[j − (r − C), r·D + d], and zero where keep is 0
class WindowsGradientOp : public OpBase<OpKind::WindowsGradient> {
public:
    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const Node& dy = graph[node.inputs[0]];
        const auto [token, feature, unused, unused2] = at.at;
        const Index width = node.shape[1];
        const Index length = dy.shape[1] / width;
        std::vector<Expression> terms;
        for (Index r = 0; r < length && isKept(node, token, read); ++r) {
            const Index reader =
                token - windowOffset(r, length, node.as<WindowsAttributes>().causal);
            if (reader >= 0 && reader < dy.shape[0])
                terms.push_back(expr::operand(dy.id, cell(reader, r * width + feature)));
        }
        return oneLine("dx", terms.empty() ? expr::number(0) : expr::sum(std::move(terms)));
    }
};

// y[i, r·D + d] = x[i + r − C, d], or zero
class WindowsOp : public OpBase<OpKind::Windows> {
public:
    bool passesGradientTo(std::size_t input) const override { return input == 0; }

    void differentiate(Differentiation& d, const Node& node) const override {
        const NodeId x = node.inputs[0];
        if (!d.wants(x))
            return;
        Node gradient = nodeLike(d.graph()[x], OpKind::WindowsGradient, d.nameFor(node, 0),
                                 {d.outputGradient()});
        if (node.inputs.size() == 2)
            gradient.inputs.push_back(node.inputs[1]);
        gradient.attributes = node.attributes;
        d.add(x, d.graph().append(std::move(gradient)));
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const Node& x = graph[node.inputs[0]];
        const Index width = x.shape[1];
        const Index token = at.at[0] + windowOffset(at.at[1] / width, node.shape[1] / width,
                                                    node.as<WindowsAttributes>().causal);
        const bool isThere = token >= 0 && token < x.shape[0] && isKept(node, token, read);
        return oneLine("y", isThere ? expr::operand(x.id, cell(token, at.at[1] % width))
                                    : expr::number(0));
    }
};

} // namespace

GF_THE_OP(Windows)
GF_THE_OP(WindowsGradient)

NodeId windows(Graph& graph, std::string name, NodeId x, NodeId keep, Index reach, bool causal) {
    const Node& tokens = graph[x];
    assert(tokens.shape.rank() == 2);
    Node node = nodeLike(tokens, OpKind::Windows, std::move(name), {x});
    if (keep != noNode) {
        assert(graph[keep].shape == Shape{tokens.shape[0]});
        node.inputs.push_back(keep);
    }
    node.shape = Shape{tokens.shape[0], windowLength(reach, causal) * tokens.shape[1]};
    node.axes = {tokens.axes[0], Axis::Window};
    node.attributes = WindowsAttributes{causal};
    return graph.append(std::move(node));
}

} // namespace gf::ops
