// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/opening/run_opener.h"

#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <utility>
#include <vector>

namespace gf {

/// A run that cannot be remembered can be trained all the same.
void RunOpener::beginMemory(const EarlierCheckpoint& earlier) {
    OpenRun& open = m_state.open;
    m_services.guard.run({}, [&] {
        open.history.begin(open.run.get(),
                           open.compared ? open.compared->runs() : std::vector<LiveRun*>(),
                           earlier);
    });
}

void RunOpener::enter(std::unique_ptr<LiveRun> run, const std::string& file, bool isShowcase,
                      const std::string& folder, std::shared_ptr<OpenedMoments> moments) {
    m_state.endWalk();
    m_next.reset();
    m_state.told = {};
    OpenRun& open = m_state.open;
    open.compared.reset(); // they know the run before
    open.run = std::move(run);
    ++open.number;
    open.file = file;
    open.folder = folder;
    open.isShowcase = isShowcase;
    const RunDescription& what = open.run->description();
    m_state.control.begin(open.firstIdleReason(), what.train.steps);
    m_state.isPictureOld = true;
    m_services.copies.beginRun();
    m_services.picture.beginRun();
    m_services.validation.begin();
    beginMemory();
    if (moments)
        open.history.remember(std::move(moments));
    const auto& losses = what.metrics.losses();
    m_state.progress.begin(open.history.presentStep(), losses.empty() ? 0 : losses.back().loss);
    m_state.news.fill([&](Outbox& outbox) {
        const auto add = [&](auto&& news) { outbox.add(m_state.news.answer(std::move(news))); };
        outbox.forgetRun(); // nothing of it may arrive after this
        add(open.describe());
        add(DeviceList(m_services.devices.list()));
        add(open.history.status());
        add(open.interventions());
        add(offerComparisons(what, open.run->backendName()));
        add(m_state.status());
    });
}

/// Compared runs of the run that was entered just now.
void RunOpener::enterComparison(std::unique_ptr<ComparedRuns> compared) {
    OpenRun& open = m_state.open;
    open.compared = std::move(compared);
    beginMemory();
    const RunInfo run = open.describe();
    m_state.news.publish(
        ComparisonInfo{open.compared->change(), run.randomLoss, run.guess, run.countsTokens},
        open.history.status());
}

void RunOpener::offer(NextRun next, bool asks, const std::stop_token& life) {
    m_next = std::move(next);
    m_next->answers = m_state.news.answers();
    if (asks && m_state.open)
        m_state.news.publish(news::RunReady());
    else
        enterNext(m_next->answers, life);
}

void RunOpener::dropNext(IntentId asked) {
    if (m_next && m_next->answers == asked)
        m_next.reset();
}

void RunOpener::enterNext(IntentId asked, const std::stop_token& life) {
    if (!m_next || m_next->answers != asked)
        return;
    NextRun next = *std::exchange(m_next, std::nullopt);
    m_state.news.answerTo(next.answers); // whoever lets it take the place has not asked for it
    const bool begins = next.learns || (next.file.empty() && next.folder.empty());
    enter(std::move(next.run), next.file, next.isShowcase, next.folder, std::move(next.moments));
    if (next.compared)
        enterComparison(std::move(next.compared));
    if (!next.earlier.numbers.empty()) // of all runs, which are there only now
        beginMemory(next.earlier);
    if (next.rests) {
        if (!next.history.empty())
            m_services.lookingBack.load(next.history, life);
        m_services.picture.look();
    } else if (begins) { // before training: the first picture is there at once
        beginTraining(m_services.picture.look());
    } else if (!next.file.empty()) {
        m_services.lookingBack.load(next.file, life);
    }
    publishView(next);
}

void RunOpener::beginTraining(bool trains) {
    if (!m_state.open.run->trainingObstacle().empty()) // an opened model is looked at
        return;
    m_state.control.apply(trains ? TrainingEvent::Train : TrainingEvent::Failed);
    m_state.news.publish(m_state.status()); // before the first losses
}

void RunOpener::publishView(const NextRun& next) {
    if (!next.scene.empty())
        m_state.news.publish(news::SavedScene{QByteArray::fromStdString(next.scene)});
    if (!next.notice.empty())
        m_state.news.publish(news::Notice{next.notice});
}

void RunOpener::enterRecovered(NextRun next, const RecoveryNote& note) {
    enter(std::move(next.run), note.file.toStdString(), false);
    if (next.compared)
        enterComparison(std::move(next.compared));
    m_services.copies.takeLeft();
    m_state.progress.setSavedSteps(note.savedSteps);
    m_state.news.publish(m_state.status());
    publishView(next);
    m_services.copies.offer();
}

/// An opened model has learned elsewhere: nobody knows its first weights.
void RunOpener::requireBeginning() const {
    if (m_state.open.run->description().model.exactIds)
        throw Error(phrase("An opened model has no first weights to begin anew with; open it again "
                           "to have those that it came with."));
}

void RunOpener::compare(const std::string& change, Index layers) {
    requireBeginning();
    beginTraining(beginComparison(change, layers));
}

/// Whether they can be seen.
bool RunOpener::beginComparison(const std::string& change, Index layers) {
    const LiveRun& now = *m_state.open.run;
    RunDescription what = now.description();
    what.model.layers = layers;
    const std::string backend = now.backendName();
    const std::vector<ComparedRunPlan> plans = planComparedRuns(what, backend, change);
    auto first = std::make_unique<LiveRun>(m_services.devices.open(backend), requestOf(what),
                                           what.model, what.train);
    std::vector<std::unique_ptr<LiveRun>> compared;
    for (const ComparedRunPlan& plan : plans) {
        TaskRequest request = requestOf(what);
        request.context = plan.train.context; // its windows are its own
        compared.push_back(std::make_unique<LiveRun>(m_services.devices.open(plan.backend), request,
                                                     plan.model, plan.train, plan.builtIn));
    }
    first->setExample(now.example());
    auto all = std::make_unique<ComparedRuns>(*first, std::move(compared),
                                              choiceBetween(what, backend, change, plans));
    // Somebody has asked for it: it is no showcase.
    enter(std::move(first), {}, false);
    enterComparison(std::move(all));
    return m_services.picture.look();
}

void RunOpener::reset() {
    requireBeginning();
    OpenRun& open = m_state.open;
    const RunDescription& what = open.run->description();
    const bool trained = m_state.control.isTraining();
    bool isSeen = false;
    if (open.compared) {
        const std::string change = open.compared->change().key.toStdString();
        isSeen = beginComparison(change, what.model.layers);
    } else {
        auto run = std::make_unique<LiveRun>(m_services.devices.open(), requestOf(what), what.model,
                                             what.train);
        run->setExample(open.run->example());
        run->intervene([&](Interventions& kept) { kept = open.run->interventions(); });
        enter(std::move(run), {}, open.isShowcase);
        isSeen = m_services.picture.look();
    }
    if (isSeen && trained)
        m_state.control.apply(TrainingEvent::Train);
    m_state.news.publish(m_state.status());
}

} // namespace gf
