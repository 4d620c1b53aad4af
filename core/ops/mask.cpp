// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/mask.h"

#include "core/ops/define.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace gf::ops {

namespace {

constexpr double padding = 0; ///< the id of `<pad>`

NodeId maskWith(Graph& graph, std::string name, NodeId x, NodeId keyIds, bool causal, double fill) {
    Node node = nodeLike(graph[x], maskOp(), std::move(name), {x});
    assert(keyIds == noNode || graph[keyIds].batched == graph[x].batched);
    if (keyIds != noNode)
        node.inputs.push_back(keyIds);
    node.attributes.causal = causal;
    node.attributes.factor = fill;
    return graph.append(std::move(node));
}

// y = x + (0 | −∞)        dx = dy where the key is seen, 0 where it is hidden
class MaskOp : public OpBase<OpKind::Mask> {
public:
    bool passesGradientTo(std::size_t input) const override { return input == 0; }

    void differentiate(Differentiation& d, const Node& node) const override {
        if (d.wants(node.inputs[0]))
            d.add(node.inputs[0], maskWith(d.graph(), d.nameFor(node, 0), d.outputGradient(),
                                           node.inputs.size() == 2 ? node.inputs[1] : noNode,
                                           node.attributes.causal, 0));
    }

    Explanation explain(const Graph&, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const Hidden hidden = hiddenBy(node, at, read);
        Explanation explanation =
            oneLine("y", hidden == Hidden::No ? expr::operand(node.inputs[0], at)
                                              : expr::number(node.attributes.factor));
        explanation.hidden = hidden;
        return explanation;
    }
};

bool isPadding(const Node& mask, Index key, const CellReader& read) {
    return mask.inputs.size() == 2 && read(mask.inputs[1], cell(key)) == padding;
}

Hidden hidden(bool causal, bool padded) {
    if (causal && padded)
        return Hidden::Both;
    if (causal)
        return Hidden::Causal;
    return padded ? Hidden::Padding : Hidden::No;
}

} // namespace

const Op& maskOp() {
    return theOne<MaskOp>();
}

NodeId mask(Graph& graph, std::string name, NodeId x, NodeId keyIds, bool causal) {
    return maskWith(graph, std::move(name), x, keyIds, causal,
                    -std::numeric_limits<double>::infinity());
}

Hidden hiddenBy(const Node& mask, const Cell& at, const CellReader& read) {
    return hidden(mask.attributes.causal && at.at[2] > at.at[1], isPadding(mask, at.at[2], read));
}

std::vector<Hidden> hiddenBy(const Node& mask, const CellReader& read) {
    const Index queries = mask.shape[1];
    const Index keys = mask.shape[2];
    std::vector<Hidden> past, future; // of a query, by key
    for (Index key = 0; key < keys; ++key) {
        const bool padded = isPadding(mask, key, read);
        past.push_back(hidden(false, padded));
        future.push_back(hidden(mask.attributes.causal, padded));
    }
    std::vector<Hidden> cells;
    cells.reserve(static_cast<std::size_t>(queries * keys));
    for (Index query = 0; query < queries; ++query) {
        const Index seen = std::min(query + 1, keys);
        cells.insert(cells.end(), past.begin(), past.begin() + seen);
        cells.insert(cells.end(), future.begin() + seen, future.end());
    }
    return cells;
}

} // namespace gf::ops
