// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/worker.h"

#include "app/session/background.h"
#include "app/session/prediction.h"
#include "core/tensor/error.h"
#include "core/train/schedule.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace gf {

namespace {

using std::chrono::duration;

constexpr double framesPerSecond = 30;
constexpr double lookShare = 0.02;      ///< at most this part of the time goes into traces,
constexpr double longestPause = 1;      ///< seconds; but one that takes long still comes this often
constexpr double validationShare = 0.1; ///< and this into validation
constexpr Index validationSteps =
    100; ///< a validation every so many steps, if that is not too dear
constexpr double pointsPerSecond = 240; ///< of the loss chart; faster runs send averages

double secondsSince(std::chrono::steady_clock::time_point start) {
    return duration<double>(std::chrono::steady_clock::now() - start).count();
}

QString fromStd(const std::string& text) {
    return QString::fromStdString(text);
}

QStringList toList(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words)
        list += fromStd(word);
    return list;
}

} // namespace

Worker::Worker(std::function<void()> notify)
    : m_notify(std::move(notify)), m_thread([this] { loop(); }) {}

Worker::~Worker() {
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_one();
    m_thread.join();
}

void Worker::post(std::function<void()> command) {
    {
        const std::lock_guard lock(m_mutex);
        m_commands.push_back(std::move(command));
    }
    m_wake.notify_one();
}

Outbox Worker::take() {
    const std::lock_guard lock(m_mutex);
    m_notified = false;
    return std::exchange(m_outbox, {});
}

void Worker::publish(const std::function<void(Outbox&)>& fill) {
    {
        const std::lock_guard lock(m_mutex);
        fill(m_outbox);
        if (std::exchange(m_notified, true))
            return;
    }
    m_notify();
}

/// Something to do without being told: training, a validation to finish, a picture that is old.
bool Worker::hasWork() const {
    return m_run && (m_running || m_dirty || m_run->isValidating());
}

void Worker::loop() {
    workInBackground();
    for (;;) {
        std::deque<std::function<void()>> commands;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [this] { return m_ending || !m_commands.empty() || hasWork(); });
            if (m_ending && m_commands.empty())
                return;
            commands.swap(m_commands);
            if (m_ending)
                m_running = m_dirty = false; // what was asked for is still done, then no more
        }
        runCommands(commands);
        guarded([this] {
            if (!m_run)
                return;
            if (lookIsDue())
                look();
            if (m_running)
                trainOneStep();
            validateABit();
        });
    }
}

void Worker::runCommands(std::deque<std::function<void()>>& commands) {
    for (const auto& command : commands)
        guarded(command);
}

/// Whatever is thrown reaches the person as a sentence, and nothing goes on as if it had not been.
void Worker::guarded(const std::function<void()>& action) {
    const auto complain = [this](const QString& sentence) {
        m_running = m_dirty = false;
        publish([&](Outbox& outbox) {
            outbox.errors.push_back(sentence);
            fillStatus(outbox.status.emplace());
        });
    };
    try {
        action();
    } catch (const std::bad_alloc&) {
        complain(QStringLiteral("There is not enough memory for this; take a smaller model, batch "
                                "or file."));
    } catch (const std::exception& error) {
        complain(QString::fromUtf8(error.what()));
    }
}

void Worker::adopt(std::unique_ptr<LiveRun> run, const std::string& title, const std::string& file,
                   bool showcase) {
    endWalk();
    m_twin.reset(); // it knows the run before
    m_run = std::move(run);
    m_title = title;
    m_file = file;
    m_showcase = showcase;
    m_time.begin(m_run.get());
    m_running = false;
    m_resumes = false;
    m_dirty = true;
    m_last = {};
    m_last.step = m_run->stepsDone();
    m_savedSteps = m_run->stepsDone();
    m_restAfter = m_run->description().train.steps;
    m_stepSeconds = m_lookSeconds = m_validationSeconds = 0;
    m_lastLook = m_lastValidation = {};
    m_lossSum = 0;
    m_lossCount = 0;
    publish([this](Outbox& outbox) {
        // Nothing of the run before may arrive after this.
        std::vector<QString> errors = std::move(outbox.errors);
        std::vector<QString> notices = std::move(outbox.notices);
        std::optional<QString> saved = std::move(outbox.saved);
        outbox = {};
        outbox.errors = std::move(errors);
        outbox.notices = std::move(notices);
        outbox.saved = std::move(saved);
        outbox.run = describeRun();
        outbox.time = m_time.status();
        outbox.interventions = interventionState();
        outbox.offer = offerTwins(m_run->description(), m_run->backendName());
        fillStatus(outbox.status.emplace());
    });
}

