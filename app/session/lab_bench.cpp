// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/lab_bench.h"

#include "core/tensor/error.h"

#include <algorithm>
#include <chrono>

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
    if (!subject.trace) // a run that is behind
        return news;
    try {
        work(news);
    } catch (const Error& error) {
        news.failure = error.sentence();
    }
    return news;
}

/// Seconds that all of a task would take, by what its first piece took.
double secondsOf(LabTask& task) {
    const Clock::time_point began = Clock::now();
    const double part = task.advance();
    return Seconds(Clock::now() - began).count() / std::max(part, 1e-6);
}

} // namespace

void LabBench::ask(const std::optional<LabRequest>& request) {
    m_request = request;
    m_budget.forget();
    if (!request || !isStarted(*request))
        return;
    const bool isKnown = !m_news.runs.empty() && m_news.runs.front().request == request;
    isKnown ? publish() : estimate();
}

bool LabBench::isDue() const {
    return m_request && !isStarted(*m_request) &&
           (!m_state.control.isTraining() || m_budget.isDue());
}

news::Lab LabBench::measure(const std::vector<LabSubject>& subjects) {
    news::Lab news;
    m_budget.spend([&] {
        for (const LabSubject& subject : subjects)
            news.runs.push_back(tried(*m_request, subject, [&](LabNews& of) {
                of.answer = std::make_shared<const LabAnswer>(measureForLab(*m_request, subject));
            }));
    });
    return news;
}

/// The runs as they are now.
std::vector<LabSubject> LabBench::subjects() {
    OpenRun& open = m_state.open;
    std::vector<LabSubject> all;
    for (LiveRun* run : open.all())
        all.push_back({*run, run->trace()});
    return all;
}

void LabBench::estimate() {
    stop();
    m_news = {};
    for (const LabSubject& subject : subjects())
        m_news.runs.push_back(tried(*m_request, subject, [&](LabNews& news) {
            news.seconds = secondsOf(*beginForLab(*m_request, subject));
        }));
    publish();
}

void LabBench::start(const LabRequest& request) {
    stop();
    m_request = request;
    news::Lab begun;
    for (const LabSubject& subject : subjects()) {
        std::unique_ptr<LabTask> task;
        begun.runs.push_back(tried(request, subject, [&](LabNews& news) {
            task = beginForLab(request, subject);
            news.isRunning = true;
        }));
        const std::size_t run = m_tasks.size();
        if (run < m_news.runs.size())
            begun.runs.back().seconds = m_news.runs[run].seconds;
        m_tasks.push_back(std::move(task));
    }
    m_done = 0;
    m_news = std::move(begun);
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
    m_tasks.clear();
    for (LabNews& news : m_news.runs)
        news.isRunning = false;
}

void LabBench::advance() {
    if (!isWorking())
        return;
    try {
        advanceTask();
    } catch (...) { // there is no memory, or no device any more
        stop();
        throw;
    }
}

/// Of the first run that is not done yet.
void LabBench::advanceTask() {
    LabNews& news = m_news.runs[m_done];
    LabTask* const task = m_tasks[m_done].get();
    bool isDone = !task;
    if (task)
        try {
            news.progress = task->advance();
            isDone = news.progress >= 1;
            if (isDone)
                news.answer = std::make_shared<const LabAnswer>(task->answer());
        } catch (const Error& error) {
            news.failure = error.sentence();
            isDone = true;
        }
    if (isDone) {
        news.isRunning = false;
        ++m_done;
    }
    if (m_done == m_tasks.size())
        finish();
    publish();
}

void LabBench::forget() {
    m_tasks.clear();
    m_news = {};
}

void LabBench::publish() {
    m_state.news.publish(news::Lab(m_news));
}

} // namespace gf
