// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/position_bias.h"

#include "core/measure/computed.h"
#include "core/ops/relative_position.h"
#include "core/tensor/row.h"

#include <algorithm>

namespace gf {

namespace {

OffsetBias learned(const Tensor& table) {
    OffsetBias bias;
    const Index columns = table.shape()[1];
    bias.reach = columns / 2;
    for (Index column = 0; column < columns; ++column)
        bias.offsets.push_back(column - bias.reach);
    for (Index head = 0; head < table.shape()[0]; ++head) {
        const auto row = rowOf(table, head);
        bias.byHead.emplace_back(row.begin(), row.end());
    }
    return bias;
}

OffsetBias sloping(const Node& node) {
    OffsetBias bias;
    const Index heads = node.shape[0];
    const Index reach = std::max(node.shape[1], node.shape[2]) - 1;
    for (Index offset = -reach; offset <= reach; ++offset)
        bias.offsets.push_back(offset);
    for (Index head = 0; head < heads; ++head) {
        const double slope = ops::alibiSlope(head, heads);
        bias.slopes.push_back(slope);
        bias.byHead.emplace_back();
        for (const Index offset : bias.offsets)
            bias.byHead.back().push_back(
                static_cast<float>(-slope * static_cast<double>(std::abs(offset))));
    }
    return bias;
}

} // namespace

OffsetBias offsetBias(const Trace& trace, NodeId positionBias) {
    const Node& node = (*trace.graph)[computedNode(*trace.graph, positionBias)];
    if (node.op->kind() == OpKind::AlibiBias)
        return sloping(node);
    if (node.op->kind() != OpKind::RelativeBias)
        return {};
    const Tensor& table = trace.value(node.inputs[0]);
    return table.empty() ? OffsetBias() : learned(table);
}

} // namespace gf
