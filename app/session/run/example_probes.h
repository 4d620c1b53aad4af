// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/run_answer.h"
#include "core/train/probe_backend.h"
#include "core/train/probed_model.h"
#include "core/train/row_gradients.h"

#include <memory>
#include <string>
#include <vector>

namespace gf {

/// The programs that look into a run with its example. They are compiled when they are first asked.
class ExampleProbes {
public:
    ExampleProbes(RunModel& run, RunAnswer& answer) : m_run(run), m_answer(answer) {}

    /// Whether training goes on beside the pictures, which must then cost little.
    void setTraining(bool training) { m_training = training; }

    /// The model and the example, with the person's changes and where there are any without.
    std::shared_ptr<const Trace> trace();
    /// The same of the sentence in which two tokens have changed places, without a loss; null where
    /// the example has no such tokens.
    std::shared_ptr<const Trace> traceWith(const TokenExchange& exchange);
    /// Of another example, without a loss.
    std::shared_ptr<const Trace> traceOf(const Sequence& source,
                                         const std::vector<TokenId>& target);
    /// What a lab looks into: the model with what it is held to, on the backend that computes such
    /// a graph.
    ProbedModel probed(const Graph& graph, std::vector<Intervention> held) const;
    /// The gradients of the example's losses, row by row; empty where it has no target.
    Tensor rowGradients();
    /// The name of the backend that computed the last trace; empty before the first.
    std::string backendName() const;

    /// What looks into the model with changes, and what without.
    struct Programs {
        std::unique_ptr<Probe> changed;
        std::unique_ptr<Probe> plain;       ///< null where there are no changes
        std::unique_ptr<RowGradients> rows; ///< null until they are measured
        std::unique_ptr<Probe> exchanged;   ///< null until two tokens were to be exchanged
    };
    Programs compile(const Interventions& interventions);
    bool areCompiled() const { return m_programs.changed != nullptr; }
    void use(Programs programs) { m_programs = std::move(programs); }
    void forget() { m_programs = {}; }

private:
    Index lengthOf(Axis sequence);
    std::unique_ptr<Probe> probe(ProbeExample example, std::vector<Intervention> changes);
    const Backend& backendFor(const Graph& graph) const;

    RunModel& m_run;
    RunAnswer& m_answer;
    ProbeBackends m_backends;
    bool m_training = false;
    Programs m_programs;
};

} // namespace gf
