// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/prediction.h"

#include "core/measure/next_tokens.h"

namespace gf {

void addNextTokens(Prediction& prediction, const Trace& trace, bool areCharacters) {
    const NextTokens next = nextTokensIn(trace);
    prediction.nextRight = static_cast<int>(next.right);
    prediction.nextTotal = static_cast<int>(next.total);
    prediction.nextAreWords = !areCharacters;
}

} // namespace gf
