// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/probe.h"
#include "core/train/sequence.h"
#include "core/train/trainer.h"

#include <memory>
#include <string>
#include <vector>

namespace gf {

/// One training step taken apart: forward, backward and update of the batch that a trainer would be
/// trained on next, with every value kept. It is done on copies of the parameters and of the
/// optimizer's memory, so the trainer goes on as if nobody had looked; its own next step has the
/// same bits.
class StepWalk {
public:
    /// Which weights a trace is made with.
    enum class Moment {
        Step, ///< those before the update: forward, backward, and the update itself
        After ///< those after it: the same examples forward once more, and nothing else
    };

    /// One example of the batch.
    struct Example {
        std::string source; ///< as a person would write it; empty without an encoder
        std::string target;
        double lossBefore = 0; ///< mean cross-entropy over its own tokens, padding left out
        double lossAfter = 0;  ///< likewise with the updated weights
    };

    /// Does the step. Throws Error past the end of a file of batches. The walk keeps nothing of the
    /// trainer but its graph and its backend, which must outlive it. Dropout is the one of this
    /// step, after the update too: only the weights differ.
    StepWalk(const Trainer& trainer, Vocabularies vocabularies, std::string caption);

    /// What the trainer's own next step will say.
    const StepResult& result() const { return m_result; }
    /// Loss of the same batch with the updated weights.
    double lossAfter() const { return m_lossAfter; }
    const std::vector<Example>& examples() const { return m_examples; }
    /// An example as the model reads it, in the batch: all are padded to one length.
    ExampleWords words(Index example, RowWords rows = RowWords::Place) const;

    /// The values for one example. What the whole batch shares (parameters, their gradients, the
    /// update, the loss) is the whole batch's. A parameter or state has the value that the step
    /// began with; the new one is that of "update/<name>/apply", "…/m", "…/v". After the update
    /// there are no backward and update values.
    std::shared_ptr<const Trace> trace(Index example, Moment moment = Moment::Step) const;

    /// All parameters and states after the step, by name.
    const Parameters& parameters() const { return m_parameters; }

private:
    void takeStep(const Trainer& trainer);
    void lookAgain(const Trainer& trainer);
    void describe();
    std::vector<Tensor> valuesOf(Index example, Moment moment) const; ///< by node

    ModelGraph m_graph;
    DataForm m_form;
    Batch m_batch;
    Vocabularies m_vocabularies;
    std::string m_caption;
    Parameters m_parameters;       ///< what the step updates
    Parameters m_spent;            ///< the weights of the second look; its own update ends here
    std::vector<Tensor> m_before;  ///< by node: parameters and states before the step, else empty
    std::vector<Tensor> m_updated; ///< likewise after it
    std::unique_ptr<Program> m_step;
    std::unique_ptr<Program> m_after;
    StepResult m_result;
    double m_lossAfter = 0;
    std::vector<Example> m_examples;
};

} // namespace gf
