// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/pairs_task.h"

#include "core/data/example_draws.h"
#include "core/data/task_base.h"
#include "core/data/vocabulary_builder.h"
#include "core/io/quote.h"
#include "core/io/utf8.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>

namespace gf {

namespace {

constexpr std::size_t mostTokensASide = 511; // and <eos>
constexpr std::size_t mostValidationExamples = 400;

/// The whole text at once, so that the byte offset counts from the start of the file.
void checkUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();)
        at += characterAt(text, at).bytes.size();
}

PairLine pairIn(std::string_view line, std::size_t number) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos)
        failInLine(number,
                   {phrase("%1 has no tab; a line is source, tab, target."), inQuotes(line)});
    if (line.find('\t', tab + 1) != std::string_view::npos)
        failInLine(number, {phrase("%1 has more than one tab; a line is source, tab, target."),
                            inQuotes(line)});
    return {number, line.substr(0, tab), line.substr(tab + 1)};
}

struct Pair {
    std::string_view source; ///< views into the file's text
    std::string_view target;
    std::uint64_t key = 0; ///< hash of the source's tokens, which decides on its side of the split
};

/// Of all sources of the same tokens the same.
std::uint64_t keyOf(const std::vector<std::string>& source) {
    std::string joined;
    for (const std::string& token : source)
        joined.append(token).append(1, '\t');
    return hashOf(joined);
}

/// All that is known once the lines have been read.
struct PairsFile {
    std::unique_ptr<const std::string> text;
    std::vector<Pair> pairs;
    VocabularyBuilder sourceTokens;
    VocabularyBuilder targetTokens;
    std::size_t longestSource = 0; ///< in tokens
    std::size_t longestTarget = 0;
    std::size_t longestJoined = 0;
};

/// Reads the lines of one file into a PairsFile.
class PairsReader {
public:
    PairsReader(Architecture architecture, Tokenization tokenization)
        : m_architecture(architecture), m_tokenization(tokenization) {}

    PairsFile read(std::string text) {
        m_file.text = std::make_unique<const std::string>(std::move(text));
        for (const PairLine& line : pairLines(*m_file.text))
            addLine(line);
        return std::move(m_file);
    }

private:
    [[noreturn]] void fail(const Sentence& what) const { failInLine(m_line, what); }

    void addLine(const PairLine& line) {
        m_line = line.number;
        Pair pair{line.source, line.target, 0};
        const auto source = tokensOf(pair.source, true);
        const auto target = tokensOf(pair.target, false);
        if (m_architecture == Architecture::Encoder && source.size() != target.size())
            fail({phrase(
                      "the source has %1 and the target %2, but the architecture \"encoder\" gives "
                      "one label to each token; choose \"encoder-decoder\"."),
                  counted(source.size(), noun::tokens), target.size()});

        for (const std::string& token : source)
            m_file.sourceTokens.add(token);
        for (const std::string& token : target)
            m_file.targetTokens.add(token);
        pair.key = keyOf(source);
        m_file.longestSource = std::max(m_file.longestSource, source.size());
        m_file.longestTarget = std::max(m_file.longestTarget, target.size());
        m_file.longestJoined = std::max(m_file.longestJoined, source.size() + 1 + target.size());
        m_file.pairs.push_back(pair);
    }

    Phrase tooLong(bool isSource) const {
        if (m_tokenization == Tokenization::Words)
            return isSource ? phrase("the source has %1 words; at most %2 are possible.")
                            : phrase("the target has %1 words; at most %2 are possible.");
        return isSource ? phrase("the source has %1 characters; at most %2 are possible.")
                        : phrase("the target has %1 characters; at most %2 are possible.");
    }

    /// The tokens of the source, or of the target.
    std::vector<std::string> tokensOf(std::string_view side, bool isSource) const {
        std::vector<std::string> tokens = tokenize(side, m_tokenization);
        if (tokens.empty())
            fail(isSource ? phrase("the source is empty; a line is source, tab, target.")
                          : phrase("the target is empty; a line is source, tab, target."));
        if (tokens.size() > mostTokensASide)
            fail({tooLong(isSource), tokens.size(), mostTokensASide});
        for (const std::string& token : tokens) {
            if (isSpecialToken(token))
                fail({isSource ? phrase("the word %1 in the source is the name of a special token; "
                                        "write it in another way.")
                               : phrase("the word %1 in the target is the name of a special token; "
                                        "write it in another way."),
                      inQuotes(token)});
            if (m_architecture == Architecture::Decoder && token == separator)
                fail(
                    {isSource
                         ? phrase(
                               "the source contains %1, which stands between source and target for "
                               "the architecture \"decoder\"; choose \"encoder-decoder\", or "
                               "write it in another way.")
                         : phrase(
                               "the target contains %1, which stands between source and target for "
                               "the architecture \"decoder\"; choose \"encoder-decoder\", or "
                               "write it in another way."),
                     inQuotes(separator)});
        }
        return tokens;
    }

