// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/history/walking.h"

#include <algorithm>

namespace gf {

namespace {

QStringList listOf(const Tokens& tokens) {
    QStringList list;
    for (const std::string& token : tokens)
        list += QString::fromStdString(token);
    return list;
}

} // namespace

void Walking::startAnew(LiveRun& run, Index example, bool after) {
    m_walk = std::make_unique<StepWalk>(run.trainer(), run.description().vocabularies,
                                        run.description().caption());
    start(run, example, after);
}

void Walking::start(LiveRun& run, Index example, bool after) {
    if (!m_walk)
        return startAnew(run, example, after);
    const auto examples = static_cast<Index>(m_walk->examples().size());
    m_example = std::clamp<Index>(example, 0, examples - 1);
    m_after = after;
}

void Walking::refresh(LiveRun& run) {
    if (active())
        startAnew(run, m_example, m_after);
}

std::shared_ptr<const Trace> Walking::trace() const {
    return m_walk->trace(m_example, m_after ? StepWalk::Moment::After : StepWalk::Moment::Step);
}

WalkedStep Walking::describe() const {
    WalkedStep step;
    step.active = true;
    step.step = m_walk->result().step;
    step.chosen = static_cast<int>(m_example);
    step.after = m_after;
    step.lossBefore = m_walk->result().loss;
    step.lossAfter = m_walk->lossAfter();
    for (const StepWalk::Example& example : m_walk->examples()) {
        const ExampleWords words = m_walk->words(step.examples.size(), RowWords::Numbers);
        step.examples.push_back({QString::fromStdString(example.source),
                                 QString::fromStdString(example.target), example.lossBefore,
                                 example.lossAfter, listOf(words.source), listOf(words.target)});
    }
    return step;
}

} // namespace gf
