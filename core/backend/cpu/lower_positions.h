// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/cpu/operands.h"
#include "core/ops/relative_position.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace gf::cpu {

inline Task lowerSinusoidalPosition(const Operands& o) {
    return [rows = o.node.shape[0], width = o.node.shape[1], y = o.out()] {
        for (Index p = 0; p < rows; ++p)
            for (Index d = 0; d < width; ++d) {
                const Index pair = d / 2;
                const double exponent =
                    2.0 * static_cast<double>(pair) / static_cast<double>(width);
                const double angle = static_cast<double>(p) / std::pow(10000.0, exponent);
                y[p * width + d] =
                    static_cast<float>(d % 2 == 0 ? std::sin(angle) : std::cos(angle));
            }
    };
}

inline Task lowerLearnedPositionGradient(const Operands& o) {
    return
        [used = o.input(0).shape.count(), size = o.node.shape.count(), dy = o.in(0), y = o.out()] {
            std::copy_n(dy, used, y);
            std::fill_n(y + used, size - used, 0.0F);
        };
}

/// Calls body(offset's column of the table [H,2R+1], place among the scores [H,T,S]).
template <class Body>
void forEachOffset(const Shape& table, const Shape& scores, const Body& body) {
    const Index columns = table[1];
    Index place = 0;
    for (Index h = 0; h < scores[0]; ++h)
        for (Index i = 0; i < scores[1]; ++i)
            for (Index j = 0; j < scores[2]; ++j)
                body(h * columns + ops::offsetColumn(i, j, columns), place++);
}

inline Task lowerRelativeBias(const Operands& o) {
    return [from = o.input(0).shape, to = o.node.shape, table = o.in(0), y = o.out()] {
        forEachOffset(from, to, [&](Index offset, Index place) { y[place] = table[offset]; });
    };
}

inline Task lowerRelativeBiasGradient(const Operands& o) {
    return [from = o.node.shape, to = o.input(0).shape, dy = o.in(0), table = o.out(),
            sums = std::vector<double>(static_cast<std::size_t>(o.node.shape.count()))]() mutable {
        std::ranges::fill(sums, 0.0);
        forEachOffset(from, to, [&](Index offset, Index place) {
            sums[static_cast<std::size_t>(offset)] += dy[place];
        });
        std::ranges::transform(sums, table, [](double sum) { return static_cast<float>(sum); });
    };
}

inline Task lowerAlibiBias(const Operands& o) {
    return [shape = o.node.shape, y = o.out()] {
        Index place = 0;
        for (Index h = 0; h < shape[0]; ++h) {
            const double slope = ops::alibiSlope(h, shape[0]);
            for (Index i = 0; i < shape[1]; ++i)
                for (Index j = 0; j < shape[2]; ++j)
                    y[place++] = static_cast<float>(-slope * static_cast<double>(std::abs(i - j)));
        }
    };
}

/// Cosine and sine for each pair of each row; the same for every head and example.
inline std::vector<float> rotations(const Node& rotary) {
    const Index width = rotary.shape[2];
    std::vector<float> table;
    table.reserve(static_cast<std::size_t>(rotary.shape[1] * width));
    for (Index p = 0; p < rotary.shape[1]; ++p)
        for (Index pair = 0; pair < width / 2; ++pair) {
            const double angle =
                rotary.as<RotaryAttributes>().direction * ops::rotaryAngle(p, pair, width);
            table.push_back(static_cast<float>(std::cos(angle)));
            table.push_back(static_cast<float>(std::sin(angle)));
        }
    return table;
}

inline Task lowerRotary(const Operands& o) {
    return [x = headMatrix(o, o.node.inputs[0]), y = headMatrix(o, o.node.id),
            examples = o.examples(o.node), shape = o.node.shape, table = rotations(o.node)] {
        for (Index e = 0; e < examples; ++e)
            for (Index h = 0; h < shape[0]; ++h)
                for (Index p = 0; p < shape[1]; ++p) {
                    const float* turn = table.data() + p * shape[2];
                    const float* from = x.of(e, h) + p * x.rowStride;
                    float* to = y.of(e, h) + p * y.rowStride;
                    for (Index c = 0; c < shape[2]; c += 2) {
                        to[c] = from[c] * turn[c] - from[c + 1] * turn[c + 1];
                        to[c + 1] = from[c] * turn[c + 1] + from[c + 1] * turn[c];
                    }
                }
    };
}

} // namespace gf::cpu
