// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <vector>

namespace gf {

/// Rows of a ring of mostNoted rows.
struct NoteRows {
    Index first = 0, count = 0;
};

/// Where the last `runs` of `done` runs lie, the oldest first: the second part has come round.
inline std::array<NoteRows, 2> lastNotes(Index done, Index runs) {
    assert(runs <= done && runs <= mostNoted);
    const Index first = (done - runs) % mostNoted;
    const Index count = std::min(runs, mostNoted - first);
    return {{{first, count}, {0, runs - count}}};
}

/// What the last runs of a program in the computer's own memory left at some places.
template <class Scalar> class RunLog {
public:
    RunLog() = default;
    /// `placeOf` says where the number of a node lies.
    template <class PlaceOf> RunLog(const std::vector<NodeId>& numbers, PlaceOf placeOf)
        : m_rows(numbers.size() * static_cast<std::size_t>(mostNoted)) {
        for (const NodeId number : numbers)
            m_places.push_back(placeOf(number));
    }

    /// After each run. Allocates nothing.
    void add() {
        auto to = m_rows.begin() + at(m_done++ % mostNoted);
        for (const Scalar* place : m_places)
            *to++ = *place;
    }
    std::vector<Scalar> last(Index runs) const {
        std::vector<Scalar> numbers;
        for (const auto& [first, count] : lastNotes(m_done, runs))
            numbers.insert(numbers.end(), m_rows.begin() + at(first),
                           m_rows.begin() + at(first + count));
        return numbers;
    }

private:
    std::ptrdiff_t at(Index row) const {
        return static_cast<std::ptrdiff_t>(row) * static_cast<std::ptrdiff_t>(m_places.size());
    }

    std::vector<const Scalar*> m_places;
    std::vector<Scalar> m_rows;
    Index m_done = 0;
};

} // namespace gf
