# SPDX-License-Identifier: GPL-3.0-or-later
"""What differs between operating systems stands in core/platform and nowhere else.

Tests may ask the system they run on; the program may not.
"""

import pathlib
import re

FOLDERS = ["app", "core", "ui"]
PLATFORM = "core/platform/"

# Headers that not every system has, or that mean something else on each.
HEADER = re.compile(
    r"^\s*#\s*include\s*<(?:(?:sys|linux|arpa|netinet|mach|asm|bits)/\S+|cerrno|csignal|"
    r"(?:conio|direct|dirent|dlfcn|endian|errno|execinfo|fcntl|grp|io|link|malloc|memoryapi|netdb|"
    r"poll|process|psapi|pthread|pwd|sched|semaphore|share|signal|spawn|syslog|termios|ucontext|"
    r"unistd|utime|win\w+|processthreadsapi|sysinfoapi)\.h)>")
# Questions to the preprocessor.
CONDITION = re.compile(
    r"^\s*#\s*(?:if|ifdef|ifndef|elif)\b.*(?:\b_?WIN(?:32|64)\b|\b__(?:linux|unix|gnu_linux)(?:__)?\b|"
    r"\b__(?:APPLE|FreeBSD|OpenBSD|NetBSD|ANDROID|CYGWIN|MINGW32|MINGW64|GLIBC)__\b|\bQ_OS_\w+|"
    r"\b_POSIX_\w+)")
# Places of one system's files.
PLACE = re.compile(r'"/(?:dev|etc|proc|run|sys|tmp|usr|var)(?:/|")')

FORBIDDEN = [
    (HEADER, "a header of an operating system"),
    (CONDITION, "asks which operating system it is compiled for"),
    (PLACE, "a place that one operating system has"),
]


def check(tree):
    wrong = []
    for folder in FOLDERS:
        for path in sorted((tree / folder).rglob("*")):
            name = path.relative_to(tree).as_posix()
            if path.suffix not in (".cpp", ".h", ".def") or name.startswith(PLATFORM):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
                wrong += [f"{name}:{number}: {why}; that belongs into core/platform: {line.strip()}"
                          for pattern, why in FORBIDDEN if pattern.search(line)]
    return wrong
