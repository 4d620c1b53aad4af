// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/generated_task.h"

namespace gf {

/// The sum of two numbers from 10 to 99 in decimal digits: "27+58" → "85". There are 8100 ordered
/// pairs, so validation asks for sums that must be worked out, not remembered ("58+27" may have
/// been seen where "27+58" is asked).
GeneratedProblem additionProblem();

} // namespace gf
