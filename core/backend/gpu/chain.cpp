// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/chain.h"

#include "core/graph/op.h"

#include <array>
#include <bit>
#include <cassert>

namespace gf::gpu {

namespace {

/// What kernels/chain.cl calls OP_slice_more: a part that is added to those before it.
constexpr OpKind sliceMore = OpKind::count_;

class ChainLowering {
public:
    explicit ChainLowering(LaunchList& list) : m_list(list) {}

    void add(const Node& node) {
        const auto& in = node.inputs;
        const OpKind kind = node.op->kind();
        switch (kind) {
        case OpKind::Slice:
            for (std::size_t i = 0; i < in.size(); ++i)
                addPart(i == 0 ? kind : sliceMore, node.id, in[i], m_list.operandOf(in[i]),
                        node.as<PartAttributes>().corners[i]);
            break;
        case OpKind::Join:
            for (std::size_t i = 0; i < in.size(); ++i)
                addPart(kind, node.id, in[i], m_list.operandOf(node.id),
                        node.as<PartAttributes>().corners[i]);
            break;
        case OpKind::Add:
            add(kind, node.id, {in[0], in[1]});
            for (std::size_t i = 2; i < in.size(); ++i)
                add(kind, node.id, {node.id, in[i]});
            break;
        case OpKind::Scale:
            return add(kind, node.id, in,
                       {0, 0, 0,
                        std::bit_cast<std::int32_t>(
                            static_cast<float>(node.as<ScaleAttributes>().factor))});
        case OpKind::Keep:
            return add(kind, node.id, in,
                       {toInt(node.as<KeepAttributes>().timeStep),
                        toInt(m_list.node(in[2]).shape.count())});
        case OpKind::KeepGradient:
            return add(kind, node.id, {in[0], in[0], in[1]},
                       {toInt(node.as<KeepAttributes>().timeStep),
                        toInt(m_list.node(in[1]).shape.count()), 0,
                        toInt(node.as<KeepAttributes>().ofNext)});
        default:
            assert(isChainKind(kind));
            return add(kind, node.id, in);
        }
    }

    void launch(const Operand& shape) {
        m_list.addEach("chain", shape.all(),
                       {Place{Memory::Numbers, 0}, m_list.table(m_numbers), m_operations,
                        toInt(shape.count / shape.columns), toInt(shape.columns)},
                       m_operations * functionWork);
    }

private:
    /// The place of a part or of a time step, how far examples and rows are apart, and one more.
    using More = std::array<std::int32_t, 4>;

    void add(OpKind operation, NodeId result, const std::vector<NodeId>& operands,
             const More& more = {}) {
        m_numbers.push_back(static_cast<std::int32_t>(operation));
        m_numbers.push_back(unitsOf(result));
        for (std::size_t i = 0; i < 3; ++i)
            m_numbers.push_back(unitsOf(i < operands.size() ? operands[i] : result));
        m_numbers.insert(m_numbers.end(), more.begin(), more.end());
        ++m_operations;
    }

    void addPart(OpKind operation, NodeId result, NodeId operand, const Operand& whole,
                 const Corner& corner) {
        add(operation, result, {operand},
            {toInt(corner.row * whole.row + corner.column), toInt(whole.example),
             toInt(whole.row)});
    }

    std::int32_t unitsOf(NodeId id) const { return toUnits(m_list.placeOf(id).at); }

    LaunchList& m_list;
    std::vector<std::int32_t> m_numbers;
    std::int32_t m_operations = 0;
};

} // namespace

bool isChainKind(OpKind kind) {
    switch (kind) {
    case OpKind::Slice:
    case OpKind::Join:
    case OpKind::Add:
    case OpKind::Scale:
    case OpKind::Keep:
    case OpKind::KeepGradient:
        return true;
    default:
        return formOf(kind) == OpForm::Each || formOf(kind) == OpForm::Pair;
    }
}

void lowerChain(LaunchList& list, std::span<const NodeId> nodes) {
    ChainLowering chain(list);
    for (const NodeId id : nodes)
        chain.add(list.node(id));
    const Node& first = list.node(nodes[0]);
    const bool isJoin = first.op->kind() == OpKind::Join;
    chain.launch(list.operandOf(isJoin ? first.inputs[0] : first.id));
}

} // namespace gf::gpu
