// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/cpu/operands.h"
#include "core/ops/position.h"
#include "core/ops/relative_position.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace gf::cpu {

inline Task lowerSinusoidalPosition(const Operands& o) {
    return [node = o.node, y = o.out()] {
        const Index width = node.shape[1];
        for (Index p = 0; p < node.shape[0]; ++p)
            for (Index d = 0; d < width; ++d)
                y[p * width + d] = static_cast<float>(ops::sinusoidOf(node, p, d));
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
            sums = std::vector<double>(o.node.shape.count())]() mutable {
        std::ranges::fill(sums, 0.0);
        forEachOffset(from, to, [&](Index offset, Index place) { sums[offset] += dy[place]; });
        std::ranges::transform(sums, table, [](double sum) { return static_cast<float>(sum); });
    };
}

inline Task lowerBuckets(const Operands& o) {
    return [node = o.node, y = o.out()] {
        const Index columns = node.shape[1];
        for (Index bucket = 0; bucket < node.shape[0]; ++bucket)
            for (Index column = 0; column < columns; ++column)
                y[bucket * columns + column] =
                    ops::bucketOfColumn(node, column) == bucket ? 1.0F : 0.0F;
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

/// Cosine and sine for each pair of each row that turns; the same for every head and example.
inline std::vector<float> rotations(const Node& rotary) {
    const auto& [direction, pairs] = rotary.as<RotaryAttributes>();
    const Index width = rotary.shape[2];
    const Index turned = ops::turnedWidth(width, pairs);
    std::vector<float> table;
    table.reserve(rotary.shape[1] * turned);
    for (Index p = 0; p < rotary.shape[1]; ++p)
        for (Index pair = 0; pair < turned / 2; ++pair) {
            const double angle = direction * ops::rotaryAngle(p, pair, width, pairs);
            table.push_back(static_cast<float>(std::cos(angle)));
            table.push_back(static_cast<float>(std::sin(angle)));
        }
    return table;
}

inline Task lowerRotary(const Operands& o) {
    return [x = headMatrix(o, o.node.inputs[0]), y = headMatrix(o, o.node.id),
            examples = o.examples(o.node), shape = o.node.shape, table = rotations(o.node),
            turned = ops::turnedWidth(o.node.shape[2], ops::rotaryPairsOf(o.node)),
            halves = ops::rotaryPairsOf(o.node).halves] {
        const Index apart = halves ? turned / 2 : 1; // between the features of a pair
        const Index next = halves ? 1 : 2;
        for (Index e = 0; e < examples; ++e)
            for (Index h = 0; h < shape[0]; ++h)
                for (Index p = 0; p < shape[1]; ++p) {
                    const float* turn = table.data() + p * turned;
                    const float* from = x.of(e, h) + p * x.rowStride;
                    float* to = y.of(e, h) + p * y.rowStride;
                    std::copy(from + turned, from + shape[2], to + turned);
                    for (Index m = 0; m < turned / 2; ++m) {
                        const Index c = m * next;
                        const float one = from[c];
                        const float other = from[c + apart];
                        to[c] = one * turn[2 * m] - other * turn[2 * m + 1];
                        to[c + apart] = one * turn[2 * m + 1] + other * turn[2 * m];
                    }
                }
    };
}

/// Calls body(place in `whole`'s head h, place in the head of `groups` that it reads, width) for
/// each row of each head, the heads that read the same one after the other.
template <class Body>
auto forEachRepeatedRow(const Operands& o, NodeId groups, NodeId whole, const Body& body) {
    const Shape few = o.lowering.graph[groups].shape;
    const Shape many = o.lowering.graph[whole].shape;
    return [from = headMatrix(o, groups), to = headMatrix(o, whole), examples = o.examples(o.node),
            each = many[0] / few[0], many, body] {
        for (Index e = 0; e < examples; ++e)
            for (Index h = 0; h < many[0]; ++h)
                for (Index s = 0; s < many[1]; ++s)
                    body(to.of(e, h) + s * to.rowStride, from.of(e, h / each) + s * from.rowStride,
                         many[2], h % each == 0);
    };
}

inline Task lowerRepeatHeads(const Operands& o) {
    return forEachRepeatedRow(o, o.node.inputs[0], o.node.id,
                              [](float* repeated, const float* row, Index width, bool) {
                                  std::copy_n(row, width, repeated);
                              });
}

inline Task lowerRepeatHeadsGradient(const Operands& o) {
    return forEachRepeatedRow(
        o, o.node.id, o.node.inputs[0],
        [&k = o.kernels()](const float* repeated, float* row, Index width, bool isFirst) {
            if (isFirst)
                std::copy_n(repeated, width, row);
            else
                k.accumulate(width, repeated, row);
        });
}

} // namespace gf::cpu
