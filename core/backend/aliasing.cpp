// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/aliasing.h"

namespace gf {

bool sharesBuffer(OpKind kind) {
    return formOf(kind) == OpForm::View;
}

bool replacesParameter(OpKind kind) {
    return formOf(kind) == OpForm::Replacement;
}

} // namespace gf
