// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/history.h"

#include "core/tensor/error.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <unordered_set>
#include <utility>

namespace gf {

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// What is needed beside the numbers: the moment itself, its counters, its places in the lists.
constexpr std::size_t overhead = 256;

std::string inMebibytes(std::size_t bytes) {
    return std::to_string((bytes + mebibyte - 1) / mebibyte) + " MiB";
}

} // namespace

History::History(std::size_t limit) : m_limit(limit) {
    clear();
}

void History::clear() {
    m_branches.assign(1, Branch());
    m_current = 1;
    m_nextId = 2;
    m_momentBytes = m_count = 0;
    m_pins.fill(nullptr);
    m_scratch = {};
}

void History::restore(Content content) {
    clear();
    assert(!content.branches.empty());
    m_branches = std::move(content.branches);
    m_current = content.current;
    for (const Branch& one : m_branches) {
        m_nextId = std::max(m_nextId, one.id + 1);
        for (const SharedMoment& moment : one.moments)
            m_momentBytes = moment->values.size() * sizeof(float) + overhead;
    }
    // Where there is little room the branch that is trained counts most.
    while (m_branches.size() > 1 && reserved() > capacity())
        std::erase_if(m_branches, [this, first = m_branches.front().id,
                                   last = m_branches.back().id](const Branch& one) {
            return one.id == (first == m_current ? last : first);
        });
    count();
    if (capacity() < 2)
        clear();
    else
        thin();
}

std::size_t History::capacity() const {
    if (m_momentBytes == 0)
        return mostMoments;
    return std::min(m_limit / m_momentBytes, mostMoments);
}

/// Moments that may never be forgotten: the one that all begin with, the last of each branch, the
/// pinned ones.
std::size_t History::reserved() const {
    const auto pins = m_pins.size() - static_cast<std::size_t>(std::ranges::count(m_pins, nullptr));
    return 1 + m_branches.size() + pins;
}

void History::requireRoom(std::size_t more, Phrase refusal) const {
    if (reserved() + more > capacity())
        throw Error(refusal, inMebibytes(m_momentBytes), inMebibytes(m_limit));
}

void History::setLimit(std::size_t bytes) {
    const std::size_t before = std::exchange(m_limit, bytes);
    if (reserved() > capacity() && reserved() > 2) {
        const std::size_t needed = reserved() * m_momentBytes;
        m_limit = before;
        throw Error(
            phrase("The branches and pinned moments that are kept need %1; allow that much, "
                   "or discard some of them"),
            inMebibytes(needed));
    }
    if (capacity() < 2)
        clear();
    else
        thin();
}

bool History::isDue(Index step) const {
    const auto& mine = moments();
    if (mine.empty())
        return true;
    Index all = step - mine.front()->step;
    for (const Branch& one : m_branches)
        if (one.id != m_current && !one.moments.empty())
            all += std::max<Index>(0, one.moments.back()->step - one.fork);
    const auto room = static_cast<Index>(std::max<std::size_t>(capacity(), 1));
    return step - mine.back()->step >= std::max<Index>(1, (all + room - 1) / room);
}

void History::record(Index step, double loss, std::span<const float> values) {
    const std::size_t bytes = values.size_bytes() + overhead;
    assert(m_count == 0 || bytes == m_momentBytes);
    m_momentBytes = bytes;
    auto& mine = branch(m_current).moments;
    if (capacity() < 2 || (!mine.empty() && step <= mine.back()->step))
        return;
    mine.push_back(std::make_shared<const Moment>(Moment{step, loss, m_scratch.keep(values)}));
    ++m_count;
    thin();
}

SharedMoment History::nearest(Index step) const {
    const auto& mine = moments();
    const auto distance = [step](const SharedMoment& moment) {
        return moment->step < step ? step - moment->step : moment->step - step;
    };
    const auto found = std::ranges::min_element(mine, {}, distance);
    return found == mine.end() ? nullptr : *found;
}

void History::dropAfter(Index step) {
    std::erase_if(branch(m_current).moments,
                  [step](const SharedMoment& moment) { return moment->step > step; });
    for (SharedMoment& pin : m_pins)
        if (pin && pin->step > step)
            pin = nullptr;
    count();
}

int History::fork(Index step) {
    requireRoom(1,
                phrase("There is no room for another branch: a moment of this model takes %1, and "
                       "the memory for them is %2. Allow more, or discard a branch"));
    const Branch& parent = branch(m_current);
    Branch child{m_nextId, parent.id, step, parent.moments};
    std::erase_if(child.moments,
                  [step](const SharedMoment& moment) { return moment->step > step; });
    m_branches.push_back(std::move(child));
    m_current = m_nextId++;
    return m_current;
}

void History::switchTo(int id) {
    assert(branch(id).id == id);
    m_current = id;
}

void History::discard(int id) {
    if (id == m_current)
        return;
    std::erase_if(m_branches, [id](const Branch& one) { return one.id == id; });
    count();
}

void History::setPin(int pin, std::optional<Index> step) {
    SharedMoment& place = m_pins[static_cast<std::size_t>(pin)];
    if (!step) {
        place = nullptr;
        return count();
    }
    if (!place)
        requireRoom(1,
                    phrase("There is no room for a pinned moment: a moment of this model takes %1, "
                           "and the memory for them is %2. Allow more, or discard a branch"));
    place = nearest(*step);
    count();
}

const History::Branch& History::branch(int id) const {
    const auto found = std::ranges::find(m_branches, id, &Branch::id);
    assert(found != m_branches.end());
    return *found;
}

History::Branch& History::branch(int id) {
    return const_cast<Branch&>(std::as_const(*this).branch(id));
}

bool History::isKept(const SharedMoment& moment) const {
    return std::ranges::find(m_pins, moment) != m_pins.end() ||
           std::ranges::any_of(m_branches, [&](const Branch& one) {
               return !one.moments.empty() &&
                      (one.moments.front() == moment || one.moments.back() == moment);
           });
}

/// The moment whose neighbours stand closest together; of equals the earliest, so that the past
/// thins out evenly from its beginning.
SharedMoment History::leastMissed() const {
    SharedMoment found;
    Index smallest = std::numeric_limits<Index>::max();
    for (const Branch& one : m_branches)
        for (std::size_t i = 1; i + 1 < one.moments.size(); ++i) {
            const Index gap = one.moments[i + 1]->step - one.moments[i - 1]->step;
            if (gap >= smallest || isKept(one.moments[i]))
                continue;
            smallest = gap;
            found = one.moments[i];
        }
    return found;
}

void History::forget(const SharedMoment& moment) {
    for (Branch& one : m_branches)
        std::erase(one.moments, moment);
    --m_count;
}

void History::thin() {
    while (m_count > capacity()) {
        const SharedMoment victim = leastMissed();
        assert(victim);
        if (!victim)
            return;
        forget(victim);
    }
}

void History::count() {
    std::unordered_set<const Moment*> distinct;
    for (const Branch& one : m_branches)
        for (const SharedMoment& moment : one.moments)
            distinct.insert(moment.get());
    for (const SharedMoment& pin : m_pins)
        if (pin)
            distinct.insert(pin.get());
    m_count = distinct.size();
}

} // namespace gf
