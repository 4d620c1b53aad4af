// SPDX-License-Identifier: GPL-3.0-or-later
// Which run the worker has: begun, opened, saved, begun again.
#include "app/session/worker.h"

#include "app/session/field_values.h"
#include "app/session/task_choices.h"
#include "core/platform/memory.h"
#include "core/tensor/error.h"
#include "core/train/rescue.h"
#include "ui/scene/scene_json.h"

#include <QFileInfo>
#include <QLocale>

#include <filesystem>
#include <utility>

namespace gf {

namespace {

QString fromStd(const std::string& text) {
    return QString::fromStdString(text);
}

constexpr Phrase buildingText = phrase("Building the model…");

Guess guessOf(Output output) {
    switch (output) {
    case Output::Values:
        return Guess::Zero;
    case Output::Pointer:
        return Guess::Choice;
    case Output::Words:
        break;
    }
    return Guess::Words;
}

} // namespace

namespace {

/// Shows the run as its file says that it was left, as far as that can be: the example now, for the
/// first picture, and the rest as a scene for the window. What is wrong with it is `notice`.
void takeView(LiveRun& run, std::string& scene, Sentence& notice) {
    const std::string& view = run.description().view;
    if (view.empty())
        return;
    try {
        Scene left = sceneFromJson(QByteArray::fromStdString(view));
        const Example example{left.example.source.toStdString(), left.example.target.toStdString(),
                              left.example.padding};
        if (left.example == Scene::Example() || run.faultsOf(example).impossible)
            left.example = {};
        else
            run.setExample(example);
        scene = toJson(left).toStdString();
    } catch (const Error& error) {
        notice = Sentence(phrase("How the window was left stands in the file, but cannot be "
                                 "shown: %1"),
                          error.sentence());
    }
}

} // namespace

/// While it lives the window knows what takes its time, and can have it given up.
class Worker::Building {
public:
    Building(Worker& worker, const Sentence& what) : m_worker(worker) { say(what); }
    ~Building() {
        // An empty text needs no memory.
        m_worker.publish(news::Building());
    }
    Building(const Building&) = delete;
    Building& operator=(const Building&) = delete;

