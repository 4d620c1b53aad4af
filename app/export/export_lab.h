// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

namespace gf {

/// The command of the labs, with --out for their drawings. Needs no screen.
ProgramCommand addDrawnLabCommand(CommandParser program);

} // namespace gf
