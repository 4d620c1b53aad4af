// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/decoder.h"

#include "core/io/quote.h"
#include "core/tokenizer/byte_level.h"
#include "core/tokenizer/byte_tokens.h"
#include "core/tokenizer/normalizer.h"
#include "core/tokenizer/piece.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace gf {

namespace {

/// English without the spaces that splitting has put before marks and endings.
void cleanUp(std::string& text, const TextBudget& budget) {
    static constexpr std::pair<std::string_view, std::string_view> rules[] = {
        {" .", "."},   {" ?", "?"},     {" !", "!"},    {" ,", ","},
        {" ' ", "'"},  {" n't", "n't"}, {" 'm", "'m"},  {" do not", " don't"},
        {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
    for (const auto& [what, by] : rules)
        text = replaced(text, rangesOf(text, what), by, budget);
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts)
        text.append(text.empty() ? "" : between).append(part);
    return text;
}

/// Neighbouring bytes as the text that they are; where they are none, one sign for each.
std::vector<std::string> withoutBytes(const std::vector<std::string>& tokens, const TextBudget&) {
    std::vector<std::string> parts;
    std::string bytes;
    const auto flush = [&] {
        if (isUtf8(bytes)) {
            if (!bytes.empty())
                parts.push_back(bytes);
        } else {
            parts.insert(parts.end(), bytes.size(), "\xEF\xBF\xBD");
        }
        bytes.clear();
    };
    for (const std::string& token : tokens) {
        if (const std::optional<char> byte = byteOfToken(token)) {
            bytes += *byte;
            continue;
        }
        flush();
        parts.push_back(token);
    }
    flush();
    return parts;
}

TokenDecoder replaceDecoder(const Field& field) {
    return {[found = patternFrom(field.at("pattern")), content = field.at("content").text()](
                std::vector<std::string> tokens, const TextBudget& budget) {
        std::size_t bytes = 0;
        for (std::string& token : tokens) {
            token = replaced(token, found(token, budget), content, budget);
            budget.requireRoom(bytes += token.size());
        }
        return tokens;
    }};
}

/// At most so many of a character, at the beginning and at the end of each token.
TokenDecoder stripDecoder(const Field& field) {
    constexpr std::int32_t most = 1000;
    return {[content = field.at("content").text(), start = field.at("start").count(most, 0),
             stop = field.at("stop").count(most, 0)](std::vector<std::string> tokens,
                                                     const TextBudget&) {
        for (std::string& token : tokens) {
            for (std::int32_t i = 0; i < start && token.starts_with(content); ++i)
                token.erase(0, content.size());
            for (std::int32_t i = 0; i < stop && token.ends_with(content); ++i)
                token.resize(token.size() - content.size());
        }
        return tokens;
    }};
}

void requireRoom(const std::vector<std::string>& parts, const TextBudget& budget) {
    std::size_t bytes = 0;
    for (const std::string& part : parts)
        bytes += part.size();
    budget.requireRoom(bytes);
}

/// Steps and the names of their kinds. What looks for a text in all tokens joined may find one that
/// has not ended yet.
TokenDecoder sequenceOf(std::vector<TokenDecoder> steps, const std::vector<std::string>& kinds) {
    TokenDecoder whole;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        whole.growsAtTheEnd = whole.growsAtTheEnd && steps[i].growsAtTheEnd &&
                              (!whole.joins || kinds[i] == "Fuse" || kinds[i] == "Strip");
        whole.joins = whole.joins || steps[i].joins;
    }
    whole.parts = [steps = std::move(steps)](std::vector<std::string> tokens,
                                             const TextBudget& budget) {
        for (const TokenDecoder& step : steps) {
            tokens = step.parts(std::move(tokens), budget);
            requireRoom(tokens, budget);
        }
        return tokens;
    };
    return whole;
}

TokenDecoder joining(std::string_view between) {
    return {.parts =
                [between](const std::vector<std::string>& tokens, const TextBudget&) {
                    return std::vector<std::string>{joined(tokens, between)};
                },
            .joins = true};
}

} // namespace

std::size_t beforeLastBytes(const std::vector<std::string>& tokens) {
    const auto last =
        std::find_if_not(tokens.rbegin(), tokens.rend(),
                         [](const std::string& token) { return byteOfToken(token).has_value(); });
    return static_cast<std::size_t>(tokens.rend() - last);
}

TokenDecoder byteLevelDecoder() {
    return {.parts =
                [](const std::vector<std::string>& tokens, const TextBudget&) {
                    std::string bytes;
                    for (const std::string& token : tokens)
                        bytes += fromByteLevel(token);
                    return std::vector<std::string>{repaired(bytes)};
                },
            .joins = true};
}

TokenDecoder metaspaceDecoder(const Metaspace& metaspace) {
    const auto parts = [metaspace](std::vector<std::string> tokens, const TextBudget& budget) {
        std::size_t bytes = 0;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            std::string& token = tokens[i];
            const bool isMade = i == 0 && metaspace.prepend != Metaspace::Prepend::Never;
            token = replaced(token, rangesOf(token, metaspace.mark), isMade ? "" : " ", budget);
            budget.requireRoom(bytes += token.size());
        }
        return tokens;
    };
    return {parts};
}

TokenDecoder wordPieceDecoder(const std::string& inside, bool cleansUp) {
    return {[inside, cleansUp](std::vector<std::string> tokens, const TextBudget& budget) {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (i > 0 && tokens[i].starts_with(inside))
                tokens[i].erase(0, inside.size());
            else if (i > 0)
                tokens[i].insert(0, " ");
            if (cleansUp)
                cleanUp(tokens[i], budget);
        }
        return tokens;
    }};
}

TokenDecoder decoderFrom(const Field& field) {
    if (field.isNull())
        return joining(" ");
    const Field type = field.at("type");
    const std::string name = type.text();
    if (name == "ByteLevel")
        return byteLevelDecoder();
    if (name == "WordPiece")
        return wordPieceDecoder(field.at("prefix").text("##"), field.at("cleanup").flag(true));
    if (name == "Metaspace")
        return metaspaceDecoder(metaspaceFrom(field));
    if (name == "ByteFallback")
        return {withoutBytes};
    if (name == "Fuse")
        return joining("");
    if (name == "Strip")
        return stripDecoder(field);
    if (name == "Replace")
        return replaceDecoder(field);
    if (name != "Sequence")
        type.refuseName();
    std::vector<TokenDecoder> steps;
    std::vector<std::string> kinds;
    for (const Field& step : field.at("decoders").items()) {
        steps.push_back(decoderFrom(step));
        kinds.push_back(step.isNull() ? "Fuse" : step.at("type").text());
    }
    return sequenceOf(std::move(steps), kinds);
}

} // namespace gf
