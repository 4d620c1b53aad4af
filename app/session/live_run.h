// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/backend_pool.h"
#include "app/session/interventions.h"
#include "app/session/writing.h"
#include "core/measure/learning.h"
#include "core/tensor/stopped.h"
#include "core/train/evaluate.h"
#include "core/train/generate.h"
#include "core/train/layer_gradients.h"
#include "core/train/probe.h"
#include "core/train/probe_backend.h"
#include "core/train/row_gradients.h"
#include "core/train/run.h"
#include "core/train/trainer.h"
#include "ui/messages/run_settings.h"
#include "ui/messages/verify_report.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gf {

/// The person's own example as typed.
struct Example {
    std::string source;
    std::string target; ///< that of this source, and empty where nobody knows it
    Index padding = 0;  ///< `<pad>` tokens shown after each sequence
    /// The person wrote this very target; otherwise it is what stood beside the source before.
    bool wroteTarget = false;

    friend bool operator==(const Example&, const Example&) = default;
};

/// What is wrong with each field of an example; empty where nothing is.
struct ExampleFaults {
    Sentence source;
    Sentence target;
    bool impossible = false; ///< the model cannot read it at all (too long)
};

/// What the model says to an example.
struct Answer {
    std::string text;
    std::vector<std::string> tokens; ///< `<eos>` included when the model ended
    std::vector<double> probabilities;
    bool hasTarget = false; ///< it is known what would be right
    bool matchesTarget = false;
    std::optional<double> tourRatio; ///< of a whole round trip: its length over that of the target
    bool givesRows = false;          ///< the decoder's rows are this answer, as no target is known
};

/// A run that is open in the window: trained, looked into and measured with one set of weights.
/// Lives in the worker's thread and knows nothing of threads.
class LiveRun {
public:
    /// A new run. `builtIn` are changes that make its model what it is: it is held to them from
    /// the beginning, and nobody undoes them. Throws Error for an impossible request, and Stopped
    /// when `stop` is requested.
    LiveRun(const OpenBackend& backend, const TaskRequest& request,
            const std::optional<ModelConfig>& model = {},
            const std::optional<TrainConfig>& train = {}, std::vector<Intervention> builtIn = {},
            const std::stop_token& stop = {});
    /// A saved one, continued. Throws Error for a bad file. A run whose task cannot be had any more
    /// can be looked into but not trained; `trainingObstacle()` says why.
    static std::unique_ptr<LiveRun> open(const OpenBackend& backend, const std::string& path,
                                         const std::stop_token& stop = {});
    /// The same with what was read of its file; `builtIn` as above. The runs that are compared with
    /// it are not opened.
    static std::unique_ptr<LiveRun> open(const OpenBackend& backend, Run saved,
                                         std::vector<Intervention> builtIn = {},
                                         const std::stop_token& stop = {});

    const RunDescription& description() const { return m_description; }
    const Task* task() const { return m_task.get(); }
    const std::string& backendName() const { return m_backend.name; }
    /// Why it cannot be trained; empty when it can.
    const Sentence& trainingObstacle() const { return m_obstacle; }
    Index stepsDone() const { return m_description.steps; }
    Index parameterCount() const { return parameters().parameterCount(); }

    /// What can be set while it trains.
    RunSettings settings() const;

    // Training. Only when there is no obstacle. What cannot be set changes nothing.
    StepResult step() { return steps(1).front(); }
    /// As many as Trainer::steps() does.
    std::vector<StepResult> steps(Index most);
    /// Whether a loss is waited for longer than a step takes.
    bool isOnDevice() const { return m_trainer && m_trainer->program().launchCount() > 0; }
    /// Throws Error where the configuration cannot hold it.
    void setLearningRate(double rate);
    void setBatchSize(Index batch);
    void setBackend(const OpenBackend& backend);
    /// Back to the last good point, and on by another backend: the one before is gone with all that
    /// was on it.
    void recover(const OpenBackend& backend);
    Trainer& trainer() { return *m_trainer; }
    void restoreLastGood();
    /// Its losses and measurements so far, which are saved with it.
    Metrics& metrics() { return m_description.metrics; }
    /// The loss of a guess that knows nothing.
    double guessLoss() const;
    /// What its losses say of how far it has come.
    Learning learning() const;

    // Time. Weights and the optimizer's memory as one row of numbers, and the whole run put into
    // the state that it had when they were these.
    const Parameters& parameters() const { return m_trainer ? m_trainer->parameters() : *m_loose; }
    std::span<const float> numbers() const { return parameters().flat(); }
    void become(std::span<const float> numbers, Index step);
    /// Measures the gradients of its layers; as long as backend and batch size stay what they are.
    std::unique_ptr<LayerGradients> layerGradients();
    /// The gradients of the example's losses, row by row (core/train/row_gradients.h); empty where
    /// it has no target.
    Tensor rowGradients();

    // Measuring on the validation examples, in slices, with the weights as they were at the start.
    bool canValidate() const { return validationCount() > 0; }
    /// Of the task's validation examples those that are measured on; 0: it has none.
    Index validationCount() const;
    void startValidation();
    bool isValidating() const { return m_validating; }
    Index validatedStep() const { return m_validatedStep; }
    /// One slice; the result after the last one.
    std::optional<Evaluation> advanceValidation();

