// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace gf {

/// A folder that is there as a whole or not at all: its files are written to another one beside it,
/// which takes its name at the end.
class NewFolder {
public:
    /// Throws Error where `path` is taken by anything but an empty folder, and where no folder can
    /// be made there.
    explicit NewFolder(const std::string& path);
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;
    /// What has not been finished is removed.
    ~NewFolder();

    /// Where a file of this name, without folders, is to be written until then.
    std::string file(const std::string& name) const;
    /// Throws Error where something has taken the name meanwhile.
    void finish();

private:
    std::string m_path;
    std::filesystem::path m_draft; ///< empty when it is finished
};

} // namespace gf
