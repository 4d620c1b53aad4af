// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/messages/messages.h"

#include <QString>
#include <QVector>

#include <memory>

namespace gf {

/// One change that may tell two twin runs apart. Its words are in twin_words.h.
struct TwinChoice {
    QString key;          ///< "norm"
    QString a;            ///< what the run that is open has, as the configuration says it: "pre"
    QString b;            ///< what its twin has instead: "post"
    bool possible = true; ///< false where this run has nothing that could be changed so
};

/// What the Compare dialog offers for the run that is open.
struct TwinOffer {
    QVector<TwinChoice> choices;
    int layers = 0; ///< of the run
    int mostLayers = 0;
};

/// Two runs that are trained in step. A is the run of the window, B its twin.
struct TwinInfo {
    TwinChoice change;
    double randomLoss = 0; ///< as RunInfo has it
    Guess guess = Guess::Words;
};

/// The losses of one training step of both.
struct TwinPoint {
    qint64 step = 0;
    double a = 0;
    double b = 0;
};

/// The gradient norm of a layer, where a model has it.
struct TwinGradient {
    Scope layer;                   ///< encoder / layer 0
    double startA = 0, startB = 0; ///< before the first step
    double nowA = 0, nowB = 0;     ///< with the weights as they are
};

/// A run that is looked at beside the open one, on the same example.
struct RunBeside {
    QString file;
    QVariantMap configuration;          ///< the model's fields by key
    std::shared_ptr<const Trace> trace; ///< null where the run cannot read the example
    Wording problem;                    ///< what is wrong with file or example; mostly empty
};
struct RunsBeside {
    QVector<RunBeside> runs;
};

/// What there is new of B, and of both.
struct TwinNews {
    std::shared_ptr<const Trace> trace;
    Prediction prediction;
    QVector<TwinPoint> points;
    QVector<TwinGradient> gradients; ///< empty: as before
    qint64 divergedAt =
        0; ///< the step at which B’s numbers stopped being numbers; 0: they have not
};

} // namespace gf
