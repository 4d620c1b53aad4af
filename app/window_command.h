// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

namespace gf {

/// What the program does without a command: opens the window, and ends when that is closed. `argc`
/// and `argv` are those of main(), for Qt's own options; they live as long as the command.
ProgramCommand addWindow(CommandParser program, int& argc, char** argv);

} // namespace gf
