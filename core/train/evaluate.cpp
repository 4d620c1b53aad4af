// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/evaluate.h"

#include "core/data/feed.h"
#include "core/model/inputs.h"
#include "core/tensor/row.h"
#include "core/train/generate.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

namespace {

constexpr Index mostExamples = 64;

/// What a pass says of all its examples has at most so many numbers, 64 MiB: rows of fifty thousand
/// logits are few.
constexpr Index mostNumbers = Index{1} << 24;

/// How many examples of which the model says so much are measured by one pass.
Index sliceOf(const Graph& graph, std::span<const NodeId> said) {
    Index numbers = 0;
    for (const NodeId node : said)
        numbers += graph[node].shape.count();
    return std::clamp<Index>(mostNumbers / numbers, 1, mostExamples);
}

/// The place of the largest number of a row that is not −∞.
TokenId mostLikelyPlace(std::span<const float> row) {
    return static_cast<TokenId>(firstPlace + (std::ranges::max_element(row) - row.begin()));
}

void addTo(Score& sum, const Score& score) {
    sum.error += score.error;
    sum.unit += score.unit;
    sum.baselines.resize(std::max(sum.baselines.size(), score.baselines.size()));
    for (std::size_t i = 0; i < score.baselines.size(); ++i)
        sum.baselines[i] += score.baselines[i];
}

} // namespace

bool Evaluation::finite() const {
    return std::isfinite(loss) && (!measured || std::isfinite(measured->error));
}

Evaluator::Evaluator(const Backend& backend, const ModelConfig& model,
                     std::shared_ptr<const Task> task, Parameters& parameters, int threads,
                     Index limit, std::vector<Intervention> interventions)
    : m_task(std::move(task)), m_form(model) {
    const auto limited = [&](Index count) { return limit > 0 ? std::min(count, limit) : count; };
    m_kept.count = limited(m_task->validationCount());
    m_trained.count = limited(m_task->trainedCount());
    m_score.unit = 0;
    m_sourceLength = model.hasEncoder() ? m_task->sourceLength() : 0;
    m_targetLength = model.hasDecoder() ? m_task->targetLength() : 0;
    m_graph = buildModel(model, {.sourceLength = m_sourceLength,
                                 .targetLength = m_targetLength,
                                 .training = false,
                                 .loss = true,
                                 .gradients = false,
                                 .labelSmoothing = 0,
                                 .interventions = std::move(interventions)});
    std::vector<NodeId> keep = m_graph.said();
    keep.push_back(m_graph.tokenLoss);
    const Index slice = sliceOf(*m_graph.graph, keep);
    m_program = backend.compile(
        m_graph.graph, parameters,
        {.batch = std::clamp<Index>(std::max(m_kept.count, m_trained.count), 1, slice),
         .keepAll = false,
         .keep = std::move(keep),
         .threads = threads});
}

void Evaluator::restart() {
    for (Part* part : {&m_kept, &m_trained})
        *part = {.count = part->count};
    m_answers.reset();
    m_score = {};
    m_score.unit = 0;
    m_sizes.clear();
}

bool Evaluator::advance() {
    if (finished())
        return true;
    if (m_answers)
        sayRow(*m_answers);
    else
        startSlice();
    if (m_answers && m_answers->areWhole())
        scoreSlice(*std::exchange(m_answers, std::nullopt));
    return finished();
}

Index Evaluator::sliceCount() const {
    return std::min(m_program->batch(), part().count - part().next);
}

void Evaluator::startSlice() {
    // The program's batch is fixed: what is missing in the last slice repeats its last example.
    std::vector<TextExample> examples;
    std::vector<ExampleData> data;
    std::vector<Index> given;
    for (Index i = 0; i < m_program->batch(); ++i) {
        const Index number = std::min(part().next + i, part().count - 1);
        const bool kept = &part() == &m_kept;
        examples.push_back(kept ? m_task->validation(number) : m_task->trained(number));
        data.push_back(kept ? m_task->validationData(number)
                            : exampleData(examples.back(), m_form, m_task->sourceVocabulary(),
                                          m_task->targetVocabulary()));
        given.push_back(m_task->promptLength(examples.back()));
    }
    const Batch batch = makeBatch(m_form, data, m_sourceLength, m_targetLength);
    feed(*m_program, m_graph, batch);
    m_program->run();
    if (m_task->measure().empty())
        return countSlice(batch, examples, given);
    countLosses(batch, sliceCount());
    m_answers = unanswered(std::move(examples), std::move(given));
}

