// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/opened_text_task.h"

#include "core/data/example_draws.h"
#include "core/data/text_task.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tokenizer/tokenizer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>

namespace gf {

namespace {

constexpr Index fewestTokens = 40;
constexpr Index mostValidated = 64;
constexpr std::ptrdiff_t shownTokens = 16;
/// Of a window's tokens, those that an encoder is asked for.
constexpr double chosenShare = 0.15;

/// What follows is learnt, of a window as it is.
class NextTokensTask final : public WindowsTask {
public:
    using WindowsTask::WindowsTask;

    /// Half of a text is given, the model writes on.
    Index promptLength(const TextExample&) const override { return targetLength() / 2; }

protected:
    TextExample textOf(const ExampleData& data) const override {
        return {"", targetVocabulary()->decode(data.target.ids)};
    }
};

/// The special tokens that a tokenizer puts around a text.
struct Frame {
    std::vector<TokenId> before, behind;

    Index size() const { return std::ssize(before) + std::ssize(behind); }
};

Frame frameOf(const Vocabulary& words) {
    constexpr std::string_view any = "a";
    const std::vector<TokenId> framed = words.encodeFramed(any);
    const auto inner = std::ranges::search(framed, words.encode(any));
    return {{framed.begin(), inner.begin()}, {inner.end(), framed.end()}};
}

/// Hidden words are learnt.
class HiddenWordsTask final : public WindowsTask {
public:
    HiddenWordsTask(TaskFacts facts, Windows windows, Frame frame)
        : WindowsTask(std::move(facts), std::move(windows)), m_frame(std::move(frame)) {}

    bool countsTokens() const override { return true; }
    /// The beginning of a window, of the first that says what is right.
    TextExample showcase() const override {
        TextExample shown;
        for (Index i = 0; i < validationCount() && shown.target.empty(); ++i) {
            const std::vector<TokenId> ids = validationData(i).target.ids;
            const auto first = ids.begin() + std::ssize(m_frame.before);
            const auto most = std::ssize(ids) - m_frame.size();
            Draws draws(0, static_cast<std::uint64_t>(i));
            shown = textOf(exampleOf({first, first + std::min(most, shownTokens)}, draws));
        }
        return shown;
    }

protected:
    ExampleData exampleOf(std::vector<TokenId> window, Draws& draws) const override {
        ExampleData example;
        std::vector<TokenId>& labels = example.target.ids;
        labels = m_frame.before;
        labels.insert(labels.end(), window.begin(), window.end());
        labels.insert(labels.end(), m_frame.behind.begin(), m_frame.behind.end());
        example.source.ids = labels;
        example.target.keep.assign(labels.size(), false);

        std::vector<std::size_t> places(window.size());
        std::iota(places.begin(), places.end(), m_frame.before.size());
        const auto share = std::lround(chosenShare * static_cast<double>(places.size()));
        const auto count = static_cast<std::size_t>(std::max(1L, share));
        for (std::size_t i = 0; i < count; ++i) {
            std::swap(places[i], places[i + draws.below(places.size() - i)]);
            example.target.keep[places[i]] = true;
            hide(example.source.ids[places[i]], draws);
        }
        return example;
    }

    /// For people each chosen token is a mask. Without the frame, which a tokenizer puts around
    /// again. A window that begins inside a word, or hides a part of one, can be read as other
    /// tokens: then the text does not say what is right, as each token has a label or none has.
    TextExample textOf(const ExampleData& data) const override {
        const Vocabulary& words = *sourceVocabulary();
        const auto text = [&](std::span<const TokenId> ids) {
            const auto inner = ids.subspan(m_frame.before.size(),
                                           ids.size() - static_cast<std::size_t>(m_frame.size()));
            return words.tokenizer()->decode(inner, true);
        };
        std::vector<TokenId> asked = data.target.ids;
        for (std::size_t i = 0; i < asked.size(); ++i)
            if (data.target.keep[i])
                asked[i] = *words.mask();
        TextExample example{text(asked), text(data.target.ids)};
        if (words.encode(example.source).size() != words.encode(example.target).size())
            example.target.clear();
        return example;
    }

private:
    /// What the model reads instead of a chosen token: 80 % the mask, 10 % any token, 10 % it.
    void hide(TokenId& token, Draws& draws) const {
        const Vocabulary& words = *sourceVocabulary();
        const std::uint64_t choice = draws.below(10);
        if (choice < 8)
            token = *words.mask();
        else if (choice == 8)
            token = static_cast<TokenId>(draws.below(static_cast<std::uint64_t>(words.size())));
    }

    Frame m_frame;
};

/// Throws Error where hidden words cannot be learnt from these tokens.
void requireHiding(const Vocabulary& words, const std::vector<TokenId>& ids) {
    if (!words.mask())
        throw Error(phrase("The model's tokenizer has no mask token, which stands for a hidden "
                           "word; hidden words are what such a model learns."));
    if (std::ranges::find(ids, *words.mask()) != ids.end())
        throw Error(phrase("The text has %1 in it, which stands for a hidden word; write it in "
                           "another way."),
                    words.maskText());
}

} // namespace

TrainConfig openedTraining() {
    TrainConfig train;
    train.steps = 200;
    train.batch = 4;
    train.optimizer = OptimizerKind::AdamW;
    train.learningRate = 1e-4;
    train.weightDecay = 0.01;
    train.clipNorm = 1;
    return train;
}

TaskFacts openedFacts(const char* name, Architecture architecture, const Vocabulary& words) {
    TaskFacts facts;
    facts.name = name;
    facts.architecture = architecture;
    facts.form.exact = true;
    facts.target = words;
    facts.training = openedTraining();
    return facts;
}

std::unique_ptr<Task> makeOpenedTextTask(std::string_view text, const Vocabulary& words, Index room,
                                         Architecture architecture, Index context) {
    if (architecture == Architecture::EncoderDecoder)
        throw Error(phrase("An encoder–decoder learns from pairs, not from a text: choose pairs, "
                           "with a source, a tab and a target on each line."));
    std::vector<TokenId> ids = words.encode(text);
    const auto count = static_cast<Index>(ids.size());
    if (count < fewestTokens)
        throw Error(phrase("The text has only %1; a text to learn from has at least %2."),
                    counted(count, noun::tokens), fewestTokens);
    const bool hides = architecture == Architecture::Encoder;
    if (hides)
        requireHiding(words, ids);
    const Frame frame = hides ? frameOf(words) : Frame();
    const Index trained = count - count / 10;
    const Index most = std::min(context, room);
    const Index length = std::min(most - frame.size(), count - trained);
    if (length < 1)
        throw Error(phrase("There is room for %1 only, and the model's tokenizer puts as many "
                           "special ones around a text."),
                    counted(most, noun::tokens));
    TaskFacts facts = openedFacts("text", architecture, words);
    facts.training.context = length + frame.size();
    if (hides) {
        facts.source = words;
        facts.sourceLength = length + frame.size();
        return std::make_unique<HiddenWordsTask>(
            std::move(facts), Windows{std::move(ids), trained, length, mostValidated}, frame);
    }
    facts.targetLength = length;
    facts.showcase.target = words.decode(
        {ids.begin(), ids.begin() + std::min<std::ptrdiff_t>(std::min(count, room), shownTokens)});
    return std::make_unique<NextTokensTask>(
        std::move(facts), Windows{std::move(ids), trained, length, mostValidated});
}

} // namespace gf
