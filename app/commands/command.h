// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/App.hpp>

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
    CLI::App* parser = nullptr;
    std::function<int()> run;
};

ProgramCommand addTrainCommand(CLI::App& program);
ProgramCommand addTraceCommand(CLI::App& program);
ProgramCommand addGenerateCommand(CLI::App& program);
ProgramCommand addBenchCommand(CLI::App& program);
ProgramCommand addDevicesCommand(CLI::App& program);
ProgramCommand addVerifyCommand(CLI::App& program);
ProgramCommand addLabCommand(CLI::App& program);
ProgramCommand addTokenizeCommand(CLI::App& program);
ProgramCommand addImportCommand(CLI::App& program);
ProgramCommand addExportTorchCommand(CLI::App& program);
ProgramCommand addExportHfCommand(CLI::App& program);
ProgramCommand addLessonCommand(CLI::App& program);

} // namespace gf
