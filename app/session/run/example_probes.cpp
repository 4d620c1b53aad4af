// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/example_probes.h"

#include "core/model/inputs.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gf {

const Backend& ExampleProbes::backendFor(const Graph& graph) const {
    return m_backends.chosenFor(graph, m_training);
}

std::unique_ptr<Probe> ExampleProbes::probe(ProbeExample example,
                                            std::vector<Intervention> changes) {
    const auto choose = [this](const Graph& graph) -> const Backend& { return backendFor(graph); };
    const RunDescription& run = m_run.description();
    return std::make_unique<Probe>(choose, run.model, m_run.weights(), std::move(example),
                                   run.vocabularies, run.caption(), std::move(changes));
}

ExampleProbes::Programs ExampleProbes::compile(const Interventions& interventions) {
    Programs programs;
    if (!interventions.list().empty())
        programs.plain = probe(m_answer.probeExample(), m_run.builtIn());
    programs.changed = probe(m_answer.probeExample(), m_run.changesWith(interventions));
    return programs;
}

std::string ExampleProbes::backendName() const {
    return m_programs.changed ? m_programs.changed->backend().name() : std::string();
}

std::shared_ptr<const Trace> ExampleProbes::trace() {
    const Probe* compiled = m_programs.changed.get();
    if (!compiled ||
        (m_answer.wantsGradients() && compiled->example().loss && !compiled->example().gradients) ||
        &compiled->backend() != &backendFor(*compiled->modelGraph().graph))
        m_programs = compile(m_run.interventions());
    const Index step = m_run.stepsDone();
    return m_programs.changed->run(step, m_programs.plain ? m_programs.plain->run(step) : nullptr);
}

std::shared_ptr<const Trace> ExampleProbes::traceOf(const Sequence& source,
                                                    const std::vector<TokenId>& target) {
    ProbeExample example;
    example.source = source;
    example.target = target;
    example.loss = example.gradients = false;
    return probe(std::move(example), m_run.changes())->run(m_run.stepsDone());
}

ProbedModel ExampleProbes::probed(const Graph& graph, std::vector<Intervention> held) const {
    const RunDescription& run = m_run.description();
    return {backendFor(graph), run.model, m_run.weights(), run.vocabularies, std::move(held)};
}

Tensor ExampleProbes::rowGradients() {
    if (!m_programs.rows) {
        const ProbeExample example = m_answer.probeExample();
        if (!example.loss || example.target.empty())
            return {};
        ExampleData data{example.source, example.target};
        const Vocabularies& words = m_run.description().vocabularies;
        keepKnowableLabels(data, DataForm(m_run.description().model), words.source.get(),
                           words.target.get());
        m_programs.rows = std::make_unique<RowGradients>(
            [this](const Graph& graph) -> const Backend& { return backendFor(graph); },
            m_run.description().model, m_run.weights(), ProbeExample{data.source, data.target},
            m_run.changes());
    }
    return m_programs.rows->measure();
}

std::shared_ptr<const Trace> ExampleProbes::traceWith(const TokenExchange& exchange) {
    if (!m_programs.exchanged || m_programs.exchanged->example().exchange != exchange) {
        ProbeExample example = m_answer.probeExample();
        example.loss = example.gradients = false;
        example.exchange = exchange;
        if (std::max(exchange.first, exchange.second) >= lengthOf(exchange.sequence))
            return nullptr;
        m_programs.exchanged = probe(std::move(example), m_run.changes());
    }
    return m_programs.exchanged->run(m_run.stepsDone());
}

/// How many tokens the model reads of the example.
Index ExampleProbes::lengthOf(Axis sequence) {
    if (!m_programs.changed)
        m_programs = compile(m_run.interventions());
    const ModelGraph& model = m_programs.changed->modelGraph();
    for (const std::string_view name : sequence == Axis::Source
                                           ? std::array{inputs::sourceIds, inputs::sourceValues}
                                           : std::array{inputs::targetIds, inputs::targetValues})
        if (const NodeId node = model.input(name); node != noNode)
            return (*model.graph)[node].shape[0];
    return 0;
}

} // namespace gf
