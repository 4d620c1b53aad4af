// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/every_op.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

const Op& op(OpKind kind) {
    assert(kind < OpKind::count_);
    using Object = const Op& (*)();
    static constexpr Object objects[] = {
#define GF_OP(kind, function, name) theOp<OpKind::kind>,
#include "core/graph/op_table.def"
    };
    return objects[static_cast<std::size_t>(kind)]();
}

} // namespace gf::ops
