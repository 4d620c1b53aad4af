// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/focus/focus.h"
#include "ui/messages/run_messages.h"
#include "ui/steps/steps.h"

#include <QWidget>

#include <array>
#include <memory>

class QBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace gf {

class BatchWindow;
class ExampleCards;
class TaskLine;

/// A stop on the way through a training step.
enum class WalkStop { Forward, Backward, Update, After };

/// What the run learns, as the task says it in one sentence, with the example that is shown in the
/// place of that sentence's own: "Learns to write dates, example 3 of 16: may 4 2001 → 2001-05-04".
/// The sentence as it is where no step is walked.
QString taskOfWalk(const WalkedStep& step, const QString& task);

/// While a training step is walked: the examples of its batch, the stops on the way, and what to do
/// with the step. Which stop it is follows from the focus; going to one moves the focus.
class BatchBar : public QWidget {
    Q_OBJECT
public:
    /// Follows `focus`, which must outlive it.
    explicit BatchBar(FocusModel* focus, QWidget* parent = nullptr);

    /// Shows the step, or hides when none is walked.
    void show(const WalkedStep& step);
    /// What the run learns, which is said here of the example that is shown.
    void setTask(const QString& sentence);
    void setSteps(const Steps& steps);
    /// Goes on with the walk that `other` shows.
    void takeOver(const BatchBar& other) { m_begunAt = other.m_begunAt; }

    /// Begins the walk with the first example, or leaves it.
    void toggle();
    /// Begins the walk with the first example at the first step that this text finds, where the
    /// model has one.
    void begin(const QString& at);
    void goTo(WalkStop stop);
    WalkStop stop() const;
    /// The step that is shown.
    const WalkedStep& step() const { return m_step; }

signals:
    void walkWanted(int example, bool after);
    void takeWanted();
    void runOnWanted();
    void leaveWanted();
    void exampleEntered(); ///< chosen with the keyboard: on to the stage

private:
    void addStops(QBoxLayout* row);
    QPushButton* addAction(QBoxLayout* row, const QString& text, const QString& tip,
                           const QString& objectName);
    Focus startOf(WalkStop stop) const;
    void followFocus();
    void showStop();
    void showWhole();

    FocusModel* m_focus;
    Steps m_steps;
    WalkedStep m_step;
    Focus m_begunAt;          ///< where the person was when the walk began
    QString m_beginAt;        ///< what finds the step to begin with; empty: the first one
    bool m_beginning = false; ///< the first values of a new walk have not come yet
    QString m_task;
    TaskLine* m_learns;
    QLabel* m_title;
    std::array<QToolButton*, 4> m_stops{};
    ExampleCards* m_cards;
    BatchWindow* m_whole = nullptr; ///< null until it is opened
};

} // namespace gf
