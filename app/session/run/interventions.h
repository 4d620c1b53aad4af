// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/edit.h"

#include <cstddef>
#include <span>
#include <vector>

namespace gf {

/// The changes that a person holds the model to, in the order in which they were made, with undo
/// and redo. Every state is kept whole: taking a change back is going to a list, not computing one.
class Interventions {
public:
    /// Adds changes in one step. For the same cells of the same node the newest counts alone;
    /// multiplying by 1 is no change.
    void add(std::span<const Intervention> changes);
    /// Takes one change back; nothing when there is none of this number.
    void remove(std::size_t index);
    /// Takes all back.
    void clear();
    /// False when there is nothing to undo or redo.
    bool undo();
    bool redo();

    const std::vector<Intervention>& list() const { return m_states[m_now]; }
    bool canUndo() const { return m_now > 0; }
    bool canRedo() const { return m_now + 1 < m_states.size(); }

private:
    void setList(std::vector<Intervention> next);

    std::vector<std::vector<Intervention>> m_states = {{}};
    std::size_t m_now = 0;
};

} // namespace gf
