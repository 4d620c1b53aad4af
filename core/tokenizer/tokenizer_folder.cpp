// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tokenizer/byte_pairs.h"
#include "core/tokenizer/tokenizer.h"
#include "core/tokenizer/word_piece.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <unordered_map>
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
    bool hasUsual = false; ///< the usual special tokens of its words are special
};

// ---- tokenizer.json ----------------------------------------------------------------------------

SplitWord wordFrom(const Field& model, const std::shared_ptr<const TokenIds>& ids) {
    const Field type = model.at("type");
    const std::string name = type.text(model.has("merges") ? "BPE" : "WordPiece");
    if (name == "BPE")
        return [pairs = std::make_shared<const BytePairs>(bytePairsFrom(model, ids))](
                   std::string_view word, std::vector<std::int32_t>& result) {
            pairs->write(word, result);
        };
    if (name != "WordPiece")
        throw Error(phrase("%1 is %2; BPE and WordPiece are read here. Without its tokenizer a "
                           "model is opened by the numbers of its tokens: take tokenizer.json out "
                           "of the folder"),
                    type.where(), inQuotes(name));
    return [pieces = wordPieceFrom(model, ids)](std::string_view word,
                                                std::vector<std::int32_t>& result) {
        pieces.write(word, result);
    };
}

Reading readingFrom(const json& file) {
    const Field root(file, "");
    const Field model = root.at("model");
    Reading reading(std::make_shared<const TokenIds>(tokenIdsFrom(model.at("vocab"))));
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
/// what tokenizer.json does; so it is with each class that has such settings.
void giveSettings(json& file, const Field& config) {
    if (config.at("tokenizer_class").text("") == "PreTrainedTokenizerFast")
        return;
    const auto give = [&](json& step, const char* to, const char* key) {
        if (const Field setting = config.at(key); !setting.isNull())
            step[to] = setting.flag(true);
    };
    if (json* const normalizer = stepOf(file, "normalizer", "BertNormalizer")) {
        if (config.has("do_lower_case"))
            (*normalizer)["strip_accents"] = nullptr; // accents follow it
        give(*normalizer, "lowercase", "do_lower_case");
        give(*normalizer, "strip_accents", "strip_accents");
        give(*normalizer, "handle_chinese_chars", "tokenize_chinese_chars");
    }
    if (json* const words = stepOf(file, "pre_tokenizer", "ByteLevel"))
        give(*words, "add_prefix_space", "add_prefix_space");
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
    /// The special token of a key.
    AddedToken named(const char* key) const {
        for (const json* file : {&config, &map})
            if (AddedToken token = namedToken(Field(*file, "").at(key)); !token.content.empty())
                return token;
        return {};
    }
    /// All of them.
    std::vector<AddedToken> named() const {
        std::vector<AddedToken> tokens;
        for (const SpecialKey& each : specialKeys)
            tokens.push_back(named(each.key));
        constexpr const char* more = "additional_special_tokens";
        for (const json* file : {&config, &map})
            if (const Field list = Field(*file, "").at(more); !list.isNull())
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

/// A file of a tokenizer that is none of those that are read.
constexpr const char* sentencePieceFiles[] = {"tokenizer.model", "spiece.model",
                                              "sentencepiece.bpe.model", "source.spm"};

Reading readingOf(const Folder& folder, const Field& config) {
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
    for (const char* name : sentencePieceFiles)
        if (folder.has(name))
            throw Error(phrase("The tokenizer is %1, a file of SentencePiece, which is not read "
                               "here; AutoTokenizer of the Python package transformers reads it "
                               "and saves it as tokenizer.json"),
                        name);
    throw Error(phrase("There is no tokenizer: tokenizer.json, vocab.txt, or vocab.json with "
                       "merges.txt is expected"));
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
    return Tokenizer(std::move(parts));
}

Tokenizer tokenizerOf(const Folder& folder) {
    const Companions files(folder);
    return tokenizerOf(readingOf(folder, Field(files.config, "")), files);
}

} // namespace

Tokenizer parseTokenizer(std::string_view text) {
    return tokenizerOf(readingFrom(parseJson(text)), {});
}

Tokenizer readTokenizer(const std::string& path) {
    std::error_code unknown;
    if (!std::filesystem::is_directory(pathOf(path), unknown))
        return ofFile(path, [&] { return parseTokenizer(readWholeFile(path, mostBytes)); });
    return ofFile(path, [&] { return tokenizerOf(Folder(path)); });
}

Tokenizer parseTokenizer(const TokenizerFiles& files) {
    return tokenizerOf(Folder(files));
}

TokenizerFiles tokenizerFilesOf(const std::string& path) {
    const Folder folder(path);
    TokenizerFiles files;
    for (const char* name :
         {"tokenizer.json", "vocab.txt", "vocab.json", "merges.txt", "added_tokens.json",
          "tokenizer_config.json", "special_tokens_map.json"}) {
        const std::string_view file = name;
        const bool isNeeded = !files.contains("tokenizer.json") ||
                              (!file.starts_with("vocab") && file != "merges.txt");
        if (isNeeded && folder.has(name))
            files[name] = folder.text(name);
    }
    return files;
}

} // namespace gf
