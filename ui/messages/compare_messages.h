// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/messages/run_messages.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <memory>
#include <vector>

namespace gf {

/// What may tell the run that is open and its compared runs apart. Its words are in
/// comparison_text.h.
struct ComparisonChoice {
    QString key; ///< "norm"
    /// What the run that is open has, as the configuration says it ("pre"), and what each compared
    /// run has instead ("post").
    QStringList values;
    bool possible = true; ///< false where this run has nothing that could be changed so
    QString field = {};   ///< the key of the configuration that differs; empty: no single one does

    qsizetype comparedRuns() const { return values.size() - 1; }
};

/// What the Compare dialog offers for the run that is open.
struct ComparisonOffer {
    QVector<ComparisonChoice> choices;
    int layers = 0; ///< of the run
    int mostLayers = 0;
};

/// Runs that are trained in step. A is the run of the window, B, C and so on are compared with it.
struct ComparisonInfo {
    ComparisonChoice change;
    double randomLoss = 0; ///< as RunInfo has it
    Guess guess = Guess::Words;
    bool countsTokens = false; ///< likewise
};

/// The gradient norms of a layer in each run, A first; 0 where a model lacks it.
struct ComparisonGradient {
    Scope layer;                ///< encoder / layer 0
    std::vector<double> starts; ///< before the first step
    std::vector<double> now;    ///< with the weights as they are
};

/// A run that is looked at beside the open one, on the same example.
struct ReferenceRun {
    QString file;
    FieldValues configuration;          ///< the model's
    std::shared_ptr<const Trace> trace; ///< null where the run cannot read the example
    Wording problem;                    ///< what is wrong with file or example; mostly empty
    QString name = {};                  ///< what it is called; empty: as its file
};
struct ReferenceRuns {
    QVector<ReferenceRun> runs;
};

/// What there is new of a compared run.
struct ComparedRunState {
    std::shared_ptr<const Trace> trace;
    Prediction prediction;
    qint64 divergedAt =
        0;              ///< the step at which its numbers stopped being numbers; 0: they have not
    Health health = {}; ///< as TrainingStatus has it of A
};

/// What there is new of the compared runs, and of all runs.
struct ComparisonNews {
    QVector<ComparedRunState> comparedRuns;     ///< B, C and so on
    QVector<ComparisonGradient> gradients = {}; ///< empty: as before
};

} // namespace gf
