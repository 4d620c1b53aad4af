// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/options.h"

#include <functional>
#include <stdexcept>
#include <string>

namespace gf {

/// The command line asks for something that cannot be meant; the program exits with 2.
class UsageError : public std::runtime_error {
public:
    explicit UsageError(const std::string& sentence) : std::runtime_error(sentence) {}
};

/// A sub-command, or what the program does without one: its part of the parser, and what to do when
/// it was given. `run` returns the exit status and throws Error when it fails.
struct ProgramCommand {
    CommandParser parser;
    std::function<int()> run;
};

ProgramCommand addTrainCommand(CommandParser program);
ProgramCommand addSweepCommand(CommandParser program);
ProgramCommand addTraceCommand(CommandParser program);
ProgramCommand addGenerateCommand(CommandParser program);
ProgramCommand addBenchCommand(CommandParser program);
ProgramCommand addDevicesCommand(CommandParser program);
ProgramCommand addVerifyCommand(CommandParser program);
ProgramCommand addLabCommand(CommandParser program);
ProgramCommand addTokenizeCommand(CommandParser program);
ProgramCommand addImportCommand(CommandParser program);
ProgramCommand addExportTorchCommand(CommandParser program);
ProgramCommand addExportHfCommand(CommandParser program);
ProgramCommand addLessonCommand(CommandParser program);
ProgramCommand addExerciseCommand(CommandParser program);

} // namespace gf
