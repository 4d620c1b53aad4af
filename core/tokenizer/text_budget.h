// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>

namespace gf {

/// How long the steps of a tokenizer may make one text, and how long they may take for it, all of
/// them together: the file that says them is not believed. Those of real models stay far below: of
/// 3 bytes NFKD makes 33 at most (U+FDFA), and bytes as characters are twice as many.
class TextBudget {
public:
    static constexpr std::size_t mostGrowth = 64;      ///< bytes for each byte of the text
    static constexpr std::size_t alwaysAllowed = 4096; ///< bytes beside these
    static constexpr std::chrono::milliseconds usualTime{2000};
    static constexpr std::chrono::microseconds timeForAByte{20};

    /// For a text of so many bytes. Expressions may look at it for `time`, and a little longer for
    /// each byte.
    explicit TextBudget(std::size_t bytes, std::chrono::milliseconds time = usualTime);

    /// Throws Error where a step makes so many bytes of the text.
    void requireRoom(std::size_t bytes) const;
    /// Whether there is no time left for looking at the text.
    bool isSpent() const { return std::chrono::steady_clock::now() > m_end; }

private:
    std::size_t m_bytes;
    std::chrono::steady_clock::time_point m_end;
};

} // namespace gf
