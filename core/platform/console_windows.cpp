// SPDX-License-Identifier: GPL-3.0-or-later
// glassformer.com: what a shell finds first under the name "glassformer". The program itself
// belongs to no console, so that none appears behind its window, and a shell would not wait for it.
// This one starts it with the same words and the same streams, waits, and returns its exit status.
#include <windows.h>

#include <cstdio>
#include <filesystem>
#include <string>

namespace {

/// The program beside this one: the same name with another ending.
std::filesystem::path programBeside() {
    std::wstring name(32768, L'\0');
    name.resize(GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size())));
    return std::filesystem::path(name).replace_extension(".exe");
}

/// The child ends with this process, however that ends.
void endTogether(HANDLE child) {
    const HANDLE job = CreateJobObjectW(nullptr, nullptr); // closed by the system, at the end
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    AssignProcessToJobObject(job, child);
}

/// Ctrl-C is the program's to answer: it saves first.
BOOL WINAPI leaveToProgram(DWORD) {
    return TRUE;
}

} // namespace

int wmain() {
    SetConsoleCtrlHandler(leaveToProgram, TRUE);
    const std::filesystem::path program = programBeside();
    std::wstring line = GetCommandLineW();
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    startup.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    PROCESS_INFORMATION child{};
    if (!CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, CREATE_SUSPENDED,
                        nullptr, nullptr, &startup, &child)) {
        std::fprintf(stderr, "glassformer: error: glassformer.exe is not beside glassformer.com\n");
        return 1;
    }
    endTogether(child.hProcess);
    ResumeThread(child.hThread);
    WaitForSingleObject(child.hProcess, INFINITE);
    DWORD status = 1;
    GetExitCodeProcess(child.hProcess, &status);
    return static_cast<int>(status);
}
