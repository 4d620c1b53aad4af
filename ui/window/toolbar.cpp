// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/toolbar.h"

#include "ui/controls/commands.h"
#include "ui/controls/icons.h"
#include "ui/steps/navigation.h"
#include "ui/steps/steps.h"
#include "ui/window/step_search.h"

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace gf {

ToolBar::ToolBar(const Commands& commands, QWidget* parent)
    : QToolBar(tr("Operations"), parent), m_commands(commands), m_search(new StepSearch(this)) {
    using enum Command;
    setObjectName(QStringLiteral("toolbar"));
    setMovable(false);
    setIconSize(QSize(1, 1) * std::max(16, fontMetrics().height())); // with the texts
    setContextMenuPolicy(Qt::PreventContextMenu);

    commands[PreviousStep]->setIconText(tr("Back"));
    commands[NextStep]->setIconText(tr("Next"));
    commands[Walk]->setIconText(tr("Walk"));
    addButton(commands[PreviousStep], signIcon(Sign::Back));
    m_step = addPlace(tr("Operation"), tr("operation 888/888"));
    addButton(commands[NextStep], signIcon(Sign::Forward));
    addButton(commands[Walk], signIcon(Sign::Play));
    addSpeed();
    addSeparator();
    addButton(commands[PreviousLayer], signIcon(Sign::Left));
    m_layer = addPlace(tr("Layer"), tr("Layer %1").arg(88));
    addButton(commands[NextLayer], signIcon(Sign::Right));
    addButton(commands[PreviousHead], signIcon(Sign::Left));
    m_head = addPlace(tr("Head"), tr("Head %1").arg(88));
    addButton(commands[NextHead], signIcon(Sign::Right));
    commands[AllHeads]->setIconText(tr("all"));
    addAction(commands[AllHeads]);
    addSeparator();
    addValues();
    addSeparator();
    commands[Compare]->setIconText(tr("Compare"));
    addAction(commands[Compare]);
    auto* space = new QWidget(this);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(space);
    m_search->setCommands(&commands);
    m_search->setMinimumWidth(84);
    m_search->setMaximumWidth(240);
    m_search->setToolTip(commands[Search]->toolTip());
    addWidget(m_search);
    if (QToolButton* button = more()) {
        button->setIcon(signIcon(Sign::More)); // Qt's own is dark in either theme
        button->setAccessibleName(tr("More of the tool bar"));
    }
}

/// Qt's own button at the end of a tool bar that is too short for all it has.
QToolButton* ToolBar::more() const {
    return findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
}

QAction* ToolBar::addButton(QAction* action, const QIcon& icon) {
    action->setIcon(icon);
    addAction(action);
    return action;
}

/// A label as wide as its longest text, so that the arrows beside it stay under the pointer.
QLabel* ToolBar::addPlace(const QString& name, const QString& widest) {
    auto* label = new PlainLabel(this);
    label->setAlignment(Qt::AlignCenter);
    label->setMinimumWidth(label->fontMetrics().horizontalAdvance(widest) + 6);
    label->setAccessibleName(name);
    addWidget(label);
    return label;
}

void ToolBar::addSpeed() {
    auto* speed = new QComboBox(this);
    for (const double rate : {0.5, 1.0, 2.0, 4.0, 8.0})
        speed->addItem(tr("%1/s").arg(rate), rate);
    speed->setCurrentIndex(1);
    speed->setAccessibleName(tr("Speed of the walk"));
    speed->setToolTip(tr("How many operations a second the walk takes"));
    connect(speed, &QComboBox::currentIndexChanged, this,
            [this, speed](int index) { emit walkSpeedChosen(speed->itemData(index).toDouble()); });
    m_speed = addWidget(speed);
}

/// In a wide window the icons have words. In a narrow one the speed of the walk gives way: in
/// German everything else just has room.
void ToolBar::resizeEvent(QResizeEvent* event) {
    constexpr int roomForWords = 1300;
    constexpr int roomy = 1100;
    using enum Command;
    for (const Command command : {PreviousStep, NextStep, Walk})
        if (auto* button = qobject_cast<QToolButton*>(widgetForAction(m_commands[command])))
            button->setToolButtonStyle(width() >= roomForWords ? Qt::ToolButtonTextBesideIcon
                                                               : Qt::ToolButtonIconOnly);
    if (const bool wide = width() >= roomy; wide != m_speed->isVisible())
        m_speed->setVisible(wide);
    QToolBar::resizeEvent(event);
}

void ToolBar::beginSearch() {
    if (QToolButton* button = more(); !m_search->isVisible() && button && button->isVisible())
        button->click();
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void ToolBar::addValues() {
    QAction* gradients = m_commands[Command::Gradients];
    auto* group = new QActionGroup(this);
    m_values = group->addAction(tr("Values"));
    m_values->setCheckable(true);
    m_values->setChecked(true);
    m_values->setToolTip(tr("Show the values (G)"));
    addAction(m_values);
    // A second button for the same switch, so that the pair reads as a choice of two.
    auto* button = group->addAction(tr("Gradients"));
    button->setCheckable(true);
    addAction(button);
    connect(group, &QActionGroup::triggered, this,
            [this, button](QAction* chosen) { emit gradientsChosen(chosen == button); });
    connect(gradients, &QAction::toggled, this,
            [this, button](bool on) { (on ? button : m_values)->setChecked(true); });
    const auto follow = [button, gradients] {
        button->setEnabled(gradients->isEnabled());
        button->setToolTip(gradients->toolTip());
    };
    follow();
    connect(gradients, &QAction::changed, button, follow);
}

void ToolBar::show(const Steps& steps, const Focus& focus) {
    using enum Command;
    const Step* here = steps.at(focus);
    const int index = steps.indexOf(focus);
    const auto count = steps.walk(focus.gradients).size();
    m_step->setText(index < 0 ? tr("operation –/%1").arg(count)
                              : tr("operation %1/%2").arg(index + 1).arg(count));
    m_commands[NextStep]->setEnabled(movedStep(steps, focus, 1).has_value());
    m_commands[PreviousStep]->setEnabled(movedStep(steps, focus, -1).has_value());

    m_layer->setText(here && here->layer >= 0 ? tr("Layer %1").arg(here->layer + 1)
                                              : tr("Layer –"));
    m_commands[NextLayer]->setEnabled(!steps.inOtherLayer(focus, 1).isEmpty());
    m_commands[PreviousLayer]->setEnabled(!steps.inOtherLayer(focus, -1).isEmpty());

    const int heads = here ? matrixSize((*steps.graph())[here->node]).heads : 0;
    m_head->setText(heads == 0       ? tr("Head –")
                    : focus.allHeads ? tr("Head all")
                                     : tr("Head %1").arg(focus.head + 1));
    for (const Command command : {NextHead, PreviousHead, AllHeads})
        m_commands[command]->setEnabled(heads > 1);
    m_commands[AllHeads]->setChecked(focus.allHeads);
    showGradients(steps, focus);
}

/// Values can be come back to from a step without gradients.
void ToolBar::showGradients(const Steps& steps, const Focus& focus) {
    const Command command = Command::Gradients;
    const bool hasLoss = steps.graph() && steps.graph()->find("loss") != noNode;
    QAction* gradients = m_commands[command];
    gradients->setChecked(focus.gradients);
    gradients->setEnabled(hasLoss || focus.gradients);
    m_commands.showTip(
        command,
        hasLoss ? QString()
                : tr("Gradients are those of a loss, and there is none: no right answer is known"));
}

} // namespace gf
