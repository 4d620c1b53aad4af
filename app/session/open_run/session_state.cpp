// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/open_run/session_state.h"

#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <cstddef>
#include <memory>
#include <utility>

namespace gf {

SessionState::SessionState(std::function<void()> notify) : news(std::move(notify)) {
    news.accompanyBy([this] { return newMetrics(); });
}

/// Where anything has come to them since the last time: what has not is shared with what was told.
std::optional<News> SessionState::newMetrics() {
    if (!open)
        return std::nullopt;
    news::RunMetrics now{{}, open.history.leftMetrics()};
    for (const LiveRun* run : open.all()) {
        const std::size_t place = now.runs.size();
        const bool isTold = place < told.runs.size() && *told.runs[place] == run->metrics();
        now.runs.push_back(isTold ? told.runs[place]
                                  : std::make_shared<const Metrics>(run->metrics()));
    }
    if (now.runs == told.runs && now.left == told.left)
        return std::nullopt;
    told = now;
    return now;
}

TrainingStatus SessionState::status() const {
    TrainingStatus status;
    const bool isPast =
        open && open.history.isPast() && open.run->trainingObstacle().empty(); // and can go on
    progress.describe(status, open ? open.history.presentStep() : 0);
    status.running = control.isTraining();
    status.idleReason = control.shownReason(open && walking.active(), isPast);
    status.idleStep = control.idleStep();
    if (open)
        status.health = open.run->health(brokenAt());
    return status;
}

Index SessionState::brokenAt() const {
    return control.reason() == IdleReason::Diverged ? control.idleStep() : 0;
}

void SessionState::prepare(const JobRule& rule) {
    if (rule.trains && !open.run->trainingObstacle().empty())
        throw Error(phrase("This model cannot be trained further: %1"),
                    open.run->trainingObstacle());
    leave(rule);
}

void SessionState::leave(const JobRule& rule) {
    if (rule.endsWalk)
        endWalk();
    if (rule.leavesPast && open.history.isPast()) {
        open.history.backToNow();
        comeBack();
    }
    if (rule.leavesComparison)
        endComparison();
}

void SessionState::endWalk() {
    if (!walking.active())
        return;
    walking.end();
    isPictureOld = true;
    news.publish(WalkedStep());
}

void SessionState::refreshWalk() {
    try {
        walking.refresh(*open.run);
    } catch (...) {
        endWalk(); // what is walked through would not be the next step
        throw;
    }
}

void SessionState::endComparison() {
    if (!open.compared)
        return;
    open.history.endComparison();
    open.compared.reset();
    open.file.clear();
    isPictureOld = true;
    news.publish(news::ComparisonEnded());
}

void SessionState::comeBack() {
    control.comeBack();
    isPictureOld = true;
}

void SessionState::flushLoss() {
    if (const auto loss = progress.takeLoss())
        open.run->metrics().add(*loss);
}

} // namespace gf
