// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/open_run/looking_back.h"
#include "app/session/opening/run_builder.h"
#include "app/session/saving/copy_keeper.h"
#include "app/session/training/picture_maker.h"
#include "app/session/training/run_validation.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace gf {

/// Puts a run in the place of the one that is open.
class RunOpener {
public:
    /// What it needs of others that work on the same state.
    struct Services {
        RunDevices& devices;
        FailureGuard& guard;
        PictureMaker& picture;
        RunValidation& validation;
        LookingBack& lookingBack;
        CopyKeeper& copies;
    };

    RunOpener(SessionState& state, const Services& services)
        : m_state(state), m_services(services) {}

    /// Enters it at once, or when the window says so, which may have something to ask before: the
    /// run that is open goes. `life` is stopped when nobody waits for its history.
    void offer(NextRun next, bool asks, const std::stop_token& life);
    /// Of the run that answers this intent, where it is the one that waits.
    void enterNext(IntentId asked, const std::stop_token& life);
    void dropNext(IntentId asked);
    /// What another process left, as `next` has it: of it nothing is saved that its own file has
    /// not, whatever history lies beside that.
    void enterRecovered(NextRun next, const RecoveryNote& note);
    /// The same run from its beginning.
    void reset();
    /// The run and compared runs that differ by this change from the beginning, in step: only so do
    /// they differ in nothing else.
    void compare(const std::string& change, Index layers);

private:
    void enter(std::unique_ptr<LiveRun> run, const std::string& file, bool isShowcase,
               const std::string& folder = {}, std::shared_ptr<OpenedMoments> moments = {});
    void enterComparison(std::unique_ptr<ComparedRuns> compared);
    void beginMemory(const EarlierCheckpoint& earlier = {});
    void beginTraining(bool trains);
    void requireBeginning() const;
    bool beginComparison(const std::string& change, Index layers);
    void publishView(const NextRun& next);

    SessionState& m_state;
    Services m_services;
    std::optional<NextRun> m_next; ///< built, and waiting for the window's word to enter
};

} // namespace gf
