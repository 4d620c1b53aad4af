// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/cost.h"

#include "core/graph/op.h"
#include "core/ops/multiplications.h"

#include <algorithm>
#include <vector>

namespace gf {

namespace {

CostPart partOfAttention(const Node& node) {
    if (node.op->kind() == OpKind::Linear)
        return CostPart::Projections;
    if (node.scope.kind() == ScopeKind::CrossAttention)
        return CostPart::CrossAttention;
    const ScopeLevel* const stack = node.scope.find(ScopeKind::Stack);
    return stack && stack->title == "decoder" ? CostPart::DecoderSelfAttention
                                              : CostPart::EncoderSelfAttention;
}

/// How often a product is done at other lengths, for once at those of its graph.
class Lengthening {
public:
    Lengthening(const Graph& graph, Index source, Index target)
        : m_graph(graph), m_source(sideOf(Axis::Source, source)),
          m_target(sideOf(Axis::Target, target)) {}

    double of(const Node& node) const {
        double times = 1;
        for (int i = 0; i < node.shape.rank(); ++i)
            times *= of(node, i);
        if (node.op->kind() == OpKind::MatMul) { // what is summed over: the tokens that are mixed
            const Node& a = m_graph[node.inputs[0]];
            times *= of(a, a.shape.rank() - (node.as<ProductAttributes>().transposeA ? 2 : 1));
        }
        const ScopeLevel* const stack = node.scope.find(ScopeKind::Stack);
        if (stack && node.scope.find(ScopeKind::TimeStep)) // there are as many as tokens
            times *= (stack->title == "encoder" ? m_source : m_target).times();
        return times;
    }

private:
    struct Side {
        Index now = 1;
        Index then = 1;
        double times() const { return static_cast<double>(then) / static_cast<double>(now); }
    };

    /// A dimension that counts all tokens of a side.
    double of(const Node& node, int dimension) const {
        const Axis axis = node.axes[dimension];
        const Side& side = axis == Axis::Source ? m_source : m_target;
        const bool counts = axis == Axis::Source || axis == Axis::Target;
        return counts && node.shape[dimension] == side.now ? side.times() : 1;
    }

    Side sideOf(Axis axis, Index tokens) const {
        for (const Node& node : m_graph.nodes())
            if (node.role == Role::Input && node.shape.rank() > 0 && node.axes[0] == axis)
                return {node.shape[0], tokens};
        return {};
    }

    const Graph& m_graph;
    Side m_source, m_target;
};

/// Whether each row of the result is made of the same row of the operands that have rows.
bool goesRowByRow(OpKind kind) {
    switch (kind) {
    case OpKind::Linear:
    case OpKind::Add:
    case OpKind::Dropout:
    case OpKind::Keep:
#define GF_EACH(kind, function, name) case OpKind::kind:
#define GF_PAIR GF_EACH
#include "core/graph/op_table.def"
        return true;
    default:
        return false;
    }
}

/// How many products in a row stand behind each row of each node, up to and with it.
class Chains {
public:
    explicit Chains(const Graph& graph) : m_rows(graph.size()) {}

    /// The longest of a node whose operands were asked for; `isProduct`: it is one link more.
    Index goOn(const Node& node, bool isProduct) {
        std::vector<Index>& rows = m_rows[node.id];
        rows.assign(rowsOf(node), 0);
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            for (std::size_t row = 0; row < rows.size(); ++row)
                rows[row] = std::max(rows[row], behind(node, i, static_cast<Index>(row)));
        for (Index& row : rows)
            row += isProduct ? 1 : 0;
        return std::ranges::max(rows);
    }

private:
    static std::size_t rowsOf(const Node& node) {
        return node.shape.rank() == 2 ? static_cast<std::size_t>(node.shape[0]) : 1;
    }

    /// Of what a row reads of an operand.
    Index behind(const Node& node, std::size_t operand, Index row) const {
        const std::vector<Index>& rows = m_rows[node.inputs[operand]];
        const OpKind kind = node.op->kind();
        if (kind == OpKind::Slice)
            return rows[node.as<PartAttributes>().corners[operand].row + row];
        if (kind == OpKind::Join) {
            const Index there = row - node.as<PartAttributes>().corners[operand].row;
            return there >= 0 && there < std::ssize(rows) ? rows[there] : 0;
        }
        if (goesRowByRow(kind) && rows.size() == rowsOf(node))
            return rows[row];
        return std::ranges::max(rows);
    }

