// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/data/example.h"
#include "core/measure/answer.h"
#include "core/model/model.h"
#include "core/train/key_value_cache.h"
#include "core/train/probe.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace gf {

/// How the next token is chosen from the probabilities.
struct Sampling {
    double temperature = 0; ///< 0: greedy, always the most likely; 1: as the model says
    Index topK = 0;         ///< only the K most likely tokens; 0: all
    double topP = 1;        ///< only the fewest tokens that together reach P (Holtzman et al. 2020)
    std::uint64_t seed = 1; ///< of the draw; token n draws counter n
    /// `<eos>` is no answer: for models of text that was cut into windows, where it means the end
    /// of the window and not of the text.
    bool endless = false;
};

/// Which tokens a model answers with.
struct AnswerTokens {
    TokenId first = eosId;               ///< the first id that can be one, and all behind it can
    std::vector<TokenId> ends = {eosId}; ///< each ends an answer

    TokenId start = sosId;                 ///< what a decoder reads before the text
    std::optional<AnswerRules> rules = {}; ///< of a model of others

    bool isEnd(TokenId id) const { return std::ranges::find(ends, id) != ends.end(); }
    /// Logits or log probabilities of what comes behind a text, as the rules change them: −∞ is
    /// never chosen.
    std::vector<float> allowed(std::vector<float> scores, std::span<const TokenId> text) const;
    /// What stands in place `n` of an answer that has room for so many, whatever the model says.
    std::optional<TokenId> forcedAt(Index n, Index room) const;
};

/// A model with exact ids (ModelConfig::exactIds) answers with every token, and ends as its
/// rules or vocabularies say.
AnswerTokens answerTokensOf(const ModelConfig& model, const Vocabularies& words);

/// A source that a model is to answer: token ids or rows of real numbers, as in Sequence.
struct GivenSource {
    std::span<const TokenId> ids;
    std::span<const float> numbers;

    GivenSource() = default;
    GivenSource(std::span<const TokenId> tokens) : ids(tokens) {}
    GivenSource(const std::vector<TokenId>& tokens) : ids(tokens) {}
    GivenSource(const Sequence& sequence) : ids(sequence.ids), numbers(sequence.numbers) {}
};

/// What a model answered.
struct Generation {
    std::vector<float> numbers;        ///< rows of real numbers, where it says such
    std::vector<TokenId> ids;          ///< without special tokens at either end, without the prompt
    std::vector<double> probabilities; ///< of each id, as the model gave it (before sampling)
    bool finished = false;             ///< the model ended it
    std::optional<TokenId> end;        ///< by this token (AnswerTokens::ends)
    double endProbability = 0;         ///< of that
};

/// Hears what a model has written so far.
using Wrote = std::function<void(const Generation& soFar)>;

/// Hears of each token that is taken, of the one that ends the answer too, and from what.
using Took = std::function<void(TokenId id, const NextToken& from)>;

/// What a model answered that fills in hidden tokens (Vocabulary::mask()).
struct FilledIn {
    std::vector<TokenId> text; ///< the source with what was said of the hidden ones
    Generation said;           ///< of these alone
};
/// Of `said`, one token for each of the source. Where none can be hidden, all of it.
FilledIn filledIn(const Generation& said, std::span<const TokenId> source,
                  const Vocabulary* sourceWords);

/// The id of the largest logit or probability of a row from `first` on; `<pad>` and `<sos>` are
/// never an answer. Of equal ones the first.
TokenId mostLikely(std::span<const float> row, TokenId first = eosId);

/// Chooses a token from a row of logits: divide by the temperature, keep the top K, keep the top P,
/// draw with random number (seed, counter). Greedy at temperature 0. `first`: AnswerTokens::first.
TokenId chooseToken(std::span<const float> logits, const Sampling& sampling, std::uint64_t counter,
                    TokenId first = eosId);

/// A token that might come next, as it is looked at before one is taken.
struct Choice : TokenOdds {
    TokenId id = eosId;
};

/// What chooseToken() chooses from: every token that can be an answer, the most likely first, for
/// one row of logits and their probabilities.
std::vector<Choice> choicesFor(std::span<const float> logits, std::span<const float> probabilities,
                               const Sampling& sampling, TokenId first = eosId);

/// The number in [0, 1) that decides the draw of token `counter`: the first choice at which the
/// shares so far exceed it is taken.
double drawOf(const Sampling& sampling, std::uint64_t counter);

