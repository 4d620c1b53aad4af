// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/probe.h"

#include "core/data/feed.h"
#include "core/data/task.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/train/pass_threads.h"
#include "core/train/sequence.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gf {

namespace {

void checkLabelCount(const ModelConfig& model, const ProbeExample& example, Index sourceRows,
                     Index targetRows) {
    if (!model.hasDecoder() && example.loss && sourceRows != targetRows)
        throw Error("the target has " + counted(targetRows, "label") + " for a source of " +
                    counted(sourceRows, "token") +
                    "; an encoder-only model needs one label for each token");
}

/// Labels of an encoder's tokens are padded as these are.
Index targetPadding(const ModelConfig& model, const ProbeExample& example) {
    return model.hasDecoder() ? example.targetPadding.value_or(example.padding) : example.padding;
}

/// Throws Error unless the model can read the example.
void checkExample(const ModelConfig& model, const ProbeExample& example) {
    const Index room = model.maxLength - example.padding;
    const Index targetRoom = model.maxLength - targetPadding(model, example);
    const Sequence& source = example.source;
    const Sequence& target = example.target;
    const bool hasTarget = model.hasDecoder() || example.loss;
    const Index sourceRows = source.length(model.features);
    const Index targetRows = target.length(model.features);
    if (model.exactIds) {
        if (model.hasEncoder())
            checkExactSequence("source", source.ids, model.sourceVocab, room);
        if (hasTarget && model.output == Output::Words)
            checkExactSequence("target", target.ids, model.targetVocab, targetRoom);
        checkLabelCount(model, example, sourceRows, targetRows);
        return;
    }
    if (model.hasEncoder() && model.input == Input::Values)
        checkRows("source", sourceRows, room);
    else if (model.hasEncoder())
        checkSequence("source", source.ids, model.sourceVocab, room - 1);
    if (hasTarget && model.output == Output::Pointer)
        checkPlaces(target.ids, sourceRows);
    // Labels of rows of numbers, among which there is no `<eos>`.
    const bool ends = model.hasDecoder() || model.input == Input::TokenIds;
    if (hasTarget && model.output == Output::Words)
        checkSequence("target", model.hasDecoder() ? target.ids : target.known(), model.targetVocab,
                      ends ? targetRoom - 1 : targetRoom);
    else if (hasTarget)
        checkRows("target", targetRows, targetRoom);
    checkLabelCount(model, example, sourceRows, targetRows);
}

void checkExchange(const TokenExchange& exchange, Index sourceLength, Index targetLength) {
    const Index length = exchange.sequence == Axis::Source ? sourceLength : targetLength;
    for (const Index place : {exchange.first, exchange.second})
        if (place < 0 || place >= length)
            throw Error("there is no token " + std::to_string(place + 1) +
                        " to exchange: the sequence has " + counted(length, "token"));
}

} // namespace

ProbeExample probeExampleOf(ExampleData data) {
    ProbeExample example;
    example.source = std::move(data.source);
    example.target = std::move(data.target);
    return example;
}

ProbeExample validationExample(const Task& task, Index index) {
    ProbeExample example = probeExampleOf(task.validationData(index));
    example.gradients = false;
    return example;
}

void addWords(Trace& trace, const Vocabularies& vocabularies) {
    if (vocabularies.source)
        trace.sourceVocabulary = vocabularies.source->shared();
    if (vocabularies.target)
        trace.targetVocabulary = vocabularies.target->shared();
    trace.columns = vocabularies.columns;
    trace.merges = vocabularies.merges;
}

Probe::Probe(const Backend& backend, const ModelConfig& model, Parameters& parameters,
             ProbeExample example, Vocabularies vocabularies, std::string caption,
             std::vector<Intervention> interventions)
    : Probe([&backend](const Graph&) -> const Backend& { return backend; }, model, parameters,
            std::move(example), std::move(vocabularies), std::move(caption),
            std::move(interventions)) {}

