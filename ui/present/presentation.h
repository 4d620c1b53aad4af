// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/focus/focus.h"
#include "ui/present/presented_page.h"
#include "ui/steps/steps.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QRect>

#include <optional>

class QAction;
class QMainWindow;
class QScreen;
class QVBoxLayout;

namespace gf {

/// Where the docks of a window are, to be put there again by restoreDocks().
QByteArray stateOfDocks(const QMainWindow& window);
/// Puts docks where `docks`, of stateOfDocks(), says; false where it is no such state.
/// Qt 6.4 goes back to a state that did not fit a window which is to be maximized whenever that is
/// resized for a moment, and the docks' items that it knows of may be gone by then; so not while it
/// is hidden.
bool restoreDocks(QMainWindow& window, const QByteArray& docks);

class FormulaView;
class PlaceBar;
class PresenterWindow;
class Remote;
class StageWidget;

/// Present mode: the stage alone on the whole screen, in large type, with the place of the step,
/// or what the lecture says, and its formula above it. Docks, menus and tool bar come back
/// as they were. A remote turns the pages of the lecture, else the steps. With a second screen the
/// lecturer has the notes before them there, and the projector shows nothing of them.
class Presentation : public QObject {
    Q_OBJECT
public:
    /// Adds its bars above and below `stage` in `column`, hidden.
    Presentation(QMainWindow* window, StageWidget* stage, QVBoxLayout* column);

    /// What a remote turns where no lecture is open.
    void setActions(QAction* next, QAction* previous);
    /// The lecture's page that is open.
    void setPage(const PresentedPage& page);

    bool isOn() const { return m_on; }
    /// Whether it is the presentation that keeps it from being seen.
    bool hides(const QString& name) const;
    void setOn(bool on);
    /// Each of the runs that are compared has a formula of its own with it.
    void setCompared(bool compared);
    /// A stage that the window has from now on.
    void follow(StageWidget* stage);
    /// The window's docks as they come back; those of now while it is off.
    QByteArray docks() const;

    /// Where it is on; to be called when it begins, too.
    void show(const Steps& steps, const Focus& focus);
    /// What stands in the place of the step; empty: nothing does. To be told before show().
    void setView(const QString& title) { m_view = title; }
    /// What the run learns, in one sentence.
    void setTask(const QString& sentence);

signals:
    void pageWanted(int page); ///< of the lecture, from 0

private:
    void begin();
    void end();
    void turn(int by);
    void showPage();
    void fitText();
    struct Screens {
        QScreen* stage;
        QScreen* own; ///< the lecturer's; null where there is one screen
    };
    Screens screens() const;
    void takeScreens();
    void leaveProjector();
    QString pageWords() const;
    QString nextWords() const;

    QMainWindow* m_window;
    StageWidget* m_stage;
    PlaceBar* m_place;
    FormulaView* m_formula;
    Remote* m_remote;
    QAction* m_next = nullptr;
    QAction* m_previous = nullptr;
    bool m_on = false;
    bool m_compared = false;
    PresentedPage m_page;
    bool m_saysNext = false;            ///< what comes next, in the place of the page's line
    QString m_view;                     ///< in the place of the step
    QString m_shownTitle;               ///< of the step in focus, or the lab
    PresenterWindow* m_notes = nullptr; ///< null until there is a second screen
    bool m_isSwapped = false;           ///< the primary screen is the projector
    struct Before {
        QRect geometry;
        Qt::WindowStates state;
    };
    std::optional<Before> m_before; ///< of a window that was moved to the projector
    QByteArray m_docks;
    QList<QWidget*> m_hidden;
};

} // namespace gf
