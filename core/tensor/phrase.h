// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace gf {

/// Marks an English text that a person reads in the window, so that scripts/translate.sh finds it.
/// Changes nothing: it is translated where it is shown.
constexpr std::string_view phrase(std::string_view english) {
    return english;
}

} // namespace gf