void Evaluator::countLosses(const Batch& batch, Index examples) {
    std::vector<Wanted> wanted;
    for (Index example = 0; example < examples; ++example)
        wanted.push_back({m_graph.tokenLoss, example});
    const std::vector<Tensor> values = m_program->values(wanted);
    for (Index example = 0; example < examples; ++example) {
        const Tensor& loss = values[example];
        const std::vector<bool> labelled = batch.labelled(example);
        for (Index t = 0; t < loss.count(); ++t) {
            if (!labelled[t])
                continue;
            part().lossSum += static_cast<double>(loss[t]);
            ++part().tokens;
        }
    }
}

Evaluator::Answers Evaluator::unanswered(std::vector<TextExample> examples,
                                         std::vector<Index> given) const {
    Answers answers;
    for (std::size_t e = 0; e < examples.size(); ++e) {
        ExampleData data = exampleData(examples[e], m_form, m_task->sourceVocabulary(),
                                       m_task->targetVocabulary());
        answers.rows.push_back(data.target.length(m_form.features));
        if (m_form.hasTarget()) {
            data.target.numbers.resize(m_form.targetIsNumbers() ? given[e] * m_form.features : 0);
            data.target.ids.resize(m_form.targetIsNumbers() ? 0 : given[e]);
        }
        answers.said.push_back(std::move(data));
    }
    answers.end = *std::ranges::max_element(answers.rows);
    answers.next = m_form.hasTarget() ? *std::ranges::min_element(given) : answers.end - 1;
    answers.examples = std::move(examples);
    answers.given = std::move(given);
    return answers;
}

/// One more row of each answer that has not all of its rows yet.
void Evaluator::sayRow(Answers& answers) {
    std::vector<ExampleData> asked = answers.said;
    for (ExampleData& data : asked) // a row that is not said yet
        if (m_form.hasTarget() && m_form.targetIsNumbers() &&
            data.target.length(m_form.features) < m_targetLength)
            data.target.numbers.resize(data.target.numbers.size() +
                                       static_cast<std::size_t>(m_form.features));
        else if (m_form.points() && data.target.length(1) < m_targetLength)
            data.target.ids.push_back(noLabel);
    feed(*m_program, m_graph, makeBatch(m_form, asked, m_sourceLength, m_targetLength));
    m_program->run();
    std::vector<Wanted> wanted;
    for (Index e = 0; e < m_program->batch(); ++e)
        wanted.push_back({m_graph.said().front(), e});
    const std::vector<Tensor> values = m_program->values(wanted);
    const Index t = answers.next++;
    for (std::size_t e = 0; e < answers.said.size(); ++e) {
        Sequence& target = answers.said[e].target;
        const Index rows = answers.rows[e];
        if (!m_form.hasTarget()) {
            const auto numbers = values[e].values();
            target.numbers.assign(numbers.begin(), numbers.begin() + rows * m_form.features);
        } else if (target.length(m_form.features) == t && t < rows && m_form.targetIsNumbers()) {
            const auto row = rowOf(values[e], t);
            target.numbers.insert(target.numbers.end(), row.begin(), row.end());
        } else if (m_form.points() && t < rows) {
            target.ids.push_back(mostLikelyPlace(rowOf(values[e], t)));
        }
    }
}

void Evaluator::scoreSlice(const Answers& answers) {
    const Index count = sliceCount();
    for (Index e = 0; e < count; ++e) {
        const auto at = static_cast<std::size_t>(e);
        Sequence answer = answers.said[at].target;
        if (m_form.targetIsNumbers())
            answer.numbers.erase(answer.numbers.begin(),
                                 answer.numbers.begin() + answers.given[at] * m_form.features);
        if (const std::optional<Score> score = m_task->score(answers.examples[at], answer))
            addScore(answers.examples[at], *score);
    }
    part().next += count;
}

