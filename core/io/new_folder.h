// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/atomic_file.h"
#include "core/platform/draft_file.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace gf {

/// A folder of new files that is there as a whole or not at all: its files have no name while they
/// are written, so that a program that is ended leaves nothing, and get theirs together at the end.
/// An empty folder that is there already, behind symbolic links too, stays the folder that it is.
class NewFolder {
public:
    /// Throws Error where `path` is taken by anything but an empty folder, and where no folder can
    /// be made or written to.
    explicit NewFolder(const std::string& path);
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

    /// What writes the file of this name, without folders, while this object lives; throws Error as
    /// writeFileAtomically() does.
    WriteFile file(const std::string& name);
    /// Throws Error where something has taken the name of the folder or of a file meanwhile;
    /// nothing is left then.
    void finish();

private:
    struct NamedDraft {
        std::string name;
        std::unique_ptr<Draft> draft;
    };

    std::filesystem::path draftFolder() const;
    void publishInto(const std::filesystem::path& folder, std::error_code& problem);

    std::string m_path;             ///< as the person wrote it, for messages
    std::filesystem::path m_target; ///< behind all links
    bool m_isThere;
    std::vector<NamedDraft> m_files;
};

} // namespace gf
