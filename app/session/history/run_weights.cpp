// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/history/run_weights.h"

namespace gf {

/// Takes no memory: what is done may be a way back from where there is none.
template <class Act> void RunWeights::forEach(const Act& act) const {
    act(*m_first);
    for (LiveRun* run : m_compared)
        act(*run);
}

std::span<const float> RunWeights::numbers() {
    if (isOne())
        return first().numbers();
    m_room.clear();
    forEach([this](const LiveRun& run) {
        m_room.insert(m_room.end(), run.numbers().begin(), run.numbers().end());
    });
    return m_room;
}

std::span<const float> RunWeights::numbersOf(const Checkpoint& checkpoint) {
    m_room.resize(checkpoint.values.size());
    checkpoint.values.read(m_room);
    return m_room;
}

void RunWeights::restore(const Checkpoint& checkpoint) {
    if (checkpoint.opened)
        return first().restore(checkpoint.opened(), checkpoint.step);
    std::span<const float> numbers = numbersOf(checkpoint);
    forEach([&](LiveRun& run) {
        const std::size_t count = run.numbers().size();
        run.restore(numbers.first(count), checkpoint.step);
        numbers = numbers.subspan(count);
    });
}

RunWeights::Visit::Visit(RunWeights& runs) : m_runs(runs) {
    runs.forEach([this](const LiveRun& run) {
        m_present.emplace_back(run.stepsDone(), run.parameters().share());
    });
}

RunWeights::Visit::~Visit() {
    auto present = m_present.begin();
    m_runs.forEach([&](LiveRun& run) {
        run.restore(std::move(present->second), present->first);
        ++present;
    });
}

} // namespace gf
