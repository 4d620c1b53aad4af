// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

namespace gf {

/// How many threads compute one example through this graph: all that the machine has where its
/// products take a millisecond or more, and one where waking others would cost what they bring.
int threadsForPass(const Graph& graph);

} // namespace gf
