// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/chain.h"

#include "core/graph/op.h"

#include <array>
#include <bit>
#include <cassert>

namespace gf::gpu {

namespace {

/// core/backend/gpu/kernels/chain.cl has the same numbers.
enum class Operation : std::int32_t {
    TakePart,
    AddPart,
    PutPart,
    Add,
    Multiply,
    Scale,
    Complement,
    Sigmoid,
    SigmoidGradient,
    Tanh,
    TanhGradient,
    Keep,
    KeepGradient,
};

class ChainLowering {
public:
    explicit ChainLowering(LaunchList& list) : m_list(list) {}

    void add(const Node& node) {
        const auto& in = node.inputs;
        const Attributes& a = node.attributes;
        switch (node.op->kind()) {
        case OpKind::Slice:
            for (std::size_t i = 0; i < in.size(); ++i)
                addPart(i == 0 ? Operation::TakePart : Operation::AddPart, node.id, in[i],
                        m_list.operandOf(in[i]), a.corners[i]);
            break;
        case OpKind::Join:
            for (std::size_t i = 0; i < in.size(); ++i)
                addPart(Operation::PutPart, node.id, in[i], m_list.operandOf(node.id),
                        a.corners[i]);
            break;
        case OpKind::Add:
            add(Operation::Add, node.id, {in[0], in[1]});
            for (std::size_t i = 2; i < in.size(); ++i)
                add(Operation::Add, node.id, {node.id, in[i]});
            break;
        case OpKind::Multiply:
            return add(Operation::Multiply, node.id, in);
        case OpKind::Scale:
            return add(Operation::Scale, node.id, in,
                       {0, 0, 0, std::bit_cast<std::int32_t>(static_cast<float>(a.factor))});
        case OpKind::Complement:
            return add(Operation::Complement, node.id, in);
        case OpKind::Sigmoid:
            return add(Operation::Sigmoid, node.id, in);
        case OpKind::SigmoidGradient:
            return add(Operation::SigmoidGradient, node.id, in);
        case OpKind::Tanh:
            return add(Operation::Tanh, node.id, in);
        case OpKind::TanhGradient:
            return add(Operation::TanhGradient, node.id, in);
        case OpKind::Keep:
            return add(Operation::Keep, node.id, in,
                       {toInt(a.corners[0].row), toInt(m_list.node(in[2]).shape.count())});
        case OpKind::KeepGradient:
            return add(Operation::KeepGradient, node.id, {in[0], in[0], in[1]},
                       {toInt(a.corners[0].row), toInt(m_list.node(in[1]).shape.count()), 0,
                        toInt(a.factor != 0)});
        default:
            assert(!"no operation of a chain");
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

    void add(Operation operation, NodeId result, const std::vector<NodeId>& operands,
             const More& more = {}) {
        m_numbers.push_back(static_cast<std::int32_t>(operation));
        m_numbers.push_back(unitsOf(result));
        for (std::size_t i = 0; i < 3; ++i)
            m_numbers.push_back(unitsOf(i < operands.size() ? operands[i] : result));
        m_numbers.insert(m_numbers.end(), more.begin(), more.end());
        ++m_operations;
    }

    void addPart(Operation operation, NodeId result, NodeId operand, const Operand& whole,
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
    case OpKind::Multiply:
    case OpKind::Scale:
    case OpKind::Complement:
    case OpKind::Sigmoid:
    case OpKind::SigmoidGradient:
    case OpKind::Tanh:
    case OpKind::TanhGradient:
    case OpKind::Keep:
    case OpKind::KeepGradient:
        return true;
    default:
        return false;
    }
}

void lowerChain(LaunchList& list, const Stage& stage) {
    ChainLowering chain(list);
    for (const NodeId id : stage.nodes)
        chain.add(list.node(id));
    const Node& first = list.node(stage.nodes[0]);
    const bool isJoin = first.op->kind() == OpKind::Join;
    chain.launch(list.operandOf(isJoin ? first.inputs[0] : first.id));
}

} // namespace gf::gpu
