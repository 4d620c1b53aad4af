// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/comparison/compared_runs.h"
#include "app/session/history/run_history.h"
#include "app/session/open_run/open_run.h"
#include "app/session/open_run/run_devices.h"
#include "app/session/thread/publisher.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace gf {

/// A run that is to begin.
struct RunPlan {
    TaskRequest request;
    std::optional<ModelConfig> model = {}; ///< nothing: the task's own
    std::optional<TrainConfig> train = {};
    std::string device = {}; ///< empty: what trains now
};

/// What is to take the place of the run that is open.
struct NextRun {
    std::unique_ptr<LiveRun> run;
    std::unique_ptr<ComparedRuns> compared; ///< that were saved with it; null where it is alone
    std::string file;                       ///< that it comes from; empty for one that begins
    std::string folder; ///< the same of a model of others, which is never written
    bool isShowcase = false;
    bool rests = false;        ///< until the person trains it; one that begins trains at once
    bool learns = false;       ///< an opened model that goes on learning, at once
    Sentence notice;           ///< what is to be said about it
    EarlierCheckpoint earlier; ///< that is remembered with all runs
    std::shared_ptr<OpenedMoments> moments; ///< of an opened model's training; null: it has none
    std::string history;  ///< a file of the same run beside which its history lies, or empty
    std::string scene;    ///< how the window is to show it, as JSON; empty: as it likes
    IntentId answers = 0; ///< the intent that it was asked for by; 0: none
};

/// Does all that takes long before a run is entered: until then it can be given up, and the one
/// before goes on. The window knows what takes its time. All of it throws Stopped when it is given
/// up, and Error for what is impossible or cannot be read.
class RunBuilder {
public:
    RunBuilder(Publisher& news, RunDevices& devices) : m_news(news), m_devices(devices) {}

    /// `plan` may take its time, too.
    NextRun begin(const std::function<RunPlan()>& plan, const std::stop_token& stop);
    /// `moments` are folders of the same model after other steps of its training.
    NextRun open(const std::string& path, const std::stop_token& stop,
                 const std::vector<std::string>& moments = {});
    /// The opened model that is open, as it goes on learning from a file: with its weights as they
    /// are, its example and the person's changes.
    NextRun learnFrom(const OpenRun& open, const ModelRequest& request,
                      const std::stop_token& stop);
    /// A run that was trained elsewhere, with those that are compared with it, at rest; `changes`
    /// are those of each; `example` as typed, empty for the task's own.
    NextRun adopt(Run trained, std::vector<Intervention> builtIn,
                  const std::vector<Intervention>& changes, const Example& example,
                  const std::stop_token& stop);

private:
    static void prepareFirstPicture(Progress& progress, LiveRun& run, const std::stop_token& stop);
    void openCompared(NextRun& next, const std::string& change, std::vector<Run> saved,
                      const std::stop_token& stop);

    Publisher& m_news;
    RunDevices& m_devices;
};

} // namespace gf
