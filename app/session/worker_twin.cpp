// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker does with twin runs.
#include "app/session/worker.h"

#include <utility>

namespace gf {

void Worker::compare(const std::string& change, Index layers) {
    m_rest = beginComparison(change, layers) ? Rest::None : Rest::Failed;
}

/// Both from the beginning: only so do they differ in nothing else. Whether they can be seen.
bool Worker::beginComparison(const std::string& change, Index layers) {
    RunDescription what = m_run->description();
    what.model.layers = layers;
    const std::string backend = m_run->backendName();
    const TwinPlan plan = planTwin(what, backend, change);
    TwinInfo info;
    for (const TwinChoice& choice : twinChoices(what, backend))
        if (choice.key.toStdString() == change)
            info.change = choice;

    const TaskRequest request{what.task, what.dataFile, what.model.architecture, what.tokenization};
    const Example example = m_run->example();
    auto first =
        std::make_unique<LiveRun>(m_backends.open(backend), request, what.model, what.train);
    auto second = std::make_unique<LiveRun>(m_backends.open(plan.backend), request, plan.model,
                                            plan.train, plan.builtIn);
    first->setExample(example);
    adopt(std::move(first), m_title, {}, m_showcase);
    m_twin = std::make_unique<Twin>(*m_run, std::move(second), info.change);
    beginMemory(&m_twin->second());
    const RunInfo run = describeRun();
    info.randomLoss = run.randomLoss;
    info.guess = run.guess;
    publish(info, m_time.status());
    return look();
}

/// The first run keeps what it remembers.
void Worker::endTwin() {
    if (!m_twin)
        return;
    m_time.endTwin();
    m_twin.reset();
    m_dirty = true;
    publish(news::TwinEnded());
}

TwinNews Worker::newsOfTwin(const GoOn& goOn) {
    TwinNews news = m_twin->news(isRunning(), goOn);
    if (m_time.showsDifference())
        news.trace = m_time.twinTrace();
    return news;
}

} // namespace gf
