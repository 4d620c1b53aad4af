// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tokenizer/byte_pairs.h"
#include "core/tokenizer/sentence_piece.h"
#include "core/tokenizer/tokenizer.h"
#include "core/tokenizer/unigram_pieces.h"
#include "core/tokenizer/word_piece.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace gf {

namespace {

using nlohmann::json;

constexpr std::uint64_t mostBytes = 64'000'000;

/// What `read` finds wrong is said of a file.
template <class Read> auto ofFile(const std::string& path, const Read& read) {
    try {
        return read();
    } catch (const Error& error) {
        throw Error(aboutFile(path, error.sentence()));
    }
}

// ---- The files of a folder ---------------------------------------------------------------------

/// A folder, or the texts of the files that it had.
class Folder {
public:
    explicit Folder(std::string path) : m_path(std::move(path)) {}
    explicit Folder(const TokenizerFiles& texts) : m_texts(&texts) {}

    std::string fileNamed(const char* name) const { return m_texts ? name : m_path + "/" + name; }
    bool has(const char* name) const {
        if (m_texts)
            return m_texts->contains(name);
        return isThere(fileNamed(name));
    }
    std::string text(const char* name) const {
        return m_texts ? m_texts->at(name) : readWholeFile(fileNamed(name), mostBytes);
    }
    json parsed(const char* name) const {
        return ofFile(fileNamed(name), [&] { return parseJson(text(name)); });
    }
    /// An empty object where the file is not there.
    json read(const char* name) const {
        json file = has(name) ? parsed(name) : json::object();
        return ofFile(fileNamed(name), [&] {
            Field(file, "").members(); // it is one
            return std::move(file);
        });
    }
    /// Without what ends them.
    std::vector<std::string> lines(const char* name) const {
        const std::string text = this->text(name);
        std::vector<std::string> all;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            std::size_t last = end;
            while (last > at && text[last - 1] == '\r')
                --last;
            all.push_back(text.substr(at, last - at));
            at = end + 1;
        }
        return all;
    }

private:
    std::string m_path;
    const TokenizerFiles* m_texts = nullptr;
};

/// What a tokenizer is made of; added tokens are still apart.
struct Reading {
    explicit Reading(std::shared_ptr<const TokenIds> ofModel)
        : words(std::move(ofModel)), all(std::make_shared<TokenIds>(*words)) {}

    Tokenizer::Parts parts;
    std::shared_ptr<const TokenIds> words; ///< those that the model itself has
    std::shared_ptr<TokenIds> all;         ///< added ones too
    std::vector<AddedToken> added;
    bool hasUsual = false;  ///< the usual special tokens of its words are special
    bool endsTexts = false; ///< with the token that is special for it
};

// ---- tokenizer.json ----------------------------------------------------------------------------

/// Files of before 2020 leave it out.
std::string kindOf(const Field& model) {
    const bool isList = model.at("vocab").json().is_array();
    return model.at("type").text(model.has("merges") ? "BPE" : isList ? "Unigram" : "WordPiece");
}

SplitWord wordFrom(const Field& model, const std::shared_ptr<const TokenIds>& ids) {
    const std::string name = kindOf(model);
    if (name == "Unigram")
        return [unigram = std::make_shared<const Unigram>(unigramFrom(model, ids))](
                   std::string_view word, std::vector<std::int32_t>& result) {
            unigram->write(word, result);
        };
    if (name == "BPE")
        return [pairs = std::make_shared<const BytePairs>(bytePairsFrom(model, ids))](
                   std::string_view word, std::vector<std::int32_t>& result) {
            pairs->write(word, result);
        };
    if (name != "WordPiece")
        throw Error(phrase("%1 is %2; BPE, WordPiece and Unigram are read here. Without its "
                           "tokenizer a model is opened by the numbers of its tokens: take "
                           "tokenizer.json out of the folder"),
                    model.at("type").where(), inQuotes(name));
    return [pieces = wordPieceFrom(model, ids)](std::string_view word,
                                                std::vector<std::int32_t>& result) {
        pieces.write(word, result);
    };
}

