// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// Attention weights as lines: queries on the left, keys on the right, a line the wider and the
/// stronger the more a query looks at a key.
Station attentionLines();

} // namespace gf
