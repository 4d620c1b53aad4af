// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into the program by saving.py: makes one system call on files fail, or kills the
// program at it. What it does comes from the environment:
//   GF_CALL    which call: open write fsync rename ftruncate link chmod close
//   GF_NUMBER  which of them, the first is 1; 0: none, they are counted
//   GF_ERRNO   the number it fails with; 0: it does half of a write; -9: the program is killed
//              there
//
//   GF_LASTING 1: all that follow fail too, as on a disk that stays full
//
//   GF_UNDER   only what lies under this folder counts
//
//   GF_REACHED a file that is made when the call was reached; with how many there were, when
//              counted
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int counted;

static const char* setting(const char* name) {
    const char* value = getenv(name);
    return value ? value : "";
}

static int isUnder(const char* path) {
    const char* folder = setting("GF_UNDER");
    return folder[0] && strncmp(path, folder, strlen(folder)) == 0;
}

/// Whether a descriptor is a file, named or not yet, under the folder.
static int isWatched(int descriptor) {
    char link[64];
    char path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return 0;
    path[length] = '\0';
    return isUnder(path);
}

/// What the call that is now made has to do: 1 as always, 0 half of it, -1 to fail (errno is set).
static int verdict(const char* call) {
    if (strcmp(call, setting("GF_CALL")) != 0)
        return 1;
    const int number = atomic_fetch_add(&counted, 1) + 1;
    const int wanted = atoi(setting("GF_NUMBER"));
    if (wanted == 0 || (number != wanted && !(number > wanted && atoi(setting("GF_LASTING")))))
        return 1;
    const long mark =
        syscall(SYS_openat, AT_FDCWD, setting("GF_REACHED"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (mark >= 0)
        syscall(SYS_close, mark);
    const int code = atoi(setting("GF_ERRNO"));
    if (code == -9)
        raise(SIGKILL);
    if (code > 0)
        errno = code;
    return code > 0 ? -1 : 0;
}

__attribute__((destructor)) static void tellCount(void) {
    if (strcmp(setting("GF_NUMBER"), "0") != 0)
        return;
    FILE* file = fopen(setting("GF_REACHED"), "w");
    if (file) {
        fprintf(file, "%d", atomic_load(&counted));
        fclose(file);
    }
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int opened(const char* path, int flags, mode_t mode) {
    if ((flags & (O_WRONLY | O_RDWR)) && isUnder(path) && verdict("open") < 0)
        return -1;
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return opened(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return opened(path, flags, mode);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
    const int what = isWatched(descriptor) ? verdict("write") : 1;
    if (what < 0)
        return -1;
    return REAL(write)(descriptor, bytes, what == 0 && count > 1 ? count / 2 : count);
}

int fsync(int descriptor) {
    return isWatched(descriptor) && verdict("fsync") < 0 ? -1 : REAL(fsync)(descriptor);
}

int ftruncate(int descriptor, off_t length) {
    if (isWatched(descriptor) && verdict("ftruncate") < 0)
        return -1;
    return (int)syscall(SYS_ftruncate, descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
    return ftruncate(descriptor, length);
}

int fchmod(int descriptor, mode_t mode) {
    return isWatched(descriptor) && verdict("chmod") < 0 ? -1 : REAL(fchmod)(descriptor, mode);
}

int fchown(int descriptor, uid_t owner, gid_t group) {
    if (isWatched(descriptor) && verdict("chmod") < 0)
        return -1;
    return REAL(fchown)(descriptor, owner, group);
}

int close(int descriptor) {
    const int fails = isWatched(descriptor) && verdict("close") < 0;
    const int code = errno;
    const int result = (int)syscall(SYS_close, descriptor); // closed all the same, as on Linux
    if (!fails)
        return result;
    errno = code;
    return -1;
}

int rename(const char* from, const char* to) {
    return isUnder(to) && verdict("rename") < 0 ? -1 : REAL(rename)(from, to);
}

int renameat2(int from, const char* old, int to, const char* new, unsigned flags) {
    return isUnder(new) && verdict("rename") < 0 ? -1 : REAL(renameat2)(from, old, to, new, flags);
}

int linkat(int from, const char* old, int to, const char* new, int flags) {
    return isUnder(new) && verdict("link") < 0 ? -1 : REAL(linkat)(from, old, to, new, flags);
}