Reading readingFrom(const json& file) {
    const Field root(file, "");
    const Field model = root.at("model");
    const Field vocabulary = model.at("vocab");
    Reading reading(std::make_shared<const TokenIds>(
        kindOf(model) == "Unigram" ? scoredIdsFrom(vocabulary) : tokenIdsFrom(vocabulary)));
    if (root.has("added_tokens"))
        for (const Field& token : root.at("added_tokens").items()) {
            reading.added.push_back(addedTokenFrom(token));
            reading.added.back().id = token.at("id").count(TokenIds::mostIds - 1);
            reading.all->add(reading.added.back().content, reading.added.back().id);
        }
    Tokenizer::Parts& parts = reading.parts;
    parts.normalizer = normalizerFrom(root.at("normalizer"));
    parts.preTokenizer = preTokenizerFrom(root.at("pre_tokenizer"));
    parts.word = wordFrom(model, reading.words);
    parts.frame = textFrameFrom(root.at("post_processor"));
    parts.decoder = decoderFrom(root.at("decoder"));
    return reading;
}

/// A step of a tokenizer.json, if it is of this kind.
json* stepOf(json& file, const char* key, const char* type) {
    const auto found = file.is_object() ? file.find(key) : file.end();
    const bool isIt = found != file.end() && found->is_object() && found->contains("type") &&
                      (*found)["type"] == type;
    return isIt ? &*found : nullptr;
}

/// What tokenizer_config.json says of case, accents and the space before a text counts more than
/// what tokenizer.json does; so it is with each class that has such settings. Where it names the
/// class, that has a value of its own for those that it does not say.
void giveSettings(json& file, const Field& config) {
    constexpr std::string_view classes[] = {"Bert", "DistilBert", "Roberta", "GPT2"};
    const std::string kind = config.at("tokenizer_class").text("");
    if (kind == "PreTrainedTokenizerFast")
        return;
    const bool isKnown = std::ranges::any_of(
        classes, [&](std::string_view known) { return kind.starts_with(known); });
    const auto give = [&](json& step, const char* to, const char* key, const json& otherwise) {
        if (const Field setting = config.at(key); !setting.isNull())
            step[to] = setting.flag(true);
        else if (isKnown)
            step[to] = otherwise;
    };
    if (json* const normalizer = stepOf(file, "normalizer", "BertNormalizer")) {
        if (config.has("do_lower_case"))
            (*normalizer)["strip_accents"] = nullptr; // accents follow it
        give(*normalizer, "lowercase", "do_lower_case", true);
        give(*normalizer, "strip_accents", "strip_accents", nullptr);
        give(*normalizer, "handle_chinese_chars", "tokenize_chinese_chars", true);
    }
    if (json* const words = stepOf(file, "pre_tokenizer", "ByteLevel"))
        give(*words, "add_prefix_space", "add_prefix_space", false);
}

// ---- vocab.txt; vocab.json and merges.txt ------------------------------------------------------

std::int32_t requireToken(const TokenIds& ids, const char* token) {
    const std::optional<std::int32_t> id = ids.idOf(token);
    if (!id)
        throw Error(phrase("the token %1 is missing"), inQuotes(token));
    return *id;
}

Reading wordPieceReading(const Folder& folder, const Field& config) {
    TokenIds ids;
    for (const std::string& line : folder.lines("vocab.txt"))
        ids.add(line, ids.size());
    BertCleaning how;
    how.lowercase = config.at("do_lower_case").flag(true);
    how.spacesAroundChinese = config.at("tokenize_chinese_chars").flag(true);
    how.stripAccents = config.at("strip_accents").flag(how.lowercase);

    const auto words = std::make_shared<const TokenIds>(std::move(ids));
    Reading reading(words);
    reading.hasUsual = true;
    Tokenizer::Parts& parts = reading.parts;
    parts.normalizer = [how](const std::string& text, const TextBudget&) {
        return cleaned(text, how);
    };
    parts.preTokenizer = bertPreTokenizer();
    parts.word = [pieces = WordPiece{words, requireToken(*words, "[UNK]")}](
                     std::string_view word, std::vector<std::int32_t>& result) {
        pieces.write(word, result);
    };
    parts.frame = framedBy(requireToken(*words, "[CLS]"), requireToken(*words, "[SEP]"));
    parts.decoder = wordPieceDecoder();
    return reading;
}

/// Lines "a b", the first one a comment as a rule.
std::vector<std::pair<std::string, std::string>> mergesOf(const std::vector<std::string>& lines) {
    std::vector<std::pair<std::string, std::string>> merges;
    for (const std::string& line : lines) {
        if (line.empty() || (merges.empty() && line.starts_with("#version")))
            continue;
        const std::size_t space = line.find(' ');
        if (space == std::string::npos || line.find(' ', space + 1) != std::string::npos)
            throw Error(phrase("%1 is no merge; two tokens and a space between them are expected"),
                        inQuotes(line));
        merges.emplace_back(line.substr(0, space), line.substr(space + 1));
    }
    return merges;
}