    std::vector<std::vector<Index>> m_rows; ///< one of all where there are no rows
};

} // namespace

std::string_view nameOf(CostPart part) {
    static constexpr std::array<std::string_view, costParts> names = {"encoder_self_attention",
                                                                      "cross_attention",
                                                                      "decoder_self_attention",
                                                                      "feed_forward",
                                                                      "projections",
                                                                      "output",
                                                                      "mixing",
                                                                      "recurrence",
                                                                      "alignment",
                                                                      "embedding"};
    return names[static_cast<std::size_t>(part)];
}

std::optional<CostPart> costPartOf(const Node& node) {
    const OpKind op = node.op->kind();
    if (node.role != Role::Forward || (op != OpKind::Linear && op != OpKind::MatMul))
        return std::nullopt;
    if (node.scope.isAttention())
        return partOfAttention(node);
    static constexpr std::pair<ScopeKind, CostPart> kinds[] = {
        {ScopeKind::FeedForward, CostPart::FeedForward}, {ScopeKind::Mixer, CostPart::Mixing},
        {ScopeKind::Alignment, CostPart::Alignment},     {ScopeKind::Cell, CostPart::Recurrence},
        {ScopeKind::TimeStep, CostPart::Recurrence},     {ScopeKind::Layer, CostPart::Recurrence},
        {ScopeKind::Embedding, CostPart::Embedding}};
    for (const auto& [kind, part] : kinds)
        if (node.scope.find(kind))
            return part;
    return CostPart::Output;
}

Cost costOf(const Graph& graph) {
    Cost cost;
    Chains chains(graph);
    for (const Node& node : graph.nodes()) {
        const std::optional<CostPart> part = costPartOf(node);
        cost.chain = std::max(cost.chain, chains.goOn(node, part.has_value()));
        if (!part)
            continue;
        const double multiplications = ops::multiplications(graph, node);
        cost.byPart[static_cast<std::size_t>(*part)] += multiplications;
        cost.total += multiplications;
    }
    return cost;
}

Cost costAt(const Graph& graph, Index source, Index target) {
    const Lengthening longer(graph, source, target);
    Cost cost;
    cost.chain = costOf(graph).chain;
    for (const Node& node : graph.nodes())
        if (const std::optional<CostPart> part = costPartOf(node)) {
            const double count = ops::multiplications(graph, node) * longer.of(node);
            cost.byPart[static_cast<std::size_t>(*part)] += count;
            cost.total += count;
        }
    return cost;
}

namespace {

bool writesWithKeysAndValues(const Graph& graph) {
    bool attends = false;
    bool says = false;
    for (const Node& node : graph.nodes()) {
        const ScopeKind kind = node.scope.kind();
        const ScopeLevel* const stack = node.scope.find(ScopeKind::Stack);
        const bool isOfDecoder = stack && stack->title == "decoder";
        if (kind == ScopeKind::Pointer || node.scope.find(ScopeKind::Cell) ||
            (isOfDecoder && node.scope.find(ScopeKind::Mixer)))
            return false;
        attends = attends || (isOfDecoder && kind == ScopeKind::SelfAttention);
        says = says || kind == ScopeKind::Probabilities;
    }
    return attends && says;
}

/// Whether a row of a product's result is one of the decoder's tokens.
bool hasDecoderRows(const Node& node) {
    return node.shape.rank() >= 2 && node.axes[node.shape.rank() - 2] == Axis::Target;
}

} // namespace

std::optional<WritingCost> writingCostAt(const Graph& graph, Index source, Index target) {
    if (!writesWithKeysAndValues(graph))
        return std::nullopt;
    const Lengthening longer(graph, source, target);
    WritingCost cost;
    cost.anew = costAt(graph, source, target).total;
    for (const Node& node : graph.nodes()) {
        const double times = longer.of(node);
        if (costPartOf(node) && hasDecoderRows(node))
            cost.kept += ops::multiplications(graph, node) * times / static_cast<double>(target);
        const ScopeLevel* const stack = node.scope.find(ScopeKind::Stack);
        if (node.scope.isAttention() && stack && stack->title == "decoder" &&
            (node.name == node.scope.nameOf("k") || node.name == node.scope.nameOf("v")))
            cost.bytes += times * static_cast<double>(node.shape.count() * sizeof(float));
    }
    return cost;
}

double mixingCost(Mixing mixing, Index tokens, Index width) {
    const auto t = static_cast<double>(tokens);
    const auto d = static_cast<double>(width);
    switch (mixing) {
    case Mixing::Attention:
        return 2 * t * t * d;
    case Mixing::Projections:
        return 4 * t * d * d;
    case Mixing::Mean:
        return t * t * d + 2 * t * d * d;
    case Mixing::Convolution:
        return 3 * t * d * d;
    case Mixing::Recurrence:
        break;
    }
    return 6 * t * d * d;
}

} // namespace gf
