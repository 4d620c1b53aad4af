// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/finding.h"
#include "core/lab/lab.h"
#include "core/tensor/error.h"
#include "core/train/history.h"
#include "core/train/run.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gf {

/// What was measured at moments of a training, so that the next picture computes the new ones
/// alone. A checkpoint never changes; whatever else a number hangs on stands beside it.
struct KnownMoments {
    std::string lab;
    ModelConfig model;
    std::vector<Intervention> held;
    std::vector<ProbeExample> examples;
    std::size_t firstNumber = 0;
    double flops = 0; ///< of the matrix products of a moment
    std::vector<std::pair<std::weak_ptr<const Checkpoint>, Finding>> found = {};
};

/// What a run remembers of its training, while a lab looks at it.
struct LabHistory {
    std::span<const SharedCheckpoint> checkpoints = {};
    /// Where the numbers of its parameters begin among those of a checkpoint, which runs that are
    /// trained in step share.
    std::size_t firstNumber = 0;
    KnownMoments* known = nullptr; ///< kept from picture to picture; null: nothing is
};

/// The model that a lab is tried on, with its example.
struct LabModel {
    const RunDescription& description;
    Parameters& parameters; ///< nobody changes them
    ProbeExample example;   ///< without gradients
    /// A person gave it; otherwise what is measured over the task's examples is.
    bool isExampleGiven = false;
    std::optional<ProbeExample> other = {};  ///< of a lab that has two
    std::vector<Intervention> held = {};     ///< what it is held to in each run
    std::shared_ptr<const Trace> trace = {}; ///< of the example, where there is one already
    const Backend* backend = nullptr;        ///< that made it
    std::shared_ptr<const Task> task = {};   ///< of what is shown; null: it cannot be had any more
    /// Of models that are trained, in a step: fewer than the run's tell how long all of it takes.
    Index mostExamples = std::numeric_limits<Index>::max();
    LabHistory history = {}; ///< of what is shown, for what is measured at once

    bool isShown() const { return trace != nullptr; } ///< in the window
};

/// A lab and what it is asked.
struct LabQuestion {
    const Lab& lab;
    KnobValues knobs;
    std::uint64_t seed = 1;          ///< of what it draws
    const LabModel* model = nullptr; ///< null: of a lab that needs none
};

/// How it goes on meanwhile.
struct LabWatch {
    int threads = 1; ///< that train
    std::stop_token stop = {};
    std::function<void(double part)> progress = {}; ///< how much of what takes long is done
    /// Hears once what is done, and about how many seconds all of it takes. Both may be empty.
    std::function<void(const std::string& what, double seconds)> lasts = {};
};

/// What is wrong is what was asked, not the model.
class LabUsageError : public Error {
public:
    using Error::Error;
};

/// What a lab finds. Throws Error where the model has nothing of the kind, and Stopped.
LabFound runLab(const LabQuestion& question, const LabWatch& watch = {});

/// What takes long, in pieces between which other work goes on.
class LabWork {
public:
    virtual ~LabWork() = default;
    /// Does a piece of a tenth of a second or so. How much is done then, 1 for all of it.
    virtual double advance() = 0;
    /// Once all of it is done.
    virtual LabFound found() = 0;
    /// "12 losses are measured".
    virtual std::string what() const = 0;
    /// From how many seconds on it is said how long it takes.
    virtual double worthSaying() const { return 2; }
    /// What it finds is of the model's example, and of no other.
    virtual bool isOfExample() const { return false; }
};

/// Whether a lab works in pieces.
bool takesLong(const Lab& lab);
/// For a lab that takes long; what the question is about outlives it. Throws Error as runLab()
/// does.
std::unique_ptr<LabWork> beginLab(const LabQuestion& question, int threads = 1);

struct SweepRow;
/// One run of a sweep, as the lab and the command of that name say it; without its curve.
Finding findingOf(const SweepRow& row);

/// A fresh model of a task, as the task has it.
Run freshRun(const std::string& task, std::uint64_t seed);

} // namespace gf
