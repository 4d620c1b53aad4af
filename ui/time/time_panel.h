// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/time_messages.h"

#include <QWidget>

class QAction;
class QActionGroup;
class QBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace gf {

class Commands;
class TimeSlider;

/// The right end of the Train dock: the moment that is shown, replay, the two pins and their
/// difference, and the branches. The slider over the run's past stands where its axis is drawn.
class TimePanel : public QWidget {
    Q_OBJECT
public:
    explicit TimePanel(const Commands& commands, QWidget* parent = nullptr);

    /// `follow`: the handle goes to the checkpoint that is shown; otherwise it stays where the
    /// person holds it.
    void setStatus(const TimeStatus& status, bool follow);
    void setPlaying(bool playing);

    TimeSlider* slider() const { return m_slider; }

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

signals:
    void branchWanted(int branch);
    void discardWanted(int branch);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* addButton(QBoxLayout* row, QAction* action);
    void fillBranches();
    void writeLabels();

    TimeStatus m_status;
    TimeSlider* m_slider;
    QToolButton* m_play;
    QLabel* m_step;
    QToolButton* m_branches;
    QMenu* m_menu;
    QActionGroup* m_branchChoice; ///< only one branch is the present one
    QLabel* m_memory;
};

} // namespace gf
