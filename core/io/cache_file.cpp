// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/cache_file.h"

#include "core/platform/files.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace gf {

std::string hexadecimal(std::uint64_t number) {
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(number));
    return text.data();
}

std::string cachePath(std::string_view folder, const std::string& file) {
    const std::filesystem::path all = cacheFolder();
    return all.empty() ? "" : (all / "glassformer" / pathOf(folder) / pathOf(file)).string();
}

void makeCacheFolderOf(const std::string& path) {
    std::error_code problem;
    std::filesystem::create_directories(pathOf(path).parent_path(), problem);
}

} // namespace gf
