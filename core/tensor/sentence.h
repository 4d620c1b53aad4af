// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace gf {

/// An English text that a person reads in the window and that has a translation there. It may have
/// gaps, %1 to %9.
class Phrase {
public:
    constexpr explicit Phrase(std::string_view english) : m_english(english) {}
    constexpr operator std::string_view() const { return m_english; }

private:
    std::string_view m_english;
};

/// Marks a literal text as one, so that scripts/translate.sh finds it.
constexpr Phrase phrase(std::string_view english) {
    return Phrase(english);
}

/// What the engine says to a person. The engine knows nothing of languages: it says a phrase and
/// what stands in its gaps, which may be sentences again, and so on down to words that are the same
/// in every language: names, numbers, values.
class Sentence {
public:
    Sentence() = default;
    // Words.
    Sentence(std::string words) : m_text(std::move(words)) {}
    Sentence(std::string_view words) : m_text(words) {}
    Sentence(const char* words) : m_text(words) {}
    template <class Number>
    requires std::is_integral_v<Number> Sentence(Number number) : m_text(std::to_string(number)) {}
    /// A phrase with as many gaps.
    template <class... Gaps> Sentence(Phrase phrase, const Gaps&... gaps)
        : m_text(std::string_view(phrase)), m_isPhrase(true), m_gaps{Sentence(gaps)...} {}

    bool empty() const { return m_text.empty(); }
    friend bool operator==(const Sentence&, const Sentence&) = default;

    std::string english() const {
        return in([](const std::string& phrase) { return phrase; });
    }
    /// In the language that `translate` translates phrases to: a function from string to string.
    template <class Translate> std::string in(const Translate& translate) const {
        return m_isPhrase ? filled(translate(m_text), translate) : m_text;
    }

private:
    /// Once over the whole text: what stands in a gap may hold a "%" itself.
    template <class Translate>
    std::string filled(const std::string& text, const Translate& translate) const {
        std::string result;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const bool isGap = text[i] == '%' && i + 1 < text.size();
            const auto gap = static_cast<std::size_t>(isGap ? text[i + 1] - '1' : -1);
            if (gap < m_gaps.size()) {
                result += m_gaps[gap].in(translate);
                ++i;
            } else {
                result += text[i];
            }
        }
        return result;
    }

    std::string m_text;
    bool m_isPhrase = false;
    std::vector<Sentence> m_gaps;
};

} // namespace gf
