// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// The T×S matrix of who reads whom, alike for attention, a mean layer and a convolution; beside it
/// the one after two tokens have changed places, which is another one for attention alone.
Station whoReadsWhom();

} // namespace gf
