#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of the platform must itself be able to fail: what belongs there is planted elsewhere."""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import check_platform  # noqa: E402
import planted  # noqa: E402


def findings_for(text, name="app/commands/named_files.cpp"):
    """What the check says of a tree that holds this one file."""
    return planted.findings(check_platform.check, {name: text})


SYSTEMS = [
    "#include <unistd.h>", "#include <sys/stat.h>", "  #  include <fcntl.h>", "#include <csignal>",
    "#include <cerrno>", "#include <malloc.h>", "#include <windows.h>", "#include <dlfcn.h>",
    "#ifdef _WIN32", "#if defined(__linux__) && !defined(NDEBUG)", "#elif defined(__APPLE__)",
    "#ifdef Q_OS_LINUX", "#ifndef __GLIBC__", 'open("/dev/null")', 'folders{"/tmp", "a"}',
    'QFile file(QStringLiteral("/proc/meminfo"));',
]


class Platform(unittest.TestCase):
    def test_what_is_of_one_system_is_found(self):
        for line in SYSTEMS:
            for name in ("app/commands/named_files.cpp", "core/io/a.h", "ui/figure/a.cpp"):
                findings = findings_for(f"// one line\n{line}\n", name)
                self.assertEqual(len(findings), 1, f"{line}: {findings}")
                self.assertTrue(findings[0].startswith(f"{name}:2: "), findings[0])

    def test_in_its_folder_and_in_tests_it_passes(self):
        for line in SYSTEMS:
            for name in ("core/platform/files_posix.cpp", "tests/app/tst_cli.cpp"):
                self.assertEqual(findings_for(f"{line}\n", name), [], line)

    def test_what_every_system_has_passes(self):
        for line in ("#include <filesystem>", "#include <cstdio>", "#include <thread>",
                     '#include "core/platform/files.h"', "#ifdef __x86_64__", "#ifdef NDEBUG",
                     'f("a/tmp/b")', "// as with /tmp and signal.h", "#include <QProcess>",
                     "#include <system_error>"):
            self.assertEqual(findings_for(f"{line}\n"), [], line)


if __name__ == "__main__":
    unittest.main()