    // The example.
    /// What is wrong with an example. Unknown tokens are named, but can be read as `<unk>`.
    ExampleFaults faultsOf(const Example& example) const;
    /// The example that a person means: where they have changed the source alone, the target
    /// follows: what the task knows, or what stood beside this source last, or none.
    Example meant(Example typed);
    /// `example` must not be impossible.
    void setExample(const Example& example);
    const Example& example() const { return m_example; }
    /// The next of the validation examples; nothing when there are none.
    std::optional<Example> anotherExample();
    /// Whether training goes on beside the pictures, which must then cost little.
    void setTraining(bool training) { m_training = training; }
    /// The model and the example, computed by what ProbeBackends chooses. Where a decoder has no
    /// target its rows are the last answer().
    std::shared_ptr<const Trace> trace();
    /// The same of the sentence in which two tokens have changed places, without a loss; null where
    /// the example has no such tokens.
    std::shared_ptr<const Trace> traceWith(const TokenExchange& exchange);
    /// The name of the backend that computed the last trace; empty before the first.
    std::string traceBackend() const;
    /// As far as it has come when `stop` is requested; `wrote` hears after each token or row.
    Answer answer(const std::stop_token& stop = {}, const Wrote& wrote = {});

    // What if.
    /// Changes what the person holds the model to. It is built into training, the trace, the answer
    /// and the validation from now on; the weights stay as they are. What is thrown changes
    /// nothing.
    void intervene(const std::function<void(Interventions&)>& change);
    const Interventions& interventions() const { return m_interventions; }

    /// Lets the model write from the example, token by token, and keeps how each was chosen. Throws
    /// Error for an encoder-only model, and Stopped when `stop` is requested.
    GenerationReport write(const GenerationSettings& settings, const std::stop_token& stop = {});

    /// The model and the example through the backend that trains it and through the reference; of
    /// a run that the reference trains, through the fast one. Throws Stopped when `stop` is
    /// requested.
    VerifyReport verify(const std::stop_token& stop = {});

    /// Into one file, with the runs that are compared with it.
    void save(const std::string& path, const SavedComparison& compared = {});
    /// How the window is left: what its file says of it.
    void setView(std::string view) { m_description.view = std::move(view); }

private:
    explicit LiveRun(OpenBackend backend) : m_backend(std::move(backend)) {}

    /// What looks into the model with the person's changes, and what without.
    struct Probes {
        std::unique_ptr<Probe> changed;
        std::unique_ptr<Probe> plain;       ///< null where there are no changes
        std::unique_ptr<RowGradients> rows; ///< null until they are measured
        std::unique_ptr<Probe> exchanged;   ///< null until two tokens were to be exchanged
    };

    void start(std::unique_ptr<Parameters> parameters, const std::stop_token& stop);
    Parameters& parameters() { return m_trainer ? m_trainer->parameters() : *m_loose; }
    void copyWeights(Parameters& to);
    ExampleData dataOf(const Example& example) const;
    void judge(Answer& answer, const std::vector<TokenId>& ids) const;
    void forgetPrograms();
    void use(const OpenBackend& backend);
    Generator& generator();
    bool answersItself() const;
    Generation say(const ExampleData& data, const std::stop_token& stop, const Wrote& wrote);
    void follow(const Generation& said);
    std::string targetOf(const std::string& source) const;
    ProbeExample probeExample();
    Index lengthOf(Axis sequence);
    std::unique_ptr<Probe> probeWith(std::vector<Intervention> interventions);
    std::unique_ptr<Probe> probeOf(ProbeExample example, std::vector<Intervention> interventions);
    Probes probesFor(const Interventions& interventions);
    const Backend& probeBackend(const Graph& graph) const;
    std::vector<Intervention> withBuiltIn(const Interventions& interventions) const;
    std::vector<Intervention> allChanges() const { return withBuiltIn(m_interventions); }

    RunDescription m_description;
    std::shared_ptr<const Task> m_task;
    Sentence m_obstacle;
    OpenBackend m_backend; ///< outlives everything that is compiled
    ProbeBackends m_probeBackends;
    bool m_training = false;
    std::unique_ptr<Parameters> m_loose; ///< the weights when nothing can train them
    std::unique_ptr<Trainer> m_trainer;
    std::vector<Intervention> m_builtIn;
    Interventions m_interventions; ///< the person's
    Probes m_probes;
    std::unique_ptr<Generator> m_generator;
    std::unique_ptr<Parameters> m_measured; ///< the weights being validated
    std::unique_ptr<Evaluator> m_evaluator;
    bool m_validating = false;
    Index m_validatedStep = 0;
    Example m_example;
    Example m_known; ///< the last one that had a target
    std::optional<Sequence>
        m_rows;                ///< what the decoder reads of its own answer; none: not said yet
    std::string m_typedTarget; ///< as it stood beside the source that was typed last
    Index m_nextExample = 0;
};

/// Gives a model what belongs to its task: the sizes of vocabularies and of rows of numbers. Throws
/// Error when its input or output is another than the task's.
void takeFromTask(ModelConfig& model, const ModelConfig& defaults);

/// The request for a task by its name, and by its file where it needs one.
TaskRequest taskNamed(const std::string& name, const std::string& dataFile = {});

/// How many threads train: one core is left to the window.
int trainingThreads();

} // namespace gf
