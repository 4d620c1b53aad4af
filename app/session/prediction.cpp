// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/prediction.h"

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
    return prediction;
}

} // namespace gf