Reading bytePairReading(const Folder& folder, const Field& config) {
    const std::string vocabulary = folder.fileNamed("vocab.json");
    const auto words = std::make_shared<const TokenIds>(ofFile(vocabulary, [&] {
        const json file = folder.parsed("vocab.json");
        return tokenIdsFrom(Field(file, ""));
    }));
    const std::string merges = folder.fileNamed("merges.txt");
    const auto pairs = std::make_shared<const BytePairs>(
        ofFile(merges, [&] { return BytePairs(words, {}, mergesOf(folder.lines("merges.txt"))); }));
    Reading reading(words);
    reading.hasUsual = true;
    Tokenizer::Parts& parts = reading.parts;
    parts.normalizer = [](std::string text, const TextBudget&) { return text; };
    parts.preTokenizer = byteLevelPreTokenizer(config.at("add_prefix_space").flag(false));
    parts.word = [pairs](std::string_view word, std::vector<std::int32_t>& result) {
        pairs->write(word, result);
    };
    if (words->idOf("<s>") && words->idOf("</s>")) // as RoBERTa's tokenizer has them
        parts.frame = framedBy(*words->idOf("<s>"), *words->idOf("</s>"));
    parts.decoder = byteLevelDecoder();
    return reading;
}

// ---- Tokens that the other files name ----------------------------------------------------------

struct SpecialKey {
    const char* key;
    std::optional<std::int32_t> SpecialIds::*id;
    std::array<const char*, 4> usual; ///< names where no file says it
};

/// In the order in which the reference adds those that a vocabulary lacks.
constexpr SpecialKey specialKeys[] = {
    {"bos_token", &SpecialIds::begin, {"<s>", "<|begin_of_text|>", "<|endoftext|>"}},
    {"eos_token", &SpecialIds::end, {"</s>", "<|end_of_text|>", "<|endoftext|>"}},
    {"unk_token", &SpecialIds::unknown, {"[UNK]", "<unk>"}},
    {"sep_token", &SpecialIds::separator, {"[SEP]"}},
    {"pad_token", &SpecialIds::padding, {"[PAD]", "<pad>"}},
    {"cls_token", &SpecialIds::classification, {"[CLS]"}},
    {"mask_token", &SpecialIds::mask, {"[MASK]", "<mask>"}},
};

/// "[PAD]" or {"content": "[PAD]", …}; without a content where it is null.
AddedToken namedToken(const Field& field) {
    AddedToken token;
    if (field.isText())
        token.content = field.text();
    else if (!field.isNull())
        token = addedTokenFrom(field);
    token.special = true;
    return token;
}

/// What stands beside the files of a tokenizer itself.
struct Companions {
    json config = json::object(), map = json::object(), added = json::object();

    Companions() = default;
    explicit Companions(const Folder& folder)
        : config(folder.read("tokenizer_config.json")), map(folder.read("special_tokens_map.json")),
          added(folder.read("added_tokens.json")) {}

