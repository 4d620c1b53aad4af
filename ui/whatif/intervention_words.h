// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <QString>

namespace gf {

/// An intervention in words: "Head 2 muted · Encoder · layer 1 · self-attention". Rows, columns and
/// heads count from 1; a temperature is 1 over the factor.
QString sentenceOf(const Graph& graph, const Intervention& change);

} // namespace gf
