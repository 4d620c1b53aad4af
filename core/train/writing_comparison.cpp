// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/writing_comparison.h"

#include "core/data/feed.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"
#include "core/train/generate.h"

#include <algorithm>

namespace gf {

namespace {

/// A forward pass that reads any text in the place of the example's.
class Writer {
public:
    Writer(const ProbedModel& model, const ProbeExample& example)
        : m_length(static_cast<Index>(example.target.ids.size()) + (model.model.exactIds ? 0 : 1)) {
        const ModelConfig& config = model.model;
        const DataForm form(config);
        const Index special = form.sourceIsNumbers() || form.exact ? 0 : 1;
        const Index source = form.hasSource() ? example.source.length(form.features) + special : 0;
        m_graph =
            buildModel(config, {.sourceLength = source, .targetLength = m_length, .loss = false});
        m_program = model.backend.compile(m_graph.graph, model.parameters,
                                          {.batch = 1, .keepAll = true, .keep = {}, .threads = 1});
        Batch batch = makeBatch(form, {{example.source, example.target}}, source, m_length);
        hidePadding(batch, model.vocabularies.rules.padding);
        feed(*m_program, m_graph, batch);
    }

    /// [T,V] after each of the tokens read, padding behind them.
    Tensor probabilities(const std::vector<TokenId>& read) {
        std::vector<float> ids(read.begin(), read.end());
        std::vector<float> keep(read.size(), 1.0F);
        ids.resize(m_length);
        keep.resize(m_length);
        m_program->setInput(m_graph.input(inputs::targetIds), ids);
        m_program->setInput(m_graph.input(inputs::targetKeep), keep);
        m_program->run();
        return m_program->value(m_graph.probabilities);
    }

private:
    Index m_length;
    ModelGraph m_graph;
    std::unique_ptr<Program> m_program;
};

double probabilityOf(const Tensor& probabilities, std::size_t row, TokenId id) {
    return static_cast<double>(rowOf(probabilities, static_cast<Index>(row))[id]);
}

} // namespace

std::vector<WrittenToken> compareWriting(const ProbedModel& model, const ProbeExample& example,
                                         const WritingStart& start) {
    if (!model.model.hasDecoder() || model.model.output != Output::Words)
        throw Error(phrase("this model writes no words one after the other"));
    model.run(example); // checks the example
    Writer writer(model, example);
    const bool exact = model.model.exactIds;
    std::vector<TokenId> read = example.target.ids;
    if (!exact)
        read.insert(read.begin(), sosId);
    const std::vector<TokenId> answer(read.begin() + 1, read.end());
    read.front() = start.token.value_or(read.front());
    const Tensor forced = writer.probabilities(read);
    const AnswerTokens answers = answerTokensOf(model.model, model.vocabularies);
    std::vector<WrittenToken> tokens(answer.size() + (exact ? 0 : 1));
    for (std::size_t t = 0; t < tokens.size(); ++t) {
        tokens[t].label = t < answer.size() ? answer[t] : eosId;
        tokens[t].forced = mostLikely(rowOf(forced, static_cast<Index>(t)), answers.first);
        tokens[t].forcedProbability = probabilityOf(forced, t, tokens[t].label);
    }
    const std::size_t given = std::min(static_cast<std::size_t>(start.given), answer.size());
    read.resize(1 + given);
    for (std::size_t t = 0; t < tokens.size(); ++t) {
        if (t < given) {
            tokens[t].free = answer[t];
            tokens[t].freeProbability = 1;
            continue;
        }
        const Tensor free = writer.probabilities(read);
        const TokenId said = mostLikely(rowOf(free, static_cast<Index>(t)), answers.first);
        tokens[t].free = said;
        tokens[t].freeProbability = probabilityOf(free, t, tokens[t].label);
        if (answers.isEnd(said))
            break;
        read.push_back(said);
    }
    return tokens;
}

} // namespace gf
