// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

namespace gf {

/// The figures of the window without the window.
ProgramCommand addExportCommand(CommandParser program);

} // namespace gf