/// Lets a model write. Forward programs are compiled for lengths that are powers of two (at most
/// max_length) and kept, so that a new sentence costs no compiling.
class Generator {
public:
    /// `parameters` must outlive the generator and hold the model's parameters. The interventions
    /// are built into the model (core/model/intervened_model.h). `words` as in answerTokensOf().
    Generator(const Backend& backend, const ModelConfig& model, Parameters& parameters,
              std::vector<Intervention> interventions = {}, const Vocabularies& words = {});
    ~Generator();

    /// The answer to `source`, at most `limit` tokens (0: as many as max_length has room for).
    ///
    /// Encoder–decoder: goes on after `prompt` (may be empty) until `<eos>`. Decoder-only: the
    /// source is empty and `prompt` is the text to be continued; past max_length the model sees
    /// `<sos>` and the newest tokens that fit (one less when endless: the last row of a window has
    /// only ever learned to say `<eos>`). A pointer chooses every row of the source once, and ends
    /// with the last. Encoder-only: one label for each token of the source,
    /// prompt and limit do not matter. `stop`, asked before each token, ends it early; `wrote`
    /// hears after each what there is so far, and `took` what it was taken from.
    Generation generate(const GivenSource& source, std::span<const TokenId> prompt,
                        const Sampling& sampling, Index limit = 0, const std::stop_token& stop = {},
                        const Wrote& wrote = {}, const Took& took = {});

    /// Real numbers for `rows` rows after `prompt`, each computed from those before it: the model
    /// reads what it said itself. An encoder-only model says as many as it reads.
    Generation forecast(const GivenSource& source, std::span<const float> prompt, Index rows,
                        const std::stop_token& stop = {}, const Wrote& wrote = {});

    /// What the model gives for the token after `text`; both as in generate(), the text as long as
    /// it is by then. For a pointer a token is a row of the source (firstPlace for the first), and
    /// those that cannot be chosen have a logit of −∞. Not for an encoder-only model.
    NextToken next(const GivenSource& source, std::span<const TokenId> text, bool endless = false);

    const ModelConfig& model() const { return m_model; }
    const AnswerTokens& answerTokens() const { return m_answerTokens; }

    /// Why a text is computed anew with each of its tokens, and not with kept keys and values;
    /// empty where it is not. Past max_length it always is: each token gets another position.
    std::string_view obstacleToCaching() const;

    /// Throws Error unless the model can read a source and go on after a prompt.
    void check(const GivenSource& source, std::span<const TokenId> prompt) const;
    /// How many tokens an answer may have, `<eos>` included: `limit`, or what there is room for; a
    /// pointer's as many as there are rows left.
    Index roomAfter(const GivenSource& source, std::span<const TokenId> prompt, Index limit) const;

private:
    friend class GrowingText;
    struct Compiled;

    Compiled& compiledFor(Index sourceLength, Index targetLength);
    Compiled& run(const GivenSource& source, const Sequence& text);
    Index lengthOf(const GivenSource& source) const; ///< in tokens, or rows
    bool points() const { return m_model.output == Output::Pointer; }
    Index roundedLength(Index length) const;
    /// A model of text alone goes on past max_length by forgetting the oldest tokens.
    bool slides() const { return !m_model.hasEncoder(); }
    Generation label(const GivenSource& source, const Sampling& sampling);
    Index longestText(bool endless) const;
    /// By a whole pass, whose keys and values `cache` takes over, if there is one.
    NextToken next(const GivenSource& source, std::span<const TokenId> text, bool endless,
                   KeyValueCache* cache);
    /// Whether a token that nobody typed stands before the text: `<sos>`, or the start of an opened
    /// encoder–decoder.
    Index specialTokens() const { return m_model.exactIds && !m_model.hasEncoder() ? 0 : 1; }

    const Backend& m_backend;
    ModelConfig m_model;
    AnswerTokens m_answerTokens;
    std::optional<TokenId> m_padding; ///< AnswerRules::padding
    Parameters& m_parameters;
    std::vector<Intervention> m_interventions;
    std::map<std::pair<Index, Index>, std::unique_ptr<Compiled>> m_programs;
    std::unique_ptr<KeyValueCache> m_cache; ///< null: obstacleToCaching()
};

/// Texts that grow: gives what Generator::next() gives, and keeps keys and values of the text that
/// it was asked for last, so that a text which goes on from there, or from a part of it, with one
/// token costs the pass of one row. While it lives the model's parameters don't change, and there
/// is one of a generator.
class GrowingText {
public:
    /// Both outlive it.
    GrowingText(Generator& generator, const GivenSource& source, bool endless = false);

    NextToken next(std::span<const TokenId> text);

private:
    Generator& m_generator;
    GivenSource m_source;
    bool m_endless;
    std::vector<TokenId> m_text; ///< whose rows the cache has, behind special tokens
};

} // namespace gf
