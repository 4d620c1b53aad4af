// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_state.h"

#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

namespace gf {

TrainingStatus SessionState::status() const {
    TrainingStatus status;
    const bool isPast = open && open.history.isPast();
    progress.describe(status, open ? open.history.presentStep() : 0);
    status.running = control.isTraining();
    status.idleReason = control.shownReason(open && walking.active(), isPast);
    status.idleStep = control.idleStep();
    if (open)
        status.learning = open.run->learning();
    return status;
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
    const auto point = progress.takePoint();
    if (!point)
        return;
    open.run->metrics().add(Metrics::Loss{point->step, static_cast<float>(*point->training)});
    news.add(news::Losses{{*point}}); // points travel with the next picture
}

} // namespace gf
