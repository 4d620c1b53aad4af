// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/sequence.h"

#include "core/data/real_numbers.h"
#include "core/model/inputs.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <string>

namespace gf {

namespace {

/// The word of an id; where nobody knows the vocabulary the id itself.
std::string word(const Vocabulary* vocabulary, TokenId id) {
    if (vocabulary)
        return vocabulary->token(id);
    const std::string_view special = specialToken(id);
    return special.empty() ? std::to_string(id) : std::string(special);
}

} // namespace

void checkSequence(std::string_view what, std::span<const TokenId> ids, Index vocabulary,
                   Index room) {
    const std::string name(what);
    for (const TokenId id : ids) {
        if (id < 0 || id >= vocabulary)
            throw Error("the " + name + " has token id " + std::to_string(id) +
                        ", but the model's vocabulary has the ids " + std::to_string(unkId) +
                        " to " + std::to_string(vocabulary - 1));
        if (id < unkId)
            throw Error(
                "the " + name + " has token id " + std::to_string(id) +
                ", a special token; leave the special tokens 0, 1 and 2 out, they are added "
                "where they belong");
    }
    if (static_cast<Index>(ids.size()) > room)
        throw Error("the " + name + " has " + counted(ids.size(), "token") +
                    ", but the model's max_length has room for " + std::to_string(room) +
                    " beside the special tokens and the padding; shorten it");
}

void checkExactSequence(std::string_view what, std::span<const TokenId> ids, Index vocabulary,
                        Index room) {
    const std::string name(what);
    for (const TokenId id : ids)
        if (id < 0 || id >= vocabulary)
            throw Error("the " + name + " has token id " + std::to_string(id) +
                        ", but the model's vocabulary has the ids 0 to " +
                        std::to_string(vocabulary - 1));
    if (ids.empty())
        throw Error("the " + name + " has no token; give at least one");
    if (static_cast<Index>(ids.size()) > room)
        throw Error("the " + name + " has " + counted(ids.size(), "token") +
                    ", but the model's max_length has room for " + std::to_string(room) +
                    "; shorten it");
}

void checkRows(std::string_view what, Index rows, Index room) {
    if (rows > room)
        throw Error("the " + std::string(what) + " has " + counted(rows, "row") +
                    ", but the model's max_length has room for " + std::to_string(room) +
                    " beside the padding; shorten it");
    if (rows == 0 && what == "source")
        throw Error("the source has no numbers; give at least one row");
}

void checkPlaces(std::span<const TokenId> ids, Index rows) {
    std::vector<bool> chosen(rows);
    for (const TokenId id : ids) {
        const auto place = static_cast<Index>(id) - firstPlace;
        if (place < 0 || place >= rows)
            throw Error("the target names a row that the source does not have; its rows are 1 to " +
                        std::to_string(rows));
        if (chosen[place])
            throw Error("the target names row " + std::to_string(place + 1) +
                        " twice; each can be chosen once");
        chosen[place] = true;
    }
}

Tokens wordsOfRows(std::span<const float> numbers, std::span<const float> keep, bool started,
                   RowWords rows) {
    Tokens words;
    const std::size_t features = keep.empty() ? 1 : numbers.size() / keep.size();
    for (std::size_t row = 0; row < keep.size(); ++row)
        if (keep[row] == 0)
            words.emplace_back("<pad>");
        else if (started && row == 0)
            words.emplace_back("<sos>");
        else if (features == 1 || rows == RowWords::Numbers)
            words.push_back(
                rowsText(numbers.subspan(row * features, features), static_cast<Index>(features)));
        else
            words.push_back(std::to_string(started ? row : row + 1));
    return words;
}

Tokens wordsOf(const Vocabulary* vocabulary, std::span<const TokenId> ids) {
    Tokens words;
    for (const TokenId id : ids)
        words.push_back(word(vocabulary, id));
    return words;
}

namespace {

/// As wordsOf(); without a vocabulary no number of an opened model has a meaning that we know.
Tokens exactWordsOf(const Vocabulary* vocabulary, std::span<const TokenId> ids) {
    if (vocabulary)
        return wordsOf(vocabulary, ids);
    Tokens words;
    for (const TokenId id : ids)
        words.push_back("#" + std::to_string(id));
    return words;
}

} // namespace

ExampleWords wordsOf(const Batch& batch, Index example, const DataForm& form,
                     const Vocabulary* source, const Vocabulary* target, RowWords kind) {
    const auto rows = [&](std::string_view numbers, std::string_view keep, bool started) {
        return wordsOfRows(batch.numbers(numbers, example), batch.numbers(keep, example), started,
                           kind);
    };
    ExampleWords words;
    if (form.exact) {
        const auto kept = [&](const Vocabulary* known, std::string_view ids,
                              std::string_view keep) {
            Tokens read = exactWordsOf(known, batch.ids(ids, example));
            const std::span<const float> counts = batch.numbers(keep, example);
            for (std::size_t t = 0; t < read.size(); ++t)
                if (counts[t] == 0)
                    read[t] = "<pad>";
            return read;
        };
        words.source = kept(source, inputs::sourceIds, inputs::sourceKeep);
        words.target = kept(target, inputs::targetIds, inputs::targetKeep);
        words.labels = kept(target, inputs::labelIds, inputs::labelKeep);
        return words;
    }
    words.source = form.sourceIsNumbers() ? rows(inputs::sourceValues, inputs::sourceKeep, false)
                                          : wordsOf(source, batch.ids(inputs::sourceIds, example));
    if (form.targetIsNumbers()) {
        words.target = rows(inputs::targetValues, inputs::targetKeep, true);
        words.labels = rows(inputs::labelValues, inputs::labelKeep, false);
        return words;
    }
    const std::span<const TokenId> labels = batch.ids(inputs::labelIds, example);
    if (!form.points()) {
        words.target = wordsOf(target, batch.ids(inputs::targetIds, example));
        words.labels = wordsOf(target, labels);
        return words;
    }
    const std::span<const float> keep = batch.numbers(inputs::targetKeep, example);
    const std::vector<bool> labelled = batch.labelled(example);
    for (std::size_t t = 0; t < labels.size(); ++t) {
        const auto place = [&](std::size_t row) {
            return labelled[row] ? std::to_string(labels[row] - firstPlace + 1)
                                 : std::string("<pad>");
        };
        words.target.push_back(keep[t] == 0 ? "<pad>" : t == 0 ? "<sos>" : place(t - 1));
        words.labels.push_back(place(t));
    }
    return words;
}

} // namespace gf
