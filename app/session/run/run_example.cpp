// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/run_example.h"

#include "core/data/real_numbers.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

namespace gf {

namespace {

/// What is too long about a sequence, with its special tokens and padding; empty when it fits.
Sentence lengthFault(Index tokens, Index special, Index padding, Index most) {
    const Index length = tokens + special + padding;
    if (length <= most)
        return {};
    return {
        phrase("too long by %1: this model reads at most %2, special tokens and padding included"),
        counted(length - most, noun::tokens), most};
}

/// The numbers of tokens as a person types them where nobody knows words: "5, 6 7". Throws Error.
std::vector<TokenId> typedIds(const std::string& text, Index vocabulary) {
    constexpr std::string_view between = " ,\t";
    std::vector<TokenId> ids;
    for (std::size_t at = text.find_first_not_of(between); at != std::string::npos;) {
        const std::size_t end = std::min(text.find_first_of(between, at), text.size());
        const std::string one = text.substr(at, end - at);
        TokenId id = 0;
        const auto [rest, error] = std::from_chars(one.data(), one.data() + one.size(), id);
        if (error != std::errc() || rest != one.data() + one.size() || id < 0 || id >= vocabulary)
            throw Error(phrase("has %1, which is the number of no token; the folder has no "
                               "tokenizer, and so tokens are given by their numbers, 0 to %2"),
                        inQuotes(one), vocabulary - 1);
        ids.push_back(id);
        at = text.find_first_not_of(between, end);
    }
    return ids;
}

/// A sentence for an opened model, with a hidden word where it can fill one in.
TextExample openedExample(const ModelConfig& model, const Vocabularies& words) {
    constexpr const char* numbers = "1 2 3 4 5 6";
    if (!model.hasEncoder())
        return {"", words.target ? "The cat sat on the" : numbers};
    if (!words.source)
        return {numbers, ""};
    const std::string hidden(words.source ? words.source->maskText() : std::string_view());
    if (model.output == Output::Words && !model.hasDecoder() && !hidden.empty())
        return {"The cat sat on the " + hidden + ".", ""};
    return {"The cat sat on the mat.", ""};
}

/// The same, or none where the model lacks a token that it has.
TextExample readableExample(const ModelConfig& model, const Vocabularies& words) {
    const TextExample example = openedExample(model, words);
    try {
        exampleData(example, DataForm(model), words.source.get(), words.target.get());
    } catch (const Error&) {
        return {};
    }
    return example;
}

/// Something to look at where no task has an example. Words may be none, rows of numbers may not.
TextExample withoutTask(const ModelConfig& model, const Vocabularies& words) {
    TextExample example;
    if (model.exactIds)
        return readableExample(model, words);
    if (model.input != Input::Values)
        return example;
    const Index rows = std::min<Index>(4, model.maxLength);
    std::vector<float> numbers;
    std::string places;
    for (Index row = 0; row < rows; ++row) {
        numbers.insert(numbers.end(), static_cast<std::size_t>(model.features),
                       0.25F * static_cast<float>(row + 1));
        places += (row > 0 ? " " : "") + std::to_string(row + 1);
    }
    if (model.hasEncoder())
        example.source = rowsText(numbers, model.features);
    if (model.output == Output::Values)
        example.target = rowsText(numbers, model.features);
    else if (model.output == Output::Pointer)
        example.target = places;
    return example;
}

/// What is wrong with the rows that a pointer is to choose from so many; empty when nothing is.
Sentence choiceFault(std::span<const TokenId> ids, Index rows) {
    std::vector<bool> chosen(rows);
    for (const TokenId id : ids) {
        const Index place = static_cast<Index>(id) - firstPlace;
        if (place < 0 || place >= rows)
            return {phrase("names what the source does not have; its rows are 1 to %1"), rows};
        if (chosen[place])
            return {phrase("names row %1 twice; each can be chosen once"), place + 1};
        chosen[place] = true;
    }
    return {};
}

/// Names the tokens that the vocabulary does not have, each once; empty when it has them all.
Sentence unknownTokens(const std::shared_ptr<const Vocabulary>& vocabulary,
                       const std::string& text) {
    constexpr std::size_t named = 5;
    const std::vector<std::string> unknown =
        vocabulary ? vocabulary->unknownIn(text) : std::vector<std::string>();
    if (unknown.empty())
        return {};
    std::string which;
    for (std::size_t i = 0; i < unknown.size() && i < named; ++i)
        which += (i > 0 ? ", " : "") + inQuotes(unknown[i]); // a tab is seen to be one
    if (unknown.size() > named)
        which += ", …";
    return {unknown.size() == 1 ? phrase("%1 is unknown to this model and is read as <unk>")
                                : phrase("%1 are unknown to this model and are read as <unk>"),
            which};
}

/// That a sequence is longer than any that the run is trained on; empty where it is not.
Sentence untrainedLength(const ModelConfig& model, Index length, Index trained) {
    if (trained == 0 || length <= trained)
        return {};
    return {model.positional == Positional::Learned && !model.isRecurrent()
                ? phrase("longer than anything that this run is trained on, which is at most %1: "
                         "the positions beyond that learn nothing")
                : phrase("longer than anything that this run is trained on, which is at most %1"),
            counted(trained, noun::tokens)};
}

} // namespace

RunExample::RunExample(const RunModel& run) : m_run(run) {
    const RunDescription& what = run.description();
    const auto& kept = what.example;
    TextExample first =
        run.task() ? run.task()->showcase() : withoutTask(what.model, what.vocabularies);
    if (!run.task() && kept && !faultsOf({kept->source, kept->target}).impossible)
        first = *kept;
    set({first.source, first.target});
}

Sequence RunExample::sourceOf(const std::string& text) const {
    const ModelConfig& model = m_run.description().model;
    const auto& words = m_run.description().vocabularies.source;
    if (!model.hasEncoder())
        return {};
    return model.exactIds && !words
               ? Sequence(typedIds(text, model.sourceVocab))
               : sequenceOf(text, DataForm(model).sourceIsNumbers(), model.features, words.get());
}

Sequence RunExample::targetSequence(const std::string& text) const {
    const ModelConfig& model = m_run.description().model;
    const auto& words = m_run.description().vocabularies.target;
    if (text.empty() && !model.hasDecoder())
        return {}; // no labels, and not those of what a tokenizer puts around a text
    return model.exactIds && !words && model.output == Output::Words
               ? Sequence(typedIds(text, model.targetVocab))
               : sequenceOf(text, DataForm(model).targetIsNumbers(), model.features, words.get());
}

ExampleData RunExample::dataOf(const Example& example) const {
    const RunDescription& run = m_run.description();
    ExampleData data{sourceOf(example.source), targetSequence(example.target)};
    keepKnowableLabels(data, DataForm(run.model), run.vocabularies.source.get(),
                       run.vocabularies.target.get());
    // With exact ids nothing is added: without a word there would be nothing to look at.
    std::vector<TokenId>& read = run.model.hasEncoder() ? data.source.ids : data.target.ids;
    if (run.model.exactIds && read.empty())
        read.push_back(0);
    return data;
}

std::vector<ExampleData> RunExample::earlier() const {
    std::vector<ExampleData> all;
    for (const Example& example : m_earlier)
        all.push_back(dataOf(example));
    return all;
}

ExampleFaults RunExample::faultsOf(const Example& example) const {
    const ModelConfig& model = m_run.description().model;
    const Vocabularies& words = m_run.description().vocabularies;
    const DataForm form(model);
    ExampleFaults faults;
    const auto read = [&](const auto& sequence, Sentence& fault) {
        try {
            return sequence();
        } catch (const Error& error) {
            fault = error.sentence();
            return Sequence();
        }
    };
    const Sequence source = read([&] { return sourceOf(example.source); }, faults.source);
    const Sequence target = read([&] { return targetSequence(example.target); }, faults.target);
    faults.impossible = !faults.source.empty() || !faults.target.empty();
    if (faults.impossible)
        return faults;
    const Index sourceRows = source.length(model.features);
    const Index targetRows = target.length(model.features);
    const Index sourceSpecial = form.sourceIsNumbers() || form.exact ? 0 : 1;
    const Index targetSpecial = form.output == Output::Words && !form.exact ? 1 : 0;
    if (model.hasEncoder())
        faults.source =
            form.sourceIsNumbers() && sourceRows == 0
                ? Sentence(phrase("has no numbers; give at least one row"))
                : lengthFault(sourceRows, sourceSpecial, example.padding, model.maxLength);
    if (model.hasDecoder())
        faults.target = lengthFault(targetRows, targetSpecial, example.padding, model.maxLength);
    else if (!target.empty() && sourceRows != targetRows)
        faults.target = {phrase("has %1, but the source has %2; each needs one"),
                         counted(targetRows, noun::labels), counted(sourceRows, noun::tokens)};
    if (model.output == Output::States && words.source) {
        const Sequence second = read(
            [&] { return Sequence(words.source->encodeFramed(example.target)); }, faults.target);
        if (faults.target.empty())
            faults.target = lengthFault(second.length(1), 0, 0, model.maxLength);
    }
    if (faults.target.empty() && form.points())
        faults.target = choiceFault(target.ids, sourceRows);
    faults.impossible = !faults.source.empty() || !faults.target.empty();
    if (!faults.impossible && !form.sourceIsNumbers())
        faults.source = unknownTokens(words.source, example.source);
    if (!faults.impossible && form.output == Output::Words)
        faults.target = unknownTokens(words.target, example.target);
    // What an opened model learned elsewhere nobody knows.
    if (const Task* const task = model.exactIds || faults.impossible ? nullptr : m_run.task()) {
        if (faults.source.empty() && !form.sourceIsNumbers())
            faults.source =
                untrainedLength(model, sourceRows + sourceSpecial, task->sourceLength());
        if (faults.target.empty() && form.output == Output::Words && model.hasDecoder())
            faults.target =
                untrainedLength(model, targetRows + targetSpecial, task->targetLength());
    }
    return faults;
}

/// Empty where nobody knows it.
std::string RunExample::targetOf(const std::string& source) const {
    if (m_run.task())
        if (const auto answer = m_run.task()->answerTo(source))
            return *answer;
    return source == m_known.source ? m_known.target : std::string();
}

Example RunExample::meant(Example typed) {
    if (m_run.description().model.output == Output::States)
        return typed; // beside the sentence stands another one, which does not follow it
    // Who types fast has not seen yet that the target followed.
    const bool targetStays = !std::exchange(typed.wroteTarget, false) &&
                             (typed.target == m_example.target || typed.target == m_typedTarget);
    m_typedTarget = typed.target;
    if (targetStays)
        typed.target = typed.source == m_example.source ? m_example.target : targetOf(typed.source);
    return typed;
}

void RunExample::set(const Example& example) {
    constexpr std::size_t mostEarlier = 100;
    const auto isSame = [](const Example& one, const Example& other) {
        return one.source == other.source && one.target == other.target;
    };
    if (!isSame(m_example, example) && !isSame(m_example, {}))
        m_earlier.insert(m_earlier.begin(), m_example);
    std::erase_if(m_earlier, [&](const Example& one) { return isSame(one, example); });
    if (m_earlier.size() > mostEarlier)
        m_earlier.pop_back();
    m_example = example;
    if (!example.target.empty())
        m_known = example;
}

std::optional<Example> RunExample::another() {
    const Index count = m_run.task() ? m_run.task()->validationCount() : 0;
    if (count == 0)
        return std::nullopt;
    const TextExample next = m_run.task()->validation(m_next++ % count);
    return Example{next.source, next.target, m_example.padding};
}

} // namespace gf
