// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/focus/focus.h"
#include "ui/focus/focus_history.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace gf {

/// Goes on by itself, one step at a time with a stop after each, while the person wants it.
class Walk : public QObject {
    Q_OBJECT
public:
    explicit Walk(QObject* parent = nullptr);

    bool isRunning() const { return m_timer.isActive(); }
    /// Steps per second.
    void setSpeed(double stepsPerSecond);
    double speed() const { return 1000.0 / m_timer.interval(); }

public slots:
    void setRunning(bool running);

signals:
    void advance();
    void runningChanged(bool running);

private:
    QTimer m_timer;
};

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
