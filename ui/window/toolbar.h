// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/focus/focus.h"

#include <QToolBar>

class QAction;
class QComboBox;
class QLabel;
class QToolButton;

namespace gf {

class Commands;
class Steps;
class StepSearch;

/// The row under the menus: step, walk, layer, head, values or gradients, and the search field.
class ToolBar : public QToolBar {
    Q_OBJECT
public:
    ToolBar(const Commands& commands, QWidget* parent);

    StepSearch* search() const { return m_search; }

    /// Puts the keyboard into the search field, also where the window is too narrow to show it
    /// without opening the rest of the tool bar.
    void beginSearch();

    /// Writes where the focus is into the labels between the arrows and switches off what cannot be
    /// done there.
    void show(const Steps& steps, const Focus& focus);

signals:
    void walkSpeedChosen(double stepsPerSecond);
    void gradientsChosen(bool gradients);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QAction* addButton(QAction* action, const QIcon& icon);
    QLabel* addPlace(const QString& name, const QString& widest);
    void addSpeed();
    void addValues();
    void showGradients(const Steps& steps, const Focus& focus);
    QToolButton* more() const;

    const Commands& m_commands;
    QLabel* m_step = nullptr;
    QLabel* m_layer = nullptr;
    QLabel* m_head = nullptr;
    QAction* m_speed = nullptr;
    QAction* m_values = nullptr;
    StepSearch* m_search;
};

} // namespace gf
