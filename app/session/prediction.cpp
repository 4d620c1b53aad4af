// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/prediction.h"

#include "core/measure/next_tokens.h"

namespace gf {

Prediction predictionOf(const Answer& answer) {
    Prediction prediction;
    prediction.text = QString::fromStdString(answer.text);
    for (const std::string& token : answer.tokens)
        prediction.tokens += QString::fromStdString(token);
    prediction.probabilities =
        QVector<double>(answer.probabilities.begin(), answer.probabilities.end());
    prediction.hasTarget = answer.hasTarget;
    prediction.matchesTarget = answer.matchesTarget;
    prediction.tourRatio = answer.tourRatio;
    prediction.givesRows = answer.givesRows;
    return prediction;
}

void addNextTokens(Prediction& prediction, const Trace& trace, Tokenization tokenization) {
    const NextTokens next = nextTokensIn(trace);
    prediction.nextRight = static_cast<int>(next.right);
    prediction.nextTotal = static_cast<int>(next.total);
    prediction.nextAreWords = tokenization == Tokenization::Words;
}

} // namespace gf