    bool nameNone() const { return config.empty() && map.empty(); }
    /// The token of a key where no file has the key.
    void suppose(const char* key, const char* token) {
        if (!config.contains(key) && !map.contains(key))
            config[key] = token;
    }
    /// The special token of a key.
    AddedToken named(const char* key) const {
        for (const json* file : {&config, &map})
            if (AddedToken token = namedToken(Field(*file, "").at(key)); !token.content.empty())
                return token;
        return {};
    }
    /// Whether a file says which special tokens there are beside those of keys, be it none.
    bool nameMore() const {
        return std::ranges::any_of(moreSpecial, [this](const char* key) {
            return config.contains(key) || map.contains(key);
        });
    }
    /// All of them.
    std::vector<AddedToken> named() const {
        std::vector<AddedToken> tokens;
        for (const SpecialKey& each : specialKeys)
            tokens.push_back(named(each.key));
        for (const json* file : {&config, &map})
            for (const char* key : moreSpecial)
                // Newer files may give them names of their own.
                if (const Field list = Field(*file, "").at(key); list.json().is_array())
                    for (const Field& token : list.items())
                        tokens.push_back(namedToken(token));
        std::erase_if(tokens, [](const AddedToken& token) { return token.content.empty(); });
        return tokens;
    }
    /// Those of a vocabulary that have the usual name of a key of which no file says another.
    std::vector<AddedToken> usual(const TokenIds& words) const {
        std::vector<AddedToken> tokens;
        for (const SpecialKey& each : specialKeys)
            for (const char* name : each.usual)
                if (name && words.idOf(name) && named(each.key).content.empty()) {
                    tokens.push_back({.content = name, .special = true});
                    tokens.back().takesLeft = tokens.back().content == "<mask>"; // as RoBERTa's
                }
        return tokens;
    }
    /// Those that were added to a vocabulary, by the numbers that they are to have.
    std::map<std::int32_t, AddedToken> addedTokens() const {
        std::map<std::int32_t, AddedToken> tokens;
        if (const Field list = Field(config, "").at("added_tokens_decoder"); !list.isNull()) {
            for (const auto& [number, token] : list.members())
                tokens[numberOf(number, token)] = addedTokenFrom(token);
            return tokens;
        }
        for (const auto& [content, number] : Field(added, "").members()) {
            AddedToken& token = tokens[number.count(TokenIds::mostIds - 1)];
            token.content = content;
            token.normalized = true;
        }
        return tokens;
    }

private:
    static constexpr const char* moreSpecial[] = {"additional_special_tokens",
                                                  "extra_special_tokens"};
    static std::int32_t numberOf(const std::string& text, const Field& token) {
        std::int32_t number = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, problem] = std::from_chars(text.data(), end, number);
        if (problem != std::errc() || stop != end || number < 0 || number >= TokenIds::mostIds)
            throw Error(phrase("%1 has the number %2; a whole number from 0 to %3 is needed"),
                        token.where(), inQuotes(text), TokenIds::mostIds - 1);
        return number;
    }
};

/// Adds the tokens that the companions name to those of a tokenizer. As in the reference a token
/// that the vocabulary has keeps its number there, and another gets the next one.
class Adding {
public:
    explicit Adding(Reading& reading) : m_added(reading.added), m_all(*reading.all) {
        for (std::size_t i = 0; i < m_added.size(); ++i)
            m_places.try_emplace(m_added[i].content, i);
    }

    bool has(const std::string& content) const { return m_places.contains(content); }
    void add(AddedToken token) {
        if (token.content.empty())
            return;
        token.id = m_all.idOf(token.content).value_or(m_all.size());
        m_all.add(token.content, token.id);
        const auto [place, isNew] = m_places.try_emplace(token.content, m_added.size());
        if (isNew)
            m_added.push_back(std::move(token));
        else
            m_added[place->second] = std::move(token);
    }

private:
    std::vector<AddedToken>& m_added;
    TokenIds& m_all;
    std::unordered_map<std::string, std::size_t> m_places;
};

SpecialIds specialIds(const Companions& files, const TokenIds& ids) {
    SpecialIds special;
    for (const SpecialKey& each : specialKeys) {
        std::optional<std::int32_t>& id = special.*each.id;
        id = ids.idOf(files.named(each.key).content);
        if (files.nameNone())
            for (const char* usual : each.usual)
                if (usual && !id)
                    id = ids.idOf(usual);
    }
    return special;
}

/// Llama's tokenizers put the tokens around a text that tokenizer_config.json says.
void giveFrame(TextFrame& frame, const Field& config, const SpecialIds& special) {
    const Field begins = config.at("add_bos_token");
    const Field ends = config.at("add_eos_token");
    const bool isLlamas = config.at("tokenizer_class").text("").starts_with("LlamaTokenizer");
    if (!isLlamas || (begins.isNull() && ends.isNull()))
        return;
    frame = {};
    if (begins.flag(true) && special.begin)
        frame.items.insert(frame.items.begin(), TextFrame::Item{{*special.begin}});
    if (ends.flag(false) && special.end)
        frame.items.push_back({{*special.end}});
}

// ---- Files of SentencePiece --------------------------------------------------------------------

/// Those that are not read.
constexpr const char* otherSentencePieces[] = {"tokenizer.model", "sentencepiece.bpe.model"};

/// What the classes of T5 and Marian take for special, whatever a vocabulary has.
void supposeUsual(Companions& files) {
    files.suppose("eos_token", "</s>");
    files.suppose("unk_token", "<unk>");
    files.suppose("pad_token", "<pad>");
}

