// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/history/run_history.h"

#include "core/graph/difference.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "core/tensor/finite.h"
#include "core/train/history_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

namespace gf {

namespace {

/// As far as checkpoints tell it.
void addLosses(Metrics& metrics, std::span<const SharedCheckpoint> checkpoints) {
    for (const SharedCheckpoint& checkpoint : checkpoints)
        metrics.add(Metrics::Loss{checkpoint->step, static_cast<float>(checkpoint->loss)});
}

/// The metrics of a branch from a file: up to where they part those of another, then as far as its
/// checkpoints tell it.
SharedMetrics metricsOf(const History::Branch& branch, const History::Branch& other,
                        Metrics metrics) {
    const auto own = std::ranges::mismatch(branch.checkpoints, other.checkpoints).in1;
    metrics.dropAfter(own == branch.checkpoints.begin() ? 0 : (*std::prev(own))->step);
    addLosses(metrics, {own, branch.checkpoints.end()});
    return std::make_shared<const Metrics>(std::move(metrics));
}

/// Remembering the present may have cost the very checkpoint that was asked for, when the memory is
/// full; then it is not the present that is next to it, or nobody could leave that.
SharedCheckpoint checkpointFor(const History& history, Index step) {
    const auto& checkpoints = history.checkpoints();
    const SharedCheckpoint nearest = history.nearest(step);
    const bool past = checkpoints.size() > 1 && step < checkpoints.back()->step;
    return past && nearest == checkpoints.back() ? checkpoints[checkpoints.size() - 2] : nearest;
}

/// A checkpoint takes so many bytes.
[[noreturn]] void throwNothingRemembered(std::size_t bytes) {
    throw Error(
        phrase("No moment of this run is remembered: one takes %1 MiB, and the memory for "
               "them has no room for two. Allow more under Lab, Memory of the time machine"),
        bytes >> 20);
}

} // namespace

std::vector<SharedCheckpoint> evenlySpread(const std::vector<SharedCheckpoint>& all,
                                           std::size_t most) {
    const std::size_t wanted = std::min(all.size(), most);
    std::vector<SharedCheckpoint> spread;
    for (std::size_t i = 0; i < wanted; ++i)
        spread.push_back(all[wanted == 1 ? 0 : i * (all.size() - 1) / (wanted - 1)]);
    return spread;
}

void RunHistory::begin(LiveRun* run, std::vector<LiveRun*> comparedRuns,
                       const EarlierCheckpoint& earlier) {
    m_runs = {run, std::move(comparedRuns)}; // with the room of the run before, which may be large
    m_history.clear();
    m_opened = nullptr;
    m_metrics.clear();
    m_left = 0;
    m_shown = nullptr;
    m_difference = false;
    m_asked.reset();
    m_loss = std::numeric_limits<double>::quiet_NaN();
    if (earlier.numbers.size() == m_runs.numbers().size())
        m_history.record(earlier.step, earlier.loss, earlier.numbers);
    storePresent();
}

void RunHistory::remember(std::shared_ptr<OpenedMoments> moments) {
    History::Branch all;
    all.checkpoints = checkpointsOf(moments);
    const std::size_t shown = moments->shown();
    m_shown = shown + 1 < all.checkpoints.size() ? all.checkpoints[shown] : nullptr;
    m_present = all.checkpoints.back()->step;
    m_history.restore({{std::move(all)}, 1});
    m_opened = std::move(moments);
}

void RunHistory::endComparison() {
    backToNow();
    m_history = firstAlone();
    m_runs.leaveCompared();
}

/// What is remembered without the compared runs' share of each checkpoint.
History RunHistory::firstAlone() {
    History alone(m_history.limit());
    for (const SharedCheckpoint& checkpoint : m_history.checkpoints())
        alone.record(checkpoint->step, checkpoint->loss,
                     m_runs.numbersOf(*checkpoint).first(m_runs.first().numbers().size()));
    for (int pin = 0; pin < History::pinCount; ++pin)
        if (const SharedCheckpoint& checkpoint = m_history.pinned(pin))
            alone.setPin(pin, checkpoint->step);
    return alone;
}

/// Numbers that are none would be of no use to anyone who goes back to them.
///
/// Nor is a copy of a model of any use that was opened to be looked at, and never becomes another.
void RunHistory::storePresent() {
    if (isOnlyLookedAt())
        return;
    m_storing.spend([this] {
        const std::span<const float> values = m_runs.numbers();
        if (allFinite(values))
            m_history.record(m_runs.first().stepsDone(), m_loss, values);
    });
}

bool RunHistory::isOnlyLookedAt() {
    const LiveRun& run = m_runs.first();
    return run.description().model.exactIds && !run.trainingObstacle().empty();
}

void RunHistory::afterStep(double loss) {
    m_loss = loss;
    if (m_history.isDue(m_runs.first().stepsDone()) && m_storing.isDue())
        storePresent();
}

void RunHistory::afterGoingBack() {
    m_history.dropAfter(m_runs.first().stepsDone());
    m_loss = presentLoss();
    storePresent();
}

bool RunHistory::returnToLastCheckpoint() {
    if (m_history.checkpoints().empty())
        return false;
    const SharedCheckpoint last = m_history.checkpoints().back();
    m_runs.restore(*last);
    m_runs.first().metrics().dropAfter(last->step);
    m_loss = last->loss;
    m_shown = nullptr;
    m_difference = false;
    return true;
}

void RunHistory::lookAt(Index step) {
    if (isOnlyLookedAt() && !m_opened)
        return; // there is the present alone
    if (!m_shown)
        storePresent();
    const SharedCheckpoint checkpoint = checkpointFor(m_history, step);
    if (!checkpoint)
        throwNothingRemembered(m_history.checkpointBytes());
    // Of a run that diverged the present is the last checkpoint at which it had not.
    const SharedCheckpoint last = m_history.checkpoints().back();
    const Index present = m_shown ? m_present : last->step;
    const bool now = checkpoint->step == present;
    m_runs.restore(now ? *last : *checkpoint);
    m_difference = false;
    m_asked = step;
    m_present = present;
    m_shown = now ? nullptr : checkpoint;
}

void RunHistory::backToNow() {
    // The last checkpoint is never forgotten, and it is the present: see lookAt().
    if (m_shown)
        m_runs.restore(*m_history.checkpoints().back());
    m_difference = false;
    m_shown = nullptr;
}

std::optional<Index> RunHistory::continueHere() {
    if (!m_shown)
        return std::nullopt;
    if (!m_runs.isOne())
        throw Error(phrase("Runs that are compared have one course; end the comparison to continue "
                           "from a moment of the first"));
    const int left = m_history.current();
    Metrics& metrics = m_runs.first().metrics();
    // What needs memory comes first: where there is none, nothing has changed.
    SharedMetrics& place = m_metrics[left];
    SharedMetrics before = std::make_shared<const Metrics>(metrics);
    m_history.fork(m_shown->step);
    place = std::move(before);
    m_left = left;
    metrics.dropAfter(m_shown->step);
    m_loss = m_shown->loss;
    m_shown = nullptr;
    m_difference = false;
    return m_runs.first().stepsDone();
}

Index RunHistory::returnTo(int branch) {
    const auto& branches = m_history.branches();
    const auto wanted = std::ranges::find(branches, branch, &History::Branch::id);
    if (wanted == branches.end())
        throw Error(phrase("There is no branch %1 any more"), branch);
    if (!m_shown)
        storePresent();
    if (m_history.checkpoints().empty())
        throwNothingRemembered(m_history.checkpointBytes());
    const SharedCheckpoint end = wanted->checkpoints.back();
    const int left = m_history.current();
    Metrics& metrics = m_runs.first().metrics();
    SharedMetrics& place = m_metrics[left];
    SharedMetrics before = std::make_shared<const Metrics>(metrics);
    Metrics now = branch == left ? metrics : *m_metrics.at(branch);
    m_runs.restore(*end);
    m_difference = false;
    m_shown = nullptr;
    place = std::move(before);
    metrics = std::move(now);
    m_metrics.erase(branch);
    if (branch != left)
        m_left = left;
    m_history.switchTo(branch);
    m_loss = end->loss;
    return m_runs.first().stepsDone();
}

void RunHistory::discard(int branch) {
    m_history.discard(branch);
    m_metrics.erase(branch);
}

SharedMetrics RunHistory::leftMetrics() const {
    const auto left = m_metrics.find(m_left);
    return left == m_metrics.end() ? nullptr : left->second;
}

void RunHistory::setPin(int pin, bool pinned) {
    if (pinned && !m_shown)
        storePresent();
    m_history.setPin(pin, pinned ? std::optional(m_runs.first().stepsDone()) : std::nullopt);
    m_difference = false;
}

void RunHistory::pinCheckpoint(int pin, Index step) {
    if (!m_shown)
        storePresent();
    if (const SharedCheckpoint checkpoint = m_history.nearest(step);
        checkpoint && checkpoint->step == step) {
        m_history.setPin(pin, step);
        m_difference = false;
    }
}

void RunHistory::showDifference(bool shown) {
    if (shown && (!m_history.pinned(0) || !m_history.pinned(1)))
        throw Error(phrase("Pin two moments first, A and B: the difference is B less A"));
    if (shown && !m_shown)
        storePresent();
    m_difference = shown;
}

void RunHistory::setLimit(std::size_t bytes) {
    backToNow();
    m_history.setLimit(bytes);
    if (m_history.checkpoints().empty())
        storePresent();
}

std::shared_ptr<const Trace> RunHistory::trace(std::size_t which) {
    LiveRun& run = which == 0 ? m_runs.first() : m_runs.compared(which - 1);
    if (!m_difference)
        return run.trace();
    const RunWeights::Visit visit(m_runs);
    m_runs.restore(*m_history.pinned(0));
    std::shared_ptr<const Trace> before = run.trace();
    m_runs.restore(*m_history.pinned(1));
    std::shared_ptr<const Trace> after = run.trace();
    return differenceOf(std::move(before), std::move(after));
}

std::vector<SharedCheckpoint> RunHistory::spread(std::size_t most) {
    if (!m_shown)
        storePresent();
    if (m_history.checkpoints().empty())
        throwNothingRemembered(m_history.checkpointBytes());
    return evenlySpread(m_history.checkpoints(), most);
}

std::shared_ptr<const Trace> RunHistory::traceAt(const Checkpoint& checkpoint) {
    const RunWeights::Visit visit(m_runs);
    m_runs.restore(checkpoint);
    return m_runs.first().trace();
}

TimeStatus RunHistory::status() const {
    TimeStatus status;
    for (const SharedCheckpoint& checkpoint : m_history.checkpoints())
        status.checkpoints.push_back(checkpoint->step);
    status.present = presentStep();
    if (status.checkpoints.isEmpty() || status.checkpoints.back() < status.present)
        status.checkpoints.push_back(status.present);
    if (m_shown)
        status.shown = m_shown->step;
    if (m_shown && std::isfinite(m_shown->loss))
        status.shownLoss = m_shown->loss;
    status.asked = m_asked;
    for (int pin = 0; pin < History::pinCount; ++pin)
        if (const SharedCheckpoint& checkpoint = m_history.pinned(pin))
            status.pins[pin] = checkpoint->step;
    status.difference = m_difference;
    status.branch = m_history.current();
    for (const History::Branch& branch : m_history.branches()) {
        const bool here = branch.id == status.branch;
        const Index last = branch.checkpoints.empty() ? 0 : branch.checkpoints.back()->step;
        status.branches.push_back(
            {branch.id, branch.fork, here ? status.present : last, branch.parent == 0});
    }
    status.bytes = static_cast<qint64>(m_history.bytes());
    status.limit = static_cast<qint64>(m_history.limit());
    status.checkpointBytes = static_cast<qint64>(m_history.checkpointBytes());
    if (m_opened) {
        status.inFolders = true;
        status.checkpointBytes = static_cast<qint64>(m_opened->bytesOfOne());
        status.bytes = static_cast<qint64>(m_opened->keptCount()) * status.checkpointBytes;
        status.limit = static_cast<qint64>(m_opened->mostKept()) * status.checkpointBytes;
    }
    status.keptInFile = m_keptInFile;
    status.comparedRuns = !m_runs.isOne();
    return status;
}

double RunHistory::presentLoss() const {
    if (m_shown || m_history.checkpoints().empty())
        return m_loss;
    const Checkpoint& last = *m_history.checkpoints().back();
    return last.step == m_runs.first().stepsDone() ? last.loss : m_loss;
}

bool RunHistory::save(const std::string& modelPath) {
    if (!m_keptInFile || m_opened)
        return false;
    storePresent();
    writeHistory(historyPathOf(modelPath), m_runs.first().description(), m_history);
    return true;
}

void RunHistory::load(const std::string& modelPath, const std::stop_token& stop) {
    const std::string path = historyPathOf(modelPath);
    std::error_code none;
    if (!std::filesystem::exists(pathOf(path), none))
        return;
    m_history.restore(readHistory(path, m_runs.first().description(), m_runs.numbers(), stop));
    if (m_history.checkpoints().empty())
        storePresent();
    Metrics& metrics = m_runs.first().metrics();
    // What was saved with the model tells more; files of before have none.
    if (metrics.empty())
        addLosses(metrics, m_history.checkpoints());
    const auto& branches = m_history.branches();
    const auto here = std::ranges::find(branches, m_history.current(), &History::Branch::id);
    for (const History::Branch& branch : branches)
        if (branch.id != here->id)
            m_metrics[branch.id] = metricsOf(branch, *here, metrics);
    m_loss = presentLoss();
    m_keptInFile = true;
}

} // namespace gf
