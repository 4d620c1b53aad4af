// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/temporary_folder.h"

#include "core/io/atomic_file.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <random>
#include <string>

namespace gf {

TemporaryFolder::TemporaryFolder() {
    std::error_code problem;
    std::random_device random;
    for (const std::filesystem::path& folder : temporaryFolders()) {
        const std::string name =
            "glassformer-" + std::to_string(random()) + "-" + std::to_string(random());
        // Only one that was not there: what another person has put there is not used.
        if (!std::filesystem::create_directory(folder / name, problem))
            continue;
        m_path = folder / name;
        std::filesystem::permissions(m_path, std::filesystem::perms::owner_all, problem);
        return;
    }
    throw Error(phrase("no folder for temporary files could be made: %1"), systemReason(problem));
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code none;
    std::filesystem::remove_all(m_path, none);
}

} // namespace gf
