// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace gf {

/// A library that is opened while the program runs, so that the program also starts on a machine
/// that has none: drivers of graphics cards. It stays open until the program ends, because drivers
/// leave threads and handlers behind that run in it.
class Library {
public:
    /// Opens the first of these names that there is, such as "libOpenCL.so.1" or "OpenCL.dll":
    /// where the system looks for it, or else in one of the folders. That of Windows is the last.
    explicit Library(std::span<const char* const> names,
                     std::span<const std::filesystem::path> folders = {});

    bool isOpen() const { return m_handle != nullptr; }
    /// Why none was opened: what the system says of the first name, Windows of the last. Empty when
    /// one is open.
    const std::string& problem() const { return m_problem; }

    /// A function of the library; null where it has none of this name or is not open.
    template <class Function> Function* function(const char* name) const {
        return reinterpret_cast<Function*>(address(name));
    }

private:
    /// What every system takes for the address of any function.
    using Address = void (*)();
    Address address(const char* name) const;

    void* m_handle = nullptr;
    std::string m_problem;
};

/// Whether one of these is there to be opened. Nothing of it runs, as it does when it is opened.
/// Where the system does not say, true.
bool isLibraryInstalled(std::span<const char* const> names);

} // namespace gf
