// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/temporary.h"

#include <system_error>

namespace gf {

std::vector<std::filesystem::path> temporaryFolders() {
    std::error_code none;
    std::vector<std::filesystem::path> folders{"/tmp", "/var/tmp"};
    if (auto wanted = std::filesystem::temp_directory_path(none); !none)
        folders.insert(folders.begin(), std::move(wanted));
    return folders;
}

} // namespace gf
