// SPDX-License-Identifier: GPL-3.0-or-later
// The command line alone: what it does without Qt.
#include "app/commands/command_line.h"

int main(int argc, char** argv) {
    using namespace gf;
    return runProgram(
        argc, argv,
        {{addTrainCommand, addSweepCommand, addTraceCommand, addGenerateCommand, addBenchCommand,
          addDevicesCommand, addVerifyCommand, addLabCommand, addLessonCommand, addExerciseCommand,
          addTokenizeCommand, addImportCommand, addExportTorchCommand, addExportHfCommand},
         nullptr});
}
