// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/add.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

namespace {

// y = x        dx = dy
class IdentityOp : public OpBase<OpKind::Identity> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        if (d.wants(node.inputs[0]))
            d.add(node.inputs[0], identity(d.graph(), d.nameFor(node, 0), d.outputGradient()));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        return oneLine("y", expr::operand(node.inputs[0], at));
    }
};

// y = Σ xᵢ     dxᵢ = dy, summed over the batch where xᵢ is one for all examples
class AddOp : public OpBase<OpKind::Add> {
public:
    void differentiate(Differentiation& d, const Node& node) const override {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const NodeId term = node.inputs[i];
            if (!d.wants(term))
                continue;
            const bool broadcast = node.batched && !d.graph()[term].batched;
            const auto build = broadcast ? batchSum : identity;
            d.add(term, build(d.graph(), d.nameFor(node, i), d.outputGradient()));
        }
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        std::vector<Expression> terms;
        for (const NodeId term : node.inputs)
            terms.push_back(expr::operand(term, at));
        return oneLine("y", expr::sum(std::move(terms)));
    }
};

// y = Σ_b x_b; a trace shows one example, so its own share is the term that can be named.
class BatchSumOp : public OpBase<OpKind::BatchSum> {
public:
    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader&) const override {
        std::vector<Expression> terms;
        terms.push_back(expr::operand(node.inputs[0], at));
        return oneLine("y", expr::sum(std::move(terms)));
    }
};

} // namespace

GF_THE_OP(Identity)
GF_THE_OP(Add)
GF_THE_OP(BatchSum)

NodeId identity(Graph& graph, std::string name, NodeId x) {
    return graph.append(nodeLike(graph[x], OpKind::Identity, std::move(name), {x}));
}

NodeId add(Graph& graph, std::string name, std::vector<NodeId> terms) {
    assert(!terms.empty());
    Node node = nodeLike(graph[terms[0]], OpKind::Add, std::move(name), terms);
    for (const NodeId term : terms) {
        assert(graph[term].shape == node.shape);
        node.batched = node.batched || graph[term].batched;
    }
    return graph.append(std::move(node));
}

NodeId batchSum(Graph& graph, std::string name, NodeId x) {
    Node node = nodeLike(graph[x], OpKind::BatchSum, std::move(name), {x});
    node.batched = false;
    return graph.append(std::move(node));
}

} // namespace gf::ops
