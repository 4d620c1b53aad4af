// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/batch/batch_bar.h"

#include "ui/batch/batch_window.h"
#include "ui/batch/example_cards.h"
#include "ui/controls/feature.h"
#include "ui/controls/shortcuts.h"
#include "ui/example/task_line.h"
#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

bool isUpdate(const Graph& graph, const Step& step) {
    return graph[step.node].role == Role::Update;
}

/// The parameter that a focus is about: itself, its gradient, or its update.
NodeId parameterAt(const Graph& graph, const Focus& focus) {
    const NodeId node = graph.find(focus.step.toStdString());
    if (node == noNode || graph[node].role == Role::Parameter)
        return node;
    return parameterOf(graph[node]);
}

} // namespace

QString taskOfWalk(const WalkedStep& step, const QString& task) {
    if (!step.active || step.chosen >= step.examples.size())
        return task;
    const BatchExample& example = step.examples[step.chosen];
    const QString words = example.source.isEmpty()
                              ? example.target
                              : QStringLiteral("%1 → %2").arg(example.source, example.target);
    return BatchBar::tr("%1, example %2 of %3: %4")
        .arg(task.section(QStringLiteral(": "), 0, 0), QString::number(step.chosen + 1),
             QString::number(step.examples.size()), words);
}

BatchBar::BatchBar(FocusModel* focus, QWidget* parent)
    : QWidget(parent), m_focus(focus), m_learns(new TaskLine(this)), m_title(new QLabel(this)),
      m_cards(new ExampleCards(this)) {
    setObjectName(QStringLiteral("batchBar"));
    m_title->setObjectName(QStringLiteral("batchTitle"));
    m_title->setTextFormat(Qt::RichText); // only numbers are put into it
    auto* heading = new QHBoxLayout;      // the task gives way to what the step did
    heading->setSpacing(12);
    heading->addWidget(m_learns, 1);
    heading->addWidget(m_title);
    auto* first = new QHBoxLayout;
    first->setSpacing(6);
    first->addStretch(1);
    addStops(first);
    first->addSpacing(12);
    auto* take = addAction(first, tr("&Take this training step"),
                           tr("Train this one training step for real and walk through the next"),
                           QStringLiteral("takeStep"));
    connect(take, &QPushButton::clicked, this, [this] {
        m_step.after = false; // the next step begins at its beginning
        goTo(WalkStop::Forward);
        emit takeWanted();
    });
    auto* on = addAction(first, tr("&Run on"),
                         tipWithKeys(tr("Leave the walk and train on"), Command::Train),
                         QStringLiteral("runOn"));
    connect(on, &QPushButton::clicked, this, &BatchBar::runOnWanted);
    auto* whole = addAction(first, tr("&Whole batch…"),
                            tr("All examples of the batch below each other, as the model reads "
                               "them: padded to one length"),
                            QStringLiteral("wholeBatch"));
    connect(whole, &QPushButton::clicked, this, &BatchBar::showWhole);
    auto* leave =
        addAction(first, tr("&Leave"),
                  tipWithKeys(tr("Back to your own example; the training step is not taken"),
                              Command::WalkStep),
                  QStringLiteral("leaveWalk"));
    connect(leave, &QPushButton::clicked, this, &BatchBar::leaveWanted);

    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 2, 8, 2);
    rows->setSpacing(3);
    rows->addLayout(heading);
    rows->addLayout(first);
    rows->addWidget(m_cards);
    connect(m_cards, &ExampleCards::chosen, this,
            [this](int example) { emit walkWanted(example, m_step.after); });
    connect(m_cards, &ExampleCards::entered, this, &BatchBar::exampleEntered);
    connect(m_focus, &FocusModel::changed, this, &BatchBar::followFocus);
}

void BatchBar::addStops(QBoxLayout* row) {
    struct Words {
        QString text;
        QString tip;
    };
    const std::array words{
        Words{tr("&Forward"), tr("From the tokens to the loss")},
        Words{tr("&Backward"), tr("From the loss back to the gradients of the weights")},
        Words{tr("&Update"), tr("How the optimizer moves the weights")},
        Words{tr("&After"), tr("The same example with the new weights")},
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        auto* button = new QToolButton(this);
        button->setText(words[i].text);
        button->setToolTip(plainTip(words[i].tip));
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setObjectName(QStringLiteral("walkStop%1").arg(i));
        connect(button, &QToolButton::clicked, this, [this, i] {
            goTo(static_cast<WalkStop>(i));
            showStop(); // a click must not uncheck where one already is
        });
        m_stops[i] = button;
        row->addWidget(button);
    }
}

