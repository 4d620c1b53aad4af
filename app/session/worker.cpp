// SPDX-License-Identifier: GPL-3.0-or-later
// What the thread of the worker does, job by job and between them. Which job an intent is stands in
// worker_intents.cpp; what they do, in the classes that the worker has.
#include "app/session/worker.h"

#include "core/backend/copy_entries.h"
#include "core/platform/files.h"
#include "core/platform/memory.h"
#include "core/tensor/error.h"

#include <utility>

namespace gf {

namespace {

/// A copy: the lesson's own is measured further.
Run runOf(const TrainedModel& trained) {
    Run run;
    run.description = trained.description;
    run.parameters = makeParameters(run.description.model, run.description.train);
    copyEntries(*trained.parameters, *run.parameters);
    run.resumable = true;
    return run;
}

/// The first of them with those that are compared with it by this key of the configuration.
Run runOf(const TrainedModels::Runs& trained, const std::string& key) {
    Run run = runOf(*trained.front());
    std::vector<ComparedRunPlan> plans{{run.description.model, run.description.train, {}}};
    for (std::size_t i = 1; i < trained.size(); ++i) {
        const Run& compared = run.compared.emplace_back(runOf(*trained[i]));
        plans.push_back({compared.description.model, compared.description.train, {}});
    }
    if (!run.compared.empty())
        run.comparedBy = changeOfKey(plans, key);
    return run;
}

/// That which was kept of all of them, if one was.
EarlierCheckpoint earlierOf(const TrainedModels::Runs& trained) {
    const auto& first = trained.front()->checkpoint;
    if (!first)
        return {};
    EarlierCheckpoint earlier{first->step, first->loss, {}};
    for (const auto& each : trained) {
        const auto numbers = each->checkpoint->parameters->flat();
        earlier.numbers.insert(earlier.numbers.end(), numbers.begin(), numbers.end());
    }
    return earlier;
}

} // namespace

Worker::Worker(std::function<void()> notify, MakeBackend makeBackend)
    : m_state(std::move(notify)), m_devices(m_state, std::move(makeBackend)),
      m_guard(m_state, m_devices), m_labs(m_state), m_picture(m_state, m_guard, m_labs),
      m_training(m_state, m_picture), m_validation(m_state),
      m_changes(m_state, m_devices, m_picture), m_example(m_state, m_picture),
      m_lookingBack(m_state), m_sideJobs(m_state, m_devices), m_copies(m_state),
      m_saver(m_state, m_copies, m_training), m_builder(m_state.news, m_devices),
      m_opener(m_state, {m_devices, m_guard, m_picture, m_validation, m_lookingBack, m_copies}),
      m_lessons([this](Job job) { post(std::move(job)); }, m_state.news) {
    m_state.loop.start(*this);
}

Worker::~Worker() {
    end();
}

void Worker::end() {
    if (!m_state.loop.isRunning())
        return;
    m_lessons.end(); // it posts jobs
    const bool writesNothing = m_state.loop.close();
    for (Latest* requests : {&m_writing, &m_trying, &m_verifying})
        requests->stop();
    if (writesNothing) { // which run a file is to have is decided by what came before
        m_building.stop();
        m_life.request_stop();
    }
    m_state.loop.join();
}

/// Something to do without being told: training, a validation to finish, a picture that is old.
bool Worker::hasWork() const {
    return m_state.open && (trainsNow() || m_state.isPictureOld || m_state.open.isValidating() ||
                            m_labs.isWorking());
}

std::optional<std::chrono::milliseconds> Worker::longestSleep() const {
    using namespace std::chrono_literals;
    if (m_state.news.mustNotify())
        return 100ms;
    if (m_copies.owesCopy())
        return 1000ms;
    return std::nullopt;
}

void Worker::work() {
    m_state.news.notifyAgain();
    if (!m_state.open)
        return;
    if (m_picture.isDue())
        m_picture.look();
    if (trainsNow())
        m_guard.run(stepRule, [this] { m_training.trainOn(); });
    m_guard.run(validationRule, [this] { m_validation.advance(); });
    m_guard.run(labRule, [this] { m_labs.advance(); });
    m_guard.run(copyRule, [this] { m_copies.keepIfDue(); });
    m_lessons.setRunTrains(m_state.control.isTraining());
}

/// What was meant for a run does nothing to the one that has come in its place since.
bool Worker::hasRunFor(const Job& job) const {
    switch (job.rule.run) {
    case JobRun::Shown:
        return m_state.open.is(job.shown);
    case JobRun::Any:
        return static_cast<bool>(m_state.open);
    case JobRun::None:
        break;
    }
    return true;
}

void Worker::perform(const Job& job) {
    m_state.news.notifyAgain();
    if (!hasRunFor(job))
        return;
    const auto act = [&] {
        m_state.prepare(job.rule);
        if (job.rule.tellsSettings)
            m_changes.publishingSettings(job.act);
        else
            job.act();
    };
    const auto device = [this] {
        return m_state.open ? m_state.open.run->backendName() : std::string();
    };
    m_state.news.answerTo(job.answers);
    const std::string before = device();
    // A card that was lost meanwhile has taken nothing with it that is to be written.
    if (!m_guard.run(job.rule, std::ref(act)) && job.rule.writesFile && m_state.open &&
        device() != before)
        m_guard.run(job.rule, std::ref(act)); // a copy of it would need memory
    m_state.news.answerTo(0);
    m_lessons.setRunTrains(m_state.control.isTraining());
}

void Worker::build(const std::function<RunPlan()>& plan, bool isShowcase, bool asks,
                   const std::stop_token& stop) {
    NextRun next = m_builder.begin(plan, stop);
    next.isShowcase = isShowcase;
    m_opener.offer(std::move(next), asks, m_life.get_token());
}

void Worker::startRun(const RunPlan& plan, bool isShowcase, IntentId answers, bool asks) {
    auto act = [this, plan, isShowcase, asks, stop = m_building.token()] {
        build([&] { return plan; }, isShowcase, asks, stop);
    };
    post({{.run = JobRun::None}, std::move(act), answers});
}

void Worker::openRun(const std::string& path, IntentId answers, bool asks,
                     const std::vector<std::string>& moments) {
    auto act = [this, path, asks, moments, stop = m_building.token()] {
        m_opener.offer(m_builder.open(path, stop, moments), asks, m_life.get_token());
    };
    post({{.run = JobRun::None}, std::move(act), answers});
}

void Worker::learnFrom(const ModelRequest& request, const std::stop_token& stop) {
    m_opener.offer(m_builder.learnFrom(m_state.open, request, stop), false, m_life.get_token());
}

void Worker::openRecovered(const std::stop_token& stop) {
    if (!m_copies.left())
        return;
    const RecoveryNote note = m_copies.left()->note();
    std::optional<NextRun> next;
    try {
        next = m_builder.open(m_copies.left()->copy().string(), stop);
    } catch (...) {
        m_copies.offer(); // still
        throw;
    }
    m_opener.enterRecovered(std::move(*next), note);
}

void Worker::openLessonModel(const intent::OpenLessonModel& request, const LessonRuns& runs,
                             const std::stop_token& stop) {
    const LessonModel& wanted = request.model;
    const Example example{wanted.example.source, wanted.example.target, wanted.example.padding};
    const std::string key = wanted.compare ? wanted.compare->key : std::string();
    NextRun next = m_builder.adopt(runs.saved ? copyOf(*runs.saved) : runOf(runs.trained, key),
                                   wanted.held, wanted.changes, example, stop);
    if (runs.saved && wanted.moment)
        next.history = (pathOf(request.lesson->folder) / pathOf(wanted.file)).string();
    else if (!runs.saved)
        next.earlier = earlierOf(runs.trained);
    m_opener.offer(std::move(next), request.asks, m_life.get_token());
}

void Worker::writeNumbers(const std::string& path, std::function<void(const std::string&)> write,
                          IntentId answers) {
    auto act = [this, path, write = std::move(write)] {
        write(path);
        m_state.news.publish(news::Notice{Sentence(phrase("Saved as %1"), path)});
    };
    post({{.run = JobRun::None, .writesFile = true}, std::move(act), answers});
}

void Worker::setDevices(DeviceList devices) {
    post({{.run = JobRun::None},
          [this, devices = std::move(devices)] { m_devices.setList(devices); }});
}

void Worker::keepCopies(const std::filesystem::path& folder, TimeBudget::Seconds pause) {
    post({{.run = JobRun::None}, [this, folder, pause] { m_copies.begin(folder, pause); }});
}

Sentence Worker::endUnasked() {
    post({{.run = JobRun::Any, .leavesPast = true, .writesFile = true},
          [this] { m_saver.keepAtEnd(); }});
    end();
    return m_saver.lastWords();
}

void Worker::giveBackMemory() {
    post({{.run = JobRun::None}, [] { giveBackFreedMemory(); }});
}

} // namespace gf
