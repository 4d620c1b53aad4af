// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lowering of attention by blocks; for lowering.cpp alone.
#pragma once

#include "core/backend/cpu/lower_rows.h"

namespace gf::cpu {

/// Where a head's rows of a node lie; none of noNode.
inline auto rowsOf(const Operands& o, NodeId id) {
    const HeadMatrix matrix = id == noNode ? HeadMatrix{} : headMatrix(o, id);
    return [matrix](Index e, Index h) {
        return RowsAt{matrix.first ? matrix.of(e, h) : nullptr, matrix.rowStride};
    };
}

/// Attention of one head of one example, or its gradients, as a function of both.
inline HeadTask lowerBlocks(const Operands& o, const NodeWork& work) {
    const bool isForward = work.work == Work::BlockAttention;
    const Graph& g = o.lowering.graph;
    const NodeId softmax = isForward ? work.makes[0] : work.reads[3];
    const NodeId heads = isForward ? o.node.id : work.reads[4];
    const auto attention =
        [mask = MaskOfExample(o, g[work.partner], 1), width = g[work.reads[0]].shape.columns(),
         valueWidth = g[work.reads[2]].shape.columns(), factor = static_cast<float>(work.factor),
         q = rowsOf(o, work.reads[0]), k = rowsOf(o, work.reads[1]), v = rowsOf(o, work.reads[2]),
         made = rowsOf(o, heads), rows = o.lowering.address(softmax),
         all = g[softmax].shape.matrices()](Index e, Index h) {
            const MaskShape shape = mask(e);
            return BlockAttention{shape,   width,      valueWidth,
                                  factor,  q(e, h),    k(e, h),
                                  v(e, h), made(e, h), rows + 2 * (e * all + h) * shape.queries};
        };
    if (isForward)
        return [&kernels = o.kernels(), attention](Index e, Index h) {
            kernels.blockAttention(attention(e, h));
        };
    return [&kernels = o.kernels(), attention, dheads = rowsOf(o, work.reads[5]),
            dq = rowsOf(o, work.makes[0]), dk = rowsOf(o, work.makes[1]),
            dv = rowsOf(o, work.makes[2])](Index e, Index h) {
        kernels.blockAttentionGradients(attention(e, h),
                                        {dheads(e, h), dq(e, h), dk(e, h), dv(e, h)});
    };
}

} // namespace gf::cpu
