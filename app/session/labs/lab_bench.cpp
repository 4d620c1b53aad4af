// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/labs/lab_bench.h"

#include "core/tensor/error.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace gf {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// Does something for a run, whose failure is news of it.
template <class Work>
LabNews tried(const LabRequest& request, const LabSubject& subject, const Work& work) {
    LabNews news;
    news.request = request;
    news.of = subject.trace;
    news.kept = subject.run.keptResults()->heldTo(subject.held());
    if (!subject.trace) // a run that is behind
        return news;
    try {
        work(news);
    } catch (const Error& error) {
        news.failure = error.sentence();
    }
    return news;
}

/// Whether both are of one model and one example.
bool areOfOne(const std::shared_ptr<const Trace>& a, const std::shared_ptr<const Trace>& b) {
    return a && b && a->graph == b->graph && a->sourceTokens == b->sourceTokens &&
           a->targetTokens == b->targetTokens;
}

/// Seconds that all of it would take, by what its first piece took.
double secondsOf(StartedLab& lab) {
    const Clock::time_point began = Clock::now();
    const double part = lab.advance();
    return Seconds(Clock::now() - began).count() / std::max(part, 1e-12);
}

} // namespace

void LabBench::ask(const intent::MeasureLab& wanted) {
    m_wanted = wanted;
    m_budget.forget();
    if (!wanted.request || !isStarted(*wanted.request))
        return;
    if (isOfWanted())
        publish();
    else
        stop();
}

/// What was started, or would be, is what is wanted.
bool LabBench::isOfWanted() const {
    return m_wanted.request && !m_news.runs.empty() &&
           m_news.runs.front().request == m_wanted.request &&
           m_newsIsWithout == m_wanted.withoutChanges;
}

bool LabBench::isDue() const {
    if (!m_wanted.request)
        return false;
    if (isStarted(*m_wanted.request))
        return !isOfWanted();
    return !m_state.control.isTraining() || m_budget.isDue();
}

std::optional<news::Lab>
LabBench::newsWith(const std::vector<std::shared_ptr<const Trace>>& traces) {
    const bool starts = m_wanted.request && isStarted(*m_wanted.request);
    const std::vector<LabSubject> all = subjects(traces);
    const bool isSame = starts && isOfWanted() && m_news.runs.size() == all.size();
    const bool isKnown = (isSame && areOfOne(m_news.runs.front().of, all.front().trace)) ||
                         (starts && isOfWanted() && isWorking());
    if (isKnown || (!starts && !isDue()))
        return std::nullopt;
    const LabRequest request = *m_wanted.request;
    // What is not of the example takes as long with another one.
    const bool staysAsLong =
        isSame && !m_isOfExample && std::ranges::all_of(m_news.runs, [](const LabNews& run) {
            return run.seconds.has_value();
        });
    news::Lab news;
    m_budget.spend([&] {
        for (const LabSubject& subject : all)
            news.runs.push_back(tried(request, subject, [&](LabNews& of) {
                if (staysAsLong)
                    of.seconds = m_news.runs[news.runs.size()].seconds;
                else if (starts)
                    of.seconds = estimate(request, subject);
                else
                    of.answer = std::make_shared<const LabFound>(measureForLab(request, subject));
            }));
    });
    if (starts) {
        m_news = news;
        m_newsIsWithout = m_wanted.withoutChanges;
    }
    return news;
}

/// How many seconds what is started would take, found out without training on large batches, for
/// which everything else would wait.
double LabBench::estimate(const LabRequest& request, LabSubject subject) {
    subject.mostExamples = 64;
    const std::unique_ptr<StartedLab> lab = beginForLab(request, subject);
    m_isOfExample = lab->isOfExample();
    return secondsOf(*lab);
}

/// The runs as these traces show them.
std::vector<LabSubject>
LabBench::subjects(const std::vector<std::shared_ptr<const Trace>>& traces) {
    const std::vector<LiveRun*> runs = m_state.open.all();
    std::vector<LabSubject> all;
    LabHistory history{m_state.open.history.history().checkpoints()};
    m_known.resize(runs.size());
    for (std::size_t i = 0; i < std::min(runs.size(), traces.size()); ++i) {
        const bool without = i == 0 && m_wanted.withoutChanges;
        const bool isThere = without && traces[i] && traces[i]->without;
        history.known = &m_known[i];
        all.push_back({.run = *runs[i],
                       .trace = isThere ? traces[i]->without : traces[i],
                       .withoutChanges = without,
                       .history = history});
        history.firstNumber += runs[i]->numbers().size();
    }
    return all;
}

void LabBench::start(const intent::StartLab& wanted) {
    const LabRequest& request = wanted.request;
    if (!isStarted(request)) // what another page asks, whose button was still there
        return ask({request, wanted.withoutChanges});
    stop();
    m_wanted = {request, wanted.withoutChanges};
    std::vector<std::shared_ptr<const Trace>> traces;
    for (LiveRun* run : m_state.open.all())
        traces.push_back(run->trace());
    const bool isSame = isOfWanted();
    news::Lab begun;
    for (const LabSubject& subject : subjects(traces)) {
        Started started{nullptr, subject.held(), subject.run.keptResults()};
        begun.runs.push_back(tried(request, subject, [&](LabNews& news) {
            started.lab = beginForLab(request, subject);
            news.isRunning = true;
        }));
        const std::size_t run = m_started.size();
        if (run < m_news.runs.size() && isSame)
            begun.runs.back().seconds = m_news.runs[run].seconds;
        m_started.push_back(std::move(started));
    }
    m_done = 0;
    m_news = std::move(begun);
    m_newsIsWithout = wanted.withoutChanges;
    publish();
}

void LabBench::stop() {
    if (!isWorking())
        return;
    finish();
    publish();
}

/// What has been found is kept.
void LabBench::finish() {
    m_started.clear();
    for (LabNews& news : m_news.runs)
        news.isRunning = false;
}

void LabBench::advance() {
    if (!isWorking())
        return;
    try {
        advanceNext();
    } catch (...) { // there is no memory, or no device any more
        stop();
        throw;
    }
}

/// Of the first run that is not done yet.
void LabBench::advanceNext() {
    LabNews& news = m_news.runs[m_done];
    StartedLab* const lab = m_started[m_done].lab.get();
    bool isDone = !lab;
    if (lab)
        try {
            news.progress = lab->advance();
            isDone = news.progress >= 1;
            if (isDone)
                keep(m_started[m_done], news);
        } catch (const Error& error) {
            news.failure = error.sentence();
            isDone = true;
        }
    if (isDone) {
        news.isRunning = false;
        ++m_done;
    }
    if (m_done == m_started.size())
        finish();
    publish();
}

/// The answer is said, and stays with its run where that is still open.
void LabBench::keep(const Started& started, LabNews& news) {
    news.answer = std::make_shared<const LabFound>(started.lab->found());
    LabResult result{*news.request, news.answer, news.of->step, {}, {}};
    if (started.lab->isOfExample()) {
        result.sourceTokens = news.of->sourceTokens;
        result.targetTokens = news.of->targetTokens;
    }
    for (LiveRun* run : m_state.open.all())
        if (run->keptResults() == started.results) {
            run->keep(std::move(result), started.held);
            news.kept = started.results->heldTo(started.held);
            return;
        }
}

void LabBench::forget() {
    m_known.clear();
    m_started.clear();
    m_news = {};
}

/// What goes on for a lab that is not open is said when it is opened again.
void LabBench::publish() {
    if (isOfWanted())
        m_state.news.publish(news::Lab(m_news));
}

} // namespace gf
