// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/export/export_command.h"
#include "app/export/export_lab.h"
#include "app/window_command.h"

int main(int argc, char** argv) {
    using namespace gf;
    return runProgram(
        argc, argv,
        {{addTrainCommand, addSweepCommand, addTraceCommand, addGenerateCommand, addExportCommand,
          addBenchCommand, addDevicesCommand, addVerifyCommand, addDrawnLabCommand,
          addLessonCommand, addExerciseCommand, addTokenizeCommand, addImportCommand,
          addExportTorchCommand, addExportHfCommand},
         [&](CommandParser program) { return addWindow(program, argc, argv); }});
}
