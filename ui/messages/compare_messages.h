// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/messages/messages.h"

#include <QString>
#include <QVector>

#include <array>
#include <limits>
#include <memory>
#include <optional>

namespace gf {

/// What may tell the run that is open and its compared run apart, or its two compared runs. Its
/// words are in comparison_text.h.
struct ComparisonChoice {
    QString key;          ///< "norm"
    QString a;            ///< what the run that is open has, as the configuration says it: "pre"
    QString b;            ///< what its compared run has instead: "post"
    bool possible = true; ///< false where this run has nothing that could be changed so
    QString c = {};       ///< what a second compared run has; empty where there is one

    int comparedRuns() const { return c.isEmpty() ? 1 : 2; }
};

/// What the Compare dialog offers for the run that is open.
struct ComparisonOffer {
    QVector<ComparisonChoice> choices;
    int layers = 0; ///< of the run
    int mostLayers = 0;
};

/// Runs that are trained in step. A is the run of the window, B its compared run, C its second one.
struct ComparisonInfo {
    ComparisonChoice change;
    double randomLoss = 0; ///< as RunInfo has it
    Guess guess = Guess::Words;
    bool countsTokens = false; ///< likewise
};

/// The losses of one training step of all. Of a compared run that has stopped, and of one that is
/// not there, it is not a number.
struct ComparisonPoint {
    qint64 step = 0;
    double a = 0;
    double b = 0;
    double c = std::numeric_limits<double>::quiet_NaN();
};
/// That of A, of B and of C.
inline constexpr std::array comparedLosses = {&ComparisonPoint::a, &ComparisonPoint::b,
                                              &ComparisonPoint::c};

/// The gradient norm of a layer, 0 where a model lacks it or is not there.
struct ComparisonGradient {
    Scope layer;                   ///< encoder / layer 0
    double startA = 0, startB = 0; ///< before the first step
    double nowA = 0, nowB = 0;     ///< with the weights as they are
    double startC = 0, nowC = 0;
};
/// Those of A, of B and of C.
inline constexpr std::array comparedStarts = {
    &ComparisonGradient::startA, &ComparisonGradient::startB, &ComparisonGradient::startC};
inline constexpr std::array comparedNow = {&ComparisonGradient::nowA, &ComparisonGradient::nowB,
                                           &ComparisonGradient::nowC};

/// A run that is looked at beside the open one, on the same example.
struct ReferenceRun {
    QString file;
    QVariantMap configuration;          ///< the model's fields by key
    std::shared_ptr<const Trace> trace; ///< null where the run cannot read the example
    Wording problem;                    ///< what is wrong with file or example; mostly empty
};
struct ReferenceRuns {
    QVector<ReferenceRun> runs;
};

/// What there is new of a compared run.
struct ComparedRunState {
    std::shared_ptr<const Trace> trace;
    Prediction prediction;
    qint64 divergedAt =
        0; ///< the step at which its numbers stopped being numbers; 0: they have not
    Learning learning = {}; ///< as TrainingStatus has it of A
};

/// How good the answers to examples are that no run is trained on.
struct ComparisonAccuracy {
    qint64 step = 0;
    int run = 0;                      ///< 0 is A
    double share = 0;                 ///< of right answers, 0 to 1
    std::optional<double> error = {}; ///< there in the task's own measure, which is told instead
};

/// What there is new of the compared runs, and of all runs.
struct ComparisonNews {
    QVector<ComparedRunState> comparedRuns; ///< B, and C where it is there
    QVector<ComparisonPoint> points;
    QVector<ComparisonGradient> gradients;   ///< empty: as before
    QVector<ComparisonAccuracy> rights = {}; ///< measured since the last time
};

} // namespace gf
