// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/example.h"

#include "core/data/real_numbers.h"
#include "core/model/inputs.h"

#include <algorithm>

namespace gf {

static_assert(firstPlace == specialTokens);

std::vector<TokenId> Sequence::known() const {
    std::vector<TokenId> labels = ids;
    std::erase(labels, noLabel);
    return labels;
}

Sequence sequenceOf(std::string_view text, bool numbers, Index features,
                    const Vocabulary* vocabulary) {
    if (numbers)
        return rowsIn(text, features);
    return vocabulary ? vocabulary->encodeFramed(text) : std::vector<TokenId>();
}

ExampleData exampleData(const TextExample& example, const DataForm& form,
                        const Vocabulary* sourceWords, const Vocabulary* targetWords) {
    ExampleData data;
    if (form.hasSource())
        data.source =
            sequenceOf(example.source, form.sourceIsNumbers(), form.features, sourceWords);
    // Without a text there are no labels, and not those of what a tokenizer puts around one.
    if (!form.exact || form.hasTarget() || !example.target.empty())
        data.target =
            sequenceOf(example.target, form.targetIsNumbers(), form.features, targetWords);
    keepKnowableLabels(data, form, sourceWords, targetWords);
    return data;
}

std::vector<bool> hiddenTokens(std::span<const TokenId> source, const Vocabulary* sourceWords) {
    std::vector<bool> hidden;
    if (!sourceWords || !sourceWords->mask())
        return hidden;
    for (const TokenId id : source)
        hidden.push_back(id == *sourceWords->mask());
    return hidden;
}

namespace {

/// Labels up to the question's end are those of tokens that nothing foretells.
void keepAnswer(Sequence& target, TokenId question) {
    const auto end = std::ranges::find(target.ids, question);
    if (target.keep.empty() && end != target.ids.end())
        target.keep.assign(static_cast<std::size_t>(end - target.ids.begin()) + 1, false);
}

} // namespace

void keepKnowableLabels(ExampleData& data, const DataForm& form, const Vocabulary* sourceWords,
                        const Vocabulary* targetWords) {
    if (form.architecture == Architecture::Decoder && targetWords && targetWords->question())
        return keepAnswer(data.target, *targetWords->question());
    if (form.hasTarget() || form.sourceIsNumbers())
        return;
    const std::vector<bool> hidden = hiddenTokens(data.source.ids, sourceWords);
    std::vector<TokenId>& labels = data.target.ids;
    if (hidden.empty() || labels.size() != hidden.size())
        return;
    if (form.exact) {
        if (!data.target.keep.empty() || std::ranges::find(hidden, true) == hidden.end())
            return;
        data.target.keep = hidden;
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (labels[i] == sourceWords->mask())
                data.target.keep[i] = false;
        return;
    }
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (!hidden[i] || labels[i] == sourceWords->mask())
            labels[i] = noLabel;
    data.target.ends = false;
}

Vocabulary placeWords(Index places) {
    std::vector<std::string> words;
    for (Index place = 1; place <= places; ++place)
        words.push_back(std::to_string(place));
    return {std::move(words), Tokenization::Words};
}

} // namespace gf
