// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/probe.h"

#include "core/data/feed.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/train/sequence.h"

#include <utility>

namespace gf {

Probe::Probe(const Backend& backend, const ModelConfig& model, Parameters& parameters,
             ProbeExample example, Vocabularies vocabularies, std::string caption,
             std::vector<Intervention> interventions)
    : Probe([&backend](const Graph&) -> const Backend& { return backend; }, model, parameters,
            std::move(example), std::move(vocabularies), std::move(caption),
            std::move(interventions)) {}

Probe::Probe(const ChooseBackend& choose, const ModelConfig& model, Parameters& parameters,
             ProbeExample example, Vocabularies vocabularies, std::string caption,
             std::vector<Intervention> interventions)
    : m_model(model), m_example(std::move(example)), m_vocabularies(std::move(vocabularies)),
      m_caption(std::move(caption)) {
    const Index room = model.maxLength - 1 - m_example.padding;
    if (model.hasEncoder())
        checkSequence("source", m_example.source, model.sourceVocab, room);
    if (model.hasDecoder() || m_example.loss)
        checkSequence("target", m_example.target, model.targetVocab, room);
    if (!model.hasDecoder() && m_example.loss && m_example.source.size() != m_example.target.size())
        throw Error("the target has " + counted(m_example.target.size(), "label") +
                    " for a source of " + counted(m_example.source.size(), "token") +
                    "; an encoder-only model needs one label for each token");
    m_example.gradients = m_example.gradients && m_example.loss;

    const Index extra = 1 + m_example.padding;
    const auto length = [extra](const std::vector<TokenId>& ids) {
        return static_cast<Index>(ids.size()) + extra;
    };
    m_graph = buildModel(model, {.sourceLength = model.hasEncoder() ? length(m_example.source) : 0,
                                 .targetLength = model.hasDecoder() ? length(m_example.target) : 0,
                                 .training = false,
                                 .loss = m_example.loss,
                                 .gradients = m_example.gradients,
                                 .labelSmoothing = 0,
                                 .interventions = std::move(interventions)});
    m_backend = &choose(*m_graph.graph);
    m_program = m_backend->compile(m_graph.graph, parameters,
                                   {.batch = 1, .keepAll = true, .keep = {}, .threads = 1});
    feed();
}

void Probe::feed() {
    std::vector<std::vector<TokenId>> targets; // of an encoder-only model only where it is a label
    if (m_model.hasDecoder() || m_example.loss)
        targets.push_back(m_example.target);
    const Graph& graph = *m_graph.graph;
    const auto length = [&](std::string_view input) {
        const NodeId node = m_graph.input(input);
        return node == noNode ? 0 : graph[node].shape[0];
    };
    const Batch batch = makeBatch(m_model.architecture, {m_example.source}, targets,
                                  length(inputs::sourceIds), length(inputs::targetIds));
    gf::feed(*m_program, m_graph, batch);
    const Vocabulary* sourceWords = m_vocabularies.source.get();
    const Vocabulary* targetWords = m_vocabularies.target.get();
    m_sourceTokens = wordsOf(sourceWords, batch.ids(inputs::sourceIds));
    m_targetTokens = wordsOf(targetWords, batch.ids(inputs::targetIds));
    if (m_example.loss)
        m_labels = wordsOf(targetWords, batch.ids(inputs::labelIds));
}

std::shared_ptr<const Trace> Probe::run(Index step, std::shared_ptr<const Trace> without) {
    m_program->run();
    auto trace = std::make_shared<Trace>();
    trace->graph = m_graph.graph;
    std::vector<Wanted> wanted;
    for (const Node& node : m_graph.graph->nodes())
        wanted.push_back({node.id});
    trace->values = m_program->values(wanted);
    trace->sourceTokens = m_sourceTokens;
    trace->targetTokens = m_targetTokens;
    trace->labels = m_labels;
    if (m_vocabularies.source)
        trace->sourceVocabulary = m_vocabularies.source->shared();
    if (m_vocabularies.target)
        trace->targetVocabulary = m_vocabularies.target->shared();
    trace->step = step;
    trace->model = m_caption;
    trace->without = std::move(without);
    return trace;
}

namespace {

/// "GRU · bahdanau".
std::string kindOfRecurrent(const ModelConfig& model) {
    std::string kind = model.cell == CellKind::Gru ? "GRU" : "RNN";
    if (model.attention != Alignment::None)
        kind += " · " + choiceOf("attention", model);
    return kind;
}

} // namespace

std::string captionOf(const ModelConfig& model, const std::string& task) {
    std::string caption = task.empty() ? std::string() : task + " · ";
    switch (model.architecture) {
    case Architecture::EncoderDecoder:
        caption += phrase("encoder–decoder");
        break;
    case Architecture::Encoder:
        caption += phrase("encoder-only");
        break;
    case Architecture::Decoder:
        caption += phrase("decoder-only");
        break;
    }
    caption += " · " + counted(model.layers, "layer");
    if (model.isRecurrent())
        return caption + " · " + kindOfRecurrent(model);
    return caption + (model.norm == Norm::Pre ? " · Pre-LN" : " · Post-LN");
}

} // namespace gf
