// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace gf {

/// The commands of the window by the names that settings, help and lessons have for them.
inline constexpr std::string_view commandNames[] = {
#define GF_COMMAND(command, name) name,
#include "core/lesson/commands.def"
};

} // namespace gf
