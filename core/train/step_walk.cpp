// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/step_walk.h"

#include "core/backend/copy_entries.h"
#include "core/data/real_numbers.h"
#include "core/form/shape_picture.h"
#include "core/graph/op.h"
#include "core/tokenizer/tokenizer.h"
#include "core/train/sequence.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

namespace gf {

namespace {

/// Parameters, states, and the learned positions, which are rows of a parameter and lie where it
/// lies: the update at the end of a run replaces them. Positions whose table a person changed are
/// rows of what the run itself makes.
bool isReplaced(const Graph& graph, const Node& node) {
    return node.role == Role::Parameter || node.role == Role::State ||
           (node.op->kind() == OpKind::LearnedPosition && isReplaced(graph, graph[node.inputs[0]]));
}

/// Values of a program, by node; nothing for those that are not asked for.
std::vector<Tensor> spread(const Program& program, const std::vector<Wanted>& wanted) {
    std::vector<Tensor> values = program.values(wanted);
    std::vector<Tensor> byNode(program.graph().size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        byNode[wanted[i].node] = std::move(values[i]);
    return byNode;
}

/// By node: what a run of the program is going to replace, and nothing for all else.
std::vector<Tensor> valuesToBeReplaced(const Program& program) {
    std::vector<Wanted> wanted;
    for (const Node& node : program.graph().nodes())
        if (isReplaced(program.graph(), node))
            wanted.push_back({node.id});
    return spread(program, wanted);
}

std::vector<NodeId> forwardNodes(const Graph& graph) {
    std::vector<NodeId> nodes;
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward)
            nodes.push_back(node.id);
    return nodes;
}

/// Mean of one example's losses over its tokens that are not padding.
double meanLoss(const Program& program, NodeId tokenLoss, const std::vector<bool>& labelled,
                Index example) {
    const Tensor losses = program.value(tokenLoss, example);
    double sum = 0;
    Index tokens = 0;
    for (Index t = 0; t < losses.count(); ++t)
        if (labelled[t]) {
            sum += static_cast<double>(losses[t]);
            ++tokens;
        }
    return tokens > 0 ? sum / static_cast<double>(tokens) : 0;
}

/// The ids of one row of a batch in words, special tokens left out.
std::string textOf(const Vocabulary* vocabulary, std::span<const TokenId> ids) {
    if (vocabulary)
        return vocabulary->decode({ids.begin(), ids.end()});
    std::string text;
    for (const TokenId id : ids)
        if (specialToken(id).empty())
            text += (text.empty() ? "" : " ") + std::to_string(id);
    return text;
}

/// The rows of numbers that are no padding; patches of a picture as its shapes.
std::string textOf(std::span<const float> numbers, std::span<const float> keep) {
    const std::size_t features = keep.empty() ? 1 : numbers.size() / keep.size();
    const auto rows = static_cast<std::size_t>(std::ranges::count(keep, 1.0F));
    if (features == static_cast<std::size_t>(patchNumbers))
        if (const auto shapes = shapesOf(numbers.first(rows * features)))
            return shapesText(*shapes);
    return rowsText(numbers.first(rows * features), static_cast<Index>(features));
}

/// The source with its labels where it hides something; the labels alone where it cannot.
std::string labelText(const Vocabularies& vocabularies, std::span<const TokenId> source,
                      std::span<const TokenId> labels) {
    const std::vector<bool> hidden = hiddenTokens(source, vocabularies.source.get());
    std::vector<TokenId> ids(labels.begin(), labels.end());
    for (std::size_t i = 0; i < hidden.size(); ++i)
        if (!hidden[i])
            ids[i] = source[i];
    return textOf(vocabularies.target.get(), ids);
}

/// As textOf(), with special tokens: a hidden word is one of them.
std::string wholeText(const Vocabulary* vocabulary, std::span<const TokenId> ids) {
    const Tokenizer* const tokenizer = vocabulary ? vocabulary->tokenizer() : nullptr;
    return tokenizer ? tokenizer->decode(ids, true) : textOf(vocabulary, ids);
}

/// Both sides of an example of a batch as a person would write them.
TextExample textsOf(const Batch& batch, Index example, const DataForm& form,
                    const Vocabularies& vocabularies) {
    if (form.exact && !form.hasTarget())
        return {wholeText(vocabularies.source.get(), batch.ids(inputs::sourceIds, example)),
                wholeText(vocabularies.target.get(), batch.ids(inputs::labelIds, example))};
    TextExample texts;
    if (form.hasSource())
        texts.source = form.sourceIsNumbers() ? textOf(batch.numbers(inputs::sourceValues, example),
                                                       batch.numbers(inputs::sourceKeep, example))
                                              : textOf(vocabularies.source.get(),
                                                       batch.ids(inputs::sourceIds, example));
    texts.target = form.targetIsNumbers()
                       ? textOf(batch.numbers(inputs::labelValues, example),
                                batch.numbers(inputs::labelKeep, example))
                       : labelText(vocabularies, batch.ids(inputs::sourceIds, example),
                                   batch.ids(inputs::labelIds, example));
    return texts;
}

} // namespace

StepWalk::StepWalk(const Trainer& trainer, Vocabularies vocabularies, std::string caption)
    : m_graph(trainer.modelGraph()), m_form(trainer.modelConfig()),
      m_vocabularies(std::move(vocabularies)), m_caption(std::move(caption)) {
    trainer.batches().fill(trainer.stepsDone(), m_batch);
    takeStep(trainer);
    lookAgain(trainer);
    describe();
}

void StepWalk::takeStep(const Trainer& trainer) {
    m_parameters.addFrom(*m_graph.graph);
    copyEntries(trainer.parameters(), m_parameters);
    m_step =
        trainer.compileFor(m_parameters, {.batch = 1, .keepAll = true, .keep = {}, .threads = 1});
    m_before = valuesToBeReplaced(*m_step);
    trainer.feed(*m_step, m_batch, trainer.stepsDone() + 1);
    m_step->run();
    m_result = trainer.resultOf(*m_step, trainer.stepsDone() + 1);
}

/// The same program once more on the updated weights, for its forward part.
void StepWalk::lookAgain(const Trainer& trainer) {
    m_spent.addFrom(*m_graph.graph);
    copyEntries(m_parameters, m_spent);
    m_after = trainer.compileFor(
        m_spent,
        {.batch = 1, .keepAll = false, .keep = forwardNodes(*m_graph.graph), .threads = 1});
    m_updated = valuesToBeReplaced(*m_after);
    trainer.feed(*m_after, m_batch, trainer.stepsDone() + 1);
    m_after->run();
    m_lossAfter = static_cast<double>(m_after->value(m_graph.loss)[0]);
}

void StepWalk::describe() {
    for (Index i = 0; i < m_batch.size; ++i) {
        const std::vector<bool> labelled = m_batch.labelled(i);
        TextExample texts = textsOf(m_batch, i, m_form, m_vocabularies);
        Example example;
        example.source = std::move(texts.source);
        example.target = std::move(texts.target);
        example.lossBefore = meanLoss(*m_step, m_graph.tokenLoss, labelled, i);
        example.lossAfter = meanLoss(*m_after, m_graph.tokenLoss, labelled, i);
        m_examples.push_back(std::move(example));
    }
}

std::vector<Tensor> StepWalk::valuesOf(Index example, Moment moment) const {
    const bool step = moment == Moment::Step;
    const std::vector<Tensor>& replaced = step ? m_before : m_updated;
    std::vector<Wanted> wanted;
    for (const Node& node : m_graph.graph->nodes()) {
        const bool computed = step || node.role == Role::Forward || node.role == Role::Input;
        if (computed && !isReplaced(*m_graph.graph, node))
            wanted.push_back({node.id, example});
    }
    std::vector<Tensor> values = spread(step ? *m_step : *m_after, wanted);
    for (const Node& node : m_graph.graph->nodes())
        if (isReplaced(*m_graph.graph, node))
            values[node.id] = replaced[node.id];
    return values;
}

ExampleWords StepWalk::words(Index example, RowWords rows) const {
    return wordsOf(m_batch, example, m_form, m_vocabularies.source.get(),
                   m_vocabularies.target.get(), rows);
}

std::shared_ptr<const Trace> StepWalk::trace(Index example, Moment moment) const {
    assert(example >= 0 && example < static_cast<Index>(m_examples.size()));
    auto trace = std::make_shared<Trace>();
    trace->graph = m_graph.graph;
    trace->values = valuesOf(example, moment);
    ExampleWords words = this->words(example);
    trace->sourceTokens = std::move(words.source);
    trace->targetTokens = std::move(words.target);
    trace->labels = std::move(words.labels);
    addWords(*trace, m_vocabularies);
    trace->step = moment == Moment::Step ? m_result.step - 1 : m_result.step;
    trace->model = m_caption + " · training example " + std::to_string(example + 1) + " of " +
                   std::to_string(m_examples.size());
    trace->example = example;
    trace->batch = static_cast<Index>(m_examples.size());
    return trace;
}

} // namespace gf