    Architecture m_architecture;
    Tokenization m_tokenization;
    PairsFile m_file;
    std::size_t m_line = 0;
};

class PairsTask final : public TaskBase {
public:
    PairsTask(TaskFacts facts, Tokenization tokenization, PairsFile file)
        : TaskBase(std::move(facts)), m_tokenization(tokenization), m_text(std::move(file.text)),
          m_pairs(std::move(file.pairs)) {}

    TextExample training(std::uint64_t seed, std::uint64_t index) const override {
        return asWritten(m_pairs.training[Draws(seed, index).below(m_pairs.training.size())]);
    }
    Index validationCount() const override { return std::ssize(m_pairs.validation); }
    TextExample validation(Index index) const override {
        return asWritten(m_pairs.validation.at(index));
    }

    /// Where several stand beside this source, the first.
    std::optional<std::string> answerTo(std::string_view source) const override {
        const std::uint64_t key = keyOf(tokenize(source, m_tokenization));
        for (const auto* pairs : {&m_pairs.training, &m_pairs.validation})
            if (const auto found = std::ranges::find(*pairs, key, &Pair::key);
                found != pairs->end())
                return std::string(found->target);
        return std::nullopt;
    }

private:
    TextExample asWritten(const Pair& pair) const {
        TextExample example{std::string(pair.source), std::string(pair.target)};
        return architecture() == Architecture::Decoder ? joined(example, m_tokenization) : example;
    }

    Tokenization m_tokenization;
    std::unique_ptr<const std::string> m_text; ///< what the pairs look into
    SplitPairs<Pair> m_pairs;
};

} // namespace

void failInLine(std::size_t number, const Sentence& what) {
    throw Error(phrase("Line %1: %2"), number, what);
}

std::vector<PairLine> pairLines(std::string_view text) {
    checkUtf8(text);
    refuseLoneReturns(text);
    text.remove_prefix(startOf(text));
    std::vector<PairLine> lines;
    for (std::size_t number = 1; !text.empty(); ++number) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (!line.empty())
            lines.push_back(pairIn(line, number));
    }
    return lines;
}

std::uint64_t lastKeptAside(std::vector<std::uint64_t> keys) {
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    if (keys.size() < 2)
        throw Error(phrase("The file has %1; at least two different ones are needed, one to learn "
                           "from and one to be checked on."),
                    counted(keys.size(), noun::sources));
    return keys[std::clamp<std::size_t>(keys.size() / 10, 1, mostValidationExamples) - 1];
}

std::unique_ptr<Task> makePairsTask(std::string text, Architecture architecture,
                                    Tokenization tokenization) {
    PairsFile file = PairsReader(architecture, tokenization).read(std::move(text));
    if (file.pairs.empty())
        throw Error(phrase("The file has no pairs; a line is source, tab, target."));

    TaskFacts facts;
    facts.name = "pairs";
    facts.architecture = architecture;
    const Pair& first = file.pairs.front();
    facts.showcase = {std::string(first.source), std::string(first.target)};
    if (architecture == Architecture::Decoder) {
        VocabularyBuilder both = file.sourceTokens;
        both.add(file.targetTokens);
        both.add(separator);
        facts.target = both.build(tokenization);
        facts.targetLength = static_cast<Index>(file.longestJoined) + 1;
        facts.showcase = joined(facts.showcase, tokenization);
    } else {
        facts.source = file.sourceTokens.build(tokenization);
        facts.target = file.targetTokens.build(tokenization);
        facts.sourceLength = static_cast<Index>(file.longestSource) + 1;
        if (architecture == Architecture::EncoderDecoder)
            facts.targetLength = static_cast<Index>(file.longestTarget) + 1;
    }
    facts.training = fileTraining();
    return std::make_unique<PairsTask>(std::move(facts), tokenization, std::move(file));
}

} // namespace gf
