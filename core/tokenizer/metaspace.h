// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokenizer/json_field.h"

#include "core/tokenizer/text_budget.h"

#include <string>

namespace gf {

/// Spaces written as a mark, "▁", so that words keep them (Kudo & Richardson 2018).
struct Metaspace {
    enum class Prepend { Always, First, Never };

    std::string mark = "\xE2\x96\x81";
    Prepend prepend = Prepend::Always; ///< a mark before a text that has none there
    bool splits = true;                ///< before each mark

    /// The text with marks for spaces; `beginsText`: of what was given it is the beginning. Throws
    /// Error where that is longer than the budget allows.
    std::string written(std::string_view text, bool beginsText, const TextBudget& budget) const;
};

/// Reads a "Metaspace" of a tokenizer.json. Throws Error.
Metaspace metaspaceFrom(const Field& field);

} // namespace gf
