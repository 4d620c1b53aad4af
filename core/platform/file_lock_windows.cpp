// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/file_lock.h"

#include "core/platform/win32.h"

namespace gf {

FileLock::FileLock(const std::filesystem::path& path)
    : m_name(path.parent_path() / (L"." + path.filename().wstring() + L".lock")) {
    // Shared with nobody, and gone with its handle.
    const HANDLE handle = CreateFileW(m_name.c_str(), GENERIC_WRITE, 0, nullptr, OPEN_ALWAYS,
                                      FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    if (handle != INVALID_HANDLE_VALUE)
        m_file = OpenFile(reinterpret_cast<std::intptr_t>(handle));
    else
        m_isHeldByAnother = GetLastError() == ERROR_SHARING_VIOLATION;
}

FileLock::~FileLock() = default;

} // namespace gf