RunInfo Worker::describeRun() const {
    const RunDescription& what = m_run->description();
    RunInfo info;
    info.title = fromStd(m_title);
    info.task = fromStd(what.task);
    info.backend = fromStd(m_run->backendName());
    info.backends = toList(backendNames());
    for (const TaskInfo& task : taskTable())
        info.tasks.push_back(
            {QString::fromUtf8(task.name.data(), static_cast<qsizetype>(task.name.size())),
             QString::fromUtf8(task.summary.data(), static_cast<qsizetype>(task.summary.size())),
             task.needsFile});
    info.hasSource = what.model.hasEncoder();
    info.hasTarget = true;
    info.parameters = m_run->parameterCount();
    info.learningRate = peakLearningRate(what.train, what.model.dModel);
    info.batch = static_cast<int>(what.train.batch);
    info.maxLength = static_cast<int>(what.model.maxLength);
    info.randomLoss = std::log(static_cast<double>(what.model.targetVocab));
    info.file = fromStd(m_file);
    info.isShowcase = m_showcase;
    info.exampleSource = fromStd(m_run->example().source);
    info.exampleTarget = fromStd(m_run->example().target);
    return info;
}

bool Worker::canTrain() {
    if (!m_run)
        return false;
    if (m_run->trainingObstacle().empty())
        return true;
    throw Error("This model cannot be trained further: " + m_run->trainingObstacle());
}

void Worker::fillStatus(TrainingStatus& status) const {
    status.step = m_run ? m_time.presentStep() : 0;
    status.stepsPerSecond = m_stepSeconds > 0 ? 1 / m_stepSeconds : 0;
    status.loss = m_last.loss;
    status.learningRate = m_last.learningRate;
    status.gradientNorm = m_last.gradientNorm;
    status.running = m_running;
    status.unsavedSteps = status.step - m_savedSteps;
}

void Worker::trainOneStep() {
    endWalk();
    const auto start = Clock::now();
    m_last = m_run->step();
    const bool together = !m_twin || !m_last.finite() || m_twin->step(m_last.loss);
    const double seconds = secondsSince(start);
    // The mean over about the last fifty steps; the first one warms caches and tells little.
    m_stepSeconds = m_stepSeconds == 0 || m_last.step <= 2
                        ? seconds
                        : m_stepSeconds + 0.02 * (seconds - m_stepSeconds);
    if (!m_last.finite())
        return diverged();
    addLoss(m_last.loss);
    if (!m_twin)
        m_time.afterStep(m_last.loss);
    if (!together) {
        m_running = false;
        m_dirty = true;
    }
    if (m_running && m_restAfter > 0 && m_last.step >= m_restAfter) {
        m_restAfter = 0;
        pause();
        publish([this](Outbox& outbox) {
            outbox.notices.push_back(
                QStringLiteral("%1 steps are done; train on as long as you like.")
                    .arg(m_last.step));
        });
    }
}

void Worker::diverged() {
    m_running = false;
    m_dirty = true;
    Diverged what;
    what.step = m_last.step;
    what.goodStep = m_run->trainer().lastGoodStep();
    if (const auto where = m_run->trainer().firstNotFinite()) {
        what.step = where->step;
        what.node = fromStd(where->node);
    } else {
        what.node = QStringLiteral("loss");
    }
    publish([&](Outbox& outbox) {
        outbox.divergence = what;
        fillStatus(outbox.status.emplace());
    });
}

void Worker::addLoss(double loss) {
    m_lossSum += loss;
    ++m_lossCount;
    const double rate = m_stepSeconds > 0 ? 1 / m_stepSeconds : 0;
    if (static_cast<double>(m_lossCount) >= rate / pointsPerSecond)
        flushLoss();
}

void Worker::flushLoss() {
    if (m_lossCount == 0)
        return;
    LossPoint point;
    point.step = m_last.step;
    point.training = m_lossSum / static_cast<double>(m_lossCount);
    m_lossSum = 0;
    m_lossCount = 0;
    // Not announced: points travel with the next picture.
    const std::lock_guard lock(m_mutex);
    m_outbox.losses.push_back(point);
}

/// A slice of a validation between two steps, so that neither training nor the window stops for it.
void Worker::validateABit() {
    if (!m_run->canValidate())
        return;
    const auto start = Clock::now();
    if (!m_run->isValidating()) {
        const bool first = m_lastValidation == Clock::time_point();
        const bool due = m_run->stepsDone() >= m_run->validatedStep() + validationSteps &&
                         secondsSince(m_lastValidation) >= m_validationSeconds / validationShare;
        if (!m_running || (!first && !due))
            return;
        m_run->startValidation();
        m_validationSeconds = 0;
    }
    const auto result = m_run->advanceValidation();
    m_validationSeconds += secondsSince(start);
    if (!result)
        return;
    m_lastValidation = Clock::now();
    LossPoint point;
    point.step = m_run->validatedStep();
    point.validation = result->loss;
    point.accuracy = result->accuracy;
    publish([&](Outbox& outbox) { outbox.losses.push_back(point); });
}

