// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/time_control.h"

#include "ui/controls/commands.h"
#include "ui/dialogs/file_question.h"
#include "ui/messages/intents.h"
#include "ui/scene/scene.h"
#include "ui/stage/stage_widget.h"
#include "ui/theme/type_scale.h"
#include "ui/time/checkpoint_strip.h"
#include "ui/time/memory_dialog.h"
#include "ui/time/past_frame.h"
#include "ui/time/time_panel.h"
#include "ui/time/time_slider.h"
#include "ui/train/loss_chart.h"

#include <QAction>
#include <QHBoxLayout>
#include <QSettings>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

constexpr int playInterval = 80;   ///< milliseconds between two checkpoints of a replay
constexpr int longestReplay = 200; ///< checkpoints; longer runs leave some out
constexpr qint64 defaultLimit = qint64{256} << 20;

QString limitKey() {
    return QStringLiteral("time/limit");
}

} // namespace

TimeControl::TimeControl(const Commands& commands, Intents* intents, StageWidget* stage,
                         LossChart* chart, QWidget* parent)
    : Feature(parent), m_commands(commands), m_chart(chart), m_intents(intents),
      m_panel(new TimePanel(commands, parent)),
      m_strip(new CheckpointStrip(commands[Command::BackToNow], commands[Command::ContinueHere],
                                  parent)) {
    follow(stage);
    connect(m_panel->slider(), &TimeSlider::moved, this, [this](qint64 step) {
        play(false);
        lookAt(step);
    });
    connect(m_panel->slider(), &TimeSlider::sliderReleased, this, &TimeControl::refresh);
    connect(m_chart, &LossChart::stepClicked, m_panel->slider(), &TimeSlider::goTo);
    connect(m_panel, &TimePanel::branchWanted, intents, intents->sender<intent::ReturnTo>());
    connect(m_panel, &TimePanel::discardWanted, intents, intents->sender<intent::Discard>());
    m_player.setInterval(playInterval);
    connect(&m_player, &QTimer::timeout, this, &TimeControl::playOn);
    refresh();
}

void TimeControl::follow(StageWidget* stage) {
    m_stages.push_back(stage);
    m_frames.push_back(new PastFrame(stage));
}

/// Each moment stands under its place on the curve that is shown.
QWidget* TimeControl::besideCharts(QWidget* others, Chart* compared, QWidget* parent) {
    const auto tight = [](QBoxLayout* layout, int spacing) {
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(spacing);
        return layout;
    };
    auto* row = new QWidget(parent);
    auto* column = new QWidget(row);
    m_curves = new QWidget(column);
    auto* charts = tight(new QHBoxLayout(m_curves), gridUnit);
    charts->addWidget(m_chart, 1);
    charts->addWidget(others, 1);
    auto* axis = tight(new QHBoxLayout, 0);
    TimeSlider* slider = m_panel->slider();
    axis->addWidget(slider);
    auto* rows = tight(new QVBoxLayout(column), 0);
    rows->addWidget(m_curves, 1);
    rows->addLayout(axis);
    for (Chart* chart : {static_cast<Chart*>(m_chart), compared})
        connect(chart, &Chart::axisShown, slider, [=](int left, int right, double last) {
            if (!chart->isVisible())
                return;
            const int half =
                slider->style()->pixelMetric(QStyle::PM_SliderLength, nullptr, slider) / 2;
            const int from = chart->mapTo(column, QPoint()).x();
            const QMargins beside(std::max(0, from + left - half), 0,
                                  std::max(0, column->width() - from - right - half), 0);
            if (beside != axis->contentsMargins())
                axis->setContentsMargins(beside);
            slider->setAxis(last);
        });
    auto* all = tight(new QHBoxLayout(row), gridUnit);
    all->addWidget(column, 1);
    all->addWidget(m_panel);
    m_panel->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    return row;
}

void TimeControl::showNews(const News& news) {
    if (news.get<RunInfo>())
        showRun();
    else if (const auto* status = news.get<TimeStatus>())
        showTime(*status);
}

void TimeControl::showRun() {
    play(false);
    m_wanted.reset();
    m_status = {};
}

void TimeControl::describe(Scene& scene) const {
    const std::optional<qint64> wanted = m_wantsNow ? std::nullopt : m_wanted;
    scene.time = {m_wanted ? wanted : m_status.shown, m_status.pins, m_status.difference};
}

void TimeControl::showScene(const Scene& scene) {
    Scene now;
    describe(now);
    const Scene::Time& before = now.time;
    const Scene::Time& wanted = scene.time;
    for (int pin = 0; pin < 2; ++pin)
        if (const auto& step = wanted.pins[pin]; step != before.pins[pin])
            m_intents->send(intent::SetPin{pin, step.has_value(), step});
    if (wanted.checkpoint != before.checkpoint)
        wanted.checkpoint ? lookAt(*wanted.checkpoint)
                          : static_cast<void>(perform(Command::BackToNow, false));
    if (wanted.difference != before.difference)
        m_intents->send(intent::ShowDifference{wanted.difference});
}

