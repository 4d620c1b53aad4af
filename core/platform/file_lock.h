// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/files.h"

namespace gf {

/// Keeps other processes that ask for it from writing a file at the same time. It is a file of its
/// own beside that one, with a hidden name, since the file itself is replaced and may not be there
/// yet. The system lets the lock go when the process ends, however that is; one that is left behind
/// by a kill locks nothing.
class FileLock {
public:
    /// Takes the lock unless another process has it. Where there can be none (no file may be made
    /// in the folder, or the file system has no locks), nobody is kept out.
    explicit FileLock(const std::filesystem::path& path);
    ~FileLock();
    FileLock(FileLock&& other) noexcept = default;
    FileLock& operator=(FileLock&&) = delete;

    bool isHeldByAnother() const { return m_isHeldByAnother; }

private:
    std::filesystem::path m_name;
    OpenFile m_file; ///< open while this object has the lock
    bool m_isHeldByAnother = false;
};

} // namespace gf
