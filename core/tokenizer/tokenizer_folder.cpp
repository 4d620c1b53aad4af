// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tokenizer/byte_pairs.h"
#include "core/tokenizer/tokenizer.h"
#include "core/tokenizer/word_piece.h"

#include <array>
#include <filesystem>
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
        std::error_code ignored;
        return std::filesystem::is_regular_file(pathOf(fileNamed(name)), ignored);
    }
    std::string text(const char* name) const {
        return m_texts ? m_texts->at(name) : readWholeFile(fileNamed(name), mostBytes);
    }
    json parsed(const char* name) const {
        return ofFile(fileNamed(name), [&] { return parseJson(text(name)); });
    }
    /// An empty object where the file is not there.
    json read(const char* name) const { return has(name) ? parsed(name) : json::object(); }
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
        type.refuseName();
    return [pieces = wordPieceFrom(model, ids)](std::string_view word,
                                                std::vector<std::int32_t>& result) {
        pieces.write(word, result);
    };
}

Tokenizer::Parts partsFrom(const json& file) {
    const Field root(file, "");
    const Field model = root.at("model");
    auto words = std::make_shared<const TokenIds>(tokenIdsFrom(model.at("vocab")));
    auto all = std::make_shared<TokenIds>(*words);
    std::vector<AddedToken> added;
    if (root.has("added_tokens"))
        for (const Field& token : root.at("added_tokens").items()) {
            added.push_back(addedTokenFrom(token));
            all->add(added.back().content, added.back().id);
        }
    Tokenizer::Parts parts;
    parts.normalizer = normalizerFrom(root.at("normalizer"));
    parts.added = AddedTokens(std::move(added), parts.normalizer);
    parts.preTokenizer = preTokenizerFrom(root.at("pre_tokenizer"));
    parts.word = wordFrom(model, words);
    parts.frame = textFrameFrom(root.at("post_processor"));
    parts.decoder = decoderFrom(root.at("decoder"));
    parts.ids = std::move(all);
    return parts;
}

// ---- vocab.txt; vocab.json and merges.txt ------------------------------------------------------

AddedToken specialToken(const TokenIds& ids, const std::string& content, bool takesLeft = false) {
    AddedToken token;
    token.content = content;
    token.id = ids.idOf(content).value_or(0);
    token.special = true;
    token.takesLeft = takesLeft;
    return token;
}

std::vector<AddedToken> specialTokens(const TokenIds& ids,
                                      std::initializer_list<const char*> names) {
    std::vector<AddedToken> tokens;
    for (const std::string name : names)
        if (ids.idOf(name))
            tokens.push_back(specialToken(ids, name, name == "<mask>"));
    return tokens;
}

std::int32_t requireToken(const TokenIds& ids, const char* token) {
    const std::optional<std::int32_t> id = ids.idOf(token);
    if (!id)
        throw Error(phrase("the token %1 is missing"), inQuotes(token));
    return *id;
}