/// At rest a picture is made when it is out of date. While training at most thirty a second, never
/// one that nobody has had time to look at, and never for more than its share of the time.
bool Worker::lookIsDue() const {
    if (!m_running)
        return m_dirty;
    const double pause = std::clamp(m_lookSeconds / lookShare, 1 / framesPerSecond, longestPause);
    return secondsSince(m_lastLook) >= pause;
}

void Worker::look() {
    {
        const std::lock_guard lock(m_mutex);
        if (m_running && m_outbox.trace)
            return; // the window is behind
    }
    const auto start = Clock::now();
    m_dirty = false;
    if (m_walking.active())
        return lookAtWalk();
    std::shared_ptr<const Trace> trace = m_time.trace();
    const Answer answer = m_run->answer();
    const Prediction prediction = predictionOf(answer);
    std::optional<TwinNews> twinNews;
    if (m_twin)
        twinNews = m_twin->news();
    m_lookSeconds = secondsSince(start);
    m_lastLook = Clock::now();
    publish([&](Outbox& outbox) {
        outbox.time = timeStatus();
        outbox.trace = std::move(trace);
        outbox.prediction = prediction;
        if (twinNews)
            outbox.add(std::move(*twinNews));
        fillStatus(outbox.status.emplace());
    });
}

/// The chosen example of the batch stands in for the person's own.
void Worker::lookAtWalk() {
    publish([&](Outbox& outbox) {
        outbox.walked = m_walking.describe();
        outbox.trace = m_walking.trace();
        outbox.time = timeStatus();
        fillStatus(outbox.status.emplace());
    });
}

/// Whatever changes the run makes the step that was walked another one.
void Worker::endWalk() {
    if (!m_walking.active())
        return;
    m_walking.end();
    m_dirty = true;
    publish([](Outbox& outbox) { outbox.walked = WalkedStep(); });
}

void Worker::startRun(const TaskRequest& request, const std::optional<ModelConfig>& model,
                      const std::optional<TrainConfig>& train, bool showcase) {
    post([=, this] {
        const std::string backend = m_run ? m_run->backendName() : "cpu";
        auto run = std::make_unique<LiveRun>(backend, request, model, train);
        const std::string title =
            request.dataFile.empty()
                ? request.name
                : QFileInfo(fromStd(request.dataFile)).fileName().toStdString();
        adopt(std::move(run), title, {}, showcase);
        look(); // before training: the first picture is there at once
        m_running = true;
    });
}

void Worker::openRun(const std::string& path) {
    post([=, this] {
        auto run = LiveRun::open(m_run ? m_run->backendName() : "cpu", path);
        const std::string title = QFileInfo(fromStd(path)).fileName().toStdString();
        const std::string obstacle = run->trainingObstacle();
        adopt(std::move(run), title, path, false);
        loadHistory();
        if (!obstacle.empty())
            publish([&](Outbox& outbox) {
                outbox.notices.push_back(
                    QStringLiteral("This model can be looked into but not trained further: %1")
                        .arg(fromStd(obstacle)));
            });
    });
}

void Worker::saveRun(const std::string& path) {
    post([=, this] {
        if (!m_run)
            return;
        if (m_time.isPast()) {
            m_time.backToNow();
            goOnAfterLookingBack();
        }
        m_run->save(path);
        m_time.save(path);
        m_savedSteps = m_run->stepsDone();
        m_file = path;
        m_showcase = false;
        publish([&](Outbox& outbox) {
            outbox.saved = fromStd(path);
            fillStatus(outbox.status.emplace());
        });
    });
}

void Worker::train() {
    post([this] {
        if (!canTrain())
            return;
        m_time.backToNow();
        m_resumes = false;
        m_running = true;
        publish([this](Outbox& outbox) { fillStatus(outbox.status.emplace()); });
    });
}

void Worker::pause() {
    post([this] {
        m_resumes = false;
        if (!m_running)
            return;
        m_running = false;
        m_dirty = true;
        flushLoss();
    });
}

void Worker::stepOnce() {
    post([this] {
        if (!canTrain())
            return;
        m_time.backToNow();
        m_resumes = false;
        m_running = false;
        m_dirty = true;
        trainOneStep();
        flushLoss();
    });
}

void Worker::walkStep(Index example, bool after) {
    post([=, this] {
        if (!canTrain())
            return;
        m_time.backToNow();
        m_running = m_resumes = false;
        flushLoss();
        m_walking.start(*m_run, example, after);
        look();
    });
}

