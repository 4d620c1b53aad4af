// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

namespace gf {

/// What changed between two traces of one graph and one example: every value is that of `after`
/// less that of `before`, cell by cell; token ids and other inputs, and what a mask hides, stay
/// what they are. Its cells are explained by the two numbers. Both traces must have the same graph.
std::shared_ptr<const Trace> differenceOf(std::shared_ptr<const Trace> before,
                                          std::shared_ptr<const Trace> after);

} // namespace gf
