// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/focus/focus.h"
#include "ui/focus/focus_history.h"

#include <functional>
#include <optional>

namespace gf {

class Commands;
class ToolBar;
class Walk;
struct Shown;

/// Where the person is: the commands that move the focus through steps, layers, heads and cells,
/// and the tool bar and the walk, which do it too.
class ViewControl : public Feature {
    Q_OBJECT
public:
    /// `shown` and `commands` must outlive it; beyond `isEnd` of a walk there is nothing. The cell
    /// of a scene waits while the picture of its example `isAwaited`.
    ViewControl(Shown& shown, const Commands& commands, ToolBar* toolBar,
                std::function<bool()> isEnd, std::function<bool()> isAwaited);

    /// Stops the walk that goes by itself; false where there is none.
    bool stopWalk();
    void goTo(const QString& step, bool gradient);
    /// Puts a lab on the stage; of a name that none has, nothing happens.
    void openLab(const QString& name);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;
    /// Where the person has been.
    void takeOver(const ViewControl& other);

signals:
    /// The cell in focus on a drawing that knows its own rows and columns.
    void cellMoved(gf::Index rows, gf::Index columns);

private:
    bool moveStep(int delta);
    bool moveLayer(int delta);
    bool moveHead(int delta);
    bool moveCell(Index rows, Index columns);
    bool moveView();
    bool moveInHistory(int by);
    void showHistory();
    Focus wantedFocus() const;

    Shown& m_shown;
    const Commands& m_commands;
    FocusHistory m_history;
    ToolBar* m_toolBar;
    Walk* m_walk;
    std::function<bool()> m_isEnd;
    std::function<bool()> m_isAwaited;
    std::optional<Focus> m_wanted; ///< a scene's, until the picture of its example is there
};

} // namespace gf
