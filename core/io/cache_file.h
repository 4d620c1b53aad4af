// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gf {

// Files with what the program can make again, below cacheFolder() (core/platform/files.h).

/// 16 digits, for what is told apart by a nameHash().
std::string hexadecimal(std::uint64_t number);

/// The file of this name in this folder of the program's; empty where the system says no folder.
std::string cachePath(std::string_view folder, const std::string& file);

/// Makes the folder of such a file, where that can be done: if not, whoever writes it hears of it.
void makeCacheFolderOf(const std::string& path);

} // namespace gf
