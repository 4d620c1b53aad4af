// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// What the model says at one place of the sentence, word by word, at any temperature; and under
/// it what each right answer costs.
Station outputWords();

} // namespace gf
