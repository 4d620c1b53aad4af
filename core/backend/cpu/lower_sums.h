// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lowering of sums, embeddings, positions, dropout and interventions; for lowering.cpp alone.
#pragma once

#include "core/backend/cpu/operands.h"
#include "core/tensor/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace gf::cpu {

inline Task lowerAdd(const Operands& o) {
    const Kernels& k = o.kernels();
    const Index each = o.node.shape.count();
    const Index examples = o.examples(o.node);
    struct Term {
        const float* values;
        Index stride; // 0: the same for every example
    };
    std::vector<Term> terms;
    for (std::size_t i = 0; i < o.node.inputs.size(); ++i)
        terms.push_back({o.in(i), o.stride(o.input(i))});
    if (terms.size() == 1)
        return [=, y = o.out()] {
            for (Index e = 0; e < examples; ++e)
                std::copy_n(terms[0].values + e * terms[0].stride, each, y + e * each);
        };
    const bool whole = std::all_of(terms.begin(), terms.end(),
                                   [&](const Term& t) { return examples == 1 || t.stride != 0; });
    const Index calls = whole ? 1 : examples;
    const Index size = whole ? examples * each : each;
    return [=, &k, y = o.out()] {
        for (Index e = 0; e < calls; ++e) {
            k.add(size, terms[0].values + e * terms[0].stride,
                  terms[1].values + e * terms[1].stride, y + e * each);
            for (std::size_t i = 2; i < terms.size(); ++i)
                k.accumulate(size, terms[i].values + e * terms[i].stride, y + e * each);
        }
    };
}

inline Task lowerBatchSum(const Operands& o) {
    return [&k = o.kernels(), n = o.node.shape.count(), examples = o.examples(o.input(0)),
            x = o.in(0), y = o.out()] {
        std::copy_n(x, n, y);
        for (Index e = 1; e < examples; ++e)
            k.accumulate(n, x + e * n, y);
    };
}

/// Calls `run(offset, length)` for each run of neighbouring cells that an edit changes in one
/// example, wherever the layout puts them.
template <class Run>
void forEachRun(const Node& node, Layout layout, const Edit& edit, const Run& run) {
    // Seen as four dimensions, the missing ones first and of extent 1.
    std::array<Index, Shape::maxRank> extents{1, 1, 1, 1};
    std::array<Places, Shape::maxRank> cells{};
    const int missing = Shape::maxRank - node.shape.rank();
    for (int i = missing; i < Shape::maxRank; ++i) {
        extents[i] = node.shape[i - missing];
        cells[i] = edit.cells[i - missing];
    }
    const auto [batch, heads, rows, columns] = extents;
    const bool byToken = layout == Layout::ByToken;
    const Index first = cells[3].first;
    const Index length = cells[3].endIn(columns) - first;
    if (length <= 0)
        return;
    for (Index b = cells[0].first; b < cells[0].endIn(batch); ++b)
        for (Index h = cells[1].first; h < cells[1].endIn(heads); ++h)
            for (Index r = cells[2].first; r < cells[2].endIn(rows); ++r) {
                const Index row = byToken ? (b * rows + r) * heads + h : (b * heads + h) * rows + r;
                run(row * columns + first, length);
            }
}

inline Task lowerIntervene(const Operands& o) {
    const float* revealed = o.node.inputs.size() == 2 ? o.in(1) : nullptr;
    const Layout layout = o.lowering.plan.layout(o.node.id);
    return [&k = o.kernels(), &node = o.node, layout, each = o.node.shape.count(),
            examples = o.examples(o.node), x = o.in(0), revealed, y = o.out()] {
        std::copy_n(x, examples * each, y);
        for (const Edit& edit : node.as<InterveneAttributes>().edits)
            for (Index e = 0; e < examples; ++e)
                forEachRun(node, layout, edit, [&](Index offset, Index length) {
                    float* cells = y + e * each + offset;
                    if (edit.kind == Edit::Kind::Reveal)
                        std::copy_n(revealed + e * each + offset, length, cells);
                    else if (edit.kind == Edit::Kind::Set || edit.value == 0)
                        std::fill_n(cells, length, static_cast<float>(edit.value));
                    else
                        k.scale(length, static_cast<float>(edit.value), cells, cells);
                });
    };
}

inline Task lowerEmbedding(const Operands& o) {
    return [&k = o.kernels(), width = o.node.shape[1], tokens = o.rows(o.node),
            factor = static_cast<float>(o.node.as<ScaleAttributes>().factor), table = o.in(0),
            ids = o.in(1), y = o.out()] {
        for (Index t = 0; t < tokens; ++t)
            k.scale(width, factor, table + static_cast<Index>(ids[t]) * width, y + t * width);
    };
}

inline Task lowerEmbeddingGradient(const Operands& o) {
    return [&k = o.kernels(), width = o.node.shape[1], size = o.node.shape.count(),
            tokens = o.rows(o.input(1)),
            factor = static_cast<float>(o.node.as<ScaleAttributes>().factor), ids = o.in(0),
            dy = o.in(1), y = o.out()] {
        std::fill_n(y, size, 0.0F);
        for (Index t = 0; t < tokens; ++t) {
            float* row = y + static_cast<Index>(ids[t]) * width;
            k.blend(width, 1.0F, row, factor, dy + t * width, row);
        }
    };
}

inline Task lowerDropout(const Operands& o) {
    return [&k = o.kernels(), n = o.count(), x = o.in(0), y = o.out(),
            rate = o.node.as<DropoutAttributes>().rate,
            stream = o.node.as<DropoutAttributes>().stream, random = o.lowering.random,
            first = static_cast<std::uint64_t>(o.lowering.firstExample * o.node.shape.count())] {
        k.dropout(n, {randomBits(random->seed, stream, random->step), first, rate}, x, y);
    };
}

} // namespace gf::cpu
