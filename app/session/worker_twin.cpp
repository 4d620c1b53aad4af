// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker does with twin runs.
#include "app/session/worker.h"

#include <utility>

namespace gf {

void Worker::compare(const std::string& change, Index layers) {
    m_rest = beginComparison(change, layers) ? Rest::None : Rest::Failed;
}

/// All from the beginning: only so do they differ in nothing else. Whether they can be seen.
bool Worker::beginComparison(const std::string& change, Index layers) {
    RunDescription what = m_run->description();
    what.model.layers = layers;
    const std::string backend = m_run->backendName();
    const std::vector<TwinPlan> plans = planTwins(what, backend, change);
    const TaskRequest request{what.task, what.dataFile, what.model.architecture, what.tokenization};
    const Example example = m_run->example();
    auto first =
        std::make_unique<LiveRun>(m_backends.open(backend), request, what.model, what.train);
    std::vector<std::unique_ptr<LiveRun>> twins;
    for (const TwinPlan& plan : plans)
        twins.push_back(std::make_unique<LiveRun>(m_backends.open(plan.backend), request,
                                                  plan.model, plan.train, plan.builtIn));
    first->setExample(example);
    auto all = std::make_unique<Twins>(*first, std::move(twins),
                                       choiceBetween(what, backend, change, plans));
    adopt(std::move(first), m_title, {}, false); // somebody has asked for it
    enterComparison(std::move(all));
    return look();
}

/// Twins of the run that was adopted just now.
void Worker::enterComparison(std::unique_ptr<Twins> twins) {
    m_twins = std::move(twins);
    beginMemory();
    const RunInfo run = describeRun();
    publish(TwinInfo{m_twins->change(), run.randomLoss, run.guess, run.countsTokens},
            m_time.status());
}

/// Those that were saved with the next run.
void Worker::openTwins(NextRun& next, const std::string& change, std::vector<Run> saved,
                       const GoOn& goOn) {
    LiveRun& first = *next.run;
    const std::string& backend = first.backendName();
    const std::vector<TwinPlan> plans = plansOfSaved(first.description(), backend, change, saved);
    std::vector<std::unique_ptr<LiveRun>> twins;
    std::vector<Index> stoppedAt;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        stoppedAt.push_back(saved[i].stoppedAt);
        twins.push_back(LiveRun::open(m_backends.open(plans[i].backend), std::move(saved[i]),
                                      plans[i].builtIn, goOn));
    }
    next.twins = std::make_unique<Twins>(first, std::move(twins),
                                         choiceBetween(first.description(), backend, change, plans),
                                         stoppedAt);
}

/// The first run keeps what it remembers. A file that has all of them is not that of one.
void Worker::endTwins() {
    if (!m_twins)
        return;
    m_time.endTwins();
    m_twins.reset();
    m_file.clear();
    m_dirty = true;
    publish(news::TwinEnded());
}

/// The run, and after it its twins.
std::vector<LiveRun*> Worker::allRuns() {
    std::vector<LiveRun*> runs{m_run.get()};
    if (m_twins)
        for (LiveRun* twin : m_twins->runs())
            runs.push_back(twin);
    return runs;
}

TwinNews Worker::newsOfTwins(const GoOn& goOn) {
    TwinNews news = m_twins->news(isRunning(), goOn);
    if (m_time.showsDifference())
        for (qsizetype i = 0; i < news.twins.size(); ++i)
            news.twins[i].trace = m_time.twinTrace(static_cast<std::size_t>(i));
    return news;
}

} // namespace gf
