// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/generated_task.h"

namespace gf {

// Each draws one to ten of the 26 letters, every length as often as the others.

/// The letters as they are: "glass" → "glass". The smallest thing that cross-attention can learn.
GeneratedProblem copyProblem();

/// The letters backwards: "glass" → "ssalg". Attention along the other diagonal.
GeneratedProblem reverseProblem();

/// The letters in the order of the alphabet: "glass" → "aglss". Attention by content, not by place.
GeneratedProblem sortProblem();

} // namespace gf
