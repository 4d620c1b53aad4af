// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/quote.h"
#include "core/io/utf8.h"
#include "core/tensor/error.h"
#include "core/tokenizer/unicode.h"

#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uregex.h>
#include <unicode/ustring.h>
#include <unicode/utext.h>

#include <algorithm>
#include <limits>
#include <mutex>

namespace gf {

namespace {

/// ICU counts in 32 bits.
std::int32_t lengthOf(std::size_t length) {
    if (length > std::numeric_limits<std::int32_t>::max() / 8)
        throw Error(phrase("the text has %1 bytes; %2 can be split at a time"), length,
                    std::numeric_limits<std::int32_t>::max() / 8);
    return static_cast<std::int32_t>(length);
}

void require(UErrorCode code) {
    if (U_FAILURE(code))
        throw Error(phrase("Unicode's tables cannot be used: %1"), u_errorName(code));
}

std::u16string wide(std::string_view text) {
    std::u16string result(text.size(), u'\0'); // no character needs more units than bytes
    std::int32_t length = 0;
    UErrorCode code = U_ZERO_ERROR;
    u_strFromUTF8WithSub(result.data(), lengthOf(result.size()), &length, text.data(),
                         lengthOf(text.size()), 0xFFFD, nullptr, &code);
    if (code != U_STRING_NOT_TERMINATED_WARNING)
        require(code);
    result.resize(length);
    return result;
}

std::string narrow(std::u16string_view text) {
    std::string result(3 * text.size(), '\0'); // of a unit at most
    std::int32_t length = 0;
    UErrorCode code = U_ZERO_ERROR;
    u_strToUTF8WithSub(result.data(), lengthOf(result.size()), &length, text.data(),
                       lengthOf(text.size()), 0xFFFD, nullptr, &code);
    if (code != U_STRING_NOT_TERMINATED_WARNING)
        require(code);
    result.resize(length);
    return result;
}

const UNormalizer2* normalizerOf(NormalForm form) {
    UErrorCode code = U_ZERO_ERROR;
    const UNormalizer2* const found = form == NormalForm::C    ? unorm2_getNFCInstance(&code)
                                      : form == NormalForm::D  ? unorm2_getNFDInstance(&code)
                                      : form == NormalForm::KC ? unorm2_getNFKCInstance(&code)
                                                               : unorm2_getNFKDInstance(&code);
    require(code);
    return found;
}

/// ICU asks it about each millisecond, and at each place where nothing is found.
template <class Number> UBool U_CALLCONV mayLookOn(const void* budget, Number) {
    return static_cast<const TextBudget*>(budget)->isSpent() ? 0 : 1;
}

bool hasCategory(char32_t codePoint, std::uint32_t mask) {
    return (U_GET_GC_MASK(static_cast<UChar32>(codePoint)) & mask) != 0;
}

void appendLowered(std::string& result, const Character& character) {
    if (character.codePoint < 0x80) {
        const char letter = character.bytes[0];
        result += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
        return;
    }
    const std::u16string source = wide(character.bytes);
    char16_t lower[8]; // no character becomes more than three
    UErrorCode code = U_ZERO_ERROR;
    const std::int32_t length =
        u_strToLower(lower, 8, source.data(), lengthOf(source.size()), "", &code);
    require(code);
    result += narrow({lower, static_cast<std::size_t>(length)});
}

} // namespace

std::string normalized(std::string_view text, NormalForm form) {
    const std::u16string source = wide(text);
    std::u16string result(source.size() + 16, u'\0');
    while (true) {
        UErrorCode code = U_ZERO_ERROR;
        const std::int32_t length =
            unorm2_normalize(normalizerOf(form), source.data(), lengthOf(source.size()),
                             result.data(), lengthOf(result.size()), &code);
        if (code != U_BUFFER_OVERFLOW_ERROR && code != U_STRING_NOT_TERMINATED_WARNING)
            require(code);
        result.resize(length);
        if (code != U_BUFFER_OVERFLOW_ERROR)
            return narrow(result);
    }
}

std::string lowered(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const Character character = characterAt(text, at);
        appendLowered(result, character);
        at += character.bytes.size();
    }
    return result;
}

bool isMark(char32_t codePoint) {
    return hasCategory(codePoint, U_GC_M_MASK);
}

