// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/train_control.h"

#include "ui/controls/commands.h"
#include "ui/controls/device_box.h"
#include "ui/language/language.h"
#include "ui/messages/intents.h"
#include "ui/scene/scene.h"
#include "ui/train/health_line.h"
#include "ui/train/idle_text.h"
#include "ui/train/loss_chart.h"
#include "ui/train/rate_field.h"
#include "ui/train/run_state_label.h"
#include "ui/train/task_box.h"
#include "ui/train/train_dock.h"

#include <QAction>

#include <memory>
#include <utility>

namespace gf {

TrainControl::TrainControl(const Commands& commands, Intents* intents, QObject* parent)
    : Feature(parent), m_commands(commands), m_intents(intents), m_dock(new TrainDock(commands)),
      m_chart(new LossChart) {
    connect(m_dock->rate(), &RateField::rateWanted, intents,
            intents->sender<intent::SetLearningRate>());
    connect(m_dock, &TrainDock::batchWanted, intents, intents->sender<intent::SetBatchSize>());
    connect(m_dock->device(), &DeviceBox::wanted, this, &TrainControl::chooseDevice);
    connect(m_dock->health(), &HealthLine::wanted, this, &TrainControl::actOnHealth);
}

void TrainControl::keepTask() {
    m_dock->tasks()->showLearnt();
}

void TrainControl::describe(Scene& scene) const {
    scene.logarithmic = m_chart->isLogarithmic();
}

void TrainControl::showScene(const Scene& scene) {
    m_chart->setLogarithmic(scene.logarithmic);
}

void TrainControl::takeOver(const TrainControl& other) {
    m_isBack = other.m_isBack;
}

bool TrainControl::perform(Command command, bool checked) {
    switch (command) {
    case Command::Train:
        if (m_run.needsText()) {
            m_commands[Command::Train]->setChecked(false);
            m_commands[Command::TrainOnText]->trigger();
            return true;
        }
        if (!checked && hasJustBegun()) {
            m_commands[Command::Train]->setChecked(true);
            checked = true;
            m_letGo.invalidate(); // another press is meant as ever
        }
        m_intents->send(checked ? Request(intent::Train{}) : Request(intent::Pause{}));
        return true;
    case Command::TrainOnce:
        m_intents->send(intent::StepOnce{});
        return true;
    default:
        return false;
    }
}

/// Whoever presses the button just after the tour has let the training go on means to begin it.
bool TrainControl::hasJustBegun() const {
    constexpr qint64 beforeItIsSeen = 1000; // ms
    return m_letGo.isValid() && m_letGo.elapsed() < beforeItIsSeen;
}

void TrainControl::showNews(const News& news) {
    if (const auto* run = news.get<RunInfo>()) {
        showRun(*run);
    } else if (const auto* devices = news.get<DeviceList>()) {
        showDevices(*devices);
    } else if (const auto* building = news.get<news::Building>()) {
        if (building->what.isEmpty())
            keepTask(); // what was given up does not run
    } else if (news.get<news::Failure>()) {
        keepTask(); // if that was another task, it is not the one that runs
    } else if (const auto* settings = news.get<RunSettings>()) {
        m_run.backend = settings->backend;
        m_run.learningRate = settings->learningRate;
        m_run.training = settings->training;
        m_dock->showSettings(*settings);
        showHealth();
    } else if (const auto* time = news.get<TimeStatus>()) {
        m_time = *time;
        m_dock->showTime(*time);
        m_dock->state()->showTime(*time);
        showMeasured();
        showHealth();
    } else if (const auto* status = news.get<TrainingStatus>()) {
        if (status->running && m_status.idleReason == IdleReason::GuidedTour)
            m_letGo.start();
        if (std::exchange(m_status, *status).running != status->running)
            m_dock->showRunning(status->running);
        m_dock->state()->showStatus(*status);
        showMeasured();
        showHealth();
        m_commands[Command::Train]->setChecked(status->running);
    } else if (const auto* divergence = news.get<Diverged>()) {
        m_goodStep = divergence->goodStep;
        showHealth();
    } else if (news.get<ComparisonInfo>() || news.get<news::ComparisonEnded>()) {
        m_compares = news.get<ComparisonInfo>() != nullptr;
        showHealth();
    } else if (const auto* metrics = news.get<news::RunMetrics>()) {
        m_chart->setMetrics(metrics->runs.front(), metrics->left);
        showMeasured();
    }
}

/// Once all are known, the device that was chosen the last time is chosen again.
void TrainControl::showDevices(const DeviceList& devices) {
    m_devices = devices;
    m_dock->showDevices(devices);
    m_dock->showDevice(m_run.backend);
    if (!devices.complete || m_run.backend.isEmpty() || std::exchange(m_isBack, true))
        return;
    const QString before = storedDevice(devices);
    if (!before.isEmpty() && before != m_run.backend)
        m_intents->send(intent::SetBackend{before});
}

void TrainControl::chooseDevice(const QString& id) {
    storeDevice(m_devices, id);
    m_isBack = true; // nothing that was chosen before counts any more
    m_intents->send(intent::SetBackend{id});
}

void TrainControl::showRun(const RunInfo& run) {
    m_run = run;
    m_time = {};
    if (std::exchange(m_status, {}).running)
        m_dock->showRunning(false);
    m_compares = false;
    m_dock->showRun(run);
    offerTraining(run);
    m_chart->setMetrics(std::make_shared<const Metrics>());
    m_chart->setRandomLoss(run.randomLoss, run.guess);
    m_chart->setMeasure(translated(run.measure));
    m_chart->setCountsTokens(run.countsTokens);
    showHealth();
}

/// Of runs that are compared it is A's, and the difference of two moments has none.
void TrainControl::showHealth() {
    const Health health = m_time.difference ? Health() : m_status.health;
    const qint64 step = m_time.shown.value_or(m_status.step);
    const bool isFresh = health.state == Health::State::Begun && step == 0;
    const QString sentence = m_time.difference ? tr("The difference of two moments is shown.")
                             : isFresh         ? tr("Not trained yet.")
                                               : translated(sentenceOf(health));
    m_offered = healthAction(m_status, m_run, m_time, m_goodStep);
    m_dock->health()->say(health.state, m_compares ? tr("A: %1").arg(sentence) : sentence,
                          healthAdvice(health, m_run), m_offered.words);
}

void TrainControl::actOnHealth() {
    using Kind = HealthAction::Kind;
    switch (m_offered.kind) {
    case Kind::None:
        return;
    case Kind::Train:
        m_intents->send(intent::Train{});
        return;
    case Kind::ContinueHere:
        m_commands[Command::ContinueHere]->trigger();
        return;
    case Kind::AnotherExample:
        m_commands[Command::AnotherExample]->trigger();
        return;
    case Kind::NewModel:
        m_commands[Command::NewModel]->trigger();
        return;
    case Kind::LowerRate:
        m_intents->send(intent::SetLearningRate{m_offered.rate});
        return;
    case Kind::StartOver:
        emit startOverWanted(m_offered.rate);
        return;
    case Kind::LookAt:
        m_intents->send(intent::LookAt{m_offered.step});
        return;
    case Kind::GoBack:
        m_intents->send(intent::GoBack{});
        return;
    }
}

/// Greyed, with the reason, where it cannot be done. An opened model is trained on a text first.
void TrainControl::offerTraining(const RunInfo& run) {
    const auto offer = [this](Command command, const QString& obstacle) {
        m_commands[command]->setEnabled(obstacle.isEmpty());
        m_commands.showTip(command, obstacle);
    };
    const QString needed = idleSentence(IdleReason::NeedsText);
    const QString obstacle = run.obstacle.isEmpty() ? QString()
                             : run.needsText()      ? needed
                                                    : tr("This model can be looked into but not "
                                                              "trained further: %1")
                                                     .arg(run.obstacle);
    for (const Command command : {Command::Train, Command::TrainOnce, Command::WalkStep})
        offer(command, obstacle);
    offer(Command::ResetModel, !obstacle.isEmpty() || !run.isOpened()
                                   ? obstacle
                                   : tr("An opened model has no first weights to begin anew with; "
                                        "open it again to have those that it came with"));
    offer(Command::TrainOnText,
          run.isOpened() ? QString(run.textObstacle)
                         : tr("Only an opened model goes on learning so; for a model of your own "
                              "choose the task text or pairs"));
    if (run.needsText()) { // its keys ask for the text
        m_commands[Command::Train]->setEnabled(true);
        m_commands.showTip(Command::TrainOnText, needed);
    }
}

/// What was measured by the checkpoint that is shown, or by the training step that the line names:
/// losses are told more often than that. Of the difference of two, nothing was.
void TrainControl::showMeasured() {
    m_dock->state()->showMeasured(
        m_time.difference ? nullptr
                          : m_chart->metrics().measurementBy(m_time.shown.value_or(m_status.step)));
}

} // namespace gf