QPushButton* BatchBar::addAction(QBoxLayout* row, const QString& text, const QString& tip,
                                 const QString& objectName) {
    auto* button = new QPushButton(text, this);
    button->setToolTip(plainTip(tip));
    button->setObjectName(objectName);
    row->addWidget(button);
    return button;
}

void BatchBar::show(const WalkedStep& step) {
    m_beginning = step.active && (!m_step.active || m_beginning);
    if (step.active && !m_step.active)
        m_begunAt = m_focus->focus();
    const bool left = m_step.active && !step.active;
    m_step = step;
    m_learns->setSentence(taskOfWalk(step, m_task));
    setVisible(step.active);
    if (left)
        m_focus->set(m_begunAt);
    if (m_whole && step.active)
        m_whole->show(step);
    else if (m_whole)
        m_whole->close();
    if (!step.active)
        return;
    m_title->setText(tr("<b>Training step %L1</b> · loss %2 → %3")
                         .arg(step.step)
                         .arg(numberText(step.lossBefore), numberText(step.lossAfter)));
    m_title->setToolTip(plainTip(tr("The loss of this batch of %n examples before the training "
                                    "step, and of the same batch with the weights that it makes",
                                    nullptr, static_cast<int>(step.examples.size()))));
    m_cards->show(step);
    showStop();
}

void BatchBar::showWhole() {
    if (!m_whole) {
        m_whole = new BatchWindow(window());
        connect(m_whole, &BatchWindow::chosen, this,
                [this](int example) { emit walkWanted(example, m_step.after); });
    }
    m_whole->show(m_step);
    bringForward(m_whole);
}

void BatchBar::setTask(const QString& sentence) {
    m_task = sentence;
    m_learns->setSentence(taskOfWalk(m_step, m_task));
}

void BatchBar::setSteps(const Steps& steps) {
    m_steps = steps;
    if (std::exchange(m_beginning, false)) {
        goTo(WalkStop::Forward);
        if (const auto found = m_steps.search(std::exchange(m_beginAt, {}), 1); !found.empty())
            m_focus->set(atStep(m_focus->focus(), found.front()->step, found.front()->gradient));
    }
    showStop();
}

void BatchBar::toggle() {
    if (m_step.active)
        emit leaveWanted();
    else
        begin({});
}

void BatchBar::begin(const QString& at) {
    if (m_step.active)
        return;
    m_beginAt = at;
    emit walkWanted(0, false);
}

/// Where a stop begins: with the first step of its part. The update of a parameter that is in focus
/// is found at once.
Focus BatchBar::startOf(WalkStop stop) const {
    Focus focus = atStep(m_focus->focus(), m_focus->focus().step,
                         stop == WalkStop::Backward || stop == WalkStop::Update);
    focus.row = -1;
    const std::span<const Step> walk = m_steps.walk(focus.gradients);
    if (stop == WalkStop::After) {
        focus.step = QStringLiteral("loss");
    } else if (stop == WalkStop::Update) {
        const NodeId parameter = parameterAt(*m_steps.graph(), m_focus->focus());
        const auto own = std::find_if(walk.begin(), walk.end(), [&](const Step& step) {
            return isUpdate(*m_steps.graph(), step) &&
                   (parameter == noNode || parameterOf((*m_steps.graph())[step.node]) == parameter);
        });
        if (own != walk.end())
            focus.step = own->step;
    } else if (!walk.empty()) {
        focus.step = walk.front().step;
    }
    return focus;
}

void BatchBar::goTo(WalkStop stop) {
    if (!m_step.active || !m_steps.graph())
        return;
    m_focus->set(startOf(stop));
    const bool after = stop == WalkStop::After;
    if (after != m_step.after) {
        m_step.after = after;
        emit walkWanted(m_step.chosen, after);
    }
}

WalkStop BatchBar::stop() const {
    if (m_step.after)
        return WalkStop::After;
    const Focus& focus = m_focus->focus();
    if (!focus.gradients)
        return WalkStop::Forward;
    const Step* step = m_steps.at(focus);
    return step && m_steps.graph() && isUpdate(*m_steps.graph(), *step) ? WalkStop::Update
                                                                        : WalkStop::Backward;
}

/// What stands after the update has no gradients: they are those of the step.
void BatchBar::followFocus() {
    if (m_step.active && m_step.after && m_focus->focus().gradients) {
        m_step.after = false;
        emit walkWanted(m_step.chosen, false);
    }
    showStop();
}

void BatchBar::showStop() {
    const auto here = static_cast<std::size_t>(stop());
    for (std::size_t i = 0; i < m_stops.size(); ++i)
        m_stops[i]->setChecked(i == here);
}

} // namespace gf
