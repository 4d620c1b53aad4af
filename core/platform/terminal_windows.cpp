// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/terminal.h"

#include "core/platform/win32.h"

#include <cstdio>
#include <fcntl.h>
#include <io.h>

namespace gf {

namespace {

bool isConsole(DWORD stream) {
    DWORD mode = 0;
    return GetConsoleMode(GetStdHandle(stream), &mode) != FALSE;
}

} // namespace

void prepareStandardStreams() {
    AttachConsole(ATTACH_PARENT_PROCESS); // that of glassformer.com; fails where there is none
    constexpr int input = 0;
    constexpr int output = 1;
    constexpr int error = 2;
    for (int stream = input; stream <= error; ++stream)
        if (_get_osfhandle(stream) < 0)
            // The lowest free number is this one. Opened the wrong way round: using it still fails.
            _open("NUL", (stream == input ? _O_WRONLY : _O_RDONLY) | _O_NOINHERIT);
    for (const int stream : {output, error}) {
        const auto console = reinterpret_cast<HANDLE>(_get_osfhandle(stream));
        DWORD mode = 0;
        if (!GetConsoleMode(console, &mode))
            continue;
        SetConsoleOutputCP(CP_UTF8);
        SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        // The bytes as they are: as text, C's library may take them for another encoding.
        _setmode(stream, _O_BINARY);
    }
    // Without a buffer a console is given byte after byte, and can make nothing of half a
    // character.
    constexpr std::size_t buffer = 16 * 1024;
    std::setvbuf(stdout, nullptr, _IOFBF, buffer);
    std::setvbuf(stderr, nullptr, _IONBF, 0); // not as it comes: then fwrite() is one piece
}

bool isTerminalInput() {
    return isConsole(STD_INPUT_HANDLE);
}

bool isTerminalOutput() {
    return isConsole(STD_OUTPUT_HANDLE);
}

bool isTerminalError() {
    return isConsole(STD_ERROR_HANDLE);
}

bool isOutputRead() {
    return true; // whoever writes learns it
}

bool hasDisplay() {
    return true;
}

} // namespace gf
