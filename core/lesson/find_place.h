// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/lesson/lesson.h"

#include <array>
#include <optional>
#include <vector>

namespace gf {

/// The cells of a trace that a lesson means.
struct FoundCells {
    NodeId node = noNode;
    const Tensor* value = nullptr;
    /// First and count along head, row and column: [head, row, column] of what is looked at as a
    /// stack of matrices.
    std::array<Index, 3> first{}, count{};

    std::vector<double> numbers() const;
    double at(Index head, Index row, Index column) const;
};

/// The largest |a − b| of numbers that stand at the same place; `a` and `b` have as many.
double largestDifference(const std::vector<double>& a, const std::vector<double>& b);

/// Throws Error with what there is: for a step that the trace does not have, and for places that
/// its matrix does not have.
FoundCells findCells(const Trace& trace, const LessonCells& cells);

/// The row that a place names. Throws Error.
Index findRow(const Trace& trace, const LessonCells& cells, const LessonPlace& row);

/// The place that a question asks for, each counted from 0.
struct FoundPlace {
    Index head = 0, row = 0, column = 0;
    /// By how much its number is ahead of the next place's, as a share of the largest size of a
    /// number among them; 1 where there is no other place.
    double ahead = 1;

    friend bool operator==(const FoundPlace& a, const FoundPlace& b) {
        return a.head == b.head && a.row == b.row && a.column == b.column;
    }
};

/// The place in this trace. Throws Error as findCells() does, and where two places come so close to
/// the answer that nobody can tell them apart (another row for a question about rows, and so on).
FoundPlace findPlace(const Trace& trace, const LessonPointer& pointer);

/// Whether a place is what a question asks for: of a head, a row or a column that alone counts.
bool isAsked(const LessonPointer& pointer, const FoundPlace& right, const FoundPlace& given);

} // namespace gf
