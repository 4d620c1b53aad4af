// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/files.h"

namespace gf {

/// A new file that is to take the place of another in the same folder, or a new name on its disk:
/// without a name where the file system can (then a kill leaves nothing), else with one that nobody
/// else has. Unless published, it is gone when this object is.
class Draft {
public:
    /// Who may read it besides its owner, where the system asks.
    enum class Readers {
        AsUsual, ///< whom the person lets read new files
        Nobody,
    };

    Draft(const std::filesystem::path& folder, Readers readers, std::error_code& problem);
    ~Draft();
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    const OpenFile& file() const { return m_file; }

    /// Puts the bytes on the disk and the file in the place of `target`, at once: whatever happens,
    /// that is the old file or this one, whole. What belonged to somebody else stays theirs where
    /// this process may see to that. Where it may not, nobody gets rights by it that they did not
    /// have.
    void publish(const std::filesystem::path& target, const std::optional<Ownership>& keeping,
                 std::error_code& problem);
    /// The same under a name that nothing has: neither a file nor a symbolic link is replaced or
    /// followed, whoever makes one meanwhile. Otherwise the problem is std::errc::file_exists, and
    /// another name can be tried.
    void publishNew(const std::filesystem::path& target, std::error_code& problem);

private:
    void complete(std::error_code& problem);

    std::filesystem::path m_folder;
    std::filesystem::path m_name; ///< empty while it has none
    OpenFile m_file;
};

} // namespace gf
