// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a program on a console of its own and writes down what stands on it then, as UTF-8:
//     on_console SCREEN FILE COMMAND LINE…
// Once FILE has more than one line, Ctrl-C is pressed, as a person would; "-" presses nothing. The
// exit status is the program's. For tests/windows/trial.py; compiled with mingw-w64.
#include <windows.h>

#include <stdio.h>
#include <wchar.h>

static BOOL WINAPI ignore(DWORD event) {
    (void)event;
    return TRUE;
}

/// Whether a file has a second line with something on it.
static int hasSecondLine(const wchar_t* name) {
    char text[4096];
    FILE* const file = _wfopen(name, L"rb");
    if (!file)
        return 0;
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    const char* const end = memchr(text, '\n', size);
    return end && end + 1 < text + size;
}

/// The command line behind its first `count` words.
static const wchar_t* behind(const wchar_t* line, int count) {
    for (; count > 0; --count) {
        int quoted = 0;
        for (; *line && (quoted || *line != L' '); ++line)
            quoted ^= *line == L'"';
        while (*line == L' ')
            ++line;
    }
    return line;
}

static void writeScreen(HANDLE screen, const wchar_t* name) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    FILE* const out = _wfopen(name, L"wb");
    if (!out || !GetConsoleScreenBufferInfo(screen, &info))
        return;
    for (SHORT row = 0; row <= info.dwCursorPosition.Y; ++row) {
        wchar_t wide[1024];
        char bytes[4096];
        DWORD read = 0;
        const COORD from = {0, row};
        const DWORD width = info.dwSize.X < 1024 ? (DWORD)info.dwSize.X : 1024;
        ReadConsoleOutputCharacterW(screen, wide, width, from, &read);
        while (read > 0 && wide[read - 1] == L' ')
            --read;
        const int size =
            WideCharToMultiByte(CP_UTF8, 0, wide, (int)read, bytes, sizeof bytes, NULL, NULL);
        fwrite(bytes, 1, (size_t)size, out);
        fputc('\n', out);
    }
    fclose(out);
}

int wmain(int argc, wchar_t** argv) {
    if (argc < 4)
        return 2;
    FreeConsole();
    if (!AllocConsole())
        return 3;
    SetConsoleCtrlHandler(ignore, TRUE);
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    const DWORD access = GENERIC_READ | GENERIC_WRITE;
    const DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE;
    const HANDLE screen =
        CreateFileW(L"CONOUT$", access, shared, &inherited, OPEN_EXISTING, 0, NULL);
    const HANDLE keys = CreateFileW(L"CONIN$", access, shared, &inherited, OPEN_EXISTING, 0, NULL);
    const COORD size = {200, 300};
    SetConsoleScreenBufferSize(screen, size);
    STARTUPINFOW startup = {.cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES};
    startup.hStdInput = keys;
    startup.hStdOutput = startup.hStdError = screen;
    PROCESS_INFORMATION child;
    wchar_t line[32768];
    wcsncpy(line, behind(GetCommandLineW(), 3), 32767);
    if (!CreateProcessW(argv[3], line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child))
        return 4;
    int pressed = wcscmp(argv[2], L"-") == 0;
    while (WaitForSingleObject(child.hProcess, 20) == WAIT_TIMEOUT)
        if (!pressed && hasSecondLine(argv[2])) {
            GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
            pressed = 1;
        }
    DWORD status = 5;
    GetExitCodeProcess(child.hProcess, &status);
    writeScreen(screen, argv[1]);
    return (int)status;
}
