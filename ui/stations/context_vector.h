// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// One row of the context of a recurrent model’s attention, added up from the states.
Station contextVector();

} // namespace gf
