// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/time_machine.h"

#include "core/graph/difference.h"
#include "core/tensor/error.h"
#include "core/tensor/finite.h"
#include "core/train/history_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace gf {

namespace {

/// The course of a branch as far as its moments tell it.
Course courseOf(const History::Branch& branch) {
    Course course;
    for (const SharedMoment& moment : branch.moments)
        course.add(Course::Loss{moment->step, static_cast<float>(moment->loss)});
    return course;
}

} // namespace

/// Takes no memory: what is done may be a way back from where there is none.
template <class Act> void TimeMachine::forEachRun(const Act& act) {
    act(*m_run);
    for (LiveRun* twin : m_twins)
        act(*twin);
}

void TimeMachine::begin(LiveRun* run, std::vector<LiveRun*> twins) {
    m_run = run;
    m_twins = std::move(twins);
    m_history.clear();
    m_courses.clear();
    m_unshown.clear();
    m_shown = nullptr;
    m_difference = false;
    m_asked.reset();
    m_loss = std::numeric_limits<double>::quiet_NaN();
    std::vector<float>().swap(m_numbers); // of the run before, which may have been large
    rememberPresent();
}

void TimeMachine::endTwins() {
    backToNow();
    m_history = firstAlone();
    m_twins.clear();
}

/// What is remembered without the twins' share of each moment.
History TimeMachine::firstAlone() {
    History alone(m_history.limit());
    for (const SharedMoment& moment : m_history.moments())
        alone.record(moment->step, moment->loss, numbersOf(*moment).first(m_run->numbers().size()));
    for (int pin = 0; pin < History::pinCount; ++pin)
        if (const SharedMoment& moment = m_history.pinned(pin))
            alone.setPin(pin, moment->step);
    return alone;
}

/// Of the run, and after them those of its twins; until the next call.
std::span<const float> TimeMachine::numbers() {
    const std::span<const float> mine = m_run->numbers();
    if (m_twins.empty())
        return mine;
    m_numbers.assign(mine.begin(), mine.end());
    for (const LiveRun* twin : m_twins)
        m_numbers.insert(m_numbers.end(), twin->numbers().begin(), twin->numbers().end());
    return m_numbers;
}

/// Of a moment; until the next call.
std::span<const float> TimeMachine::numbersOf(const Moment& moment) {
    m_numbers.resize(moment.values.size());
    moment.values.read(m_numbers);
    return m_numbers;
}

/// Numbers that are none would be of no use to anyone who goes back to them.
void TimeMachine::rememberPresent() {
    m_remembering.spend([this] {
        const std::span<const float> values = numbers();
        if (allFinite(values))
            m_history.record(m_run->stepsDone(), m_loss, values);
    });
}

void TimeMachine::afterStep(double loss) {
    m_loss = loss;
    if (m_history.isDue(m_run->stepsDone()) && m_remembering.isDue())
        rememberPresent();
}

void TimeMachine::afterGoingBack() {
    m_history.dropAfter(m_run->stepsDone());
    m_loss = presentLoss();
    rememberPresent();
}

bool TimeMachine::returnToLastMoment() {
    if (m_history.moments().empty())
        return false;
    const SharedMoment last = m_history.moments().back();
    become(*last);
    m_loss = last->loss;
    m_shown = nullptr;
    m_difference = false;
    return true;
}

/// What cannot be read leaves the run as it is.
void TimeMachine::become(const Moment& moment) {
    become(numbersOf(moment), moment.step);
}

void TimeMachine::become(std::span<const float> values, Index step) {
    std::size_t done = 0;
    forEachRun([&](LiveRun& run) {
        const std::size_t count = run.numbers().size();
        run.become(values.subspan(done, count), step);
        done += count;
    });
}

