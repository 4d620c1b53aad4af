// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/mask.h"

#include "core/ops/add.h"
#include "core/ops/define.h"

#include <cassert>
#include <limits>

namespace gf::ops {

namespace {

NodeId maskWith(Graph& graph, std::string name, NodeId x, NodeId keep,
                const MaskAttributes& masks) {
    Node node = nodeLike(graph[x], OpKind::Mask, std::move(name), {x});
    if (keep != noNode) {
        const Node& kept = graph[keep];
        assert(kept.shape.columns() == node.shape.columns());
        assert(kept.shape.rank() == 1 || kept.shape[0] == node.shape.matrixRows());
        node.inputs.push_back(keep);
        node.batched = node.batched || kept.batched;
    }
    node.attributes = masks;
    return graph.append(std::move(node));
}

// y = x + (0 | −∞)        dx = dy where the key is seen, 0 where it is hidden; summed over the
//                         batch where x is one for all examples
class MaskOp : public OpBase<OpKind::Mask> {
public:
    bool passesGradientTo(std::size_t input) const override { return input == 0; }

    void differentiate(Differentiation& d, const Node& node) const override {
        const NodeId x = node.inputs[0];
        if (!d.wants(x))
            return;
        const std::string name = d.nameFor(node, 0);
        const bool sums = node.batched && !d.graph()[x].batched;
        MaskAttributes masks = node.as<MaskAttributes>();
        masks.fill = 0;
        const NodeId each = maskWith(d.graph(), sums ? name + "/each" : name, d.outputGradient(),
                                     node.inputs.size() == 2 ? node.inputs[1] : noNode, masks);
        d.add(x, sums ? batchSum(d.graph(), name, each) : each);
    }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const Hidden hidden = hiddenBy(graph, node, at, read);
        Explanation explanation =
            oneLine("y", hidden == Hidden::No ? expr::operand(node.inputs[0], at)
                                              : expr::number(node.as<MaskAttributes>().fill));
        explanation.hidden = hidden;
        return explanation;
    }
};

/// The keep-mask, or noNode.
NodeId keepOf(const Node& mask) {
    const std::size_t place = mask.op->kind() == OpKind::Mask ? 1 : 0;
    return mask.inputs.size() > place ? mask.inputs[place] : noNode;
}

/// What of a key's cell the keep-mask says.
enum class Kept { Yes, Filler, Chosen };

/// A mask of a row for each query is a pointer's: what can be chosen at first and not any more has
/// been chosen, and what cannot be chosen even then is filler.
Kept keptBy(const Graph& graph, const Node& mask, Index query, Index key, const CellReader& read) {
    const NodeId keep = keepOf(mask);
    if (keep == noNode)
        return Kept::Yes;
    const bool each = graph[keep].shape.rank() == 2;
    if (read(keep, each ? cell(query, key) : cell(key)) != 0)
        return Kept::Yes;
    return each && read(keep, cell(0, key)) != 0 ? Kept::Chosen : Kept::Filler;
}

/// The place of the query in a cell (query, key) or (head, query, key); that of the key follows.
std::size_t queryPlace(const Node& mask) {
    return static_cast<std::size_t>(mask.shape.rank()) - 2;
}

/// Whether a key comes too late for a query.
bool isLater(const Node& mask, Index query, Index key) {
    const auto& masks = mask.as<MaskAttributes>();
    return masks.causal && (masks.strict ? key >= query : key > query);
}

/// Whether a key is further back than the window of a query reaches.
bool isOutside(const Node& mask, Index query, Index key) {
    const Index window = mask.as<MaskAttributes>().window;
    return window > 0 && key <= query - window;
}

Hidden hidden(const Node& mask, Index query, Index key, Kept kept) {
    if (isLater(mask, query, key))
        return kept == Kept::Yes ? Hidden::Causal : Hidden::Both;
    if (kept == Kept::Yes)
        return isOutside(mask, query, key) ? Hidden::Window : Hidden::No;
    return kept == Kept::Filler ? Hidden::Padding : Hidden::Chosen;
}

// y = 0 | −∞                      nothing to differentiate
class VisibilityOp : public OpBase<OpKind::Visibility> {
public:
    bool passesGradientTo(std::size_t) const override { return false; }

    Explanation explain(const Graph& graph, const Node& node, const Cell& at,
                        const CellReader& read) const override {
        const Hidden hidden = hiddenBy(graph, node, at, read);
        const double hiding = -std::numeric_limits<double>::infinity();
        Explanation explanation = oneLine("y", expr::number(hidden == Hidden::No ? 0 : hiding));
        explanation.hidden = hidden;
        return explanation;
    }
};

} // namespace

GF_THE_OP(Mask)

NodeId mask(Graph& graph, std::string name, NodeId x, NodeId keep, bool causal, bool strict,
            Index window) {
    assert(causal || (!strict && window == 0));
    return maskWith(graph, std::move(name), x, keep,
                    {causal, strict, window, -std::numeric_limits<double>::infinity()});
}

GF_THE_OP(Visibility)

NodeId visibility(Graph& graph, std::string name, NodeId tokens, NodeId keep, bool causal) {
    const Node& rows = graph[tokens];
    Node node;
    node.name = std::move(name);
    node.op = &op(OpKind::Visibility);
    node.shape = Shape{rows.shape[0], rows.shape[0]};
    node.axes = {rows.axes[0], rows.axes[0]};
    node.batched = keep != noNode && graph[keep].batched;
    if (keep != noNode) {
        assert(graph[keep].shape == Shape{rows.shape[0]});
        node.inputs = {keep};
    }
    node.attributes = MaskAttributes{.causal = causal};
    return graph.append(std::move(node));
}

bool hides(OpKind kind) {
    return kind == OpKind::Mask || kind == OpKind::Visibility;
}

Hidden hiddenBy(const Graph& graph, const Node& mask, const Cell& at, const CellReader& read) {
    const Index query = at.at[queryPlace(mask)];
    const Index key = at.at[queryPlace(mask) + 1];
    return hidden(mask, query, key, keptBy(graph, mask, query, key, read));
}

std::vector<Hidden> hiddenBy(const Graph& graph, const Node& mask, const CellReader& read) {
    const Index queries = mask.shape.matrixRows();
    const Index keys = mask.shape.columns();
    const NodeId keep = keepOf(mask);
    const bool alike = keep == noNode || graph[keep].shape.rank() == 1;
    std::vector<Kept> kept; // by key, of the query at hand
    std::vector<Hidden> cells;
    cells.reserve(queries * keys);
    for (Index query = 0; query < queries; ++query) {
        if (query == 0 || !alike) {
            kept.clear();
            for (Index key = 0; key < keys; ++key)
                kept.push_back(keptBy(graph, mask, query, key, read));
        }
        for (Index key = 0; key < keys; ++key)
            cells.push_back(hidden(mask, query, key, kept[key]));
    }
    return cells;
}

} // namespace gf::ops