Tokenizer::Parts wordPieceParts(const Folder& folder) {
    TokenIds ids;
    for (const std::string& line : folder.lines("vocab.txt"))
        ids.add(line, ids.size());
    const json file = folder.read("tokenizer_config.json");
    const Field config(file, "");
    BertCleaning how;
    how.lowercase = config.at("do_lower_case").flag(true);
    how.spacesAroundChinese = config.at("tokenize_chinese_chars").flag(true);
    how.stripAccents = config.at("strip_accents").flag(how.lowercase);

    Tokenizer::Parts parts;
    auto words = std::make_shared<const TokenIds>(std::move(ids));
    parts.normalizer = [how](const std::string& text) { return cleaned(text, how); };
    parts.added = AddedTokens(specialTokens(*words, {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}),
                              parts.normalizer);
    parts.preTokenizer = bertPreTokenizer();
    parts.word = [pieces = WordPiece{words, requireToken(*words, "[UNK]")}](
                     std::string_view word, std::vector<std::int32_t>& result) {
        pieces.write(word, result);
    };
    parts.frame = framedBy(requireToken(*words, "[CLS]"), requireToken(*words, "[SEP]"));
    parts.decoder = wordPieceDecoder();
    parts.ids = std::move(words);
    return parts;
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

Tokenizer::Parts bytePairParts(const Folder& folder) {
    const std::string vocabulary = folder.fileNamed("vocab.json");
    const auto words = std::make_shared<const TokenIds>(ofFile(vocabulary, [&] {
        const json file = folder.parsed("vocab.json");
        return tokenIdsFrom(Field(file, ""));
    }));
    const std::string merges = folder.fileNamed("merges.txt");
    const auto pairs = std::make_shared<const BytePairs>(
        ofFile(merges, [&] { return BytePairs(words, {}, mergesOf(folder.lines("merges.txt"))); }));
    const json file = folder.read("tokenizer_config.json");
    Tokenizer::Parts parts;
    parts.normalizer = [](std::string text) { return text; };
    parts.added = AddedTokens(
        specialTokens(*words, {"<s>", "<pad>", "</s>", "<unk>", "<mask>", "<|endoftext|>"}),
        parts.normalizer);
    parts.preTokenizer = byteLevelPreTokenizer(Field(file, "").at("add_prefix_space").flag(false));
    parts.word = [pairs](std::string_view word, std::vector<std::int32_t>& result) {
        pairs->write(word, result);
    };
    if (words->idOf("<s>") && words->idOf("</s>")) // as RoBERTa's tokenizer has them
        parts.frame = framedBy(*words->idOf("<s>"), *words->idOf("</s>"));
    parts.decoder = byteLevelDecoder();
    parts.ids = words;
    return parts;
}

// ---- Which tokens are special ------------------------------------------------------------------

struct SpecialKey {
    const char* key;
    std::optional<std::int32_t> SpecialIds::*id;
    std::array<const char*, 4> usual; ///< names where no file says it
};

constexpr SpecialKey specialKeys[] = {
    {"pad_token", &SpecialIds::padding, {"[PAD]", "<pad>"}},
    {"bos_token", &SpecialIds::begin, {"<s>", "<|begin_of_text|>", "<|endoftext|>"}},
    {"eos_token", &SpecialIds::end, {"</s>", "<|end_of_text|>", "<|endoftext|>"}},
    {"unk_token", &SpecialIds::unknown, {"[UNK]", "<unk>"}},
    {"mask_token", &SpecialIds::mask, {"[MASK]", "<mask>"}},
    {"cls_token", &SpecialIds::classification, {"[CLS]"}},
    {"sep_token", &SpecialIds::separator, {"[SEP]"}},
};

/// "[PAD]" or {"content": "[PAD]", …}; empty for null.
std::string tokenNamed(const Field& field) {
    if (field.isNull())
        return "";
    return field.isText() ? field.text() : field.at("content").text();
}

SpecialIds specialIds(const json& config, const json& map, const TokenIds& ids) {
    SpecialIds special;
    for (const SpecialKey& each : specialKeys) {
        std::optional<std::int32_t>& id = special.*each.id;
        for (const json* file : {&config, &map})
            if (!id && file->is_object())
                id = ids.idOf(tokenNamed(Field(*file, "").at(each.key)));
        if (config.empty() && map.empty())
            for (const char* usual : each.usual)
                if (usual && !id)
                    id = ids.idOf(usual);
    }
    return special;
}

Tokenizer::Parts partsOf(const Folder& folder) {
    if (folder.has("tokenizer.json")) {
        const std::string path = folder.fileNamed("tokenizer.json");
        return ofFile(path, [&] { return partsFrom(folder.parsed("tokenizer.json")); });
    }
    if (folder.has("vocab.txt"))
        return ofFile(folder.fileNamed("vocab.txt"), [&] { return wordPieceParts(folder); });
    if (folder.has("vocab.json") && folder.has("merges.txt"))
        return bytePairParts(folder);
    throw Error(phrase("There is no tokenizer: tokenizer.json, vocab.txt, or vocab.json with "
                       "merges.txt is expected"));
}

Tokenizer tokenizerOf(const Folder& folder) {
    Tokenizer::Parts parts = partsOf(folder);
    parts.special = specialIds(folder.read("tokenizer_config.json"),
                               folder.read("special_tokens_map.json"), *parts.ids);
    return Tokenizer(std::move(parts));
}

} // namespace

Tokenizer parseTokenizer(std::string_view text) {
    Tokenizer::Parts parts = partsFrom(parseJson(text));
    parts.special = specialIds(json::object(), json::object(), *parts.ids);
    return Tokenizer(std::move(parts));
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
    for (const char* name : {"tokenizer.json", "vocab.txt", "vocab.json", "merges.txt",
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
