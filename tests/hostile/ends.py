#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries to make the program lose a run, or spoil a file, when it is made to end.

    ends.py PROGRAM [--rounds N] [--keep]

  - links that flip: training whose folder went away is rescued among temporary files, while somebody
    makes and removes a symbolic link of the name that it will take;
  - a full disk under a window (or, where nobody may mount one, a folder that went away);
  - two windows with unnamed runs are asked to end together;
  - a window's display dies, and the next start has the run.

All of the run must be in a file that is whole and that the sentence names, nobody else may be able to
read it, no other file may change, and the status must be the right one. The windows need Xvfb,
xdotool and a C compiler (cc) the links; where they are not, it says so. Ends with 1 when it found
something.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time

PATIENCE = 120  # seconds
AGAIN = 8       # seconds until a key is pressed again
WORTH = 200     # steps that a window does not let go
HERE = pathlib.Path(__file__).resolve().parent
TINY = '{"layers": 1, "d_model": 16, "heads": 2, "d_ff": 16}'
QUIET = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Finding(Exception):
    """The program did what it must not."""


def until(what, condition):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise Finding(f"{what} did not come about")


def turns_of(process):
    """How often the thread of a window has had something to do."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)$", status, re.MULTILINE)[1])


def steps_in(path):
    """Of a model file that is whole."""
    content = pathlib.Path(path).read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8:8 + length])
    steps = int(header.pop("__metadata__")["steps_done"])
    if 8 + length + max(tensor["data_offsets"][1] for tensor in header.values()) != len(content):
        raise Finding(f"{path} is not whole")
    return steps


def require_private(path):
    if stat.S_IMODE(os.lstat(path).st_mode) != 0o600:
        raise Finding(f"{path} can be read by others: {oct(os.lstat(path).st_mode)}")


class Workshop:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        self.number = 0
        (self.folder / "tiny.json").write_text(TINY)
        self.base = self.folder / "base.safetensors"
        subprocess.run([program, *self.training(3, self.base)], check=True, timeout=PATIENCE, **QUIET)
        self.flipping = self.compiled()
        self.display = None
        self.small_disk = bool(shutil.which("unshare")) and subprocess.run(
            ["unshare", "-rm", "mount", "-t", "tmpfs", "none", self.folder], check=False,
            **QUIET).returncode == 0

    def training(self, steps, save):
        return ["train", "--task", "reverse", "--config", str(self.folder / "tiny.json"), "--batch", "4",
                "--steps", str(steps), "--threads", "1", "--save", str(save)]

    def compiled(self):
        flipping = self.folder / "flipping_link"
        done = shutil.which("cc") and subprocess.run(
            ["cc", "-w", "-O1", "-o", flipping, HERE / "flipping_link.c"], check=False).returncode == 0
        return flipping if done else None

    def room(self):
        """A folder with what one trial needs."""
        self.number += 1
        room = self.folder / str(self.number)
        for name in ("home", "temporary", "runs"):
            (room / name).mkdir(parents=True, mode=0o700)
        return room

    def environment(self, room):
        home = str(room / "home")
        return dict(os.environ, HOME=home, TMPDIR=str(room / "temporary"), LC_ALL="C.UTF-8",
                    XDG_CONFIG_HOME=home, XDG_DATA_HOME=home, XDG_CACHE_HOME=home, XDG_RUNTIME_DIR=home,
                    QT_QPA_PLATFORM="xcb", DISPLAY=self.display or "")

    # --- the kinds of trials ---------------------------------------------------------------------

    def flipping_links(self):
        room = self.room()
        kept = room / "kept"
        kept.write_text("kept")
        flips = subprocess.Popen([self.flipping, kept, room / "temporary" / "run-rescued-1.st"])
        try:
            process = subprocess.Popen(
                [self.program, *self.training(1000000, room / "runs" / "run.st"), "--validate-every", "5"],
                env=self.environment(room), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            process.stdout.readline()
            shutil.rmtree(room / "runs")
            process.send_signal(signal.SIGINT)
            _, error = process.communicate(timeout=PATIENCE)
        finally:
            flips.kill()
            flips.wait()
        if kept.read_text() != "kept":
            raise Finding("another file was replaced through the link")
        place = re.search(r" is in (.*) instead$", error.strip())
        if process.returncode != 1 or not place:
            raise Finding(f"status {process.returncode}, and it says {error!r}")
        require_private(place[1])
        steps_in(place[1])

    def full_disk(self):
        room = self.room()
        file = self.named(room)
        window = self.window(room, file, disk=self.small_disk)
        if not self.small_disk:
            shutil.rmtree(room / "runs")  # the next best
        window.send_signal(signal.SIGTERM)
        error = self.ended(window, 1)
        place = room / "temporary" / "run-rescued-1.safetensors"
        if str(place) not in error or str(room / "runs" / "run.safetensors") not in error:
            raise Finding(f"it says {error!r}")
        require_private(place)
        self.require_steps(place)

    def two_windows(self):
        room = self.room()
        windows = [self.window(room, self.named(room), unnamed=True) for _ in range(2)]
        for window in windows:
            window.send_signal(signal.SIGTERM)
        for window in windows:
            self.ended(window, 0)
        files = sorted((room / "home").rglob("unsaved*.safetensors"))
        if len(files) != 2:
            raise Finding(f"of two runs there are {[file.name for file in files]}")
        for file in files:
            self.require_steps(file)

    def dying_display(self):
        room = self.room()
        server, self.display = self.serve()
        window = self.window(room, self.named(room))
        server.kill()
        server.wait()
        error = self.words(window)
        copies = list((room / "home").rglob("recovery/*.safetensors"))
        if len(copies) != 1 or str(copies[0]) not in error or window.returncode != 1:
            raise Finding(f"status {window.returncode}, {copies}, and it says {error!r}")
        self.require_steps(copies[0])

    # --- windows ---------------------------------------------------------------------------------

    @staticmethod
    def serve():
        """A display of its own, and its name."""
        reading, writing = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1440x900x24",
                                   "-nolisten", "tcp", "-noreset"], pass_fds=[writing], **QUIET)
        os.close(writing)
        with os.fdopen(reading) as number:
            return server, ":" + number.readline().strip()

    def named(self, room):
        path = room / "runs" / "run.safetensors"
        shutil.copy(self.base, path)
        return path

    def keys(self, window, *keys):
        environment = dict(os.environ, DISPLAY=self.display)

        def found():
            shown = subprocess.run(["xdotool", "search", "--onlyvisible", "--pid", str(window.pid)],
                                   env=environment, capture_output=True, text=True, check=False)
            return shown.stdout.split()

        def pressed(key):  # a frame of the beginning may be gone again
            frame = until("a window", found)[-1]
            return subprocess.run(["xdotool", "windowfocus", frame, "key", "--clearmodifiers", key],
                                  env=environment, check=False, **QUIET).returncode == 0
        for key in keys:
            before = turns_of(window)
            until("a window that takes a key", lambda: pressed(key))
            # Pressed and let go, in a window that has the keyboard.
            until("an answer to a key", lambda: turns_of(window) >= before + 4)

    def window(self, room, file, unnamed=False, disk=False):
        """One that has trained its run for a while; `disk`: on one that has room for one file alone."""
        kib = (self.base.stat().st_size + 4095) // 4096 * 4 + 8
        small = ["unshare", "-rm", "sh", "-c",
                 f'mount -t tmpfs -o size={kib}k none "$0" && cp "$1" "$0/run.safetensors" && shift && '
                 'exec "$@"', file.parent, self.base]
        window = subprocess.Popen([*(small if disk else []), self.program, file], env=self.environment(room), text=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE)
        # From a few hundred steps on it keeps a copy for itself.
        def copies():
            return len(list((room / "home").rglob("recovery/*.safetensors")))
        before = copies()
        self.keys(window, "Escape", *(["ctrl+r", "ctrl+t"] if unnamed else []),
                  "ctrl+t")  # begun anew, it rests after the three steps that it was to do
        # A key that came while it still did them has made it rest: pressed again, it goes on.
        pressed = time.monotonic()

        def has_copy():
            nonlocal pressed
            if copies() <= before and time.monotonic() > pressed + AGAIN:
                self.keys(window, "ctrl+t")
                pressed = time.monotonic()
            return copies() > before
        until("a copy of the run", has_copy)
        # While it trains the window is told how far that is at each of its turns, or every other.
        turns = turns_of(window)
        until("a window that knows how much that is", lambda: turns_of(window) >= turns + 20)
        return window

    def words(self, window):
        _, error = window.communicate(timeout=PATIENCE)
        return error

    def ended(self, window, status):
        error = self.words(window)
        if window.returncode != status or (status != 0) != ("glassformer: error: " in error):
            raise Finding(f"status {window.returncode} and not {status}, and it says {error!r}")
        return error

    @staticmethod
    def require_steps(path):
        if steps_in(path) < WORTH:
            raise Finding(f"{path} has {steps_in(path)} steps")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=3,
                        help="how often windows end; links flip ten times as often")
    parser.add_argument("--keep", action="store_true", help="keep the folder of the trials")
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="gf-ends-")
    shop = Workshop(os.path.abspath(arguments.program), folder)
    counts, findings = collections.Counter(), 0
    server = None
    try:
        kinds = []
        if shop.flipping:
            kinds += [("links that flip", shop.flipping_links)] * 10 * arguments.rounds
        else:
            print("ends: no C compiler (cc), so no link flips")
        if shutil.which("Xvfb") and shutil.which("xdotool"):
            kinds += [("a full disk under a window", shop.full_disk), ("two windows", shop.two_windows),
                      ("a dying display", shop.dying_display)] * arguments.rounds
        else:
            print("ends: no Xvfb and xdotool, so no window is made to end")
        for name, trial in kinds:
            try:
                if "link" not in name and (server is None or server.poll() is not None):
                    server, shop.display = shop.serve()
                display = shop.display
                trial()
                shop.display = display
            except (Finding, subprocess.SubprocessError, ValueError, OSError) as finding:
                findings += 1
                print(f"ends: FOUND {name}: {finding}", flush=True)
            counts[name] += 1
    finally:
        if server:
            server.kill()
        if arguments.keep:
            print(f"ends: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    for name, count in counts.items():
        print(f"ends: {count} of {name}")
    print(f"ends: {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