bool isNonspacingMark(char32_t codePoint) {
    return hasCategory(codePoint, U_GC_MN_MASK);
}

bool isPunctuation(char32_t codePoint) {
    return hasCategory(codePoint, U_GC_P_MASK);
}

bool isNumeric(char32_t codePoint) {
    return hasCategory(codePoint, U_GC_N_MASK);
}

bool isControlOrPrivate(char32_t codePoint) {
    return hasCategory(codePoint, U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CS_MASK | U_GC_CO_MASK);
}

bool isWordCharacter(char32_t codePoint) {
    const auto point = static_cast<UChar32>(codePoint);
    return u_hasBinaryProperty(point, UCHAR_ALPHABETIC) ||
           u_hasBinaryProperty(point, UCHAR_JOIN_CONTROL) ||
           hasCategory(codePoint, U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK);
}

std::vector<TextRange> graphemesOf(std::string_view text) {
    std::vector<TextRange> ranges;
    const auto isAlone = [](char c) { return static_cast<unsigned char>(c) < 0x80 && c != '\r'; };
    if (std::ranges::all_of(text, isAlone)) {
        for (std::size_t at = 0; at < text.size(); ++at)
            ranges.push_back({at, at + 1});
        return ranges;
    }
    UErrorCode code = U_ZERO_ERROR;
    UText bytes = UTEXT_INITIALIZER;
    utext_openUTF8(&bytes, text.data(), lengthOf(text.size()), &code);
    UBreakIterator* const breaks = ubrk_open(UBRK_CHARACTER, "", nullptr, 0, &code);
    ubrk_setUText(breaks, &bytes, &code);
    if (U_SUCCESS(code))
        for (std::size_t begin = 0; begin < text.size(); begin = ranges.back().end)
            ranges.push_back({begin, static_cast<std::size_t>(ubrk_next(breaks))});
    ubrk_close(breaks);
    utext_close(&bytes);
    require(code);
    return ranges;
}

struct Pattern::Compiled {
    explicit Compiled(std::string_view expression) : source(expression) {
        const std::u16string text = wide(expression);
        UErrorCode code = U_ZERO_ERROR;
        UParseError where{};
        regex = uregex_open(text.data(), lengthOf(text.size()), 0, &where, &code);
        if (U_FAILURE(code))
            throw Error(phrase("%1 is no regular expression: character %2 (%3)"),
                        inQuotes(expression), where.offset + 1, u_errorName(code));
        uregex_setStackLimit(regex, 8'000'000, &code);
        require(code);
    }
    ~Compiled() { uregex_close(regex); }
    Compiled(const Compiled&) = delete;
    Compiled& operator=(const Compiled&) = delete;

    std::string source;
    URegularExpression* regex = nullptr;
    mutable std::mutex mutex; ///< ICU keeps the text that is searched in the expression
};

Pattern::Pattern(std::string_view expression)
    : m_compiled(std::make_shared<const Compiled>(expression)) {}

std::vector<TextRange> Pattern::found(std::string_view text, const TextBudget& budget) const {
    const std::lock_guard lock(m_compiled->mutex);
    URegularExpression* const regex = m_compiled->regex;
    UErrorCode code = U_ZERO_ERROR;
    uregex_setMatchCallback(regex, mayLookOn<std::int32_t>, &budget, &code);
    uregex_setFindProgressCallback(regex, mayLookOn<std::int64_t>, &budget, &code);
    UText bytes = UTEXT_INITIALIZER;
    utext_openUTF8(&bytes, text.data(), static_cast<std::int64_t>(text.size()), &code);
    uregex_setUText(regex, &bytes, &code);
    std::vector<TextRange> ranges;
    while (U_SUCCESS(code) && uregex_findNext(regex, &code) != 0)
        ranges.push_back({static_cast<std::size_t>(uregex_start64(regex, 0, &code)),
                          static_cast<std::size_t>(uregex_end64(regex, 0, &code))});
    utext_close(&bytes);
    if (U_FAILURE(code))
        throw Error(phrase("%1 takes too long on this text (%2)"), inQuotes(m_compiled->source),
                    u_errorName(code));
    return ranges;
}

std::string repaired(std::string_view bytes) {
    return narrow(wide(bytes));
}

} // namespace gf
