// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/op.h"

namespace gf::ops {

/// The one object of each kind; tests and the backends' conformance checks iterate over all kinds.
const Op& op(OpKind kind);

} // namespace gf::ops
