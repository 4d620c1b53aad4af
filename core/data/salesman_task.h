// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/generated_task.h"

namespace gf {

/// 5 to 10 cities in the unit square, every number of them as often as the others, to their
/// shortest round trip (tours.h): "0.1,0.7 0.4,0.2 …" → "2 1 …". The rows are the cities in no
/// order, with two decimals; the target is their places from 1 on. Measured in lengths of the
/// shortest one.
GeneratedProblem salesmanProblem();

} // namespace gf