/// Remembering the present may have cost the very moment that was asked for, when the memory is
/// full; then it is not the present that is next to it, or nobody could leave that.
SharedMoment TimeMachine::momentFor(Index step) const {
    const auto& moments = m_history.moments();
    const SharedMoment nearest = m_history.nearest(step);
    const bool past = moments.size() > 1 && step < moments.back()->step;
    return past && nearest == moments.back() ? moments[moments.size() - 2] : nearest;
}

void TimeMachine::nothingRemembered() const {
    throw Error(
        phrase("No moment of this run is remembered: one takes %1 MiB, and the memory for "
               "them has no room for two. Allow more under Lab, Memory of the time machine"),
        m_history.momentBytes() >> 20);
}

void TimeMachine::lookAt(Index step) {
    if (!m_shown)
        rememberPresent();
    const SharedMoment moment = momentFor(step);
    if (!moment)
        nothingRemembered();
    // Of a run that diverged the present is the last moment at which it had not.
    const SharedMoment last = m_history.moments().back();
    const Index present = m_shown ? m_present : last->step;
    const bool now = moment->step == present;
    become(now ? *last : *moment);
    m_difference = false;
    m_asked = step;
    m_present = present;
    m_shown = now ? nullptr : moment;
}

void TimeMachine::backToNow() {
    // The last moment is never forgotten, and it is the present: see lookAt().
    if (m_shown)
        become(*m_history.moments().back());
    m_difference = false;
    m_shown = nullptr;
}

std::optional<Index> TimeMachine::continueHere() {
    if (!m_shown)
        return std::nullopt;
    if (!m_twins.empty())
        throw Error(phrase("Runs that are compared have one course; end the comparison to continue "
                           "from a moment of the first"));
    const int left = m_history.current();
    m_history.fork(m_shown->step);
    m_courses[left] = m_run->course();
    m_run->course().dropAfter(m_shown->step);
    m_loss = m_shown->loss;
    m_shown = nullptr;
    m_difference = false;
    return m_run->stepsDone();
}

Index TimeMachine::returnTo(int branch) {
    const auto& branches = m_history.branches();
    const auto wanted = std::ranges::find(branches, branch, &History::Branch::id);
    if (wanted == branches.end())
        throw Error(phrase("There is no branch %1 any more"), branch);
    if (!m_shown)
        rememberPresent();
    if (m_history.moments().empty())
        nothingRemembered();
    const SharedMoment end = wanted->moments.back();
    become(*end);
    m_difference = false;
    m_shown = nullptr;
    m_courses[m_history.current()] = std::move(m_run->course());
    m_run->course() = std::move(m_courses[branch]);
    m_history.switchTo(branch);
    m_loss = end->loss;
    return m_run->stepsDone();
}

void TimeMachine::discard(int branch) {
    m_history.discard(branch);
    m_courses.erase(branch);
}

Course TimeMachine::takeUnshown() {
    Course course;
    if (m_unshown.erase(m_history.current()) == 0)
        return course;
    const auto& branches = m_history.branches();
    const auto here = std::ranges::find(branches, m_history.current(), &History::Branch::id);
    for (const Course::Loss& loss : m_run->course().losses())
        if (loss.step > here->fork)
            course.add(loss);
    return course;
}

void TimeMachine::setPin(int pin, bool pinned) {
    if (pinned && !m_shown)
        rememberPresent();
    m_history.setPin(pin, pinned ? std::optional(m_run->stepsDone()) : std::nullopt);
    m_difference = false;
}

void TimeMachine::pinMoment(int pin, Index step) {
    if (!m_shown)
        rememberPresent();
    if (const SharedMoment moment = m_history.nearest(step); moment && moment->step == step) {
        m_history.setPin(pin, step);
        m_difference = false;
    }
}

void TimeMachine::showDifference(bool shown) {
    if (shown && (!m_history.pinned(0) || !m_history.pinned(1)))
        throw Error(phrase("Pin two moments first, A and B: the difference is B less A"));
    if (shown && !m_shown)
        rememberPresent();
    m_difference = shown;
}

void TimeMachine::setLimit(std::size_t bytes) {
    backToNow();
    m_history.setLimit(bytes);
    if (m_history.moments().empty())
        rememberPresent();
}

