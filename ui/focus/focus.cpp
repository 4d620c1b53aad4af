// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/focus/focus.h"

namespace gf {

Focus atStep(Focus focus, const QString& step, bool gradients) {
    if (!focus.lab.isEmpty()) {
        focus.lab.clear();
        focus.row = -1;
    }
    focus.step = step;
    focus.gradients = gradients;
    focus.column = -1;
    focus.pinned = false;
    return focus;
}

void FocusModel::set(const Focus& focus) {
    if (focus == m_focus)
        return;
    if (focus.lab.isEmpty())
        m_beforeLab.reset();
    else if (m_focus.lab.isEmpty() && !m_focus.step.isEmpty())
        m_beforeLab = m_focus;
    m_focus = focus;
    // A copy: a view may set the focus again while it hears of this one.
    emit changed(Focus(m_focus));
}

void FocusModel::setStep(const QString& step) {
    if (step != m_focus.step || !m_focus.lab.isEmpty())
        set(atStep(m_focus, step, m_focus.gradients));
}

void FocusModel::setHead(int head) {
    Focus next = m_focus;
    next.head = head < 0 ? 0 : head;
    next.allHeads = false;
    set(next);
}

void FocusModel::setAllHeads(bool all) {
    Focus next = m_focus;
    next.allHeads = all;
    set(next);
}

void FocusModel::setGradients(bool gradients) {
    Focus next = withoutLab();
    next.gradients = gradients;
    set(next);
}

void FocusModel::setView(const QString& view) {
    Focus next = withoutLab();
    next.view = view;
    next.allHeads = next.allHeads && view == QLatin1String("matrices"); // a drawing is of one
    set(next);
}

bool FocusModel::leaveLab() {
    if (m_focus.lab.isEmpty())
        return false;
    set(withoutLab());
    return true;
}

void FocusModel::fit(const std::function<Focus(const Focus&)>& fitted) {
    if (m_beforeLab)
        m_beforeLab = fitted(*m_beforeLab);
    set(fitted(m_focus));
}

Focus FocusModel::withoutLab() const {
    return m_focus.lab.isEmpty()
               ? m_focus
               : m_beforeLab.value_or(atStep(m_focus, m_focus.step, m_focus.gradients));
}

void FocusModel::hover(Index row, Index column) {
    hoverInHead(m_focus.head, row, column);
}

void FocusModel::hoverInHead(int head, Index row, Index column) {
    if (m_focus.pinned)
        return;
    Focus next = m_focus;
    next.row = row;
    next.column = column;
    next.head = head;
    set(next);
}

void FocusModel::leave() {
    hover(-1, -1);
}

void FocusModel::pin(Index row, Index column) {
    Focus next = m_focus;
    next.row = row;
    next.column = column;
    next.pinned = true;
    set(next);
}

void FocusModel::release() {
    Focus next = m_focus;
    next.pinned = false;
    next.row = -1;
    next.column = -1;
    set(next);
}

} // namespace gf
