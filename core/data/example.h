// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/vocabulary.h"
#include "core/model/config.h"

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace gf {

/// One example as a person would write it. A decoder-only model has an empty source. For an
/// encoder-only model the target has one label for each token of the source. Rows of real numbers
/// are as rowsText() writes them; the target of a pointer is the rows of the source that it
/// chooses, the first of which is 1.
struct TextExample {
    std::string source;
    std::string target;
};

/// What kind of data a model is for.
struct DataForm {
    Architecture architecture = Architecture::EncoderDecoder;
    Input input = Input::TokenIds;
    Output output = Output::Words;
    Index features = 1; ///< f, of real numbers
    bool exact = false; ///< ids are read as they are given (ModelConfig::exactIds)

    DataForm() = default;
    DataForm(Architecture of) : architecture(of) {}
    explicit DataForm(const ModelConfig& model)
        : architecture(model.architecture), input(model.input), output(model.output),
          features(model.features), exact(model.exactIds) {}

    bool hasSource() const { return architecture != Architecture::Decoder; }
    bool hasTarget() const { return architecture != Architecture::Encoder; }
    bool sourceIsNumbers() const { return input == Input::Values; }
    bool targetIsNumbers() const { return output == Output::Values; }
    bool points() const { return output == Output::Pointer; }

    friend bool operator==(const DataForm&, const DataForm&) = default;
};

/// Of a pointer's target where it has not chosen yet, and of labels where none is known.
inline constexpr TokenId noLabel = padId;

/// One side of an example as a model reads it: token ids without special tokens (for a pointer's
/// target: firstPlace for the first row), or rows of real numbers, row-major.
struct Sequence {
    std::vector<TokenId> ids;
    std::vector<float> numbers;
    bool ends = true; ///< of labels of a source's tokens: that of `<eos>` is `<eos>`, not `<pad>`
    /// Of labels: which of them count; empty: all. Of a decoder's exact ids the first is of the
    /// second token, of others of the first.
    std::vector<bool> keep;

    Sequence() = default;
    Sequence(std::initializer_list<TokenId> tokens) : ids(tokens) {}
    Sequence(std::vector<TokenId> tokens) : ids(std::move(tokens)) {}
    Sequence(std::vector<float> rows) : numbers(std::move(rows)) {}

    /// How many tokens, or rows of `features` numbers.
    Index length(Index features) const {
        return numbers.empty() ? static_cast<Index>(ids.size())
                               : static_cast<Index>(numbers.size()) / features;
    }
    bool empty() const { return ids.empty() && numbers.empty(); }
    /// Of labels in our own vocabularies those that are known.
    std::vector<TokenId> known() const;

    friend bool operator==(const Sequence&, const Sequence&) = default;
};

/// A text as a model reads it: rows of `features` numbers where it is to be numbers, and otherwise
/// token ids; none where nobody knows the vocabulary. Throws Error for what is no text of numbers,
/// or not UTF-8.
Sequence sequenceOf(std::string_view text, bool numbers, Index features,
                    const Vocabulary* vocabulary);

/// Both sides of an example in the form of a model.
struct ExampleData {
    Sequence source;
    Sequence target;
};
ExampleData exampleData(const TextExample& example, const DataForm& form,
                        const Vocabulary* sourceWords, const Vocabulary* targetWords);

/// Sees to it that only those labels count which a model can know. Where it fills in hidden tokens
/// only these have a label; the others and `<eos>` have none, nor has a hidden one of which the
/// target does not say what it is. Where it answers questions about numbers
/// (Vocabulary::question()) these are the labels behind the question. Other examples
/// stay as they are, those too that have not as many labels as tokens, and of an opened model
/// those in which nothing is hidden, or that say themselves which labels count.
void keepKnowableLabels(ExampleData& data, const DataForm& form, const Vocabulary* sourceWords,
                        const Vocabulary* targetWords);

/// Which tokens of a source are hidden; empty where none can be.
std::vector<bool> hiddenTokens(std::span<const TokenId> source, const Vocabulary* sourceWords);

/// The words for the rows that a pointer can choose: "1", "2", … They follow from nothing but that
/// it is a pointer, and no file holds them.
Vocabulary placeWords(Index places = 64);

} // namespace gf
