// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/run_answer.h"

#include "core/data/real_numbers.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <utility>

namespace gf {

namespace {

/// The answer of a text model goes on for this long.
constexpr Index continuation = 24;

/// Whether of each token that is to be filled in it is known what is right; where none can be
/// hidden all of them are.
bool asksAllOf(const ExampleData& data, const Vocabulary* sourceWords) {
    const std::vector<bool> hidden = hiddenTokens(data.source.ids, sourceWords);
    if (hidden.empty())
        return true;
    const auto asked = std::ranges::count(hidden, true);
    return asked > 0 && std::ssize(data.target.known()) == asked;
}

} // namespace

Generator& RunAnswer::generator() {
    if (!m_generator)
        m_generator = std::make_unique<Generator>(
            *m_run.backend().backend, m_run.description().model, m_run.weights(), m_run.changes(),
            m_run.description().vocabularies);
    return *m_generator;
}

/// A decoder that answers a source without a target has nothing to read but what it says itself.
bool RunAnswer::isOwnTarget() const {
    const ModelConfig& model = m_run.description().model;
    return model.hasEncoder() && model.hasDecoder() && m_example.get().target.empty();
}

bool RunAnswer::wantsGradients() const {
    return m_wantsGradients || !m_run.description().model.exactIds;
}

ProbeExample RunAnswer::probeExample() {
    ProbeExample example = probeExampleOf(m_example.data());
    example.padding = m_example.get().padding;
    if (isOwnTarget()) {
        if (!m_rows)
            follow(say({}, {}));
        example.target = *m_rows;
        example.answered = true;
    }
    // Without labels there is nothing to be wrong about.
    if (example.answered || (!m_run.description().model.hasDecoder() && example.target.empty()))
        example.loss = false;
    example.gradients = example.loss && wantsGradients();
    example.frozenLayers = m_run.description().train.frozenLayers;
    return example;
}

Generation RunAnswer::say(const std::stop_token& stop, const Wrote& wrote) {
    const ExampleData data = m_example.data();
    const ModelConfig& model = m_run.description().model;
    const bool goesOn = model.architecture == Architecture::Decoder;
    if (!model.hasLoss()) // it says nothing
        return {};
    if (model.output == Output::Values) {
        const std::vector<float> prompt = goesOn ? data.target.numbers : std::vector<float>();
        const Index rows = goesOn || data.target.empty() ? forecastLength(m_run.description())
                                                         : data.target.length(model.features);
        return generator().forecast(data.source, prompt, rows, stop, wrote);
    }
    const std::vector<TokenId> prompt = goesOn ? data.target.ids : std::vector<TokenId>();
    // Nobody knows how long an opened model goes on; ours were made for short answers.
    const Index translation = model.exactIds ? continuation + 2 * data.source.length(1) : 0;
    return generator().generate(data.source, prompt, {}, goesOn ? continuation : translation, stop,
                                wrote);
}

bool RunAnswer::follow(const Generation& said) {
    if (!isOwnTarget())
        return false;
    const ModelConfig& model = m_run.description().model;
    Sequence rows;
    rows.ids = said.ids;
    rows.numbers = said.numbers;
    const bool isOfWords = model.output == Output::Words;
    if (isOfWords && !said.finished && !rows.ids.empty())
        rows.ids.pop_back(); // nothing was read after it
    const Index room = model.maxLength - m_example.get().padding - (isOfWords ? 1 : 0);
    if (rows.length(model.features) > room) {
        const auto most = static_cast<std::size_t>(std::max<Index>(0, room));
        rows.ids.resize(std::min(rows.ids.size(), most));
        rows.numbers.resize(
            std::min(rows.numbers.size(), most * static_cast<std::size_t>(model.features)));
    }
    if (model.exactIds)
        rows.ids.insert(rows.ids.begin(), generator().answerTokens().start);
    if (m_rows == rows)
        return false;
    m_rows = std::move(rows);
    return true;
}

Answer RunAnswer::describe(const Generation& said, bool isAll) const {
    const ModelConfig& model = m_run.description().model;
    const Vocabularies& words = m_run.description().vocabularies;
    const bool goesOn = model.architecture == Architecture::Decoder;
    const bool hasTarget = !m_example.get().target.empty();
    Answer answer;
    answer.givesRows = isOwnTarget();
    if (model.output == Output::Values) {
        answer.text = shortRowsText(said.numbers, model.features);
        answer.hasTarget = goesOn || hasTarget;
        return answer;
    }
    const ExampleData data = m_example.data();
    const FilledIn filled = filledIn(said, data.source.ids, words.source.get());
    answer.probabilities = filled.said.probabilities;
    if (words.target) {
        answer.text =
            isAll ? words.target->decode(filled.text) : words.target->decodeBeginning(filled.text);
        for (const TokenId id : filled.said.ids)
            answer.tokens.push_back(words.target->token(id));
    } else if (model.exactIds) {
        for (const TokenId id : filled.said.ids)
            answer.tokens.push_back("#" + std::to_string(id));
        for (const TokenId id : filled.text)
            answer.text += (answer.text.empty() ? "" : " ") + std::to_string(id);
    }
    if (said.finished && model.hasDecoder()) {
        answer.tokens.push_back(said.end && words.target ? words.target->token(*said.end)
                                                         : "<eos>");
        answer.probabilities.push_back(said.endProbability);
    }
    if (model.exactIds && !model.hasDecoder()) {
        const std::vector<bool> hidden = hiddenTokens(data.source.ids, words.source.get());
        answer.hasTarget = std::ranges::count(hidden, true) > 0 &&
                           data.target.ids.size() == data.source.ids.size();
        answer.matchesTarget = filled.text == data.target.ids;
        return answer;
    }
    answer.hasTarget = !goesOn && hasTarget && asksAllOf(data, words.source.get());
    if (answer.hasTarget)
        judge(answer, filled.said.ids);
    return answer;
}

/// As the share of right answers counts it: a round trip is as short the other way round.
void RunAnswer::judge(Answer& answer, const std::vector<TokenId>& ids) const {
    const Example& example = m_example.get();
    const Task* const task = m_run.task();
    const auto score = task ? task->score({example.source, example.target}, Sequence(ids))
                            : std::optional<Score>();
    answer.matchesTarget = score ? score->right : answer.text == example.target;
    const bool isWhole = answer.text.size() == example.target.size();
    if (score && isWhole && m_run.description().model.output == Output::Pointer)
        answer.tourRatio = score->error;
}

Written RunAnswer::write(const GenerationSettings& settings, const std::stop_token& stop,
                         const Grew& grew) {
    const ModelConfig& model = m_run.description().model;
    const Vocabularies& words = m_run.description().vocabularies;
    if (model.output == Output::Values)
        throw Error(phrase("this model says numbers, and there are no words to choose among; its "
                           "forecast is the operation Prediction, which the view Series draws"));
    if (!words.target)
        throw Error(phrase("this model has no vocabulary; there are no words to write with"));
    WritingTask task;
    const ExampleData data = m_example.data();
    task.source = data.source;
    if (!model.hasEncoder()) {
        // A trace shows as much as the model can read at once.
        task.prompt = data.target.ids;
        const auto length = static_cast<Index>(task.prompt.size());
        task.limit = std::clamp<Index>(model.maxLength - length, 1, continuation);
    }
    return writeDown(generator(), task, settings, *words.target, stop, grew);
}

} // namespace gf
