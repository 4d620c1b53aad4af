// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/file_lock.h"

#include "core/platform/posix.h"

#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <unistd.h>

namespace gf {

namespace {

/// Whether the file that is open still has its name: who let the lock go took it away.
bool isStill(const std::filesystem::path& name, const OpenFile& file) {
    std::error_code gone;
    const std::optional<FileStatus> named = statusOf(name, gone);
    const std::optional<FileStatus> open = file.status(gone);
    return named && open && named->device == open->device && named->number == open->number;
}

} // namespace

FileLock::FileLock(const std::filesystem::path& path)
    : m_name(path.parent_path() / ("." + path.filename().string() + ".lock")) {
    do {
        m_file = OpenFile(uninterrupted([this] {
            return ::open(m_name.c_str(),
                          O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
        }));
        if (!m_file.isOpen())
            return;
        const int descriptor = descriptorOf(m_file);
        if (uninterrupted([&] { return ::flock(descriptor, LOCK_EX | LOCK_NB); }) != 0) {
            m_isHeldByAnother = errno == EWOULDBLOCK;
            m_file = OpenFile();
            return;
        }
    } while (!isStill(m_name, m_file));
}

FileLock::~FileLock() {
    if (m_file.isOpen())
        ::unlink(m_name.c_str());
}

} // namespace gf
