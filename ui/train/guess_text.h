// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/run_messages.h"

#include <QString>

namespace gf {

/// What the line of a guess that knows nothing is called in a chart: "uniform guess ln V".
QString guessText(Guess guess);

} // namespace gf