void Worker::takeWalkedStep() {
    post([this] {
        if (!m_walking.active())
            return;
        // The walk goes on with the next step; nobody need hear that this one is over.
        const Index example = m_walking.example();
        m_walking.end();
        trainOneStep();
        flushLoss();
        if (m_last.finite())
            m_walking.start(*m_run, example, false);
        else
            publish([](Outbox& outbox) { outbox.walked = WalkedStep(); });
        look();
    });
}

void Worker::leaveWalk() {
    post([this] { endWalk(); });
}

void Worker::reset() {
    post([this] {
        if (!canTrain())
            return;
        const RunDescription& what = m_run->description();
        const bool running = m_running;
        if (m_twin) {
            beginComparison(m_twin->change().key.toStdString(), what.model.layers);
            m_running = running;
            return publish([this](Outbox& outbox) { fillStatus(outbox.status.emplace()); });
        }
        const Example example = m_run->example();
        const TaskRequest request{what.task, what.dataFile, what.model.architecture,
                                  what.tokenization};
        auto run = std::make_unique<LiveRun>(m_run->backendName(), request, what.model, what.train);
        run->setExample(example);
        run->intervene([this](Interventions& kept) { kept = m_run->interventions(); });
        adopt(std::move(run), m_title, {}, m_showcase);
        look();
        m_running = running;
        publish([this](Outbox& outbox) { fillStatus(outbox.status.emplace()); });
    });
}

void Worker::goBack() {
    post([this] {
        if (!canTrain())
            return;
        endWalk();
        leaveTwin(); // which is not where the run goes back to
        m_time.backToNow();
        m_run->restoreLastGood();
        m_time.afterGoingBack();
        m_running = false;
        m_dirty = true;
        m_last = {};
        m_last.step = m_run->stepsDone();
    });
}

void Worker::setLearningRate(double rate) {
    post([=, this] {
        if (m_run)
            m_run->setLearningRate(rate);
        if (m_walking.active()) {
            m_walking.refresh(*m_run);
            look();
        }
        if (m_twin)
            m_twin->second().setLearningRate(rate);
    });
}

void Worker::setBatchSize(Index batch) {
    post([=, this] {
        endWalk();
        if (m_run)
            m_run->setBatchSize(batch);
        if (m_twin)
            m_twin->setBatchSize(batch);
        m_stepSeconds = 0;
    });
}

void Worker::setBackend(const std::string& name) {
    post([=, this] {
        endWalk();
        if (m_twin)
            throw Error("The backend cannot be changed while two runs are compared; end the "
                        "comparison first");
        if (m_run)
            m_run->setBackend(name);
        m_stepSeconds = 0;
        m_dirty = true;
    });
}

void Worker::setExample(const Example& example) {
    post([=, this] {
        if (!m_run)
            return;
        const ExampleFaults faults = m_run->faultsOf(example);
        publish([&](Outbox& outbox) {
            outbox.problems = ExampleProblems{fromStd(faults.source), fromStd(faults.target)};
        });
        if (faults.impossible)
            return;
        endWalk();
        m_run->setExample(example);
        m_dirty = true;
        look();
    });
}

void Worker::anotherExample() {
    post([this] {
        const auto example = m_run ? m_run->anotherExample() : std::nullopt;
        if (!example)
            return;
        endWalk();
        m_run->setExample(*example);
        m_dirty = true;
        publish([&](Outbox& outbox) {
            outbox.example = ShownExample{fromStd(example->source), fromStd(example->target)};
            outbox.problems = ExampleProblems();
        });
        look();
    });
}

/// A model that cannot write says so where the answer would be; nothing else is disturbed.
void Worker::write(const GenerationSettings& settings) {
    post([=, this] {
        if (!m_run)
            return;
        GenerationReport report;
        try {
            report = m_run->write(settings);
        } catch (const Error& error) {
            report.settings = settings;
            report.problem = QString::fromUtf8(error.what());
        }
        publish([&](Outbox& outbox) { outbox.generation = report; });
    });
}

InterventionState Worker::interventionState() const {
    const Interventions& held = m_run->interventions();
    return {QVector<Intervention>(held.list().begin(), held.list().end()), held.canUndo(),
            held.canRedo()};
}

void Worker::intervene(std::function<void(Interventions&)> change) {
    post([this, change = std::move(change)] {
        if (!m_run)
            return;
        m_run->intervene(change);
        m_walking.refresh(*m_run); // the step that will be taken has the changes built in
        m_dirty = true;
        publish([this](Outbox& outbox) { outbox.interventions = interventionState(); });
        look();
    });
}

void Worker::writeNumbers(const std::string& path, std::function<void(const std::string&)> write) {
    post([this, path, write = std::move(write)] {
        write(path);
        publish([&](Outbox& outbox) {
            outbox.notices.push_back(QStringLiteral("Saved as %1").arg(fromStd(path)));
        });
    });
}

} // namespace gf
