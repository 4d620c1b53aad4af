// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker does with compared run runs.
#include "app/session/worker.h"

#include <utility>

namespace gf {

void Worker::compare(const std::string& change, Index layers) {
    m_idleReason = beginComparison(change, layers) ? IdleReason::None : IdleReason::Failed;
}

/// All from the beginning: only so do they differ in nothing else. Whether they can be seen.
bool Worker::beginComparison(const std::string& change, Index layers) {
    RunDescription what = m_run->description();
    what.model.layers = layers;
    const std::string backend = m_run->backendName();
    const std::vector<ComparedRunPlan> plans = planComparedRuns(what, backend, change);
    const TaskRequest request{what.task, what.dataFile, what.model.architecture, what.tokenization};
    const Example example = m_run->example();
    auto first =
        std::make_unique<LiveRun>(m_backends.open(backend), request, what.model, what.train);
    std::vector<std::unique_ptr<LiveRun>> comparedRuns;
    for (const ComparedRunPlan& plan : plans)
        comparedRuns.push_back(std::make_unique<LiveRun>(m_backends.open(plan.backend), request,
                                                         plan.model, plan.train, plan.builtIn));
    first->setExample(example);
    auto all = std::make_unique<ComparedRuns>(*first, std::move(comparedRuns),
                                              choiceBetween(what, backend, change, plans));
    adopt(std::move(first), m_title, {}, false); // somebody has asked for it
    enterComparison(std::move(all));
    return look();
}

/// ComparedRuns of the run that was adopted just now.
void Worker::enterComparison(std::unique_ptr<ComparedRuns> comparedRuns) {
    m_comparedRuns = std::move(comparedRuns);
    beginMemory();
    const RunInfo run = describeRun();
    publish(ComparisonInfo{m_comparedRuns->change(), run.randomLoss, run.guess, run.countsTokens},
            m_time.status());
}

/// Those that were saved with the next run.
void Worker::openComparedRuns(NextRun& next, const std::string& change, std::vector<Run> saved,
                              const std::stop_token& stop) {
    LiveRun& first = *next.run;
    const std::string& backend = first.backendName();
    const std::vector<ComparedRunPlan> plans =
        plansOfSaved(first.description(), backend, change, saved);
    std::vector<std::unique_ptr<LiveRun>> comparedRuns;
    std::vector<Index> stoppedAt;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        stoppedAt.push_back(saved[i].stoppedAt);
        comparedRuns.push_back(LiveRun::open(m_backends.open(plans[i].backend), std::move(saved[i]),
                                             plans[i].builtIn, stop));
    }
    next.comparedRuns = std::make_unique<ComparedRuns>(
        first, std::move(comparedRuns), choiceBetween(first.description(), backend, change, plans),
        stoppedAt);
}

/// The first run keeps what it remembers. A file that has all of them is not that of one.
void Worker::endComparison() {
    if (!m_comparedRuns)
        return;
    m_time.endComparison();
    m_comparedRuns.reset();
    m_file.clear();
    m_dirty = true;
    publish(news::ComparisonEnded());
}

/// The run, and after it its compared runs.
std::vector<LiveRun*> Worker::allRuns() {
    std::vector<LiveRun*> runs{m_run.get()};
    if (m_comparedRuns)
        for (LiveRun* comparedRun : m_comparedRuns->runs())
            runs.push_back(comparedRun);
    return runs;
}

ComparisonNews Worker::newsOfComparison(const std::stop_token& stop, const Wrote& wrote) {
    ComparisonNews news = m_comparedRuns->news(isRunning(), stop, wrote);
    if (m_time.showsDifference())
        for (qsizetype i = 0; i < news.comparedRuns.size(); ++i)
            news.comparedRuns[i].trace = m_time.comparedTrace(static_cast<std::size_t>(i));
    return news;
}

} // namespace gf
