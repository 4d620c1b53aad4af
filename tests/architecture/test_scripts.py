#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What run.sh and test.sh do about packages and screens, on machines played by a few fake programs."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TREE = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ("bash", "env", "grep", "dirname")


class Machine:
    """A PATH with the usual tools and the given fake programs, which log how they were called."""

    def __init__(self, folder, programs):
        self.folder = pathlib.Path(folder)
        self.log = self.folder / "log"
        self.log.touch()
        for tool in TOOLS:
            (self.folder / tool).symlink_to(shutil.which(tool))
        for name, body in programs.items():
            path = self.folder / name
            path.write_text(f'#!{shutil.which("bash")}\necho "{name} $*" >>"{self.log}"\n{body}\n')
            path.chmod(0o755)

    def run(self, *command, **environment):
        return subprocess.run(command, cwd=TREE, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, env={"PATH": str(self.folder), **environment})

    def install(self):
        return self.run("bash", "-c", "set -euo pipefail; . scripts/common.sh; installPackages build")

    def calls(self):
        return self.log.read_text().splitlines()


# dpkg-query as asked by common.sh: everything is installed, or all but CLI11.
ALL_INSTALLED = 'shift 2; for p; do echo "installed $p"; done'
CLI_MISSING = ALL_INSTALLED.replace("echo", '[ "$p" = libcli11-dev ] || echo')
# sudo runs what follows its own option.
SUDO = '[ "$1" != -n ] || shift; exec "$@"'


class Scripts(unittest.TestCase):
    def machine(self, **programs):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Machine(folder.name, {name.replace("_", "-"): body
                                     for name, body in programs.items()})

    def test_nothing_is_installed_when_nothing_is_missing(self):
        machine = self.machine(dpkg_query=ALL_INSTALLED, apt_get="exit 1", sudo=SUDO)
        done = machine.install()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(machine.calls()), 1)

    def test_only_what_is_missing_is_installed_without_questions(self):
        machine = self.machine(dpkg_query=CLI_MISSING, apt_get='echo "$DEBIAN_FRONTEND"',
                               sudo=SUDO)
        done = machine.install()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("noninteractive", done.stdout)
        last = machine.calls()[-1]
        self.assertIn(" install -y ", last)
        self.assertTrue(last.endswith(" libcli11-dev"), last)

    def test_a_failed_installation_names_the_packages(self):
        machine = self.machine(dpkg_query=CLI_MISSING, apt_get="exit 100", sudo=SUDO)
        done = machine.install()
        self.assertEqual(done.returncode, 1)
        self.assertIn("could not install: libcli11-dev", done.stderr)

    def test_a_machine_without_apt_is_told_what_to_install(self):
        done = self.machine().install()
        self.assertEqual(done.returncode, 1)
        self.assertIn("qt6-base-dev", done.stderr)
        self.assertIn("GLASSFORMER_SKIP_PACKAGES=1", done.stderr)

    @unittest.skipIf(os.geteuid() == 0, "root needs no sudo")
    def test_a_person_without_sudo_is_told_the_command(self):
        done = self.machine(dpkg_query=CLI_MISSING, apt_get="").install()
        self.assertEqual(done.returncode, 1)
        self.assertIn("apt-get install libcli11-dev", done.stderr)

    def test_without_a_screen_the_window_is_refused_before_anything_is_built(self):
        machine = self.machine(dpkg_query=ALL_INSTALLED, apt_get="exit 1")
        done = machine.run(str(TREE / "scripts" / "run.sh"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("no display", done.stderr)
        self.assertEqual(machine.calls(), [])

    def test_a_path_that_cmake_cannot_read_is_named_before_anything_is_done(self):
        for odd in '";$\\#|[]\n':
            machine = self.machine(dpkg_query=ALL_INSTALLED, cmake="exit 1")
            top = machine.folder / f"my{odd}folder"
            shutil.copytree(TREE / "scripts", top / "scripts")
            for script in ("run.sh", "test.sh"):
                with self.subTest(odd=odd, script=script):
                    done = machine.run(str(top / "scripts" / script), "--help")
                    self.assertEqual(done.returncode, 1)
                    self.assertIn("Move the folder to a path without", done.stderr)
                    self.assertEqual(machine.calls(), [])

    # A build as Ninja tells of it: two steps, a message of the compiler, and its exit status.
    NINJA = ("case \"$*\" in --preset* | *' -n') exit ;; esac; status=${NINJA_STATUS//%t/3}; "
             "echo \"${status//%f/1}a/Unity/one.o\"; echo 'one.cpp:1: error: no'; "
             "echo \"${status//%f/2}two.o\"; exit ")

    def test_a_build_says_how_far_it_is_and_passes_messages_on(self):
        machine = self.machine(cmake=self.NINJA + "0")
        done = machine.run("bash", "-c", "set -euo pipefail; . scripts/common.sh; build check program")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines(), ["glassformer: compiling 1 of 3", "one.cpp:1: error: no"])

    def test_a_build_that_fails_ends_the_script(self):
        machine = self.machine(cmake=self.NINJA + "1")
        done = machine.run("bash", "-c", "set -euo pipefail; . scripts/common.sh; build check program; echo on")
        self.assertEqual(done.returncode, 1)
        self.assertIn("one.cpp:1: error: no", done.stdout)
        self.assertIn("building failed", done.stderr)
        self.assertFalse(done.stdout.endswith("on\n"))


if __name__ == "__main__":
    unittest.main()