void TimeControl::showTime(const TimeStatus& status) {
    const TimeStatus before = std::exchange(m_status, status);
    if (m_wantsNow ? !status.isPast() : m_wanted == status.asked)
        m_wanted.reset();
    // The limit is the person's, and outlives the run and the program.
    if (before.checkpoints.isEmpty() && !status.checkpoints.isEmpty() && !status.inFolders) {
        const qint64 limit = QSettings().value(limitKey(), defaultLimit).toLongLong();
        if (limit > 0 && limit != status.limit)
            m_intents->send(intent::SetLimit{limit});
    }
    refresh();
    emit timeShown(m_status);
}

void TimeControl::refresh() {
    lockRanges();
    if (m_curves)
        m_curves->setVisible(!m_status.inFolders);
    m_strip->setStatus(m_status);
    for (PastFrame* frame : m_frames) {
        frame->setVisible(m_status.isPast());
        frame->raise();
    }
    m_panel->setStatus(m_status, !m_wanted && !m_panel->slider()->isSliderDown());
    m_chart->setCheckpoints({m_status.shown, m_status.pins[0], m_status.pins[1]});

    const auto pinned = [this](std::size_t pin) { return m_status.pins[pin].has_value(); };
    m_commands[Command::PinA]->setChecked(pinned(0));
    m_commands[Command::PinB]->setChecked(pinned(1));
    m_commands[Command::Difference]->setEnabled(pinned(0) && pinned(1));
    m_commands[Command::Difference]->setChecked(m_status.difference);
    m_commands[Command::BackToNow]->setEnabled(m_status.isPast());
    m_commands[Command::ContinueHere]->setEnabled(m_status.continues());
    m_commands[Command::TimeMemory]->setEnabled(!m_status.inFolders);
    const bool any = m_status.checkpoints.size() > 1;
    for (const Command command :
         {Command::EarlierCheckpoint, Command::LaterCheckpoint, Command::Replay})
        m_commands[command]->setEnabled(any);
}

void TimeControl::lookAt(qint64 step) {
    // First the lock: the colours keep the ranges that they have now.
    lockRanges();
    m_wanted = step;
    m_wantsNow = step == m_status.present && !m_status.checkpoints.isEmpty();
    if (m_wantsNow)
        m_intents->send(intent::BackToNow{});
    else
        m_intents->send(intent::LookAt{step});
}

/// Moments that follow each other, in a replay or under a handle that is dragged, have one scale.
/// The one that is stopped at has its own.
void TimeControl::lockRanges() {
    const bool moving = m_player.isActive() || m_panel->slider()->isSliderDown();
    for (StageWidget* stage : m_stages)
        stage->setRangesLocked(moving);
}

/// By so many checkpoints from where the handle is.
void TimeControl::stepBy(int checkpoints) {
    TimeSlider* slider = m_panel->slider();
    slider->setValue(slider->value() + checkpoints);
}

bool TimeControl::perform(Command command, bool checked) {
    switch (command) {
    case Command::EarlierCheckpoint:
        stepBy(-1);
        return true;
    case Command::LaterCheckpoint:
        stepBy(1);
        return true;
    case Command::Replay:
        play(!m_player.isActive());
        return true;
    case Command::BackToNow:
        play(false);
        m_wanted.reset();
        m_intents->send(intent::BackToNow{});
        return true;
    case Command::ContinueHere:
        play(false);
        m_wanted.reset();
        m_intents->send(intent::ContinueHere{});
        return true;
    case Command::PinA:
        m_intents->send(intent::SetPin{0, checked});
        return true;
    case Command::PinB:
        m_intents->send(intent::SetPin{1, checked});
        return true;
    case Command::Difference:
        play(false);
        m_intents->send(intent::ShowDifference{checked});
        return true;
    case Command::TimeMemory:
        askMemory();
        return true;
    default:
        return false;
    }
}

/// From the checkpoint that is shown, or from the beginning where that is the present.
void TimeControl::play(bool on) {
    if (on == m_player.isActive())
        return;
    m_panel->setPlaying(on);
    if (!on) {
        m_player.stop();
        return lockRanges();
    }
    TimeSlider* slider = m_panel->slider();
    if (slider->atPresent()) {
        const QSignalBlocker quiet(slider);
        slider->setValue(0);
    }
    m_player.start();
    lookAt(slider->step());
}

void TimeControl::playOn() {
    TimeSlider* slider = m_panel->slider();
    if (slider->atPresent())
        return play(false);
    {
        const QSignalBlocker quiet(slider);
        slider->setValue(slider->value() + 1 + slider->maximum() / longestReplay);
    }
    lookAt(slider->step());
}

void TimeControl::askMemory() {
    auto* dialog = new MemoryDialog(m_status, m_panel->window());
    connect(this, &TimeControl::timeShown, dialog, &MemoryDialog::showUse);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (dialog->limit() != m_status.limit) {
            QSettings().setValue(limitKey(), dialog->limit());
            m_intents->send(intent::SetLimit{dialog->limit()});
        }
        if (dialog->keepInFile() != m_status.keptInFile)
            m_intents->send(intent::KeepInFile{dialog->keepInFile()});
    });
    askAboutRun(dialog);
}

} // namespace gf
