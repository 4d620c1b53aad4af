// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/data/task.h"
#include "core/io/atomic_file.h"
#include "core/measure/metrics.h"
#include "core/model/config.h"
#include "core/model/train_config.h"
#include "core/tensor/stopped.h"
#include "core/train/probe.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gf {

/// Everything about a run that is not a number of the model: what a saved file says about itself.
struct RunDescription {
    ModelConfig model;
    TrainConfig train;
    std::string name;   ///< of an opened model: that of its folder
    std::string folder; ///< its whole path, which may no longer lead anywhere
    std::string task; ///< a name of the task table; empty when it was trained on a file of batches
    std::string dataFile; ///< where the task learns from one
    /// One of its data, for who has these no longer; nobody here believes it.
    std::optional<TextExample> example = {};
    /// Words or byte pairs where the task can have them.
    Tokenization tokenization = Tokenization::Characters;
    Vocabularies vocabularies;
    Index steps = 0;  ///< training steps that the parameters have had
    Metrics metrics;  ///< how it came to them, as far as that was saved with it
    std::string view; ///< how the window was left, as ui/scene writes it; nobody here believes it
    std::string
        labs; ///< what labs have found on it, as app/session/run/kept_results writes it; likewise

    std::string caption() const { return captionOf(model, task.empty() ? name : task); }
};

/// A run with its numbers.
struct Run {
    RunDescription description;
    std::unique_ptr<Parameters> parameters; ///< the optimizer's memory too, when `resumable`
    bool resumable = false;                 ///< the file had the optimizer's memory
    Index stoppedAt = 0; ///< of a compared run: where its numbers stopped being numbers; 0: nowhere
    Sentence remark = {};      ///< what an opened folder has that was left out; empty: nothing
    std::string comparedBy;    ///< what tells the compared runs apart; empty: there are none
    std::vector<Run> compared; ///< trained in step with it; of the same task and vocabularies
};

/// The same run, and those that are compared with it, with numbers of its own.
Run copyOf(const Run& run);

/// What saveRun() writes of a run that is compared with another.
struct SavedReference {
    const RunDescription* description;
    const Parameters* parameters;
    Index stoppedAt = 0;
};
struct SavedComparison {
    std::string by; ///< what tells them apart
    std::vector<SavedReference> runs;
};

/// What a model of others that writes text reads it by; null: the run's model is our own.
std::shared_ptr<const Vocabulary> openedWordsOf(const RunDescription& description);

/// The request for the task that a run was trained on, with the byte pairs that it has.
TaskRequest requestOf(const RunDescription& description);

/// How many rows of numbers a run's model says when nobody tells it: those of its task, or as many
/// as there is room for.
Index forecastLength(const RunDescription& description);

/// The vocabularies of a task, kept alive by it.
Vocabularies vocabulariesOf(const std::shared_ptr<const Task>& task);

/// A model's parameters, zero-filled; with `train` the memory of that optimizer too.
std::unique_ptr<Parameters> makeParameters(const ModelConfig& model,
                                           const std::optional<TrainConfig>& train = {});

/// Adds what the optimizer remembers of each weight, zero-filled where it is not there yet.
void addOptimizerMemory(Parameters& parameters, const ModelConfig& model, const TrainConfig& train);

/// Writes parameters, optimizer state and description into one model file, with the runs that are
/// compared with it, each under a prefix of its own: atomically in the place of what has this name,
/// or as `write` does it, at `place` where that is known: of data that lie beside it the file has
/// the name alone, of others the whole path.
void saveRun(const std::string& path, const RunDescription& description,
             const Parameters& parameters, const SavedComparison& compared = {});
void saveRun(const WriteFile& write, const RunDescription& description,
             const Parameters& parameters, const SavedComparison& compared = {},
             const std::string& place = {});

/// Reads what saveRun wrote. Data that are no longer where the run was trained on them are looked
/// for beside the file. A folder is opened as a model of others (openModel). Throws Error for
/// a bad file, missing or unknown tensors, wrong shapes, and for a compared run that reads or says
/// other data than the first.
Run loadRun(const std::string& path, const std::stop_token& stop = {});

/// Reads the weights of any safetensors file with this model's parameter names into `parameters`
/// (a saved run's optimizer state is passed over). Throws Error when one is missing, unknown or has
/// another shape.
void loadWeights(const std::string& path, Parameters& parameters);

/// The parameters of a model with the weights of such a file.
std::unique_ptr<Parameters> readParameters(const std::string& path, const ModelConfig& model);

/// The task that a run was trained on, for training further; throws Error when it has none (file of
/// batches), when its data cannot be read, or when the vocabulary is no longer the same. Byte pairs
/// are those of the run, whatever would be learnt from its data now.
std::shared_ptr<const Task> taskOf(const RunDescription& description);

} // namespace gf
