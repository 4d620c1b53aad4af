// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/messages/compare_messages.h"
#include "ui/messages/generation_report.h"
#include "ui/messages/messages.h"
#include "ui/messages/run_settings.h"
#include "ui/messages/time_messages.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace gf {

/// The text fields of the example bar.
struct ShownExample {
    QString source;
    QString target;
};

/// What was written.
struct SavedModel {
    QString path;
    bool withMoments = false; ///< of its past, which lie beside it
};

inline constexpr char notEnoughMemory[] =
    "There is not enough memory for this; take a smaller model, batch or file.";

/// What the worker has to say to the window. Of traces, states and predictions only the newest
/// counts; points and sentences are all kept. The order of the members is the order in which they
/// are to be shown.
struct Outbox {
    std::optional<RunInfo> run;      ///< another run was opened: everything before is forgotten
    std::optional<QString> building; ///< what takes its time; empty: nothing any more
    std::optional<ModelMeasure> measured;
    std::optional<TwinOffer> offer;
    std::optional<TwinInfo> twin; ///< two runs began
    bool twinEnded = false;       ///< or there is one again
    std::optional<ShownExample> example;
    std::optional<ExampleProblems> problems;
    std::size_t pointsBeforeTime = 0; ///< how many of `losses` come before `time`
    std::optional<TimeStatus> time;
    std::optional<RunSettings> settings;
    std::optional<TrainingStatus> status;
    std::optional<WalkedStep> walked;
    std::optional<InterventionState> interventions;
    std::shared_ptr<const Trace> trace;
    std::optional<Prediction> prediction;
    std::optional<GenerationReport> generation;
    std::optional<TwinNews> twinNews; ///< its points are all kept
    std::vector<LossPoint> losses;
    std::optional<Diverged> divergence;
    std::optional<SavedModel> saved;
    std::vector<QString> notices;
    std::vector<QString> errors;
    bool outOfMemory = false; ///< so much that there was none for a sentence

    /// Puts what is new of the twin to what has not been told yet.
    void add(TwinNews news) {
        if (twinNews) {
            news.points = twinNews->points + news.points;
            if (news.gradients.isEmpty())
                news.gradients = twinNews->gradients;
        }
        twinNews = std::move(news);
    }
};

/// Keeps in `told` what a window that is made anew has to be told of: the newest of each kind.
/// Losses and sentences are not among it, the window before has them.
void remember(Outbox& told, const Outbox& news);

} // namespace gf
