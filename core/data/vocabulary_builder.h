// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/vocabulary.h"
#include "core/tensor/error.h"

#include <set>
#include <string>
#include <string_view>

namespace gf {

/// Collects the tokens of a person's own data. The ids follow the order of the bytes, which for
/// characters is that of their code points, so the same data give the same vocabulary in any order.
class VocabularyBuilder {
public:
    /// More would make the output layer larger than all of a small model.
    static constexpr std::size_t mostTokens = 32'768;

    /// Throws Error when there are too many different tokens.
    void add(std::string_view token) {
        if (m_tokens.contains(token))
            return;
        if (m_tokens.size() == mostTokens)
            throw Error("There are more than " + std::to_string(mostTokens) +
                        " different tokens, too many for a vocabulary; use a smaller file, or "
                        "characters instead of words.");
        m_tokens.emplace(token);
    }

    /// All tokens of another builder.
    void add(const VocabularyBuilder& other) {
        for (const std::string& token : other.m_tokens)
            add(token);
    }

    /// The vocabulary of what has been collected.
    Vocabulary build(Tokenization tokenization) const {
        return {{m_tokens.begin(), m_tokens.end()}, tokenization};
    }

private:
    std::set<std::string, std::less<>> m_tokens;
};

} // namespace gf
