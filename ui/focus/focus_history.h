// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/focus/focus.h"

#include <QObject>

#include <deque>
#include <functional>
#include <optional>

namespace gf {

/// The steps that the person has been at, each as it was left, with its cell: back and forward, as
/// a browser goes through pages.
class FocusHistory : public QObject {
    Q_OBJECT
public:
    /// Follows `focus`, which must outlive it. Where `exists` is false for a step (another model
    /// lacks it), going passes it by.
    FocusHistory(FocusModel* focus, std::function<bool(const Focus&)> exists,
                 QObject* parent = nullptr);

    /// The one before (`by` −1) or after (1) the present one; nothing where there is none.
    std::optional<Focus> at(int by) const;
    /// Goes there. The caller sets the focus.
    std::optional<Focus> go(int by);
    void takeOver(const FocusHistory& other);

private:
    std::optional<std::size_t> find(int by) const;
    void follow(const Focus& focus);

    std::function<bool(const Focus&)> m_exists;
    std::deque<Focus> m_steps;
    std::size_t m_here = 0;
};

} // namespace gf
