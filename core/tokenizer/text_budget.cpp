// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/text_budget.h"

#include "core/tensor/error.h"

#include <cstdint>

namespace gf {

TextBudget::TextBudget(std::size_t bytes, std::chrono::milliseconds time)
    : m_bytes(bytes), m_end(std::chrono::steady_clock::now() + time +
                            static_cast<std::int64_t>(bytes) * timeForAByte) {}

void TextBudget::requireRoom(std::size_t bytes) const {
    if (bytes > m_bytes * mostGrowth + alwaysAllowed)
        throw Error(phrase("the tokenizer makes %1 bytes of a text of %2; a text may become at "
                           "most %3 times as long"),
                    bytes, m_bytes, mostGrowth);
}

} // namespace gf
