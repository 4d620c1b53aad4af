// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of POSIX call, so that they can be compiled for Windows, where it is not. Each says by
// its name that it was called, and fails: the test that needed it fails, and trial.py counts it as
// left out.
#pragma once

#include <filesystem>

extern "C" {

/// Says that POSIX was needed, and returns −1.
int gfNeedsPosix(const char* function);

using rlim_t = unsigned long long;
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};
struct rusage {
    long ru_maxrss;
};

inline int mkfifo(const char*, int) {
    gfNeedsPosix("mkfifo");
    return 0; // some tests make one that others use
}
inline int symlink(const char*, const char*) {
    return gfNeedsPosix("symlink");
}
inline int kill(long long, int) {
    return gfNeedsPosix("kill");
}
inline int fork() {
    return gfNeedsPosix("fork");
}
inline int waitpid(int, int*, int) {
    return gfNeedsPosix("waitpid");
}
inline int fcntl(int, int, ...) {
    return gfNeedsPosix("fcntl");
}
inline int getrlimit(int, rlimit*) {
    return gfNeedsPosix("getrlimit");
}
inline int setrlimit(int, const rlimit*) {
    return gfNeedsPosix("setrlimit");
}
inline int getrusage(int, rusage*) {
    return gfNeedsPosix("getrusage");
}
inline unsigned geteuid() {
    return 1; // nobody's rights
}
inline int pipe(int*) {
    return gfNeedsPosix("pipe");
}
}

enum { RUSAGE_SELF };
enum { RLIMIT_FSIZE, RLIMIT_STACK, RLIMIT_AS, RLIMIT_CORE, RLIMIT_NOFILE };
enum { SIGHUP = 1, SIGKILL = 9, SIGPIPE = 13, SIGXFSZ = 25 };
enum { F_GETFD = 1, FD_CLOEXEC = 1, O_NONBLOCK = 0, O_CLOEXEC = 0, WNOHANG = 1 };
inline int link(const char* file, const char* name) {
    std::error_code problem;
    std::filesystem::create_hard_link(file, name, problem);
    return problem ? -1 : 0;
}
inline bool WIFEXITED(int) {
    return false;
}
inline bool WIFSIGNALED(int) {
    return false;
}
inline int WEXITSTATUS(int) {
    return -1;
}
inline int WTERMSIG(int) {
    return -1;
}
