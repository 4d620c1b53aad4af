// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"
#include "app/commands/model_options.h"
#include "core/lab/finding.h"
#include "core/lab/lab.h"

#include <cstdint>
#include <optional>
#include <string>

namespace gf {

/// What a lab is tried on: a saved run, or a fresh model of a task; and an example.
struct LabModelOptions {
    ModelOptions model;
    std::string task; ///< of the fresh model, where no run is named
    ExampleOptions example;
    ExampleOptions other; ///< of a lab that has two
    bool isNamed() const { return !model.model.empty() || !model.config.empty(); }
};

/// A lab as it was asked on the command line.
struct LabOrder {
    const Lab& lab;
    LabModelOptions model;
    FieldValues knobs;                ///< those that were given
    std::uint64_t seed = 1;           ///< of the fresh model's weights, and of what the lab draws
    std::optional<double> width = {}; ///< of the drawing on paper, in millimetres
};

/// A run, or a fresh model of the task.
Run loadLabModel(const LabModelOptions& options, std::uint64_t seed);

/// Who draws what a lab finds, off the screen.
struct LabArtist {
    /// Whether this file can be drawn into; throws Error and UsageError, before what takes long.
    void (*check)(const std::string& out) = nullptr;
    void (*draw)(const LabOrder& order, const LabFound& found, const std::string& out) = nullptr;
};

/// The command of the labs; with --out where there is somebody who draws.
ProgramCommand makeLabCommand(CommandParser program, const LabArtist& artist);

} // namespace gf
