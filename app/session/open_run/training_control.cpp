// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/open_run/training_control.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace gf {

namespace {

/// A set of idle reasons.
using Reasons = std::uint32_t;

constexpr Reasons only(IdleReason reason) {
    return Reasons{1} << static_cast<unsigned>(reason);
}

constexpr Reasons any = ~Reasons{0};
constexpr Reasons training = only(IdleReason::None);
constexpr Reasons past = only(IdleReason::Past);
constexpr Reasons tour = only(IdleReason::GuidedTour);
/// What stopped a branch and does not hold for one that begins before it.
constexpr Reasons ends = only(IdleReason::StepsDone) | only(IdleReason::WentBack) |
                         only(IdleReason::Diverged) | only(IdleReason::Failed);

enum class Resumes { AsBefore, No, Yes };

/// Of the rows of an event the first one that holds.
struct Row {
    TrainingEvent event;
    Reasons from;
    std::optional<IdleReason> to; ///< nothing: as before
    Resumes resumes = Resumes::AsBefore;
};

constexpr Row rows[] = {
    {TrainingEvent::Train, any, IdleReason::None},
    // Who pauses a run that is looked back at does not want it to train on afterwards.
    {TrainingEvent::Pause, training | past, IdleReason::Person, Resumes::No},
    {TrainingEvent::Pause, any, {}, Resumes::No},
    {TrainingEvent::Hold, training | past, IdleReason::GuidedTour, Resumes::No},
    {TrainingEvent::Hold, any, {}, Resumes::No},
    {TrainingEvent::LetGo, tour, IdleReason::None},
    {TrainingEvent::LetGo, any, {}},
    {TrainingEvent::StepsDone, training | past, IdleReason::StepsDone, Resumes::No},
    {TrainingEvent::StepsDone, any, {}, Resumes::No},
    {TrainingEvent::OneStep, any, IdleReason::Person},
    {TrainingEvent::Walk, training | tour, IdleReason::Person},
    {TrainingEvent::Walk, any, {}},
    {TrainingEvent::WentBack, any, IdleReason::WentBack},
    {TrainingEvent::Diverged, any, IdleReason::Diverged},
    {TrainingEvent::ComparedRunStops, any, IdleReason::ComparedRunStopped},
    {TrainingEvent::ComparedRunsStop, any, IdleReason::ComparedRunsStopped},
    {TrainingEvent::LookBack, training, IdleReason::Past, Resumes::Yes},
    {TrainingEvent::LookBack, tour, IdleReason::Person}, // it lets go of it
    {TrainingEvent::LookBack, any, {}},
    {TrainingEvent::OtherBranch, any, IdleReason::OtherBranch, Resumes::No},
    {TrainingEvent::NewBranch, ends, IdleReason::OtherBranch},
    {TrainingEvent::NewBranch, any, {}},
    {TrainingEvent::Failed, any, IdleReason::Failed},
};

} // namespace

void TrainingControl::begin(IdleReason reason, Index planned) {
    *this = {};
    m_reason = reason;
    m_planned = planned;
}

bool TrainingControl::apply(TrainingEvent event) {
    const bool trained = isTraining();
    const auto row = std::ranges::find_if(rows, [&](const Row& one) {
        return one.event == event && (one.from & only(m_reason)) != 0;
    });
    m_reason = row->to.value_or(m_reason);
    if (row->resumes != Resumes::AsBefore)
        m_resumes = row->resumes == Resumes::Yes;
    return trained;
}

void TrainingControl::apply(TrainingEvent event, Index step) {
    apply(event);
    m_idleStep = step;
}

void TrainingControl::comeBack() {
    if (std::exchange(m_resumes, false))
        m_reason = IdleReason::None;
}

IdleReason TrainingControl::shownReason(bool isWalked, bool isPast) const {
    if (isTraining())
        return m_reason;
    return isWalked ? IdleReason::Walk : isPast ? IdleReason::Past : m_reason;
}

} // namespace gf
