// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/normalizer.h"

#include "core/io/base64.h"
#include "core/io/utf8.h"
#include "core/tokenizer/piece.h"

#include <string_view>
#include <vector>

namespace gf {

namespace {

/// The text without the characters that `goes` names.
template <class Goes> std::string without(std::string_view text, Goes goes) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = characterAt(text, at);
        if (!goes(character.codePoint))
            result += character.bytes;
        at += character.bytes.size();
    }
    return result;
}

/// The blocks that BERT's tokenizer takes for Chinese characters.
bool isChinese(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
           (c >= 0x20000 && c <= 0x2A6DF) || (c >= 0x2A700 && c <= 0x2B73F) ||
           (c >= 0x2B740 && c <= 0x2B81F) || (c >= 0x2B920 && c <= 0x2CEAF) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

bool isDropped(char32_t c) {
    if (c == '\t' || c == '\n' || c == '\r')
        return false;
    return c == 0 || c == 0xFFFD || isControlOrPrivate(c);
}

std::string withoutControls(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = characterAt(text, at);
        if (!isDropped(character.codePoint))
            result += isWhiteSpace(character.codePoint) ? std::string_view(" ") : character.bytes;
        at += character.bytes.size();
    }
    return result;
}

std::string withSpacesAroundChinese(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const Character character = characterAt(text, at);
        const std::string_view space = isChinese(character.codePoint) ? " " : "";
        result.append(space).append(character.bytes).append(space);
        at += character.bytes.size();
    }
    return result;
}

Normalizer bertNormalizer(const Field& field) {
    BertCleaning how;
    how.cleanText = field.at("clean_text").flag(true);
    how.spacesAroundChinese = field.at("handle_chinese_chars").flag(true);
    how.lowercase = field.at("lowercase").flag(true);
    how.stripAccents = field.at("strip_accents").flag(how.lowercase);
    return [how](const std::string& text, const TextBudget&) { return cleaned(text, how); };
}

Normalizer formNormalizer(NormalForm form) {
    return [form](const std::string& text, const TextBudget&) { return normalized(text, form); };
}

Normalizer prependNormalizer(const Field& field) {
    return [prefix = field.at("prepend").text()](const std::string& text, const TextBudget&) {
        return text.empty() ? text : prefix + text;
    };
}

Normalizer replaceNormalizer(const Field& field) {
    return [found = patternFrom(field.at("pattern")), content = field.at("content").text()](
               const std::string& text, const TextBudget& budget) {
        return replaced(text, found(text, budget), content, budget);
    };
}

Normalizer sequenceOf(std::vector<Normalizer> steps) {
    return [steps = std::move(steps)](std::string text, const TextBudget& budget) {
        for (const Normalizer& step : steps) {
            text = step(std::move(text), budget);
            budget.requireRoom(text.size());
        }
        return text;
    };
}

Normalizer stripAccents() {
    return [](const std::string& text, const TextBudget&) { return without(text, isMark); };
}

Normalizer precompiledNormalizer(const Field& field) {
    const Field bytes = field.at("precompiled_charsmap");
    const std::optional<std::string> map = fromBase64(bytes.text());
    if (!map)
        bytes.refuse("Base64");
    try {
        return mapNormalizer(CharacterMap(*map));
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), bytes.where(), error.sentence());
    }
}

Normalizer stripNormalizer(const Field& field) {
    return [left = field.at("strip_left").flag(true), right = field.at("strip_right").flag(true)](
               const std::string& text, const TextBudget&) {
        return std::string(stripped(text, isWhiteSpace, left, right));
    };
}

