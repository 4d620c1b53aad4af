// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/measure/answer.h"
#include "ui/language/wording.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <memory>

namespace gf {

/// How the next token is chosen.
struct GenerationSettings {
    enum class Way { Greedy, Sample, Beam };
    Way way = Way::Greedy;
    double temperature = 1; ///< of the draw
    int topK = 0;           ///< 0: all
    double topP = 1;
    quint64 seed = 1;
    int width = 3;            ///< of the beam
    double lengthPenalty = 0; ///< α of the beam's length normalization
    friend bool operator==(const GenerationSettings&, const GenerationSettings&) = default;
};

/// A token that could have come next.
struct NextChoice : TokenOdds {
    QString token;
};

/// How one token was chosen.
struct GenerationMoment {
    QVector<NextChoice> choices; ///< the most likely first
    int chosen = 0;
    double draw = 0; ///< the random number in [0, 1), where one was drawn
};

/// A token that a beam search considered.
struct Branch : SearchedToken {
    QString token;
    bool ended = false; ///< it ends an answer
    bool best = false;  ///< on the way to the best answer
};

/// An answer that a beam search found.
struct FoundAnswer : AnswerScore {
    QString text;
};

/// How an answer came to be.
struct GenerationReport {
    GenerationSettings settings;
    QStringList prompt;                ///< what a decoder-only model went on from
    QStringList tokens;                ///< the answer, `<eos>` included when it ended
    QVector<GenerationMoment> moments; ///< one for each token
    QVector<Branch> branches;          ///< depth by depth, the most likely first
    QVector<FoundAnswer> found;        ///< the best first
    /// The model's run over what was written. With a causal mask its rows are those that each new
    /// token added: row `prompt + i` is where token i was chosen.
    std::shared_ptr<const Trace> trace;
    bool isGrowing = false; ///< the model writes on; there is no trace until it has done
    Wording problem;        ///< why there is no answer; otherwise empty
};

} // namespace gf
