// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/opened_text_task.h"

#include "core/data/draws.h"
#include "core/data/task_base.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <cassert>

namespace gf {

namespace {

constexpr Index mostTokens = 128;
constexpr Index fewestTokens = 40;
constexpr Index mostValidated = 64;
constexpr std::ptrdiff_t shownTokens = 16;

TrainConfig fineTraining() {
    TrainConfig train;
    train.steps = 200;
    train.batch = 4;
    train.optimizer = OptimizerKind::AdamW;
    train.learningRate = 5e-5;
    train.weightDecay = 0.01;
    train.clipNorm = 1;
    return train;
}

class OpenedTextTask final : public TaskBase {
public:
    OpenedTextTask(TaskFacts facts, std::vector<TokenId> ids, Index trained)
        : TaskBase(std::move(facts)), m_ids(std::move(ids)), m_trained(trained) {}

    TextExample training(std::uint64_t seed, std::uint64_t index) const override {
        return textOf(trainingData(seed, index));
    }
    ExampleData trainingData(std::uint64_t seed, std::uint64_t index) const override {
        const auto places = static_cast<std::uint64_t>(m_trained - targetLength() + 1);
        return window(static_cast<Index>(Draws(seed, index).below(places)));
    }
    Index validationCount() const override {
        const Index rest = static_cast<Index>(m_ids.size()) - m_trained;
        return std::min(rest / targetLength(), mostValidated);
    }
    TextExample validation(Index index) const override { return textOf(validationData(index)); }
    ExampleData validationData(Index index) const override {
        assert(index >= 0 && index < validationCount());
        return window(m_trained + index * targetLength());
    }
    /// Half of a text is given, the model writes on.
    Index promptLength(const TextExample&) const override { return targetLength() / 2; }

private:
    ExampleData window(Index begin) const {
        const auto first = m_ids.begin() + begin;
        return {{}, std::vector<TokenId>(first, first + targetLength())};
    }
    TextExample textOf(const ExampleData& data) const {
        return {"", targetVocabulary()->decode(data.target.ids)};
    }

    std::vector<TokenId> m_ids; ///< the whole text
    Index m_trained;            ///< how much of it, from the start, is for training
};

} // namespace

std::unique_ptr<Task> makeOpenedTextTask(std::string_view text, const Vocabulary& words,
                                         Index room) {
    std::vector<TokenId> ids = words.encode(text);
    const auto count = static_cast<Index>(ids.size());
    if (count < fewestTokens)
        throw Error(phrase("The text has only %1; a text to learn from has at least %2."),
                    counted(count, noun::tokens), fewestTokens);
    const Index trained = count - count / 10;
    TaskFacts facts;
    facts.name = "text";
    facts.architecture = Architecture::Decoder;
    facts.form.exact = true;
    facts.targetLength = std::min({mostTokens, room, count - trained});
    facts.showcase.target = words.decode(
        {ids.begin(), ids.begin() + std::min<std::ptrdiff_t>(std::min(count, room), shownTokens)});
    facts.target = words;
    facts.training = fineTraining();
    return std::make_unique<OpenedTextTask>(std::move(facts), std::move(ids), trained);
}

} // namespace gf
