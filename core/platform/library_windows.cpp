// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/library.h"

#include "core/platform/win32.h"

#include <algorithm>
#include <system_error>

namespace gf {

Library::Library(std::span<const char* const> names,
                 std::span<const std::filesystem::path> folders) {
    for (const char* name : names) {
        // Where the system keeps its own, not the folder that the program was started in.
        m_handle = LoadLibraryExA(name, nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
        const auto code = static_cast<int>(GetLastError());
        m_problem = std::string(name) + ": " + std::system_category().message(code);
        for (auto folder = folders.begin(); !m_handle && folder != folders.end(); ++folder)
            m_handle =
                LoadLibraryExW((*folder / name).make_preferred().c_str(), nullptr,
                               LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32);
        if (m_handle) {
            m_problem.clear();
            return;
        }
    }
}

Library::Address Library::address(const char* name) const {
    if (!m_handle)
        return nullptr;
    return reinterpret_cast<Address>(GetProcAddress(static_cast<HMODULE>(m_handle), name));
}

bool isLibraryInstalled(std::span<const char* const> names) {
    return std::ranges::any_of(names, [](const char* name) {
        // As data: nothing of it runs.
        const HMODULE found =
            LoadLibraryExA(name, nullptr, LOAD_LIBRARY_AS_DATAFILE | LOAD_LIBRARY_SEARCH_SYSTEM32);
        if (found)
            FreeLibrary(found);
        return found != nullptr;
    });
}

} // namespace gf