/// As T5's own class makes a tokenizer.json of it: behind the pieces there are the sentinels, of
/// which the last has the number 0, and the third piece is the unknown one. Symbols and sentinels
/// are found in a text unless another file names those that are.
Reading t5Reading(const SentencePieceFile& file, const Companions& files) {
    constexpr std::int32_t unknown = 2;
    constexpr std::int32_t mostSentinels = 10'000;
    if (file.pieces.size() <= unknown)
        throw Error(phrase("the file has %1 pieces; more than %2 are needed"), file.pieces.size(),
                    unknown);
    TokenIds ids;
    std::vector<double> scores;
    std::vector<AddedToken> added;
    for (const SentencePieceFile::Piece& piece : file.pieces) {
        const bool isSpecial = piece.kind == SentencePieceFile::Kind::Control;
        if (isSpecial || piece.kind == SentencePieceFile::Kind::UserDefined)
            added.push_back({.content = piece.text, .id = ids.size(), .special = isSpecial});
        ids.add(piece.text, ids.size());
        scores.push_back(piece.score);
    }
    for (std::int32_t i = Field(files.config, "").at("extra_ids").count(mostSentinels, 100);
         i-- > 0;) {
        const std::string sentinel = "<extra_id_" + std::to_string(i) + ">";
        const std::int32_t id = ids.idOf(sentinel).value_or(ids.size());
        added.push_back({.content = sentinel, .id = id, .special = true});
        ids.add(sentinel, id);
        scores.resize(ids.size());
    }
    Reading reading(std::make_shared<const TokenIds>(std::move(ids)));
    if (!files.nameMore())
        reading.added = std::move(added);
    reading.endsTexts = true;
    Tokenizer::Parts& parts = reading.parts;
    parts.normalizer = file.characterMap.empty() ? normalizerFrom(Field(json(), ""))
                                                 : mapNormalizer(CharacterMap(file.characterMap));
    parts.preTokenizer = markedWordsPreTokenizer();
    parts.word = [unigram = std::make_shared<const Unigram>(reading.words, scores, unknown, false)](
                     std::string_view word, std::vector<std::int32_t>& result) {
        unigram->write(word, result);
    };
    parts.decoder = metaspaceDecoder();
    return reading;
}

/// ">>fra<<" at the beginning of a text of Marian's: which language is wanted. Taken off the text.
std::string_view takeLanguage(std::string_view& text) {
    const std::size_t end = text.starts_with(">>") ? text.find("<<") : std::string_view::npos;
    if (end == std::string_view::npos)
        return {};
    const std::string_view language = text.substr(0, end + 2);
    text.remove_prefix(language.size());
    return language;
}

/// Pieces are those of source.spm or target.spm, and their numbers those of vocab.json, which may
/// lack some.
Reading marianReading(const Folder& folder, const Companions& files, TextSide side) {
    const bool isTarget = side == TextSide::Target;
    const bool isApart = isTarget && Field(files.config, "").at("separate_vocabs").flag(false);
    const char* const vocabulary = isApart ? "target_vocab.json" : "vocab.json";
    const std::string unknownToken = files.named("unk_token").content;
    std::int32_t unknown = 0;
    Reading reading(ofFile(folder.fileNamed(vocabulary), [&] {
        const json file = folder.parsed(vocabulary);
        auto words = std::make_shared<const TokenIds>(tokenIdsFrom(Field(file, "")));
        unknown = requireToken(*words, unknownToken.c_str());
        return words;
    }));
    const char* const name = isTarget ? "target.spm" : "source.spm";
    const auto pieces = ofFile(folder.fileNamed(name), [&] {
        return std::make_shared<const SentencePieces>(parseSentencePieces(folder.text(name)));
    });
    reading.endsTexts = true;
    Tokenizer::Parts& parts = reading.parts;
    parts.normalizer = normalizerFrom(Field(json(), ""));
    parts.preTokenizer = preTokenizerFrom(Field(json(), ""));
    parts.word = [pieces, words = reading.words, unknown](std::string_view text,
                                                          std::vector<std::int32_t>& result) {
        if (const std::string_view language = takeLanguage(text); !language.empty())
            result.push_back(words->idOf(language).value_or(unknown));
        for (const std::string& piece : pieces->split(text))
            result.push_back(words->idOf(piece).value_or(unknown));
    };
    std::unordered_set<std::string> special;
    for (const AddedToken& token : files.named())
        special.insert(token.content);
    parts.decoder = SentencePieces::decoder(pieces, std::move(special));
    return reading;
}