Probe::Probe(const ChooseBackend& choose, const ModelConfig& model, Parameters& parameters,
             ProbeExample example, Vocabularies vocabularies, std::string caption,
             std::vector<Intervention> interventions, const ChooseNodes& keep)
    : m_model(model), m_example(std::move(example)), m_vocabularies(std::move(vocabularies)),
      m_caption(std::move(caption)) {
    m_example.loss = m_example.loss && model.hasLoss();
    if (model.exactIds && model.hasEncoder() && model.hasDecoder() &&
        m_example.target.ids.empty() && m_vocabularies.rules.start)
        m_example.target.ids = {*m_vocabularies.rules.start};
    checkExample(model, m_example);
    m_example.gradients = m_example.gradients && m_example.loss;

    const DataForm form(model);
    // Ids have a special token beside them.
    const auto length = [&](const Sequence& sequence, bool special, Index padding) {
        return padding + std::max<Index>(1, sequence.length(form.features) +
                                                (special && !form.exact ? 1 : 0));
    };
    const Index sourceLength =
        model.hasEncoder() ? length(m_example.source, !form.sourceIsNumbers(), m_example.padding)
                           : 0;
    const Index targetLength = model.hasDecoder()
                                   ? length(m_example.target, form.output == Output::Words,
                                            targetPadding(model, m_example))
                                   : 0;
    m_graph = buildModel(model, {.sourceLength = sourceLength,
                                 .targetLength = targetLength,
                                 .training = false,
                                 .loss = m_example.loss,
                                 .gradients = m_example.gradients,
                                 .labelSmoothing = 0,
                                 .frozenLayers = m_example.frozenLayers,
                                 .interventions = std::move(interventions)});
    m_graph.graph->setReadsBytePairs(m_vocabularies.merges != nullptr);
    const std::vector<NodeId> kept = keep ? keep(*m_graph.graph) : std::vector<NodeId>();
    for (const Node& node : m_graph.graph->nodes())
        if (!keep || node.role == Role::Input || std::ranges::find(kept, node.id) != kept.end())
            m_wanted.push_back({node.id});
    m_backend = &choose(*m_graph.graph);
    m_program = m_backend->compile(
        m_graph.graph, parameters,
        {.batch = 1, .keepAll = !keep, .keep = kept, .threads = threadsForPass(*m_graph.graph)});
    feed();
}

void Probe::feed() {
    const DataForm form(m_model);
    ExampleData example{m_example.source, m_example.target};
    if (!m_model.hasDecoder() && !m_example.loss)
        example.target = {}; // of an encoder-only model only where it is a label
    keepKnowableLabels(example, form, m_vocabularies.source.get(), m_vocabularies.target.get());
    const Graph& graph = *m_graph.graph;
    const auto length = [&](std::string_view ids, std::string_view numbers) {
        const NodeId node =
            m_graph.input(ids) != noNode ? m_graph.input(ids) : m_graph.input(numbers);
        return node == noNode ? 0 : graph[node].shape[0];
    };
    const Index sourceLength = length(inputs::sourceIds, inputs::sourceValues);
    const Index targetLength = length(inputs::targetIds, inputs::targetValues);
    Batch batch = makeBatch(form, {example}, sourceLength, targetLength);
    if (!m_example.sourceTypes.empty()) {
        if (m_graph.input(inputs::sourceTypes) == noNode)
            throw Error(phrase("the model has no token types"));
        if (static_cast<Index>(m_example.sourceTypes.size()) != sourceLength)
            throw Error(phrase("there are %1 token types for a source of %2 tokens"),
                        m_example.sourceTypes.size(), sourceLength);
        batch.addIds(inputs::sourceTypes, m_example.sourceTypes);
    }
    hidePadding(batch, m_vocabularies.rules.padding);
    if (m_example.exchange) {
        checkExchange(*m_example.exchange, sourceLength, targetLength);
        exchangeTokens(batch, *m_example.exchange);
    }
    gf::feed(*m_program, m_graph, batch);
    ExampleWords words =
        wordsOf(batch, 0, form, m_vocabularies.source.get(), m_vocabularies.target.get());
    m_sourceTokens = std::move(words.source);
    m_targetTokens = std::move(words.target);
    if (m_example.loss)
        m_labels = std::move(words.labels);
}

std::shared_ptr<const Trace> Probe::run(Index step, std::shared_ptr<const Trace> without) {
    m_program->run();
    auto trace = std::make_shared<Trace>();
    trace->graph = m_graph.graph;
    std::vector<Tensor> values = m_program->values(m_wanted);
    trace->values.resize(m_graph.graph->size());
    for (std::size_t i = 0; i < values.size(); ++i)
        trace->values[m_wanted[i].node] = std::move(values[i]);
    trace->sourceTokens = m_sourceTokens;
    trace->targetTokens = m_targetTokens;
    trace->answered = m_example.answered;
    trace->labels = m_labels;
    addWords(*trace, m_vocabularies);
    trace->step = step;
    trace->model = m_caption;
    trace->without = std::move(without);
    return trace;
}

namespace {

/// "GRU · bahdanau".
std::string kindOfRecurrent(const ModelConfig& model) {
    constexpr std::array names{"GRU", "RNN", "LSTM"}; // in the order of the enumerators
    std::string kind = names[static_cast<std::size_t>(model.cell)];
    if (model.alignment != Alignment::None)
        kind += " · " + choiceOf("alignment", model);
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
    if (!model.hasFeedForward())
        caption += " · " + std::string(phrase("no feed-forward"));
    if (!model.hasNorms())
        return caption + " · " + std::string(phrase("no norms"));
    return caption + (model.norm == Norm::Pre ? " · Pre-LN" : " · Post-LN");
}

} // namespace gf
