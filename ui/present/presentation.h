// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/focus/focus.h"
#include "ui/steps/steps.h"

#include <QByteArray>
#include <QList>
#include <QObject>

class QAction;
class QMainWindow;
class QVBoxLayout;

namespace gf {

/// A property of docks: presentations leave them where they are.
inline constexpr const char* staysPresented = "staysPresented";

/// Where the docks of a window are, to be put there again by restoreDocks().
QByteArray stateOfDocks(const QMainWindow& window);
/// Puts docks where `docks`, of stateOfDocks(), says; false where it is no such state.
/// Qt 6.4 goes back to a state that did not fit a window which is to be maximized whenever that is
/// resized for a moment, and the docks' items that it knows of may be gone by then; so not while it
/// is hidden.
bool restoreDocks(QMainWindow& window, const QByteArray& docks);

class FormulaView;
class PlaceBar;
class StageWidget;

/// Present mode: the stage alone on the whole screen, in large type, with the place of the step
/// above it and its formula below. Docks, menus and tool bar come back as they were.
class Presentation : public QObject {
    Q_OBJECT
public:
    /// Adds its bars above and below `stage` in `column`, hidden.
    Presentation(QMainWindow* window, StageWidget* stage, QVBoxLayout* column);

    /// The keys of a presenter's remote go to these while it is on.
    void setActions(QAction* next, QAction* previous);

    bool isOn() const { return m_on; }
    /// Whether it is the presentation that keeps it from being seen.
    bool hides(const QString& name) const;
    void setOn(bool on);
    /// Of several runs that are compared each has its formula with it; the one below is of A alone.
    void setCompared(bool compared);
    /// A stage that the window has from now on.
    void follow(StageWidget* stage);
    /// The window's docks as they come back; those of now while it is off.
    QByteArray docks() const;

    void show(const Steps& steps, const Focus& focus);
    /// What the run learns, in one sentence.
    void setTask(const QString& sentence);

private:
    void begin();
    void end();
    void setFonts(double factor);

    QMainWindow* m_window;
    StageWidget* m_stage;
    PlaceBar* m_place;
    FormulaView* m_formula;
    QAction* m_next = nullptr;
    QAction* m_previous = nullptr;
    bool m_on = false;
    bool m_compared = false;
    QByteArray m_docks;
    QList<QWidget*> m_hidden;
};

} // namespace gf
