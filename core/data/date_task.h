// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/generated_task.h"

namespace gf {

/// A day as it is spelled, and in ISO 8601.
struct SpelledDay {
    std::string spelled;
    std::string iso;
};
inline constexpr std::size_t isoDateLength = 10;

/// The only day and spelling that looks like this, '_' standing for any character; nothing where
/// there is none, or more than one.
std::optional<SpelledDay> theDayLike(std::string_view spelled, std::string_view iso);

} // namespace gf
