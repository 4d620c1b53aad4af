// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/change.h"

#include "core/graph/op.h"

#include <algorithm>
#include <cassert>

namespace gf {

namespace {

using Term = Change::Term;

bool hasChanged(const Trace& difference, NodeId node) {
    const auto before = difference.before->value(node).values();
    const auto after = difference.after->value(node).values();
    return before.data() != after.data() && !std::ranges::equal(before, after);
}

/// Linear in all its operands together; token ids and masks, which are fed, stay what they are.
bool isLinear(OpKind kind) {
    switch (kind) {
    case OpKind::Identity:
    case OpKind::Add:
    case OpKind::BatchSum:
    case OpKind::Embedding:
    case OpKind::EmbeddingGradient:
    case OpKind::LearnedPosition:
    case OpKind::LearnedPositionGradient:
    case OpKind::RelativeBias:
    case OpKind::RelativeBiasGradient:
    case OpKind::Rotary:
    case OpKind::Slice:
    case OpKind::Join:
    case OpKind::ColumnSum:
    case OpKind::Scale:
    case OpKind::Mask:
    case OpKind::Windows:
    case OpKind::WindowsGradient:
    case OpKind::JoinHeads:
    case OpKind::SplitHeads:
    case OpKind::RepeatHeads:
    case OpKind::RepeatHeadsGradient:
        return true;
    default:
        return false;
    }
}

/// Linear in its first operand and, apart from that, in its second, to which what is added to a
/// product belongs.
bool isProduct(OpKind kind) {
    switch (kind) {
    case OpKind::Linear:
    case OpKind::LinearInputGradient:
    case OpKind::LinearWeightGradient:
    case OpKind::MatMul:
    case OpKind::Multiply:
    case OpKind::MeanTokens: // and how many they are never changes
        return true;
    default:
        return false;
    }
}

} // namespace

Change changeOf(const Trace& difference, NodeId id) {
    assert(difference.isDifference());
    const Node& node = (*difference.graph)[id];
    const std::size_t count = node.inputs.size();
    if (node.role == Role::Input) // it is drawn as it is
        return {Change::Kind::Linear, {}};
    if (!hasChanged(difference, id))
        return {Change::Kind::Nothing, {}};
    const OpKind kind = node.op->kind();
    if (count == 0 || isLinear(kind))
        return {Change::Kind::Linear, std::vector(count, Term::Change)};
    if (!isProduct(kind))
        return {};
    const bool first = hasChanged(difference, node.inputs[0]);
    const bool others =
        std::ranges::any_of(node.inputs.begin() + 1, node.inputs.end(),
                            [&](NodeId operand) { return hasChanged(difference, operand); });
    if (first && others)
        return {};
    std::vector<Term> terms(count, first ? Term::Nothing : Term::Change);
    terms[0] = first ? Term::Change : Term::Value;
    if (first)
        terms[1] = Term::Value;
    return {Change::Kind::Linear, terms};
}

} // namespace gf