/// Keeps what the runs are, and makes them that again in the end, whatever happens in between.
class TimeMachine::Visit {
public:
    explicit Visit(TimeMachine& time) : m_time(time) {
        time.forEachRun([this](LiveRun& run) { m_steps.push_back(run.stepsDone()); });
        const std::span<const float> present = time.numbers();
        m_present.assign(present.begin(), present.end());
    }
    ~Visit() {
        std::size_t done = 0;
        auto step = m_steps.begin();
        m_time.forEachRun([&](LiveRun& run) {
            const std::size_t count = run.numbers().size();
            run.become(std::span(m_present).subspan(done, count), *step++);
            done += count;
        });
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

private:
    TimeMachine& m_time;
    std::vector<Index> m_steps; ///< of all runs: a twin that stopped is behind
    std::vector<float> m_present;
};

std::shared_ptr<const Trace> TimeMachine::traceOf(LiveRun& run) {
    if (!m_difference)
        return run.trace();
    const Visit visit(*this);
    become(*m_history.pinned(0));
    std::shared_ptr<const Trace> before = run.trace();
    become(*m_history.pinned(1));
    std::shared_ptr<const Trace> after = run.trace();
    return differenceOf(std::move(before), std::move(after));
}

TimeStatus TimeMachine::status() const {
    TimeStatus status;
    for (const SharedMoment& moment : m_history.moments())
        status.moments.push_back(moment->step);
    status.present = presentStep();
    if (status.moments.isEmpty() || status.moments.back() < status.present)
        status.moments.push_back(status.present);
    if (m_shown)
        status.shown = m_shown->step;
    if (m_shown && std::isfinite(m_shown->loss))
        status.shownLoss = m_shown->loss;
    status.asked = m_asked;
    for (int pin = 0; pin < History::pinCount; ++pin)
        if (const SharedMoment& moment = m_history.pinned(pin))
            status.pins[static_cast<std::size_t>(pin)] = moment->step;
    status.difference = m_difference;
    status.branch = m_history.current();
    for (const History::Branch& branch : m_history.branches()) {
        const bool here = branch.id == status.branch;
        const Index last = branch.moments.empty() ? 0 : branch.moments.back()->step;
        status.branches.push_back(
            {branch.id, branch.fork, here ? status.present : last, branch.parent == 0});
    }
    status.bytes = static_cast<qint64>(m_history.bytes());
    status.limit = static_cast<qint64>(m_history.limit());
    status.momentBytes = static_cast<qint64>(m_history.momentBytes());
    status.keptInFile = m_keptInFile;
    status.twins = !m_twins.empty();
    return status;
}

double TimeMachine::presentLoss() const {
    if (m_shown || m_history.moments().empty())
        return m_loss;
    const Moment& last = *m_history.moments().back();
    return last.step == m_run->stepsDone() ? last.loss : m_loss;
}

bool TimeMachine::save(const std::string& modelPath) {
    if (!m_keptInFile)
        return false;
    rememberPresent();
    writeHistory(historyPathOf(modelPath), m_run->description(), m_history);
    return true;
}

void TimeMachine::load(const std::string& modelPath, const GoOn& goOn) {
    const std::string path = historyPathOf(modelPath);
    std::error_code none;
    if (!std::filesystem::exists(path, none))
        return;
    m_history.restore(readHistory(path, m_run->description(), numbers(), goOn));
    if (m_history.moments().empty())
        rememberPresent();
    for (const History::Branch& branch : m_history.branches()) {
        const bool here = branch.id == m_history.current();
        Course& course = here ? m_run->course() : m_courses[branch.id];
        // What was saved with the model tells more; files of before have none.
        if (course.empty())
            course = courseOf(branch);
        if (!here)
            m_unshown.insert(branch.id);
    }
    m_loss = presentLoss();
    m_keptInFile = true;
}

} // namespace gf