/// White space of many kinds as " ", and no control characters (the rule "nmt" of SentencePiece).
Normalizer nmtNormalizer() {
    const auto goes = [](char32_t c) {
        return (c >= 0x01 && c <= 0x08) || c == 0x0B || (c >= 0x0E && c <= 0x1F) || c == 0x7F ||
               c == 0x8F || c == 0x9F;
    };
    const auto isSpace = [](char32_t c) {
        return c == 0x09 || c == 0x0A || c == 0x0C || c == 0x0D || c == 0x1680 ||
               (c >= 0x200B && c <= 0x200F) || c == 0x2028 || c == 0x2029 || c == 0x2581 ||
               c == 0xFEFF || c == 0xFFFD;
    };
    return [goes, isSpace](const std::string& text, const TextBudget&) {
        std::string result;
        for (std::size_t at = 0; at < text.size();) {
            const Character character = characterAt(text, at);
            at += character.bytes.size();
            if (!goes(character.codePoint))
                result += isSpace(character.codePoint) ? std::string_view(" ") : character.bytes;
        }
        return result;
    };
}

} // namespace

std::string cleaned(std::string_view given, const BertCleaning& how) {
    std::string text = how.cleanText ? withoutControls(given) : std::string(given);
    if (how.spacesAroundChinese)
        text = withSpacesAroundChinese(text);
    if (how.stripAccents)
        text = without(normalized(text, NormalForm::D), isNonspacingMark);
    return how.lowercase ? lowered(text) : text;
}

Normalizer mapNormalizer(CharacterMap given) {
    constexpr std::size_t mostWhole = 5; ///< bytes
    return [map = std::move(given)](const std::string& text, const TextBudget& budget) {
        std::string result;
        const auto add = [&](std::string_view part, std::string_view otherwise) {
            const auto replaced = map.shortestAt(part);
            result += replaced ? replaced->by : otherwise;
            budget.requireRoom(result.size());
            return replaced.has_value();
        };
        for (const auto& [begin, end] : graphemesOf(text)) {
            const std::string_view whole = std::string_view(text).substr(begin, end - begin);
            if (whole.size() <= mostWhole && add(whole, ""))
                continue;
            for (std::size_t at = 0; at < whole.size();) {
                const std::string_view character = characterAt(whole, at).bytes;
                at += character.size();
                add(character, character);
            }
        }
        return result;
    };
}

Normalizer normalizerFrom(const Field& field) {
    if (field.isNull())
        return [](std::string text, const TextBudget&) { return text; };
    const Field type = field.at("type");
    const std::string name = type.text();
    if (name == "BertNormalizer")
        return bertNormalizer(field);
    if (name == "NFC")
        return formNormalizer(NormalForm::C);
    if (name == "NFD")
        return formNormalizer(NormalForm::D);
    if (name == "NFKC")
        return formNormalizer(NormalForm::KC);
    if (name == "NFKD")
        return formNormalizer(NormalForm::KD);
    if (name == "Lowercase")
        return [](const std::string& text, const TextBudget&) { return lowered(text); };
    if (name == "StripAccents")
        return stripAccents();
    if (name == "Prepend")
        return prependNormalizer(field);
    if (name == "Replace")
        return replaceNormalizer(field);
    if (name == "Precompiled")
        return precompiledNormalizer(field);
    if (name == "Strip")
        return stripNormalizer(field);
    if (name == "Nmt")
        return nmtNormalizer();
    if (name != "Sequence")
        type.refuseName();
    std::vector<Normalizer> steps;
    for (const Field& step : field.at("normalizers").items())
        steps.push_back(normalizerFrom(step));
    return sequenceOf(std::move(steps));
}

FindRanges patternFrom(const Field& field) {
    if (!field.at("Regex").isNull())
        return [pattern = Pattern(field.at("Regex").text())](std::string_view text,
                                                             const TextBudget& budget) {
            return pattern.found(text, budget);
        };
    const Field plain = field.at("String");
    std::string wanted = plain.text();
    if (wanted.empty())
        plain.refuse("\"…\"");
    return [wanted = std::move(wanted)](std::string_view text, const TextBudget&) {
        return rangesOf(text, wanted);
    };
}

} // namespace gf
