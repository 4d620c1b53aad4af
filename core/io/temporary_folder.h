// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/files.h"

#include <filesystem>

namespace gf {

/// A new folder for files that must have names, which nobody but its owner may enter. It goes with
/// this object, and all that is in it.
class TemporaryFolder {
public:
    /// In the best of temporaryFolders() that takes one. Throws Error where none does.
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

    /// Removes those of processes that ended without doing so.
    static void removeLeftBehind();

private:
    std::filesystem::path m_path;
    OpenFile m_lock; ///< beside it; goes with the process, however that ends
};

} // namespace gf
