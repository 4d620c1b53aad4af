// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is lowered alike alone and joined.
#pragma once

#include "core/backend/gpu/launch_list.h"
#include "core/graph/op.h"

namespace gf::gpu {

/// A mask as the kernels take it.
struct MaskOperand {
    Place keep; ///< anything where there is none
    std::int32_t causal = 0, strict = 0, keepRows = 0, keepCount = 0;

    MaskOperand(const LaunchList& list, const Node& mask)
        : keep(list.placeOf(mask.inputs.back())), causal(toInt(mask.as<MaskAttributes>().causal)),
          strict(toInt(mask.as<MaskAttributes>().strict)) {
        if (mask.inputs.size() < 2)
            return;
        const Operand numbers = list.operandOf(mask.inputs[1]);
        keepRows = numbers.node->shape.rank() < 2 ? 1 : toInt(numbers.rows);
        keepCount = toInt(numbers.example);
    }
};

/// A norm's gradient to its input, and what is added to it.
inline void lowerNormGradient(LaunchList& list, const Node& node, Place to, Place addend,
                              bool hasAddend) {
    const Operand x = list.operandOf(node.inputs[0]);
    list.addRows("layer_norm_input_gradient", x.all() / x.columns, x.columns,
                 {to, x.place, list.placeOf(node.inputs[1]), list.placeOf(node.inputs[2]),
                  list.momentsOf(node.inputs[0]), addend, toInt(hasAddend),
                  toInt(node.op->kind() == OpKind::LayerNormInputGradient)});
}

/// A norm's gradient to the gain `node` and, if `makesBias`, to the bias.
inline void lowerNormParameters(LaunchList& list, const Node& node, Place bias, bool makesBias) {
    const Operand x = list.operandOf(node.inputs[0]);
    const Index rows = x.all() / x.columns; // those of heads too
    const Index partRows = LaunchList::rowsOfPart(rows, x.columns);
    const Index parts = groupsFor(rows, partRows);
    const auto gainParts = list.partsOf(list.placeOf(node.id), x.columns, parts);
    const auto biasParts =
        makesBias ? list.partsOf(bias, x.columns, parts) : LaunchList::Parts{gainParts};
    list.add("layer_norm_parameter_gradients", {groupsFor(x.columns, columnsOfGroup), parts, 1},
             {gainParts.place, biasParts.place, x.place, list.placeOf(node.inputs[1]),
              list.momentsOf(node.inputs[0]), toInt(makesBias), toInt(partRows),
              std::int64_t(gainParts.stride), std::int64_t(biasParts.stride), toInt(rows),
              toInt(x.columns)},
             4 * columnsOfGroup * partRows);
}

/// The sum over all tokens, by one group, divided by how many there are.
inline void lowerMeanTokens(LaunchList& list, const Node& node) {
    const Index count = list.operandOf(node.inputs[0]).all();
    list.add("mean_tokens", {1, 1, 1},
             {list.placeOf(node.id), list.placeOf(node.inputs[0]), list.placeOf(node.inputs[1]),
              toInt(count)},
             count);
}

/// The sums of the columns of `x` as one matrix.
inline void lowerColumnSum(LaunchList& list, Place to, Place x, Index rows, Index columns) {
    const Index partRows = LaunchList::rowsOfPart(rows, columns);
    const Index parts = groupsFor(rows, partRows);
    const auto sum = list.partsOf(to, columns, parts);
    list.add("column_sum", {groupsFor(columns, columnsOfGroup), parts, 1},
             {sum.place, x, toInt(partRows), std::int64_t(sum.stride), toInt(rows), toInt(columns)},
             columnsOfGroup * partRows);
}

} // namespace gf::gpu
