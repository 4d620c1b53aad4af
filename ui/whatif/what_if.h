// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/controls/feature.h"
#include "ui/focus/focus.h"
#include "ui/scene/scene.h"
#include "ui/whatif/offers.h"

#include <QList>
#include <QPoint>

#include <memory>
#include <optional>

class QAction;
class QMenu;
class QWidget;

namespace gf {

class Intents;
class StageWidget;
class WhatIfPanel;
class WhatIfStrip;

/// What if: the choices at the focus, the changes that hold, and what they do. Owns the strip above
/// the stage and the panel beside it, and says which run is to be drawn.
class WhatIf : public Feature {
    Q_OBJECT
public:
    /// `actions`: undo, redo and take all back, as they stand in the menus; `before` switches to
    /// the run without the changes and back, `difference` to what they do. All of `window`, whose
    /// child this is.
    WhatIf(FocusModel* focus, Intents* intents, const QList<QAction*>& actions, QAction* before,
           QAction* difference, QWidget* window);

    /// Its heads can be muted, and choices that the menus ask for open over it.
    void setStage(StageWidget* stage);

    WhatIfStrip* strip() const { return m_strip; }
    WhatIfPanel* panel() const { return m_panel; }

    void setTrace(std::shared_ptr<const Trace> trace);
    void setState(const InterventionState& state);

    /// The run to draw: with the changes, without them, or with them less without.
    std::shared_ptr<const Trace> shown() const;
    /// Whether that is without them.
    bool showsBefore() const;

    /// Adds what can be changed at the focus to a menu; false when that is nothing.
    bool addOffers(QMenu* menu);
    /// Mutes a head of an attention step, or lets it be heard again.
    void mute(const QString& step, int head, bool muted);
    /// Opens these choices as a menu of their own.
    void popUp(const QPoint& globalPosition);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

signals:
    /// shown() is another run now.
    void shownChanged();

private:
    void choose(const Offer& offer);
    void drawWanted();
    void refresh();
    void offerViews();
    void goTo(int change);

    FocusModel* m_focus;
    Intents* m_intents;
    QWidget* m_window;
    StageWidget* m_stage = nullptr;
    QList<QAction*> m_actions;
    QAction* m_before;
    QAction* m_difference;
    WhatIfStrip* m_strip;
    WhatIfPanel* m_panel;
    std::shared_ptr<const Trace> m_trace;
    InterventionState m_state;
    std::optional<Scene::WhatIf> m_wanted; ///< until its changes are there
};

} // namespace gf