// ---- A folder ----------------------------------------------------------------------------------

bool isMarian(const Folder& folder) {
    return folder.has("source.spm") && folder.has("target.spm") && folder.has("vocab.json");
}

Reading readingOf(const Folder& folder, Companions& files, TextSide side) {
    if (isMarian(folder)) { // its class reads no other file
        supposeUsual(files);
        return marianReading(folder, files, side);
    }
    const Field config(files.config, "");
    if (folder.has("tokenizer.json")) {
        const std::string path = folder.fileNamed("tokenizer.json");
        return ofFile(path, [&] {
            json file = folder.parsed("tokenizer.json");
            giveSettings(file, config);
            return readingFrom(file);
        });
    }
    if (folder.has("vocab.txt"))
        return ofFile(folder.fileNamed("vocab.txt"),
                      [&] { return wordPieceReading(folder, config); });
    if (folder.has("vocab.json") && folder.has("merges.txt"))
        return bytePairReading(folder, config);
    if (folder.has("spiece.model")) {
        supposeUsual(files);
        return ofFile(folder.fileNamed("spiece.model"), [&] {
            return t5Reading(parseSentencePieces(folder.text("spiece.model")), files);
        });
    }
    for (const char* name : otherSentencePieces)
        if (folder.has(name))
            throw Error(phrase("The tokenizer is %1, a file of SentencePiece, which is not read "
                               "here; AutoTokenizer of the Python package transformers reads it "
                               "and saves it as tokenizer.json"),
                        name);
    throw Error(phrase("There is no tokenizer: tokenizer.json, vocab.txt, vocab.json with "
                       "merges.txt, spiece.model, or vocab.json with source.spm and target.spm is "
                       "expected"));
}

Tokenizer tokenizerOf(Reading reading, const Companions& files) {
    Tokenizer::Parts& parts = reading.parts;
    Adding adding(reading);
    if (reading.hasUsual)
        for (const AddedToken& token : files.usual(*reading.words))
            adding.add(token);
    const std::vector<AddedToken> named = files.named();
    for (auto& [number, token] : files.addedTokens()) {
        token.special = token.special || std::ranges::find(named, token.content,
                                                           &AddedToken::content) != named.end();
        adding.add(token);
    }
    for (const AddedToken& token : named)
        if (!adding.has(token.content))
            adding.add(token);
    parts.added = AddedTokens(reading.added, parts.normalizer);
    parts.ids = reading.all;
    parts.special = specialIds(files, *parts.ids);
    giveFrame(parts.frame, Field(files.config, ""), parts.special);
    if (reading.endsTexts && parts.special.end)
        parts.frame.items.push_back({{*parts.special.end}});
    return Tokenizer(std::move(parts));
}

Tokenizer tokenizerOf(const Folder& folder, TextSide side) {
    Companions files(folder);
    Reading reading = readingOf(folder, files, side);
    return tokenizerOf(std::move(reading), files);
}

} // namespace

Tokenizer parseTokenizer(std::string_view text) {
    return tokenizerOf(readingFrom(parseJson(text)), {});
}

Tokenizer readTokenizer(const std::string& path, TextSide side) {
    std::error_code unknown;
    if (!std::filesystem::is_directory(pathOf(path), unknown))
        return ofFile(path, [&] { return parseTokenizer(readWholeFile(path, mostBytes)); });
    return ofFile(path, [&] { return tokenizerOf(Folder(path), side); });
}

Tokenizer parseTokenizer(const TokenizerFiles& files, TextSide side) {
    return tokenizerOf(Folder(files), side);
}

bool haveTokenizer(const TokenizerFiles& files) {
    const Folder folder(files);
    return folder.has("tokenizer.json") || folder.has("vocab.txt") || folder.has("spiece.model") ||
           (folder.has("vocab.json") && folder.has("merges.txt")) || isMarian(folder);
}

TokenizerFiles tokenizerFilesOf(const std::string& path) {
    const Folder folder(path);
    const bool hasWhole = folder.has("tokenizer.json") && !isMarian(folder);
    TokenizerFiles files;
    for (const auto& [name, standsBeside] : tokenizerFileNames)
        if ((standsBeside || !hasWhole) && folder.has(name))
            files[name] = folder.text(name);
    return files;
}

} // namespace gf
