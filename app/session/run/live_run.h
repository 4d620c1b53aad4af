// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/example_probes.h"
#include "app/session/run/trained_run.h"
#include "app/session/run/validator.h"
#include "core/train/layer_gradients.h"
#include "ui/messages/verify_report.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace gf {

/// A run that is open in the window: trained, looked into and measured with one set of weights.
class LiveRun final : public TrainedRun {
public:
    /// A new run. `builtIn` are changes that make its model what it is: it is held to them from
    /// the beginning, and nobody undoes them. Throws Error for an impossible request, and Stopped
    /// when `stop` is requested.
    LiveRun(const OpenBackend& backend, const TaskRequest& request,
            const std::optional<ModelConfig>& model = {},
            const std::optional<TrainConfig>& train = {}, std::vector<Intervention> builtIn = {},
            const std::stop_token& stop = {});
    /// What was read of a run's file, continued; `builtIn` as above. The runs that are compared
    /// with it are not opened. A run whose task cannot be had any more can be looked into but not
    /// trained; `trainingObstacle()` says why.
    LiveRun(const OpenBackend& backend, Run saved, std::vector<Intervention> builtIn,
            const std::stop_token& stop);
    /// The same of a file. Throws Error for a bad one.
    static std::unique_ptr<LiveRun> open(const OpenBackend& backend, const std::string& path,
                                         const std::stop_token& stop = {});
    static std::unique_ptr<LiveRun> open(const OpenBackend& backend, Run saved,
                                         std::vector<Intervention> builtIn = {},
                                         const std::stop_token& stop = {});

    /// Measures the gradients of its layers; as long as backend and batch size stay what they are.
    std::unique_ptr<LayerGradients> layerGradients();

    Validator& validator() { return m_validator; }
    const Validator& validator() const { return m_validator; }

    /// The example, those before it, and what may be typed next.
    RunExample& examples() { return m_example; }
    const Example& example() const { return m_example.get(); }
    /// `example` must not be impossible.
    void setExample(const Example& example);

    /// What the model computes of it.
    ExampleProbes& probes() { return m_probes; }
    /// By what ProbeBackends chooses. Where a decoder has no target its rows are the last answer().
    std::shared_ptr<const Trace> trace() { return m_probes.trace(); }
    void wantGradients(bool wanted) { m_answer.wantGradients(wanted); }
    /// What the model reads of the example, without gradients.
    ProbeExample probeExample();
    /// As far as it has come when `stop` is requested; `wrote` hears after each token or row.
    Answer answer(const std::stop_token& stop = {}, const Wrote& wrote = {});
    /// Of an answer that is being written.
    Answer describe(const Generation& soFar) const { return m_answer.describe(soFar, false); }
    /// Lets the model write from the example, token by token, and keeps how each was chosen; `grew`
    /// hears after each. Throws Error for an encoder-only model, and Stopped when `stop` is
    /// requested.
    GenerationReport write(const GenerationSettings& settings, const std::stop_token& stop = {},
                           const Grew& grew = {});

    /// Changes what the person holds the model to. It is built into training, the trace, the answer
    /// and the validation from now on; the weights stay as they are. What is thrown changes
    /// nothing.
    void intervene(const std::function<void(Interventions&)>& change);

    /// The model and the example through the backend that trains it and through the reference; of
    /// a run that the reference trains, through the fast one. Throws Stopped when `stop` is
    /// requested.
    VerifyReport verify(const std::stop_token& stop = {});

    /// Into one file, with the runs that are compared with it.
    void save(const std::string& path, const SavedComparison& compared = {});

private:
    Answer cosineWithSecond();
    void releasePrograms() override;
    void weightsReplaced() override;

    RunExample m_example{*this};
    RunAnswer m_answer{*this, m_example};
    ExampleProbes m_probes{*this, m_answer};
    Validator m_validator{*this};
};

} // namespace gf
