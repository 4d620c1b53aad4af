// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/aliasing.h"

namespace gf {

bool sharesBuffer(OpKind kind) {
    return kind == OpKind::Identity || kind == OpKind::JoinHeads || kind == OpKind::SplitHeads ||
           kind == OpKind::LearnedPosition;
}

bool replacesParameter(OpKind kind) {
    return kind == OpKind::AdamMoment1 || kind == OpKind::AdamMoment2 || kind == OpKind::Momentum ||
           kind == OpKind::Apply;
}

} // namespace gf
