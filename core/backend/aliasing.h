// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

namespace gf {

/// True for ops whose result is their first operand's buffer under another shape.
bool sharesBuffer(OpKind kind);

/// True for updates whose result takes the place of their first operand, a parameter or the
/// optimizer's memory of one.
bool replacesParameter(OpKind kind);

} // namespace gf