void Evaluator::addAnswer(const TextExample& example, bool right) {
    part().rightExamples += right;
    if (m_task->sizeWord().empty() || &part() != &m_kept)
        return;
    OfSize& size = m_sizes[m_task->sizeOf(example)];
    if (size.examples++ == 0)
        size.score.unit = 0;
    size.right += right;
}

void Evaluator::addScore(const TextExample& example, const Score& score) {
    addAnswer(example, score.right);
    addTo(m_score, score);
    if (!m_task->sizeWord().empty() && &part() == &m_kept)
        addTo(m_sizes[m_task->sizeOf(example)].score, score);
}

void Evaluator::countSlice(const Batch& batch, const std::vector<TextExample>& texts,
                           const std::vector<Index>& given) {
    const Index examples = sliceCount();
    std::vector<Wanted> wanted;
    for (Index example = 0; example < examples; ++example) {
        wanted.push_back({m_graph.logits, example});
        wanted.push_back({m_graph.tokenLoss, example});
    }
    const std::vector<Tensor> values = m_program->values(wanted);
    // With exact ids no `<sos>` comes first: a row says the token behind the one that it reads.
    const Index shift = m_form.exact && m_form.hasTarget() ? 1 : 0;
    for (Index example = 0; example < examples; ++example) {
        const Tensor& logits = values[2 * example];
        const Tensor& loss = values[2 * example + 1];
        const auto row = static_cast<std::size_t>(logits.shape().columns());
        const std::span<const TokenId> labels = batch.ids(inputs::labelIds, example);
        const std::vector<bool> labelled = batch.labelled(example);
        bool right = true;
        for (Index t = 0; t < static_cast<Index>(labels.size()); ++t) {
            if (!labelled[t])
                continue;
            part().lossSum += static_cast<double>(loss[t]);
            ++part().tokens;
            if (t + shift < given[example])
                continue; // part of the question
            ++part().answerTokens;
            const auto said = logits.values().subspan(static_cast<std::size_t>(t) * row, row);
            const bool isRight =
                (m_form.exact ? mostLikely(said, 0) : mostLikely(said)) == labels[t];
            part().rightTokens += isRight;
            right = right && isRight;
        }
        addAnswer(texts[example], right);
    }
    part().next += examples;
}

namespace {

double share(Index part, Index whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

} // namespace

double Evaluator::Part::exact() const {
    return share(rightExamples, next);
}

Evaluation Evaluator::result() const {
    Evaluation evaluation;
    evaluation.examples = m_kept.next;
    evaluation.loss = m_kept.loss();
    evaluation.tokenAccuracy = share(m_kept.rightTokens, m_kept.answerTokens);
    evaluation.countsTokens = m_task->countsTokens();
    evaluation.accuracy = evaluation.countsTokens ? evaluation.tokenAccuracy : m_kept.exact();
    if (m_trained.count > 0)
        evaluation.trained = {m_trained.loss(), m_trained.exact(), m_trained.next};
    evaluation.measured = measuredOf(m_score);
    for (const auto& [size, of] : m_sizes)
        evaluation.bySize.push_back(
            {size, of.examples, share(of.right, of.examples), measuredOf(of.score)});
    return evaluation;
}

std::optional<Measured> Evaluator::measuredOf(const Score& sum) const {
    if (m_task->measure().empty() || sum.unit <= 0)
        return std::nullopt;
    Measured measured{std::string(m_task->measure()), sum.error / sum.unit, {}};
    const std::vector<std::string_view> names = m_task->baselines();
    for (std::size_t i = 0; i < sum.baselines.size() && i < names.size(); ++i)
        measured.baselines.push_back({std::string(names[i]), sum.baselines[i] / sum.unit});
    return measured;
}

Evaluation Evaluator::run() {
    restart();
    while (!advance()) {
    }
    return result();
}

} // namespace gf
