// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/focus/focus_history.h"

#include <utility>

namespace gf {

namespace {

constexpr std::size_t mostSteps = 256;

bool isSameStep(const Focus& a, const Focus& b) {
    return a.step == b.step && a.gradients == b.gradients && a.lab == b.lab;
}

/// What the pointer happens to be over is not come back to.
Focus withoutPointer(Focus focus) {
    if (!focus.pinned)
        focus.row = focus.column = -1;
    return focus;
}

} // namespace

FocusHistory::FocusHistory(FocusModel* focus, std::function<bool(const Focus&)> exists,
                           QObject* parent)
    : QObject(parent), m_exists(std::move(exists)) {
    connect(focus, &FocusModel::changed, this, &FocusHistory::follow);
    follow(focus->focus());
}

void FocusHistory::follow(const Focus& focus) {
    if (focus.step.isEmpty())
        return;
    if (!m_steps.empty() && isSameStep(m_steps[m_here], focus)) {
        m_steps[m_here] = withoutPointer(focus);
        return;
    }
    if (!m_steps.empty())
        m_steps.resize(m_here + 1); // what was gone back from
    m_steps.push_back(withoutPointer(focus));
    if (m_steps.size() > mostSteps)
        m_steps.pop_front();
    m_here = m_steps.size() - 1;
}

std::optional<std::size_t> FocusHistory::find(int by) const {
    const auto count = static_cast<std::ptrdiff_t>(m_steps.size());
    for (auto i = static_cast<std::ptrdiff_t>(m_here) + by; i >= 0 && i < count; i += by)
        if (const auto place = static_cast<std::size_t>(i); m_exists(m_steps[place]))
            return place;
    return std::nullopt;
}

std::optional<Focus> FocusHistory::at(int by) const {
    const auto place = find(by);
    return place ? std::optional(m_steps[*place]) : std::nullopt;
}

std::optional<Focus> FocusHistory::go(int by) {
    const auto place = find(by);
    if (!place)
        return std::nullopt;
    m_here = *place;
    return m_steps[m_here];
}

void FocusHistory::takeOver(const FocusHistory& other) {
    m_steps = other.m_steps;
    m_here = other.m_here;
}

} // namespace gf
