// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/live_run.h"
#include "core/train/layer_gradients.h"
#include "ui/messages/compare_messages.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gf {

/// What the second of two twin runs is like: everything as in the first but for one change.
struct TwinPlan {
    ModelConfig model;
    TrainConfig train;
    std::string backend;
    std::vector<Intervention> builtIn = {}; ///< what no configuration can say
};

/// Every change with what it would mean for a run of this kind.
QVector<TwinChoice> twinChoices(const RunDescription& run, const std::string& backend);

/// The same for the window, with how many layers the run has and could have.
TwinOffer offerTwins(const RunDescription& run, const std::string& backend);

/// The twin of a run by the key of a change. Throws Error for an unknown key and for a change that
/// this run cannot have.
TwinPlan planTwin(const RunDescription& run, const std::string& backend, const std::string& key);

/// A second run beside the one of the window, trained in step with it: from the same seed, on the
/// same batches. Lives in the worker's thread.
class Twin {
public:
    /// Both runs must be at the same step, the first one must outlive this.
    Twin(LiveRun& first, std::unique_ptr<LiveRun> second, TwinChoice change);

    LiveRun& second() { return *m_second; }
    const TwinChoice& change() const { return m_change; }

    /// One step of the twin, after that of the first, which had this loss. False when the twin's
    /// numbers left the range of what can be computed; it is not trained on then.
    bool step(double firstLoss);
    bool diverged() const { return m_divergedAt > 0; }
    Index divergedAt() const { return m_divergedAt; } ///< the step; 0: it has not
    /// The first run has this batch size from now on; so has the second.
    void setBatchSize(Index batch);
    /// After one of the runs went on by another backend.
    void measureAnew();
    /// The same for what the person holds the first one to.
    void intervene(const std::function<void(Interventions&)>& change);

    /// What is new since the last time. While training, gradients are measured now and then only,
    /// so that it does not wait for them. `goOn` is that of the answer.
    TwinNews news(bool training = false, const GoOn& goOn = {});

private:
    using Clock = std::chrono::steady_clock;

    void measureGradients();

    LiveRun* m_firstRun;
    std::unique_ptr<LiveRun> m_second;
    TwinChoice m_change;
    std::unique_ptr<LayerGradients> m_firstGradients;
    std::unique_ptr<LayerGradients> m_secondGradients;
    QVector<TwinPoint> m_points;
    QVector<TwinGradient> m_gradients;
    bool m_newGradients = false;
    Index m_divergedAt = 0;
    Index m_measuredAt = 0; ///< the step
    Clock::time_point m_measured;
    double m_measureSeconds = 0; ///< what the last measurement cost
};

} // namespace gf
