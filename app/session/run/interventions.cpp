// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/interventions.h"

#include <utility>

namespace gf {

void Interventions::add(std::span<const Intervention> changes) {
    std::vector<Intervention> next = list();
    for (const Intervention& change : changes) {
        std::erase_if(next, [&](const Intervention& earlier) {
            return earlier.node == change.node && earlier.edit.cells == change.edit.cells;
        });
        if (change.edit.kind != Edit::Kind::Multiply || change.edit.value != 1)
            next.push_back(change);
    }
    setList(std::move(next));
}

void Interventions::remove(std::size_t index) {
    std::vector<Intervention> next = list();
    if (index < next.size())
        next.erase(next.begin() + static_cast<std::ptrdiff_t>(index));
    setList(std::move(next));
}

void Interventions::clear() {
    setList({});
}

bool Interventions::undo() {
    if (!canUndo())
        return false;
    --m_now;
    return true;
}

bool Interventions::redo() {
    if (!canRedo())
        return false;
    ++m_now;
    return true;
}

/// What was undone before is forgotten: there is one line of states.
void Interventions::setList(std::vector<Intervention> next) {
    if (next == list())
        return;
    m_states.resize(m_now + 1);
    m_states.push_back(std::move(next));
    ++m_now;
}

} // namespace gf
