// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/child.h"

#include "core/platform/child_lines.h"
#include "core/platform/win32.h"

#include <array>
#include <atomic>
#include <thread>

namespace gf {

namespace {

/// A word of a command line as a program takes it apart again.
std::string quoted(const std::string& word) {
    std::string text = "\"";
    std::size_t backslashes = 0;
    for (const char letter : word) {
        if (letter == '\\') {
            ++backslashes;
        } else {
            if (letter == '"')
                text.append(backslashes + 1, '\\');
            backslashes = 0;
        }
        text += letter;
    }
    return text.append(backslashes, '\\') + '"';
}

/// When a child has last begun what it may take its time for.
using Moment = std::atomic<std::chrono::steady_clock::time_point>;

void readAll(HANDLE from, ChildLines& lines, Moment& last) {
    std::array<char, 4096> piece{};
    DWORD count = 0;
    while (ReadFile(from, piece.data(), static_cast<DWORD>(piece.size()), &count, nullptr) &&
           count > 0)
        if (lines.add({piece.data(), count}))
            last = std::chrono::steady_clock::now();
}

/// Whether a process ends in time.
bool waitFor(HANDLE process, std::chrono::milliseconds limit, const std::stop_token& stop,
             const Moment& last) {
    constexpr DWORD moment = 50;
    while (WaitForSingleObject(process, moment) != WAIT_OBJECT_0)
        if (stop.stop_requested() || std::chrono::steady_clock::now() - last.load() >= limit)
            return false;
    return true;
}

} // namespace

std::string ownProgram() {
    std::array<char, 4096> name{};
    const DWORD size = GetModuleFileNameA(nullptr, name.data(), static_cast<DWORD>(name.size()));
    return size < name.size() ? std::string(name.data(), size) : "";
}

ChildEnd runChild(const std::string& program, const std::vector<std::string>& arguments,
                  std::chrono::milliseconds limit, const std::stop_token& stop,
                  const HeardLine& heard) {
    ChildEnd result;
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    HANDLE readEnd = nullptr;
    HANDLE writeEnd = nullptr;
    if (!CreatePipe(&readEnd, &writeEnd, &inherited, 0))
        return result;
    SetHandleInformation(readEnd, HANDLE_FLAG_INHERIT, 0);
    std::string line = quoted(program);
    for (const std::string& argument : arguments)
        line += ' ' + quoted(argument);
    STARTUPINFOA startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdOutput = writeEnd;
    PROCESS_INFORMATION child{};
    const bool isName = program.find_first_of("/\\") == std::string::npos;
    const BOOL started =
        CreateProcessA(isName ? nullptr : program.c_str(), line.data(), nullptr, nullptr, TRUE,
                       CREATE_NO_WINDOW, nullptr, nullptr, &startup, &child);
    CloseHandle(writeEnd);
    if (started) {
        ChildLines lines(result.output, heard);
        Moment last = std::chrono::steady_clock::now();
        std::thread reader([&] { readAll(readEnd, lines, last); });
        const bool ended = waitFor(child.hProcess, limit, stop, last);
        if (!ended)
            TerminateProcess(child.hProcess, 1);
        reader.join();
        DWORD status = 0;
        GetExitCodeProcess(child.hProcess, &status);
        result.status = static_cast<int>(status);
        // An exception that nobody caught ends a process with a code of this kind.
        const bool crashed = (status & 0xc0000000U) == 0xc0000000U;
        result.kind =
            !ended    ? (stop.stop_requested() ? ChildEnd::Kind::Stopped : ChildEnd::Kind::TimedOut)
            : crashed ? ChildEnd::Kind::Crashed
                      : ChildEnd::Kind::Exited;
        CloseHandle(child.hThread);
        CloseHandle(child.hProcess);
    }
    CloseHandle(readEnd);
    return result;
}

} // namespace gf
