// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/find_place.h"

#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace gf {

namespace {

constexpr std::size_t head = 0, row = 1, column = 2;
constexpr double leastAhead = 0.01; ///< of a place, so that a person can tell it from the next

/// The dimension of a tensor that is the heads, the rows or the columns; −1 where it has none.
int dimensionOf(const Shape& shape, std::size_t axis) {
    return shape.rank() - 3 + static_cast<int>(axis);
}

Index extentOf(const Shape& shape, std::size_t axis) {
    const int dimension = dimensionOf(shape, axis);
    return dimension < 0 ? 1 : shape[dimension];
}

Index placeIn(const Trace& trace, NodeId node, std::size_t axis, const LessonPlace& place) {
    const Shape& shape = trace.value(node).shape();
    const Index extent = extentOf(shape, axis);
    if (place.number > extent)
        throw Error(phrase("the step %1 has no place %2 there; there are %3"),
                    inQuotes((*trace.graph)[node].name), place.number, extent);
    if (place.number > 0)
        return place.number - 1;
    const int dimension = dimensionOf(shape, axis);
    const Tokens words = dimension < 0 ? Tokens() : trace.labelsAlong(node, dimension);
    const auto found = std::ranges::find(words, place.word);
    if (found == words.end()) {
        std::string known;
        for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 30); ++i)
            known += (known.empty() ? "" : " ") + printable(words[i]);
        throw Error(phrase("the step %1 has no token %2 there; its tokens are: %3"),
                    inQuotes((*trace.graph)[node].name), inQuotes(place.word), known);
    }
    return static_cast<Index>(found - words.begin());
}

} // namespace

double FoundCells::at(Index h, Index r, Index c) const {
    const Shape& shape = value->shape();
    return static_cast<double>(
        (*value)[(h * extentOf(shape, row) + r) * extentOf(shape, column) + c]);
}

std::vector<double> FoundCells::numbers() const {
    std::vector<double> all;
    for (Index h = first[head]; h < first[head] + count[head]; ++h)
        for (Index r = first[row]; r < first[row] + count[row]; ++r)
            for (Index c = first[column]; c < first[column] + count[column]; ++c)
                all.push_back(at(h, r, c));
    return all;
}

double largestDifference(const std::vector<double>& a, const std::vector<double>& b) {
    assert(a.size() == b.size());
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

FoundCells findCells(const Trace& trace, const LessonCells& cells) {
    FoundCells found;
    found.node = trace.graph->find(cells.step);
    if (found.node == noNode || trace.value(found.node).empty())
        throw Error(phrase("the model has no step %1"), inQuotes(cells.step));
    found.value = &trace.value(found.node);
    if (found.value->shape().rank() > 3)
        throw Error(phrase("the step %1 has more dimensions than head, row and column"),
                    inQuotes(cells.step));
    const std::optional<LessonPlace>* const places[] = {&cells.head, &cells.row, &cells.column};
    for (const std::size_t axis : {head, row, column}) {
        const std::optional<LessonPlace>& place = *places[axis];
        found.first[axis] = place ? placeIn(trace, found.node, axis, *place) : 0;
        found.count[axis] = place ? 1 : extentOf(found.value->shape(), axis);
    }
    return found;
}

Index findRow(const Trace& trace, const LessonCells& cells, const LessonPlace& place) {
    return placeIn(trace, findCells(trace, cells).node, row, place);
}

bool isAsked(const LessonPointer& pointer, const FoundPlace& right, const FoundPlace& given) {
    switch (pointer.find) {
    case LessonPointer::Find::Row:
        return given.row == right.row;
    case LessonPointer::Find::Column:
        return given.column == right.column;
    case LessonPointer::Find::Head:
        return given.head == right.head;
    case LessonPointer::Find::Step:
        return true; // the step itself was asked for
    case LessonPointer::Find::Cell:
        break;
    }
    return given == right;
}

FoundPlace findPlace(const Trace& trace, const LessonPointer& pointer) {
    const FoundCells cells = findCells(trace, pointer.among);
    const double sign = pointer.smallest ? -1 : 1;
    struct Candidate {
        double number;
        FoundPlace place;
    };
    std::vector<Candidate> all;
    for (Index h = cells.first[head]; h < cells.first[head] + cells.count[head]; ++h)
        for (Index r = cells.first[row]; r < cells.first[row] + cells.count[row]; ++r)
            for (Index c = cells.first[column]; c < cells.first[column] + cells.count[column]; ++c)
                all.push_back({sign * cells.at(h, r, c), {h, r, c}});
    if (all.empty())
        throw Error(phrase("the step %1 has no cells"), inQuotes(pointer.among.step));
    const auto best = std::ranges::max_element(all, {}, &Candidate::number);
    double largest = 0;
    for (const Candidate& each : all)
        largest = std::max(largest, std::abs(each.number));
    FoundPlace place = best->place;
    for (const Candidate& other : all)
        if (!isAsked(pointer, place, other.place))
            place.ahead =
                std::min(place.ahead, largest > 0 ? (best->number - other.number) / largest : 0);
    if (place.ahead < leastAhead)
        throw Error(phrase("two places of the step %1 are equally right"),
                    inQuotes(pointer.among.step));
    return place;
}

} // namespace gf
