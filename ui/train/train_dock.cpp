// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/train_dock.h"

#include "ui/controls/commands.h"
#include "ui/controls/device_box.h"
#include "ui/controls/icons.h"
#include "ui/controls/problem_label.h"
#include "ui/train/health_line.h"
#include "ui/train/rate_field.h"
#include "ui/train/run_state_label.h"
#include "ui/train/task_box.h"

#include <QAction>
#include <QHBoxLayout>
#include <QScopedValueRollback>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <utility>

namespace gf {

namespace {

/// What the person chose: in a window that is high enough, in a low one.
constexpr std::array foldSettings = {"window/curvesFolded", "window/curvesFoldedWhereLow"};
constexpr std::array foldsAtFirst = {false, true};

} // namespace

TrainDock::TrainDock(const Commands& commands, QWidget* parent)
    : QWidget(parent), m_commands(commands), m_rows(new QVBoxLayout(this)),
      m_controls(new QHBoxLayout), m_tasks(new TaskBox(this)), m_rate(new RateField(this)),
      m_batch(new QSpinBox(this)), m_device(new DeviceBox(this)),
      m_state(new RunStateLabel(m_device, this)), m_fold(new QToolButton(this)),
      m_health(new HealthLine(this)) {
    m_rows->setContentsMargins(4, 2, 8, 2);
    m_rows->setSpacing(2);
    m_rows->addLayout(m_controls);
    m_rows->addWidget(m_health);
    m_controls->setSpacing(5);

    using enum Command;
    m_play = addButton(Train, Sign::Play, tr("Train"), "play");
    addButton(TrainOnce, Sign::StepOnce, tr("Train once"), "once");
    addButton(WalkStep, Sign::WalkStep, tr("Walk through"), "walk");
    addButton(ResetModel, Sign::Reset, tr("Start over"), "reset");
    QAction* onText = m_commands[TrainOnText]; // stands in for the first of them
    onText->setIcon(signIcon(Sign::Play));
    onText->setIconVisibleInMenu(false);
    onText->setIconText(tr("Train on a text…"));
    makeFields();
    makeFold();
}

QToolButton* TrainDock::addButton(Command command, Sign sign, const QString& words,
                                  const char* name) {
    QAction* action = m_commands[command];
    action->setIcon(signIcon(sign));
    action->setIconText(words);
    action->setIconVisibleInMenu(false);
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setIconSize(QSize(1, 1) * std::max(18, fontMetrics().height()));
    button->setAutoRaise(true);
    button->setObjectName(QLatin1String(name));
    connect(action, &QAction::visibleChanged, this, [this, action, button] {
        button->setVisible(action->isVisible());
        fitWords();
    });
    m_controls->addWidget(button);
    m_buttons.push_back(button);
    m_iconWidth = std::max(m_iconWidth, button->sizeHint().width());
    return button;
}

QLabel* TrainDock::addNamed(const QString& name, QWidget* widget) {
    auto* label = new PlainLabel(name, this);
    label->setBuddy(widget);
    label->setMinimumWidth(1); // the window may be narrower than with all names
    m_names.push_back(label);
    widget->setAccessibleName(name);
    m_controls->addWidget(label);
    m_controls->addWidget(widget);
    return label;
}

void TrainDock::makeFields() {
    addNamed(tr("task"), m_tasks);
    m_rateName = addNamed(m_rate->name(), m_rate);
    m_controls->addWidget(m_rate->problem());

    m_batch->setObjectName(QStringLiteral("batch"));
    m_batch->setRange(1, 1024);
    m_batch->setKeyboardTracking(false);
    m_batch->setToolTip(tr("Examples in one training step"));
    addNamed(tr("batch"), m_batch);
    connect(m_batch, &QSpinBox::valueChanged, this, &TrainDock::batchWanted);

    m_device->setObjectName(QStringLiteral("backend"));
    addNamed(tr("backend"), m_device);
    m_controls->addWidget(m_state, 1);
}

void TrainDock::showRun(const RunInfo& run) {
    const QSignalBlocker quietBatch(m_batch);
    m_tasks->showRun(run);
    m_rate->showRun(run);
    m_rateName->setText(m_rate->name());
    m_batch->setValue(run.batch);
    showDevice(run.backend);
    m_state->showRun(run);
    lookOnly(run);
    fitWords(); // the lists of tasks and of devices say how wide their fields are
}

void TrainDock::showTime(const TimeStatus& time) {
    if (std::exchange(m_isPastInFolders, time.inFolders) == time.inFolders)
        return;
    m_fold->setVisible(!m_isOnlyLookedAt || m_isPastInFolders);
    foldBelow();
    emit folded(isFolded() || m_isPastInFolders);
}

void TrainDock::showRunning(bool running) {
    QAction* train = m_commands[Command::Train];
    train->setIcon(signIcon(running ? Sign::Pause : Sign::Play));
    train->setIconText(running ? tr("Pause") : tr("Train"));
}

void TrainDock::hideTasks(const QStringList& tasks) {
    m_tasks->hideTasks(tasks);
    fitWords();
}

void TrainDock::showDevices(const DeviceList& devices) {
    m_device->showDevices(devices);
    fitWords();
}

void TrainDock::showDevice(const QString& id) {
    if (!id.isEmpty())
        m_device->choose(id);
}

void TrainDock::showSettings(const RunSettings& settings) {
    const QSignalBlocker quietBatch(m_batch);
    if (m_batch->value() != settings.batch)
        m_batch->setValue(settings.batch);
    showDevice(settings.backend);
    m_rate->showSettings(settings);
    m_rateName->setText(m_rate->name());
}

int TrainDock::neededWidth(bool names) const {
    const int gap = m_controls->spacing();
    int needed = m_rows->contentsMargins().left() + m_rows->contentsMargins().right() - gap;
    for (int i = 0; i < m_controls->count(); ++i) {
        const QWidget* widget = m_controls->itemAt(i)->widget();
        const bool isName = std::ranges::count(m_names, widget) > 0;
        if (widget != m_rate->problem() && (isName ? names : !widget->isHidden()))
            needed +=
                gap + (widget == m_state ? m_state->leastWidth() : widget->sizeHint().width());
    }
    return needed;
}

/// In a wide window the buttons have words; in a narrow one the names of the fields give way, which
/// their tool tips say too.
void TrainDock::resizeEvent(QResizeEvent* event) {
    fitWords();
    QWidget::resizeEvent(event);
}

/// A name that is shown lays out the window at once, which may resize this.
void TrainDock::fitWords() {
    if (m_isFitting)
        return;
    const QScopedValueRollback fitting(m_isFitting, true);
    constexpr int mostTries = 3;
    for (int tries = 0, at = -1; at != width() && tries < mostTries; ++tries) {
        at = width();
        const auto fits = [this](bool words) {
            setWords(words);
            return neededWidth(true) <= width();
        };
        const bool names = fits(true) || fits(false);
        for (QLabel* name : m_names)
            name->setVisible(names);
    }
    m_rows->activate();
}

void TrainDock::setWords(bool beside) {
    for (QToolButton* button : m_buttons)
        button->setToolButtonStyle(beside || (m_needsText && button == m_play)
                                       ? Qt::ToolButtonTextBesideIcon
                                       : Qt::ToolButtonIconOnly);
    // As wide in either state: what stands beside it stays under the pointer.
    m_play->setMinimumWidth(beside ? widestPlay() : 0);
}

QSize TrainDock::minimumSizeHint() const {
    QSize least = QWidget::minimumSizeHint();
    for (const QToolButton* button : m_buttons)
        least.rwidth() -=
            std::max(0, std::max(button->minimumWidth(), button->sizeHint().width()) - m_iconWidth);
    return least;
}

int TrainDock::widestPlay() const {
    const auto wide = [this](const QString& words) {
        return m_play->fontMetrics().horizontalAdvance(words);
    };
    constexpr int rounding = 2;
    return rounding + m_play->sizeHint().width() - wide(m_play->text()) +
           (m_needsText ? wide(m_play->text()) : std::max(wide(tr("Train")), wide(tr("Pause"))));
}

void TrainDock::addBelow(QWidget* widget) {
    m_rows->addWidget(widget, 1);
    m_below = widget;
    foldBelow();
}

QWidget* TrainDock::lendBelow() {
    m_isLent = true;
    foldBelow();
    m_rows->removeWidget(m_below);
    m_below->show();
    return m_below;
}

QWidget* TrainDock::takeBelowBack() {
    if (!std::exchange(m_isLent, false))
        return nullptr;
    addBelow(m_below);
    return m_below;
}

void TrainDock::makeFold() {
    m_fold->setObjectName(QStringLiteral("curves"));
    m_fold->setAutoRaise(true);
    m_fold->setIconSize(m_play->iconSize());
    m_controls->addWidget(m_fold);
    for (std::size_t i = 0; i < m_folds.size(); ++i)
        m_folds[i] = QSettings().value(QLatin1String(foldSettings[i]), foldsAtFirst[i]).toBool();
    connect(m_fold, &QToolButton::clicked, this, [this] {
        const std::size_t now = m_isLow ? 1 : 0;
        m_folds[now] = !m_folds[now];
        QSettings().setValue(QLatin1String(foldSettings[now]), m_folds[now]);
        foldBelow();
    });
}

void TrainDock::setLow(bool low) {
    if (std::exchange(m_isLow, low) != low)
        foldBelow();
}

void TrainDock::forgetFolding() {
    m_folds = foldsAtFirst;
    for (const char* setting : foldSettings)
        QSettings().remove(QLatin1String(setting));
    foldBelow();
}

/// An opened model is trained on a text first.
void TrainDock::lookOnly(const RunInfo& run) {
    const bool only = !run.obstacle.isEmpty();
    m_needsText = run.needsText();
    m_play->setDefaultAction(m_commands[m_needsText ? Command::TrainOnText : Command::Train]);
    for (QWidget* field : std::initializer_list<QWidget*>{m_rate, m_batch})
        field->setEnabled(!only);
    m_fold->setVisible(!only || m_isPastInFolders);
    fitWords();
    if (std::exchange(m_isOnlyLookedAt, only) != only)
        foldBelow();
}

void TrainDock::foldBelow() {
    const bool away = isFolded();
    m_fold->setIcon(signIcon(away ? Sign::Unfold : Sign::Fold));
    const QString tip = away ? tr("Show the curves and the slider over the run’s past")
                             : tr("Fold the curves and the slider away: the stage gets their room");
    m_fold->setToolTip(plainTip(tip));
    m_fold->setAccessibleName(tip);
    const bool changed = m_below && m_below->isHidden() != away;
    if (m_below)
        m_below->setVisible(!away);
    m_fold->setEnabled(!m_isLent);
    m_health->setVisible(!away && !m_isPastInFolders);
    m_state->setAlone(away || m_isPastInFolders);
    fitWords();
    if (changed)
        emit folded(away || m_isPastInFolders);
}

} // namespace gf
