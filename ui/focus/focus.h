// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>

namespace gf {

/// The one selection of the whole window. Row is always the query (or the token), column always the
/// key (or the feature); −1 means none.
struct Focus {
    QString step;          ///< a node's name without "grad/": "encoder.0.self_attn.weights"
    int head = 0;          ///< counted from 0; ignored by steps without heads
    bool allHeads = false; ///< show every head
    Index row = -1;
    Index column = -1;
    bool pinned = false;    ///< row and column stay until Esc; otherwise they follow the pointer
    bool gradients = false; ///< show gradients instead of values
    /// How steps are drawn: the id of a station, "matrices", or empty for what suits each step.
    QString view;
    /// The lab that stands in the place of the step, by its name; empty: none does. Row and column
    /// are those of its drawing then.
    QString lab;

    friend bool operator==(const Focus&, const Focus&) = default;
};

/// `focus` gone to a step, which a lab no longer hides: the row stays where it was one of a step's,
/// the column and the pin do not.
Focus atStep(Focus focus, const QString& step, bool gradients);

/// Holds the Focus and tells every view when it changes. It never leaves the window: nothing
/// outside `ui` sees it.
class FocusModel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const Focus& focus() const { return m_focus; }

    void set(const Focus& focus);
    void setStep(const QString& step); ///< as atStep, of values or gradients as now
    void setHead(int head);
    void setAllHeads(bool all);
    void setGradients(bool gradients);
    void setView(const QString& view);
    /// Goes back to where the open lab was opened; false where none is shown.
    bool leaveLab();
    /// Makes what is in focus, and what a lab is left for, places of another model.
    void fit(const std::function<Focus(const Focus&)>& fitted);
    /// Leaves a lab for what another window would.
    void takeOver(const FocusModel& other) { m_beforeLab = other.m_beforeLab; }
    /// Follows the pointer; does nothing while a cell is pinned.
    void hover(Index row, Index column);
    /// The same in one of several heads that are drawn beside each other.
    void hoverInHead(int head, Index row, Index column);
    void leave();
    void pin(Index row, Index column);
    void release(); ///< Esc

signals:
    void changed(const gf::Focus& focus);

private:
    Focus withoutLab() const;

    Focus m_focus;
    std::optional<Focus> m_beforeLab; ///< while a lab is open: where it was opened
};

} // namespace gf
