// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

#include <functional>
#include <vector>

namespace gf {

/// Adds a sub-command to the program, or what the program does without one.
using AddCommand = std::function<ProgramCommand(CommandParser program)>;

/// What a build of the program can do.
struct ProgramParts {
    std::vector<AddCommand> commands; ///< in the order of its help
    AddCommand withoutCommand;        ///< if empty, a command is needed
};

/// All that main() does: prepares the process, reads the command line, does what it says, and turns
/// what went wrong into one line on stderr. Returns the exit status.
int runProgram(int argc, char** argv, const ProgramParts& parts);

} // namespace gf
