// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// Words with commas between them: "layers, d_model, heads".
inline std::string listed(std::span<const std::string_view> words) {
    std::string text;
    for (const std::string_view word : words)
        text.append(text.empty() ? "" : ", ").append(word);
    return text;
}

/// Whole numbers with nothing but commas between them: "0,256"; nothing where the text is no such
/// list.
inline std::optional<std::vector<Index>> numbersIn(std::string_view text) {
    std::vector<Index> numbers;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data();; ++at) {
        Index number = 0;
        const auto [stop, problem] = std::from_chars(at, end, number);
        if (problem != std::errc() || (stop != end && *stop != ','))
            return {};
        numbers.push_back(number);
        at = stop;
        if (at == end)
            return numbers;
    }
}

} // namespace gf
