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
    TwinInfo info;
    for (const TwinChoice& choice : twinChoices(what, backend))
        if (choice.key.toStdString() == change)
            info.change = choice;

    const TaskRequest request{what.task, what.dataFile, what.model.architecture, what.tokenization};
    const Example example = m_run->example();
    auto first =
        std::make_unique<LiveRun>(m_backends.open(backend), request, what.model, what.train);
    std::vector<std::unique_ptr<LiveRun>> twins;
    for (const TwinPlan& plan : plans)
        twins.push_back(std::make_unique<LiveRun>(m_backends.open(plan.backend), request,
                                                  plan.model, plan.train, plan.builtIn));
    first->setExample(example);
    auto all = std::make_unique<Twins>(*first, std::move(twins), info.change);
    adopt(std::move(first), m_title, {}, m_showcase);
    m_twins = std::move(all);
    beginMemory();
    const RunInfo run = describeRun();
    info.randomLoss = run.randomLoss;
    info.guess = run.guess;
    publish(info, m_time.status());
    return look();
}

/// The first run keeps what it remembers.
void Worker::endTwins() {
    if (!m_twins)
        return;
    m_time.endTwins();
    m_twins.reset();
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
