// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/options.h"
#include "core/backend/program.h"
#include "core/data/vocabulary.h"
#include "core/model/train_config.h"

#include <memory>
#include <optional>
#include <string>

namespace gf {

/// What `train` was asked for; what is empty was not said.
struct TrainOptions {
    std::string task;
    std::string dataFile;
    Tokenization tokenization = Tokenization::Characters;
    std::optional<Index> merges; ///< of byte pairs
    std::string batches;
    std::string resume;
    std::string config;
    std::string init;
    std::string model;

    /// Keys of a training configuration (core/model/train_config.h) and their values.
    FieldValues training;

    std::optional<Index> validateEvery; ///< 0: only after the last step
    int threads = 1;
    std::string backend = "cpu";
    std::string log;
    std::optional<Index> moments; ///< of the training, to be saved beside the run
    std::string save;
};

/// Adds all of them to the parser of `train`, with texts for --help.
void addTrainOptions(CommandParser parser, TrainOptions& options);

/// Those alone that say how a fresh model of a task is trained.
void addTaskTrainingOptions(CommandParser parser, TrainOptions& options);

/// Adds --threads (default: one for each processor) and --backend.
void addEngineOptions(CommandParser parser, int& threads, std::string& backend);

/// Adds --backend alone: the name of any backend and device, or "auto".
Option addBackendOption(CommandParser parser, std::string& backend, const std::string& help);

/// Whether a card that computes wrong is opened: by whoever wants to see what is wrong.
enum class WrongDevices { Refused, Opened };

/// Opens what --backend names. A graphics card is tried in a child first
/// (core/train/device_survey.h); "auto" takes the first that passes, and the processor where there
/// is none. Throws Error.
std::unique_ptr<Backend> openBackend(const std::string& name,
                                     WrongDevices wrong = WrongDevices::Refused);

/// `usual` with what was asked for on the command line. Where only one thing was said, what goes
/// with it follows: a learning rate alone is a constant one, SGD has one of 0.1, Noam a factor of
/// 1, and a cosine rises for at most a tenth of the steps.
TrainConfig withOptions(const TrainConfig& usual, const TrainOptions& options, Index dModel);

} // namespace gf
