// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop_entry.h"

#include "core/io/atomic_file.h"
#include "core/platform/child.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <cstdlib>
#include <sstream>
#include <string_view>

namespace gf {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largestFile = std::uint64_t{1} << 20;

/// `text` with `mark` before each of the characters `special`.
std::string escaped(std::string_view text, std::string_view special, char mark) {
    std::string result;
    for (const char each : text) {
        if (special.find(each) != std::string_view::npos)
            result += mark;
        result += each;
    }
    return result;
}

/// A path as an argument of Exec: quoted for its words, then escaped as every value is.
std::string execArgument(const std::string& path) {
    const std::string quoted = '"' + escaped(path, "\"`$\\", '\\') + '"';
    return escaped(escaped(quoted, "%", '%'), "\\", '\\');
}

fs::path dataHome() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data && fs::path(data).is_absolute())
        return data;
    const char* home = std::getenv("HOME");
    if (!home || !*home)
        throw Error("neither XDG_DATA_HOME nor HOME says where the menu's entries of this person "
                    "are");
    return fs::path(home) / ".local/share";
}

void copyTo(const fs::path& file, const std::string& content) {
    std::error_code problem; // said by the writing, with the name of the folder
    fs::create_directories(file.parent_path(), problem);
    writeFileAtomically(file.string(), content);
}

} // namespace

std::string desktopEntryFor(const std::string& text, const std::string& program) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("Exec="))
            line = "Exec=" + execArgument(program) + " %f";
        else if (line.starts_with("TryExec="))
            line = "TryExec=" + escaped(program, "\\", '\\');
        result += line + '\n';
    }
    return result;
}

std::filesystem::path installDesktopEntry() {
    const std::string program = ownProgram();
    const fs::path shared = pathOf(program).parent_path().parent_path() / "share";
    const fs::path entry = "applications/glassformer.desktop";
    const fs::path icon = "icons/hicolor/scalable/apps/glassformer.svg";
    if (!fs::exists(shared / entry) || !fs::exists(shared / icon))
        throw Error("the menu needs share/" + entry.string() + " and share/" + icon.string() +
                    ", which are not beside the program's folder; unpack the whole archive, or "
                    "install the program");
    const fs::path home = dataHome();
    copyTo(home / icon, readWholeFile((shared / icon).string(), largestFile));
    copyTo(home / entry,
           desktopEntryFor(readWholeFile((shared / entry).string(), largestFile), program));
    return home / entry;
}

} // namespace gf
