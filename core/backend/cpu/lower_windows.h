// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lowering of the windows of a convolution; for lowering.cpp alone.
#pragma once

#include "core/backend/cpu/operands.h"
#include "core/ops/windows.h"

#include <algorithm>

namespace gf::cpu {

/// Where tokens and their windows lie.
struct WindowShape {
    Index examples, tokens, width, length;
    bool causal;
    const float* keep; ///< [examples,tokens]; null: all are kept

    /// Calls body(token's row, place in the windows), the row −1 where nothing stands there.
    template <class Body> void forEachPlace(const Body& body) const {
        Index place = 0;
        for (Index e = 0; e < examples; ++e)
            for (Index i = 0; i < tokens; ++i)
                for (Index r = 0; r < length; ++r, place += width) {
                    const Index token = i + ops::windowOffset(r, length, causal);
                    const Index row = e * tokens + token;
                    const bool isThere = token >= 0 && token < tokens && (!keep || keep[row] != 0);
                    body(isThere ? row : -1, place);
                }
    }
};

/// `rows` is the node of the tokens, `windows` that of the windows.
inline WindowShape windowShape(const Operands& o, const Node& rows, const Node& windows) {
    return {o.examples(o.node),
            rows.shape[0],
            rows.shape[1],
            windows.shape[1] / rows.shape[1],
            o.node.as<WindowsAttributes>().causal,
            o.node.inputs.size() == 2 ? o.in(1) : nullptr};
}

inline Task lowerWindows(const Operands& o) {
    return [shape = windowShape(o, o.input(0), o.node), x = o.in(0), y = o.out()] {
        shape.forEachPlace([&](Index row, Index place) {
            if (row < 0)
                std::fill_n(y + place, shape.width, 0.0F);
            else
                std::copy_n(x + row * shape.width, shape.width, y + place);
        });
    };
}

inline Task lowerWindowsGradient(const Operands& o) {
    return [&k = o.kernels(), n = o.count(), shape = windowShape(o, o.node, o.input(0)),
            dy = o.in(0), dx = o.out()] {
        std::fill_n(dx, n, 0.0F);
        shape.forEachPlace([&](Index row, Index place) {
            if (row >= 0)
                k.accumulate(shape.width, dy + place, dx + row * shape.width);
        });
    };
}

} // namespace gf::cpu