    void say(const Sentence& what) { m_worker.publish(news::Building{what}); }

private:
    Worker& m_worker;
};

void Worker::adopt(std::unique_ptr<LiveRun> run, const std::string& title, const std::string& file,
                   bool showcase) {
    const bool walked = m_walking.active();
    endWalk();
    m_next.reset();
    m_comparedRuns.reset(); // they know the run before
    m_run = std::move(run);
    m_title = title;
    m_file = file;
    m_showcase = showcase;
    m_idleReason =
        m_run->trainingObstacle().empty() ? IdleReason::NotStarted : IdleReason::Untrainable;
    m_idleStep = 0;
    m_resumes = false;
    m_dirty = true;
    m_last = {};
    m_last.step = m_run->stepsDone();
    if (const auto& losses = m_run->metrics().losses(); !losses.empty())
        m_last.loss = losses.back().loss;
    m_savedSteps = m_run->stepsDone();
    m_unsavedSeconds = 0;
    m_recovery.drop();
    m_saidNoCopy = false;
    const Index planned = m_run->description().train.steps;
    m_pauseAfter = m_run->stepsDone() < planned ? planned : 0;
    m_pace.restart();
    m_looking.forget();
    m_validating.forget();
    m_lossSum = 0;
    m_lossCount = 0;
    beginMemory();
    fill([this, walked](Outbox& outbox) {
        outbox.forgetRun(); // nothing of it may arrive after this
        outbox.put({describeRun(), m_answers});
        if (walked)
            outbox.put({WalkedStep(), m_answers}); // that it is over was of the run before
        outbox.put({m_devices, m_answers});
        outbox.put({m_time.status(), m_answers});
        outbox.put({interventionState(), m_answers});
        outbox.put({offerComparisons(m_run->description(), m_run->backendName()), m_answers});
        outbox.put({status(), m_answers});
    });
}

RunInfo Worker::describeRun() const {
    const RunDescription& what = m_run->description();
    RunInfo info;
    info.title = fromStd(m_title);
    info.task = fromStd(what.task);
    info.dataFile = fromStd(what.dataFile);
    info.configuration = modelValues(what.model);
    info.backend = m_run->settings().backend;
    info.tasks = taskChoices();
    const std::string_view learns = summaryOf(what.task);
    info.learns = QString::fromUtf8(learns.data(), static_cast<qsizetype>(learns.size()));
    info.hasSource = what.model.hasEncoder();
    info.hasTarget = true;
    const DataForm form(what.model);
    const auto features = static_cast<int>(form.features);
    info.sourceFeatures = form.hasSource() && form.sourceIsNumbers() ? features : 0;
    info.targetFeatures = form.targetIsNumbers() ? features : 0;
    info.points = what.model.output == Output::Pointer;
    info.parameters = m_run->parameterCount();
    const RunSettings settings = m_run->settings();
    info.learningRate = settings.learningRate;
    info.training = settings.training;
    info.batch = settings.batch;
    info.maxLength = static_cast<int>(what.model.maxLength);
    info.randomLoss = m_run->guessLoss();
    info.guess = guessOf(what.model.output);
    if (m_run->task()) {
        const std::string_view measure = m_run->task()->measure();
        info.countsTokens = m_run->task()->countsTokens();
        info.keptAside = static_cast<int>(m_run->validationCount());
        info.measure = QString::fromUtf8(measure.data(), static_cast<qsizetype>(measure.size()));
    }
    info.file = fromStd(m_file);
    info.isShowcase = m_showcase;
    info.exampleSource = fromStd(m_run->example().source);
    info.exampleTarget = fromStd(m_run->example().target);
    info.examplePadding = static_cast<int>(m_run->example().padding);
    return info;
}

void Worker::startRun(const TaskRequest& request, const std::optional<ModelConfig>& model,
                      const std::optional<TrainConfig>& train, bool showcase, IntentId answers,
                      bool asks) {
    auto act = [=, this, stop = m_building.token()] {
        Building building(*this, buildingText);
        NextRun next = begun(building, request, model, train, stop);
        next.showcase = showcase;
        offer(std::move(next), asks);
    };
    post({{.needsRun = false}, std::move(act), answers});
}

void Worker::build(const std::function<ModelPlan()>& plan, bool asks, const std::stop_token& stop) {
    Building building(*this, buildingText);
    const ModelPlan planned = plan();
    offer(begun(building, planned.request, planned.model, planned.train, stop, planned.device),
          asks);
}

/// All that takes long is done before the run is adopted: until then it can be given up, and the
/// one before goes on.
Worker::NextRun Worker::begun(Building& building, const TaskRequest& request,
                              const std::optional<ModelConfig>& model,
                              const std::optional<TrainConfig>& train, const std::stop_token& stop,
                              const std::string& device) {
    throwIfStopped(stop);
    NextRun next;
    const OpenBackend backend = backendFor(device);
    makeOn(backend, [&] {
        next.run = std::make_unique<LiveRun>(backend, request, model, train,
                                             std::vector<Intervention>(), stop);
        prepareFirstPicture(building, *next.run, stop);
    });
    next.title = request.dataFile.empty()
                     ? request.name
                     : QFileInfo(fromStd(request.dataFile)).fileName().toStdString();
    return next;
}

void Worker::prepareFirstPicture(Building& building, LiveRun& run, const std::stop_token& stop) {
    throwIfStopped(stop);
    const QString weights = QLocale().toString(static_cast<qlonglong>(run.parameterCount()));
    building.say({phrase("Computing the first picture of %1 weights…"), weights.toStdString()});
    run.trace();
    throwIfStopped(stop);
}

void Worker::openRun(const std::string& path, IntentId answers, bool asks) {
    auto act = [=, this, stop = m_building.token()] {
        Building building(*this, phrase("Reading the model…"));
        offer(opened(building, path, stop), asks);
    };
    post({{.needsRun = false}, std::move(act), answers});
}

Worker::NextRun Worker::opened(Building& building, const std::string& path,
                               const std::stop_token& stop) {
    throwIfStopped(stop);
    Run saved = loadRun(path, stop);
    const std::string change = saved.comparedBy;
    std::vector<Run> compared = std::move(saved.compared);
    NextRun next;
    next.file = path;
    next.title = QFileInfo(fromStd(path)).fileName().toStdString();
    next.run = LiveRun::open(backendFor({}), std::move(saved), {}, stop);
    takeView(*next.run, next.scene, next.notice);
    prepareFirstPicture(building, *next.run, stop);
    if (!compared.empty())
        openComparedRuns(next, change, std::move(compared), stop);
    if (const Sentence& obstacle = next.run->trainingObstacle(); !obstacle.empty())
        next.notice =
            Sentence(phrase("This model can be looked into but not trained further: %1"), obstacle);
    return next;
}

/// Enters it at once, or when the window says so, which may have something to ask before: the run
/// that is open goes.
void Worker::offer(NextRun next, bool asks) {
    m_next = std::move(next);
    if (asks && m_run)
        publish(news::RunReady());
    else
        enterNext();
}

void Worker::enterNext() {
    if (!m_next)
        return;
    NextRun next = *std::exchange(m_next, std::nullopt);
    const bool begins = next.file.empty();
    adopt(std::move(next.run), next.title, next.file, next.showcase);
    if (next.comparedRuns)
        enterComparison(std::move(next.comparedRuns));
    if (begins) // before training: the first picture is there at once
        m_idleReason = look() ? IdleReason::None : IdleReason::Failed;
    else
        loadHistory();
    if (!next.scene.empty())
        publish(news::SavedScene{QByteArray::fromStdString(next.scene)});
    if (!next.notice.empty())
        publish(news::Notice{next.notice});
}

/// Of what was left nothing is saved that its own file has not, whatever history lies beside that.
void Worker::openRecovered(const std::stop_token& stop) {
    if (!m_recovery.left())
        return;
    const RecoveryNote note = m_recovery.left()->note();
    std::optional<NextRun> next;
    try {
        Building building(*this, phrase("Reading the model…"));
        next = opened(building, m_recovery.left()->copy().string(), stop);
    } catch (...) {
        offerRecovered(); // still
        throw;
    }
    adopt(std::move(next->run), note.title.toStdString(), note.file.toStdString(), false);
    if (next->comparedRuns)
        enterComparison(std::move(next->comparedRuns));
    m_recovery.takeLeft();
    m_savedSteps = note.savedSteps;
    publish(status());
    if (!next->scene.empty())
        publish(news::SavedScene{QByteArray::fromStdString(next->scene)});
    if (!next->notice.empty())
        publish(news::Notice{next->notice});
    offerRecovered();
}

void Worker::giveBackMemory() {
    post({{.needsRun = false}, [] { giveBackFreedMemory(); }});
}

/// What is no number is not saved.
SavedComparison Worker::comparisonToSave() {
    if (!m_comparedRuns)
        return {};
    if (m_comparedRuns->leaveDivergence())
        m_dirty = true;
    return m_comparedRuns->saved();
}

/// The run as it is now was written there.
void Worker::isIn(const std::string& file) {
    m_savedSteps = m_run->stepsDone();
    m_unsavedSeconds = 0;
    m_file = file;
    m_showcase = false;
    m_recovery.drop();
}

void Worker::saveRun(const std::string& path, const std::string& view) {
    m_run->setView(view);
    m_run->save(path, comparisonToSave());
    isIn(path);
    const auto tell = [&](bool withCheckpoints) {
        const int runs = static_cast<int>(allRuns().size());
        publish(news::Saved{fromStd(path), withCheckpoints, runs}, m_time.status(), status());
    };
    try {
        tell(m_time.save(path));
    } catch (...) {
        tell(false); // the model is safe, whatever becomes of its past
        throw;
    }
}

/// What becomes of it is told at once: the window goes with the first word.
void Worker::saveAtEnd(const std::string& path, bool isNew, const std::string& view) {
    if (m_idleReason == IdleReason::Diverged &&
        !(m_comparedRuns && m_time.returnToLastCheckpoint()))
        goBack(); // what is no number is not saved; all that are compared go back together
    m_run->setView(view);
    const std::filesystem::path wanted = path;
    std::string file = path;
    const WriteFile asNew = [&](const Fill& fill) {
        file = writeNewFile(wanted.parent_path(), namesLike(wanted.filename()), fill).string();
    };
    try {
        saveOrRescue(path, isNew ? asNew : replacing(path), m_run->description(),
                     std::as_const(*m_run).parameters(), comparisonToSave());
    } catch (const Rescued& problem) {
        isIn(problem.place().string());
        const Sentence said = m_time.isKeptInFile()
                                  ? Sentence(phrase("%1, without its moments"), problem.sentence())
                                  : problem.sentence();
        return publish(news::Failure{said, false, fromStd(m_file)}, status());
    } catch (const Error&) {
        m_copyIsNeeded = true; // there is nothing else
        throw;
    }
    isIn(file);
    news::Saved saved{fromStd(file)};
    try {
        saved.withCheckpoints = m_time.save(file);
    } catch (const Error& problem) {
        return publish(saved, status(), news::Failure{problem.sentence()});
    }
    publish(saved, status());
}

void Worker::reset() {
    const RunDescription& what = m_run->description();
    const bool running = isRunning();
    if (m_comparedRuns) {
        const std::string change = m_comparedRuns->change().key.toStdString();
        if (beginComparison(change, what.model.layers) && running)
            m_idleReason = IdleReason::None;
        return publish(status());
    }
    const Example example = m_run->example();
    const TaskRequest request{what.task, what.dataFile, what.model.architecture, what.tokenization};
    auto run = std::make_unique<LiveRun>(backendFor({}), request, what.model, what.train);
    run->setExample(example);
    run->intervene([this](Interventions& kept) { kept = m_run->interventions(); });
    adopt(std::move(run), m_title, {}, m_showcase);
    if (look() && running)
        m_idleReason = IdleReason::None;
    publish(status());
}

} // namespace gf
