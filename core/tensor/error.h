// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/sentence.h"

#include <memory>
#include <stdexcept>

namespace gf {

/// What a person can cause and mend: a bad file, a wrong field, an impossible size. The message is
/// a sentence that says which thing, what it was, and what would be right; what() says it in
/// English. Programmer mistakes are `assert`s, never this.
class Error : public std::runtime_error {
public:
    explicit Error(Sentence sentence)
        : std::runtime_error(sentence.english()),
          m_sentence(std::make_shared<const Sentence>(std::move(sentence))) {}
    /// A phrase with gaps, and what stands in them.
    template <class... Gaps> explicit Error(Phrase phrase, const Gaps&... gaps)
        : Error(Sentence(phrase, gaps...)) {}

    const Sentence& sentence() const { return *m_sentence; }

private:
    std::shared_ptr<const Sentence> m_sentence; ///< shared, so that a copy cannot fail
};

} // namespace gf
