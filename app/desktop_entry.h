// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace gf {

/// Puts the program, where it lies now, into the menu of the desktop of this person: an entry and
/// an icon in $XDG_DATA_HOME, or ~/.local/share. Gives the entry's file. Throws Error where the
/// program lies without what is installed beside it, and where a file cannot be written.
std::filesystem::path installDesktopEntry();

/// The entry `text` with Exec and TryExec naming `program` in the words of the Desktop Entry
/// Specification: quoted, and a percent sign of the path is no field.
std::string desktopEntryFor(const std::string& text, const std::string& program);

} // namespace gf
