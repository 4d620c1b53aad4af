// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/file_lock.h"

namespace gf {

FileLock::FileLock(const std::filesystem::path& path)
    : m_name(path.parent_path() / ((std::filesystem::path(".") += path.filename()) += ".lock")) {
    std::error_code problem;
    m_file = openAlone(m_name, LeftBehind::Nothing, problem);
    m_isHeldByAnother = !m_file.isOpen() && !problem;
}

FileLock::~FileLock() {
    std::error_code none;
    if (m_file.isOpen())
        std::filesystem::remove(m_name, none);
}

} // namespace gf
