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

/// What is needed beside the numbers: the checkpoint itself, its counters, its places in the lists.
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
    m_checkpointBytes = m_count = 0;
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
        for (const SharedCheckpoint& checkpoint : one.checkpoints)
            m_checkpointBytes = checkpoint->values.size() * sizeof(float) + overhead;
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
    if (m_checkpointBytes == 0)
        return mostCheckpoints;
    return std::min(m_limit / m_checkpointBytes, mostCheckpoints);
}

/// Moments that may never be forgotten: the one that all begin with, the last of each branch, the
/// pinned ones.
std::size_t History::reserved() const {
    const auto pins = m_pins.size() - static_cast<std::size_t>(std::ranges::count(m_pins, nullptr));
    return 1 + m_branches.size() + pins;
}

void History::requireRoom(std::size_t more, Phrase refusal) const {
    if (reserved() + more > capacity())
        throw Error(refusal, inMebibytes(m_checkpointBytes), inMebibytes(m_limit));
}

void History::setLimit(std::size_t bytes) {
    const std::size_t before = std::exchange(m_limit, bytes);
    if (reserved() > capacity() && reserved() > 2) {
        const std::size_t needed = reserved() * m_checkpointBytes;
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
    const auto& mine = checkpoints();
    if (mine.empty())
        return true;
    Index all = step - mine.front()->step;
    for (const Branch& one : m_branches)
        if (one.id != m_current && !one.checkpoints.empty())
            all += std::max<Index>(0, one.checkpoints.back()->step - one.fork);
    const auto room = static_cast<Index>(std::max<std::size_t>(capacity(), 1));
    return step - mine.back()->step >= std::max<Index>(1, (all + room - 1) / room);
}

void History::record(Index step, double loss, std::span<const float> values) {
    const std::size_t bytes = values.size_bytes() + overhead;
    assert(m_count == 0 || bytes == m_checkpointBytes);
    m_checkpointBytes = bytes;
    auto& mine = branch(m_current).checkpoints;
    if (capacity() < 2 || (!mine.empty() && step <= mine.back()->step))
        return;
    mine.push_back(
        std::make_shared<const Checkpoint>(Checkpoint{step, loss, m_scratch.keep(values), {}}));
    ++m_count;
    thin();
}

SharedCheckpoint History::nearest(Index step) const {
    const auto& mine = checkpoints();
    const auto distance = [step](const SharedCheckpoint& checkpoint) {
        return checkpoint->step < step ? step - checkpoint->step : checkpoint->step - step;
    };
    const auto found = std::ranges::min_element(mine, {}, distance);
    return found == mine.end() ? nullptr : *found;
}

void History::dropAfter(Index step) {
    std::erase_if(branch(m_current).checkpoints,
                  [step](const SharedCheckpoint& checkpoint) { return checkpoint->step > step; });
    for (SharedCheckpoint& pin : m_pins)
        if (pin && pin->step > step)
            pin = nullptr;
    count();
}

int History::fork(Index step) {
    requireRoom(1,
                phrase("There is no room for another branch: a moment of this model takes %1, and "
                       "the memory for them is %2. Allow more, or discard a branch"));
    const Branch& parent = branch(m_current);
    Branch child{m_nextId, parent.id, step, parent.checkpoints};
    std::erase_if(child.checkpoints,
                  [step](const SharedCheckpoint& checkpoint) { return checkpoint->step > step; });
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
    SharedCheckpoint& place = m_pins[pin];
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

bool History::isKept(const SharedCheckpoint& checkpoint) const {
    return std::ranges::find(m_pins, checkpoint) != m_pins.end() ||
           std::ranges::any_of(m_branches, [&](const Branch& one) {
               return !one.checkpoints.empty() && (one.checkpoints.front() == checkpoint ||
                                                   one.checkpoints.back() == checkpoint);
           });
}

/// The checkpoint whose neighbours stand closest together; of equals the earliest, so that the past
/// thins out evenly from its beginning.
SharedCheckpoint History::leastMissed() const {
    SharedCheckpoint found;
    Index smallest = std::numeric_limits<Index>::max();
    for (const Branch& one : m_branches)
        for (std::size_t i = 1; i + 1 < one.checkpoints.size(); ++i) {
            const Index gap = one.checkpoints[i + 1]->step - one.checkpoints[i - 1]->step;
            if (gap >= smallest || isKept(one.checkpoints[i]))
                continue;
            smallest = gap;
            found = one.checkpoints[i];
        }
    return found;
}

void History::forget(const SharedCheckpoint& checkpoint) {
    for (Branch& one : m_branches)
        std::erase(one.checkpoints, checkpoint);
    --m_count;
}

void History::thin() {
    while (m_count > capacity()) {
        const SharedCheckpoint victim = leastMissed();
        assert(victim);
        if (!victim)
            return;
        forget(victim);
    }
}

void History::count() {
    std::unordered_set<const Checkpoint*> distinct;
    for (const Branch& one : m_branches)
        for (const SharedCheckpoint& checkpoint : one.checkpoints)
            distinct.insert(checkpoint.get());
    for (const SharedCheckpoint& pin : m_pins)
        if (pin)
            distinct.insert(pin.get());
    m_count = distinct.size();
}

} // namespace gf
