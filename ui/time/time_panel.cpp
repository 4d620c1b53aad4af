// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/time_panel.h"

#include "ui/controls/commands.h"
#include "ui/controls/icons.h"
#include "ui/language/plain_text.h"
#include "ui/theme/theme.h"
#include "ui/time/time_slider.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace gf {

namespace {

constexpr int memoryFrom = 86; ///< pixels of height from which there is room for the last line

} // namespace

TimePanel::TimePanel(const Commands& commands, QWidget* parent)
    : QWidget(parent), m_slider(new TimeSlider(this)), m_step(new PlainLabel(this)),
      m_branches(new QToolButton(this)), m_menu(new QMenu(this)),
      m_branchChoice(new QActionGroup(this)), m_memory(new PlainLabel(this)) {
    setAccessibleName(tr("Time"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(10, 0, 0, 0);
    rows->setSpacing(1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(2);
    commands[Command::Replay]->setIcon(signIcon(Sign::Replay));
    commands[Command::PinA]->setIconText(tr("A"));
    commands[Command::PinB]->setIconText(tr("B"));
    commands[Command::Difference]->setIconText(tr("B − A"));
    m_play = addButton(buttons, commands[Command::Replay]);
    m_play->setObjectName(QStringLiteral("replay"));
    m_play->setIconSize(QSize(1, 1) * std::max(18, fontMetrics().height()));
    m_step->setObjectName(QStringLiteral("momentStep"));
    m_step->setFont(numberFont(font()));
    m_step->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
    m_step->setMinimumWidth(m_step->fontMetrics().horizontalAdvance(tr("step %L1").arg(88888)));
    addButton(buttons, commands[Command::PinA]);
    addButton(buttons, commands[Command::PinB]);
    addButton(buttons, commands[Command::Difference]);
    buttons->addStretch(1);
    m_branches->setObjectName(QStringLiteral("branches"));
    m_branches->setAutoRaise(true);
    m_branches->setPopupMode(QToolButton::InstantPopup);
    m_branches->setMenu(m_menu);
    m_branches->setToolTip(tr("The branches of this run, and how much it remembers"));
    buttons->addWidget(m_branches);
    m_memory->setObjectName(QStringLiteral("momentMemory"));
    m_memory->setForegroundRole(QPalette::PlaceholderText);
    m_memory->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    rows->addWidget(m_step);
    rows->addLayout(buttons);
    rows->addWidget(m_memory);
    rows->addStretch(1);
    m_menu->addAction(commands[Command::TimeMemory]);
    connect(m_menu, &QMenu::aboutToShow, this, &TimePanel::fillBranches);
    setPlaying(false);
    setStatus({}, true);
}

QToolButton* TimePanel::addButton(QBoxLayout* row, QAction* action) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setToolButtonStyle(action->icon().isNull() ? Qt::ToolButtonTextOnly
                                                       : Qt::ToolButtonIconOnly);
    button->setAccessibleName(action->toolTip());
    row->addWidget(button);
    return button;
}

QSize TimePanel::minimumSizeHint() const {
    const QSize needed = QWidget::minimumSizeHint();
    return {std::max(214, needed.width()),
            needed.height() -
                (m_memory->isHidden() || m_status.inFolders ? 0 : m_memory->sizeHint().height())};
}

QSize TimePanel::sizeHint() const {
    return QWidget::sizeHint().expandedTo({300, 0});
}

void TimePanel::setPlaying(bool playing) {
    m_play->defaultAction()->setIcon(signIcon(playing ? Sign::Pause : Sign::Replay));
}

void TimePanel::setStatus(const TimeStatus& status, bool follow) {
    m_status = status;
    m_slider->setStatus(status, follow);
    m_branches->setText(status.branches.size() > 1 ? tr("branch %1").arg(status.branch)
                                                   : QStringLiteral("⋯"));
    m_branches->setAccessibleName(
        tr("Branch %1 of %2").arg(status.branch).arg(status.branches.size()));
    writeLabels();
}

void TimePanel::writeLabels() {
    const bool now = m_slider->atPresent() && !m_status.isPast();
    m_step->setText(now ? tr("now") : tr("step %L1").arg(m_slider->step()));
    m_step->setToolTip(plainTip(m_slider->accessibleDescription()));
    if (m_status.inFolders) {
        m_memory->show(); // there are no curves that would be higher
        const QLocale locale;
        const auto kept = m_status.bytes / std::max<qint64>(1, m_status.checkpointBytes);
        m_memory->setText(tr("%L1 of %n moments in memory, %2", nullptr,
                             static_cast<int>(m_status.checkpoints.size()))
                              .arg(kept)
                              .arg(locale.formattedDataSize(m_status.bytes, 0)));
        m_memory->setToolTip(plainTip(
            tr("Each moment is a folder. Up to %1 of them stay in memory; the one that was looked "
               "at longest ago goes first, and is read again when it is looked at.")
                .arg(locale.formattedDataSize(m_status.limit, 0))));
        return;
    }
    const bool alone = m_status.checkpoints.size() == 1 && m_status.present > 0;
    if (alone && m_status.bytes == 0) {
        m_memory->setText(tr("no room for two moments"));
        m_memory->setToolTip(plainTip(
            tr("The %1 that the time machine may take have no room for two moments of this "
               "run, so none is kept. Lab, Memory of the time machine changes it.")
                .arg(QLocale().formattedDataSize(m_status.limit, 0))));
        return;
    }
    if (alone) {
        m_memory->setText(tr("its moments were not saved"));
        m_memory->setToolTip(
            plainTip(tr("The moments of this run were not saved with it. Lab, Memory of the time "
                        "machine, saves those of a run with its model.")));
        return;
    }
    const QLocale locale;
    m_memory->setText(
        tr("%Ln moments · %1 of %2", nullptr,
           static_cast<int>(m_status.checkpointBytes > 0 ? m_status.bytes / m_status.checkpointBytes
                                                         : 0))
            .arg(locale.formattedDataSize(m_status.bytes, 0),
                 locale.formattedDataSize(m_status.limit, 0)));
    m_memory->setToolTip(
        tr("What the run remembers of itself; Lab, Memory of the time machine changes it"));
}

void TimePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_memory->setVisible(m_status.inFolders || height() >= memoryFrom);
}

/// The branches as they are when the menu opens; the memory's entry stays at its end.
void TimePanel::fillBranches() {
    QAction* memory = m_menu->actions().back();
    m_menu->removeAction(memory);
    m_menu->clear();
    for (const BranchInfo& branch : m_status.branches) {
        const QString text =
            branch.first ? tr("Branch %1: up to training step %L2").arg(branch.id).arg(branch.last)
                         : tr("Branch %1: from training step %L2 up to training step %L3")
                               .arg(branch.id)
                               .arg(branch.fork)
                               .arg(branch.last);
        QAction* action = m_menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(branch.id == m_status.branch);
        m_branchChoice->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, id = branch.id] { emit branchWanted(id); });
    }
    m_menu->addSeparator();
    for (const BranchInfo& branch : m_status.branches)
        if (branch.id != m_status.branch) {
            QAction* action = m_menu->addAction(tr("Discard branch %1").arg(branch.id));
            connect(action, &QAction::triggered, this,
                    [this, id = branch.id] { emit discardWanted(id); });
        }
    m_menu->addSeparator();
    m_menu->addAction(memory);
}

} // namespace gf
