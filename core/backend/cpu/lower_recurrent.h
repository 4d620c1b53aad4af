// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lowering of what recurrent models are made of; for lowering.cpp alone.
#pragma once

#include "core/backend/cpu/operands.h"

#include <algorithm>
#include <vector>

namespace gf::cpu {

/// A matrix inside another one, example by example.
struct PartRows {
    float* first;     ///< of the part
    Index perExample; ///< from one example to the next
    Index stride;     ///< from one row to the next

    float* row(Index example, Index row) const {
        return first + example * perExample + row * stride;
    }
};

inline PartRows partRows(const Operands& o, const Node& whole, const Corner& corner) {
    const Index stride = whole.shape[1];
    return {o.lowering.address(whole.id) + corner.row * stride + corner.column, o.stride(whole),
            stride};
}

inline Task lowerSlice(const Operands& o) {
    std::vector<PartRows> parts;
    for (std::size_t i = 0; i < o.node.inputs.size(); ++i)
        parts.push_back(partRows(o, o.input(i), o.node.as<PartAttributes>().corners[i]));
    return [&k = o.kernels(), parts, to = partRows(o, o.node, {}), examples = o.examples(o.node),
            rows = o.node.shape[0], columns = o.node.shape[1]] {
        for (Index e = 0; e < examples; ++e)
            for (Index r = 0; r < rows; ++r) {
                float* const y = to.row(e, r);
                if (parts.size() == 1)
                    std::copy_n(parts[0].row(e, r), columns, y);
                else
                    k.add(columns, parts[0].row(e, r), parts[1].row(e, r), y);
                for (std::size_t i = 2; i < parts.size(); ++i)
                    k.accumulate(columns, parts[i].row(e, r), y);
            }
    };
}

inline Task lowerJoin(const Operands& o) {
    struct Copy {
        PartRows from, to;
        Index rows, columns;
    };
    std::vector<Copy> copies;
    Index covered = 0;
    for (std::size_t i = 0; i < o.node.inputs.size(); ++i) {
        const Node& part = o.input(i);
        copies.push_back({partRows(o, part, {}),
                          partRows(o, o.node, o.node.as<PartAttributes>().corners[i]),
                          part.shape[0], part.shape[1]});
        covered += part.shape.count();
    }
    const bool gaps = covered < o.node.shape.count();
    return [copies, gaps, examples = o.examples(o.node), n = o.count(), y = o.out()] {
        if (gaps)
            std::fill_n(y, n, 0.0F);
        for (const Copy& copy : copies)
            for (Index e = 0; e < examples; ++e)
                for (Index r = 0; r < copy.rows; ++r)
                    std::copy_n(copy.from.row(e, r), copy.columns, copy.to.row(e, r));
    };
}

/// Number `place` of an example's keep-mask, as a function of the example.
inline auto keepOf(const Operands& o, const Node& keep) {
    return [first = o.lowering.address(keep.id) + o.node.as<KeepAttributes>().timeStep,
            stride = o.stride(keep)](Index example) { return first[example * stride] != 0; };
}

inline Task lowerKeep(const Operands& o) {
    return [isKept = keepOf(o, o.input(2)), examples = o.examples(o.node), n = o.node.shape.count(),
            next = o.in(0), before = o.in(1), y = o.out()] {
        for (Index e = 0; e < examples; ++e)
            std::copy_n((isKept(e) ? next : before) + e * n, n, y + e * n);
    };
}

inline Task lowerKeepGradient(const Operands& o) {
    return [isKept = keepOf(o, o.input(1)), ofNext = o.node.as<KeepAttributes>().ofNext,
            examples = o.examples(o.node), n = o.node.shape.count(), dy = o.in(0), y = o.out()] {
        for (Index e = 0; e < examples; ++e)
            if (isKept(e) == ofNext)
                std::copy_n(dy + e * n, n, y + e * n);
            else
                std::fill_n(y + e * n, n, 0.0F);
    };
}

inline AdditiveShape additiveShape(const Node& queries, const Node& keys) {
    return {queries.shape[0], keys.shape[0], queries.shape[1]};
}

inline Task lowerAdditiveScores(const Operands& o) {
    return [&k = o.kernels(), shape = additiveShape(o.input(0), o.input(1)),
            examples = o.examples(o.node), perQueries = o.stride(o.input(0)),
            perKeys = o.stride(o.input(1)), each = o.node.shape.count(), a = o.in(0), b = o.in(1),
            v = o.in(2), y = o.out()] {
        for (Index e = 0; e < examples; ++e)
            k.additiveScores(shape, a + e * perQueries, b + e * perKeys, v, y + e * each);
    };
}

inline Task lowerAdditiveScoresGradient(const Operands& o) {
    return [&k = o.kernels(), shape = additiveShape(o.input(0), o.input(1)),
            examples = o.examples(o.node), perQueries = o.stride(o.input(0)),
            perKeys = o.stride(o.input(1)), perScores = o.stride(o.input(3)),
            each = o.node.shape.count(), ofKey = o.node.as<AdditiveAttributes>().ofKey, a = o.in(0),
            b = o.in(1), v = o.in(2), de = o.in(3), y = o.out()] {
        for (Index e = 0; e < examples; ++e) {
            float* const dx = y + e * each;
            k.additiveScoresGradient(shape, a + e * perQueries, b + e * perKeys, v,
                                     de + e * perScores, ofKey ? nullptr : dx,
                                     ofKey ? dx : nullptr);
        }
    };
}

inline Task lowerAdditiveVectorGradient(const Operands& o) {
    return [&k = o.kernels(), shape = additiveShape(o.input(0), o.input(1)),
            examples = o.examples(o.input(2)), perQueries = o.stride(o.input(0)),
            perKeys = o.stride(o.input(1)), perScores = o.stride(o.input(2)), width = o.count(),
            a = o.in(0), b = o.in(1), de = o.in(2), dv = o.out()] {
        std::fill_n(dv, width, 0.0F);
        for (Index e = 0; e < examples; ++e)
            k.additiveVectorGradient(shape, a + e * perQueries, b + e * perKeys, de + e * perScores,
                                     dv);
    };
}

} // namespace gf::cpu
