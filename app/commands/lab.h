// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"
#include "core/experiment/experiment.h"
#include "core/measure/labs.h"

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <functional>

namespace gf {

/// What a lab finds: the numbers behind its drawing, by name.
using LabNumbers = nlohmann::ordered_json;

/// A lab as a command of its own: its part of the parser, and what it finds. `run` throws Error.
struct LabCommand {
    CLI::App* parser = nullptr;
    std::function<LabNumbers()> run;
};

/// What a lab finds that an experiment of a lesson asks. Throws Error.
LabNumbers labNumbersFor(const LabQuestion& question);
/// Throws Error for a knob that the lab has not; runs nothing.
void requireLab(const LabQuestion& question);

/// Writes the drawing of a lab, off the screen, into a file: `options` are what was given for it.
using DrawLab =
    std::function<void(const Lab& lab, const CLI::App& options, const std::string& out)>;

/// The command of the labs; with --out where there is somebody who draws.
ProgramCommand makeLabCommand(CLI::App& program, const DrawLab& draw);

// Each adds the lab of its name to "lab run".
LabCommand addVarianceLab(CLI::App& labs);
LabCommand addShuffleLab(CLI::App& labs);
LabCommand addDictionaryLab(CLI::App& labs);
LabCommand addLinearLab(CLI::App& labs);
LabCommand addLengthLab(CLI::App& labs);
LabCommand addRotationLab(CLI::App& labs);
LabCommand addPaddingLab(CLI::App& labs);
LabCommand addCostLab(CLI::App& labs);
LabCommand addRolloutLab(CLI::App& labs);
LabCommand addAblationLab(CLI::App& labs);
LabCommand addWritingLab(CLI::App& labs);
LabCommand addCodeLab(CLI::App& labs);
LabCommand addTourLab(CLI::App& labs);
LabCommand addSeriesLab(CLI::App& labs);
LabCommand addLensLab(CLI::App& labs);
LabCommand addPatchLab(CLI::App& labs);
LabCommand addScoreLab(CLI::App& labs);

} // namespace gf
