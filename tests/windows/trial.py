#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries what scripts/windows.sh made, under Wine.

    trial.py FOLDER [PART…] [--native PROGRAM] [--setup FILE] [--tests FOLDER] [--pictures FOLDER]
             [--rounds N]

FOLDER holds glassformer.exe and glassformer.com: the unpacked zip, or build/windows/program/app. The
parts are those of PARTS below; without any, all are tried. It needs wine (of 64 bits, and of 32 for
the installer), Xvfb, openbox, xdotool and ImageMagick (import), and makes a Wine of its own in a
folder that is gone again at the end. --native is this system's program, for the speeds beside each
other; --setup the installer; --tests what scripts/windows.sh --tests made, build/windows/program/tests.
Ends with 1 when something failed.
"""
import argparse
import json
import os
import pathlib
import random
import re
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

PATIENCE = 240  # seconds
NEEDED = ["wine", "wineserver", "Xvfb", "openbox", "xdotool", "import"]
TINY = {"layers": 1, "d_model": 16, "heads": 2, "d_ff": 32}
LARGE = {"layers": 4, "d_model": 256, "heads": 8, "d_ff": 1024}  # about 30 MB: time to be killed in
STEP = "decoder.0.cross_attn.weights"
# Tests that Windows, or Wine, makes fail, and why.
KNOWN = {
    "tst_scratch rows_sayThatACutFileCannotBeReadBack": "finds the file by its descriptor; here it has a handle",
    "tst_scratch file_liesUnnamedInTheFolderForTemporaryFiles": "TMPDIR and descriptors",
    "tst_scratch file_isClosedInStartedPrograms": "finds the file by its descriptor; here it has a handle",
    "tst_tuning_file tuningPath_isInTheUsersCacheFolder": "XDG_CACHE_HOME and HOME; here it is LOCALAPPDATA",
    "tst_rescue rescuedRun_liesBesideItsFile": "compares names as text, with / where \\ stands here",
    "tst_rescue rescuedRun_goesToTemporaryFilesWhereItsFolderIsGone": "TMPDIR; here it is TMP",
    "tst_rescue rescuedRun_followsNoLinkOfOthers": "TMPDIR; here it is TMP",
    "tst_rescue rescuedRun_isForItsOwnerAlone": "modes of files",
    "tst_cli_train unsavableRun_isSavedElsewhere": "a folder in use cannot be removed, and a signal ends the run",
    "tst_cli outputFiles_overwriteNoInput(by a link)": "what is made is a shortcut, not a link",
    "tst_cli lostOutput_isAFailure": "starts a shell",
    "tst_cli closedStreams_writeNothingIntoFiles": "starts a shell",
    "tst_cli_results export_writesFigures(svg)": "Wine's letters are wider, so the word that is looked for is cut",
    "tst_opened aPathInAnIndex_isRefused": "is refused, but the longer name of the folder is cut in the sentence",
}


class Failed(Exception):
    """What is not as it has to be, as a sentence."""


def require(condition, sentence):
    if not condition:
        raise Failed(sentence)


def say(line):
    print(line, flush=True)


def until(what, found, patience=PATIENCE):
    """What `found` gives once that is something."""
    end = time.monotonic() + patience
    while True:
        result = found()
        if result:
            return result
        require(time.monotonic() < end, f"no {what} after {patience} s")
        time.sleep(0.02)


def tensors(path):
    """The bytes of each tensor of a safetensors file; fails where the file is not whole."""
    content = path.read_bytes()
    length = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8:8 + length])
    numbers = content[8 + length:]
    require(max(each["data_offsets"][1] for name, each in header.items() if name != "__metadata__")
            == len(numbers), f"{path.name} is not whole")
    return {name: numbers[slice(*each["data_offsets"])]
            for name, each in header.items() if name != "__metadata__"}


class Trial:
    def __init__(self, options):
        self.options = options
        self.program = options.folder / "glassformer.exe"
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="gf-wine-"))
        self.room = self.root / "room"
        self.room.mkdir()
        self.environment = dict(os.environ, WINEPREFIX=str(self.root / "wine"), WINEDEBUG="-all",
                                LC_ALL="C.UTF-8", WINEDLLOVERRIDES="mscoree,mshtml=")
        self.children = []

    # -- Wine ---------------------------------------------------------------------------------

    def begin(self):
        reading, writing = os.pipe()
        self.start(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1440x900x24", "-nolisten",
                    "tcp"], pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as number:
            self.environment["DISPLAY"] = ":" + number.readline().strip()
        self.start(["openbox"])
        subprocess.run(["wine", "wineboot", "--init"], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
        subprocess.run(["wine", "winecfg", "-v", "win10"], env=self.environment, check=True, timeout=PATIENCE)
        self.start(["wineserver", "--foreground", "--persistent"])  # so that starts need no new one
        (self.room / "tiny.json").write_text(json.dumps(TINY))

    def start(self, command, **more):
        self.children.append(subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL,
                                              stderr=subprocess.DEVNULL, **more))
        return self.children[-1]

    def end(self):
        subprocess.run(["wineserver", "--kill"], env=self.environment, check=False)
        for child in reversed(self.children):
            if child.poll() is None:
                child.terminate()
                child.wait()
        shutil.rmtree(self.root, ignore_errors=True)

    def run(self, *arguments, status=0, folder=None):
        """What the program prints; fails unless it ends with `status`."""
        done = subprocess.run(["wine", self.program, *map(str, arguments)], env=self.environment,
                              cwd=folder or self.room, capture_output=True, timeout=PATIENCE,
                              check=False, stdin=subprocess.DEVNULL)
        out, error = (stream.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
                      for stream in (done.stdout, done.stderr))
        require(done.returncode == status,
                f"{' '.join(map(str, arguments))}: status {done.returncode}, {error.strip()!r}")
        return error if status else out

    def processes(self):
        """The program's, of this trial alone; Wine starts it through another."""
        mine = f"WINEPREFIX={self.environment['WINEPREFIX']}".encode()
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes()
                if (b"glassformer.exe" in words and not words.startswith((b"start.exe", b"wine"))
                        and mine in (process / "environ").read_bytes().split(b"\0")):
                    found.append(int(process.name))
            except OSError:  # it has ended
                continue
        return found

    def kill(self, child):
        """Ends what was started as `child`, at once."""
        for process in self.processes():
            os.kill(process, signal.SIGKILL)
        child.kill()
        child.wait()

    def train(self, save, *more, folder=None):
        return self.run("train", "--task", "copy", "--config", self.windows(self.room / "tiny.json"),
                        "--batch", 4, "--seed", 1, "--save", save, *more,
                        folder=folder)

    @staticmethod
    def windows(path):
        """A path of this system as Wine's programs name it."""
        return "Z:" + str(path).replace("/", "\\")

    # -- parts --------------------------------------------------------------------------------

    def commands(self):
        """train, resume, generate, trace, export in all formats, verify, devices, lab, lesson"""
        self.train("half.st", "--steps", 4, "--log", "log.csv")
        rows = (self.room / "log.csv").read_text().splitlines()
        require(rows[0].startswith("step,loss") and rows[-1].startswith("4,"), f"the log is {rows}")
        self.run("train", "--resume", "half.st", "--steps", 8, "--save", "resumed.st")
        self.train("whole.st", "--steps", 8)
        require(tensors(self.room / "resumed.st") == tensors(self.room / "whole.st"),
                "a resumed run is not the uninterrupted one")
        require(self.run("generate", "--model", "whole.st", "--source", "abc") != "", "no answer")
        model = ["--model", "whole.st", "--source", "abc", "--target", "abc"]
        self.run("trace", *model, "--gradients", "--out", "trace.st")
        require("grad/" + STEP in tensors(self.room / "trace.st"), "the trace has no gradient")
        for kind, begin in {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG", "csv": b"",
                            "npy": b"\x93NUMPY"}.items():
            head = ["--head", "all"] if kind in ("svg", "pdf", "png") else ["--head", 1]
            self.run("export", *model, "--step", STEP, *head, "--format", kind, "--out", f"figure.{kind}")
            content = (self.room / f"figure.{kind}").read_bytes()
            require(len(content) > 60 and content.startswith(begin), f"figure.{kind} is no {kind}")
        self.run("verify", *model)
        self.run("devices")
        self.run("lab", "run", "lens", "--model", "whole.st", "--source", "abc")
        self.run("lesson", "run", "tokens")
        self.run("export-torch", "--model", "whole.st", "--out", "torch")
        require((self.room / "torch/model.py").exists(), "no model.py")
        error = self.run("generate", "--model", "none.st", "--source", "abc", status=1)
        require(error.count("\n") == 1 and "none.st" in error, f"it says {error!r}")
        left = [each.name for each in self.room.iterdir() if each.name.startswith(".")]
        require(not left, f"left behind: {left}")

    def same_as_native(self):
        """the same numbers as this system's program, to rounding"""
        require(self.options.native, "needs --native")
        self.train("windows.st", "--steps", 5)
        subprocess.run([self.options.native, "train", "--task", "copy", "--config", "tiny.json", "--batch",
                        "4", "--seed", "1", "--save", "native.st", "--steps", "5"],
                       cwd=self.room, check=True, stdout=subprocess.DEVNULL)
        ours, theirs = (tensors(self.room / name) for name in ("windows.st", "native.st"))
        require(ours.keys() == theirs.keys(), "other tensors")
        worst = 0.0
        for name, data in ours.items():
            if len(data) % 4 == 0:
                pairs = zip(*(struct.unpack(f"<{len(data) // 4}f", each) for each in (data, theirs[name])))
                worst = max([worst, *(abs(a - b) for a, b in pairs)])
        require(worst < 1e-4, f"weights differ by {worst}")
        return f"largest difference of a weight after 5 steps {worst:.1e}"

    def paths(self):
        """spaces, umlauts, other scripts, 300 characters; the program itself in such a folder"""
        long = pathlib.Path("mit Leerzeichen") / "Grüße Ωμέγα 語" / ("x" * 140) / ("ü" * 100)
        folder = self.room / long
        folder.mkdir(parents=True)
        require(len(self.windows(folder)) >= 300, "the folder is too short for this trial")
        self.train(long / "Läufe.st", "--steps", 2, "--log", long / "Lösung.csv")
        tensors(folder / "Läufe.st")
        require(self.run("generate", "--model", long / "Läufe.st", "--source", "abc") != "", "no answer")
        self.run("generate", "--model", self.windows(folder / "Läufe.st"), "--source", "abc")
        self.run("export", "--model", long / "Läufe.st", "--source", "abc", "--target", "abc", "--step", STEP,
                 "--format", "svg", "--out", long / "Bild.svg")
        error = self.run("generate", "--model", long / "nichts.st", "--source", "abc", status=1)
        require("Grüße Ωμέγα 語" in error, f"it says {error!r}")
        copy = self.room / "Prögramm hier"
        shutil.copytree(self.options.folder, copy)
        self.program, before = copy / "glassformer.exe", self.program
        try:
            self.run("--version")
            self.run("devices")
        finally:
            self.program = before

    def crlf(self):
        """data files with the line ends of Windows"""
        lines = [f"{word}\t{word[::-1]}" for word in ("eins", "zwei", "drei", "vier", "fünf", "sechs",
                                                    "sieben", "acht", "neun", "zehn")] * 4
        for name, end in (("lf", "\n"), ("crlf", "\r\n")):
            (self.room / f"{name}.tsv").write_bytes((end.join(lines) + end).encode())
            (self.room / f"{name}.txt").write_bytes((end.join(lines * 3) + end).encode())
            (self.room / f"{name}.csv").write_bytes(
                ("a,b" + end + end.join(f"{i % 7},{i % 5}" for i in range(300)) + end).encode())
            for task, ending in (("pairs", "tsv"), ("text", "txt"), ("series", "csv")):
                self.run("train", "--task", task, "--data", f"{name}.{ending}", "--steps", 2, "--seed", 1,
                         "--batch", 4, "--save", f"{task}-{name}.st")
        for task in ("pairs", "text", "series"):
            require(tensors(self.room / f"{task}-lf.st") == tensors(self.room / f"{task}-crlf.st"),
                    f"{task}: lines that end in CR LF train another model")

    def console(self):
        """what a console shows is UTF-8, and Ctrl-C there saves"""
        require(self.options.tests, "needs --tests")
        if not (self.room / "pairs-lf.st").exists():
            self.crlf()
        screen = self.on_screen("-", "glassformer.com", "generate", "--model", "pairs-lf.st", "--source", "Ω")
        require('"Ω"' in screen, f"the console shows {screen!r}")
        screen = self.on_screen("-", "glassformer.com", "lesson", "list")
        require(screen.count("\n") > 16 and "√K" in screen, f"the console shows {screen!r}")
        for program in ("glassformer.com", "glassformer.exe"):
            save = self.room / f"stopped-{program}.st"
            log = self.room / f"stopped-{program}.csv"
            screen = self.on_screen(self.windows(log), program, "train", "--task", "copy", "--steps", 1000000,
                                    "--validate-every", 5, "--log", log.name, "--save", save.name)
            require("stopped after training step" in screen, f"{program}: the console shows {screen!r}")
            tensors(save)
            step = int(re.search(r"training step (\d+)", screen).group(1))
            said = self.run("train", "--resume", save.name, "--steps", step + 2, "--save", save.name)
            require(f"after {step + 2} training steps" in said, f"resumed, it says {said!r}")

    def on_screen(self, file, program, *arguments):
        picture = self.room / "screen.txt"
        picture.unlink(missing_ok=True)
        done = subprocess.run(["wine", self.options.tests / "on_console.exe", self.windows(picture), file,
                               self.windows(self.options.folder / program), *map(str, arguments)],
                              env=self.environment, cwd=self.room, timeout=PATIENCE, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True)
        screen = picture.read_text() if picture.exists() else ""
        require(done.returncode == 0, f"{program} {arguments[0]}: status {done.returncode}, {screen!r}")
        return screen

    def kills(self):
        """killed while it saves: the old file or the new one is there, whole"""
        folder = self.room / "kills"
        folder.mkdir()
        (folder / "large.json").write_text(json.dumps(LARGE))
        target = folder / "run.st"

        def command(seed):
            return ["wine", self.program, "train", "--task", "copy", "--config", "large.json", "--steps", "0",
                    "--seed", str(seed), "--save", "run.st"]

        def draft():  # an empty one is tried before anything is trained
            try:
                return [each for each in folder.glob(".glassformer-*.part") if each.stat().st_size > 0]
            except OSError:
                return []
        quiet = {"env": self.environment, "cwd": folder, "stdout": subprocess.DEVNULL,
                 "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        subprocess.run(command(2), check=True, **quiet)
        new = target.read_bytes()
        began = time.monotonic()
        subprocess.run(command(1), check=True, **quiet)
        old = target.read_bytes()
        require(old != new, "two seeds gave one model")
        whole = time.monotonic() - began
        # How long a draft lies there.
        child = subprocess.Popen(command(1), **quiet)
        while not draft():
            require(child.poll() is None, "no draft was seen")
        began = time.monotonic()
        while draft():
            pass
        takes = time.monotonic() - began
        child.wait()
        counts = {"old": 0, "new": 0, "draft left": 0}
        chance = random.Random(1)
        for _ in range(self.options.rounds):
            target.write_bytes(old)
            for left in draft():
                left.unlink()
            child = subprocess.Popen(command(2), **quiet)
            process = until("process", self.processes)[0]
            while not draft() and child.poll() is None:
                pass
            time.sleep(chance.uniform(0, 1.3 * takes))
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()
            found = target.read_bytes()
            require(found in (old, new), f"a file of {len(found)} bytes that is neither old nor new")
            counts["old" if found == old else "new"] += 1
            counts["draft left"] += bool(draft())
        said = self.run("train", "--task", "copy", "--steps", 1, "--config", "large.json", "--save", "run.st",
                        folder=folder)
        require("run.st" in said, "after the kills it does not save")
        return f"{counts} (a start takes {whole:.1f} s, its saving {takes * 1000:.0f} ms)"

    def two(self):
        """two at once: one file is one process's, two files are two"""
        child = subprocess.Popen(
            ["wine", self.program, "train", "--task", "copy", "--steps", "1000000", "--validate-every", "5",
             "--log", "two.csv", "--save", "two.st"], env=self.environment, cwd=self.room,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            until("line of the log", lambda: (self.room / "two.csv").exists()
                  and (self.room / "two.csv").read_text().count("\n") > 1)
            error = self.run("train", "--task", "copy", "--steps", 1, "--save", "two.st", status=1)
            require("two.st" in error and error.count("\n") == 1, f"it says {error!r}")
            self.train("beside.st", "--steps", 2)
        finally:
            self.kill(child)
        self.train("two.st", "--steps", 2)  # one that was killed locks nothing
        tensors(self.room / "two.st")

    # -- the window ---------------------------------------------------------------------------

    def window(self):
        """it opens, trains, steps, exports, saves, asks when closing; two at once"""
        starts = []
        for _ in range(3):
            window, frame = self.open_window("--language", "en", "--theme", "light")
            starts.append(self.start_took)
            self.close(window, frame)
        window, frame = self.open_window("--language", "en", "--theme", "light")
        self.picture("1_first_start")
        self.keys(frame, "Escape")
        # Of what trains by itself it keeps a copy after a minute, of what was saved after 200 steps.
        self.keys(frame, "ctrl+s")
        first = self.room / "Anfang 1.safetensors"
        self.answer(self.other_window(frame), self.windows(first))
        until("saved beginning", first.exists, 60)
        until("training", lambda: self.copies() > 0)
        self.picture("2_trained")
        self.keys(frame, "space", "space", "space")
        self.picture("3_stepped")
        self.keys(frame, "alt+F4")
        self.picture("4_asks_when_closing")
        self.keys(self.other_window(frame), "Escape")
        self.keys(frame, "alt+x", "d")
        self.picture("5_export")
        export = self.other_window(frame)
        self.keys(export, "Return")
        self.answer(self.other_window(frame, export), self.windows(self.room / "Bild 1.png"))
        until("drawing", (self.room / "Bild 1.png").exists, 60)
        require((self.room / "Bild 1.png").read_bytes().startswith(b"\x89PNG"), "the drawing is no PNG")
        self.keys(frame, "ctrl+shift+s")
        self.picture("6_save")
        self.answer(self.other_window(frame), self.windows(self.room / "Fenster 1.safetensors"))
        saved = self.room / "Fenster 1.safetensors"
        until("saved run", saved.exists, 60)
        tensors(saved)
        self.run("generate", "--model", saved.name, "--source", "3 march 1997")
        second, its_frame = self.open_window("--language", "de", "--theme", "dark", saved.name, beside=frame)
        self.picture("7_second_in_german")
        self.close(second, its_frame)
        self.kill(window)  # as a crash: the next start offers the copy
        until("end of the killed window", lambda: frame not in self.shown(), 60)
        window, frame = self.open_window("--language", "en", "--theme", "light")
        self.picture("8_after_a_crash")
        self.kill(window)
        return f"the first window after {', '.join(f'{each:.1f}' for each in starts)} s"

    def shown(self):
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "."], env=self.environment,
                               capture_output=True, text=True, check=False)
        names = {}
        for each in found.stdout.split():
            name = subprocess.run(["xdotool", "getwindowname", each], env=self.environment, capture_output=True,
                                  text=True, check=False)
            names[each] = name.stdout.strip()
        return names

    def open_window(self, *arguments, beside=None):
        window = subprocess.Popen(["wine", self.program, *arguments], env=self.environment, cwd=self.room,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        began = time.monotonic()

        def frames(title):
            return [each for each, name in self.shown().items() if name.startswith(title) and each != beside]
        until("window", lambda: frames("Glassformer"))
        self.start_took = time.monotonic() - began
        return window, until("window with a run", lambda: frames("Glassformer – "))[0]

    def other_window(self, *known):
        return until("window beside", lambda: [each for each, name in self.shown().items()
                                               if each not in known and name not in ("", "openbox")], 60)[0]

    def keys(self, frame, *keys):
        for key in keys:
            subprocess.run(["xdotool", "windowfocus", frame], env=self.environment, check=False,
                           stderr=subprocess.DEVNULL)
            time.sleep(0.3)  # a window manager takes its time
            subprocess.run(["xdotool", "key", "--clearmodifiers", key], env=self.environment, check=True)
            time.sleep(0.3)

    def answer(self, dialog, text):
        self.keys(dialog, "ctrl+a")
        subprocess.run(["xdotool", "type", text], env=self.environment, check=True)
        self.keys(dialog, "Return")

    def picture(self, name):
        if self.options.pictures:
            time.sleep(2)  # whatever is being drawn
            self.options.pictures.mkdir(parents=True, exist_ok=True)
            subprocess.run(["import", "-window", "root", self.options.pictures / f"{name}.png"],
                           env=self.environment, check=True)

    def copies(self):
        return len(list(self.root.glob("wine/drive_c/users/*/**/recovery/*.safetensors")))

    def close(self, window, frame):
        self.keys(frame, "ctrl+q")
        try:
            window.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            window.kill()
            raise

    # -- what else is made --------------------------------------------------------------------

    def installer(self):
        """installs, has a shortcut and an association, and uninstalls, for one person"""
        require(self.options.setup, "needs --setup")
        subprocess.run(["wine", self.options.setup, "/S"], env=self.environment, check=True, timeout=PATIENCE)
        person = next(each for each in (self.root / "wine/drive_c/users").iterdir() if each.name != "Public")
        folder = person / "AppData/Local/Programs/Glassformer"
        shortcut = person / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Glassformer.lnk"
        for file in (folder / "glassformer.exe", folder / "uninstall.exe", shortcut):
            require(file.exists(), f"{file} is not there")
        self.program, before = folder / "glassformer.exe", self.program
        try:
            self.run("--version")
        finally:
            self.program = before
        keys = {r"HKCU\Software\Classes\Glassformer.Run\shell\open\command": 'glassformer.exe" "%1"',
                r"HKCU\Software\Classes\.safetensors\OpenWithProgids": "Glassformer.Run",
                r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Glassformer": "EstimatedSize"}
        for key, value in keys.items():
            require(value in (self.registry(key) or ""), f"{key} has no {value}: {self.registry(key)!r}")
        (folder / "mine.txt").write_text("own")
        subprocess.run(["wine", folder / "uninstall.exe", "/S"], env=self.environment, check=True,
                       timeout=PATIENCE)
        until("end of the uninstaller", lambda: not (folder / "uninstall.exe").exists() and not shortcut.exists())
        require([each.name for each in folder.iterdir()] == ["mine.txt"],
                f"left: {[each.name for each in folder.iterdir()]}")
        for key, value in keys.items():
            require(value not in (self.registry(key) or ""), f"{key} is still there")

    def registry(self, key):
        done = subprocess.run(["wine", "reg", "query", key, "/s"], env=self.environment, capture_output=True,
                              text=True, errors="replace", check=False, timeout=PATIENCE)
        return done.stdout if done.returncode == 0 else None

    def unit_tests(self):
        """the tests of the core and of the command line"""
        require(self.options.tests, "needs --tests")
        counts = {"passed": 0, "skipped": 0, "need POSIX": 0, "known": 0, "failed": 0}
        for program in sorted(self.options.tests.glob("*/test_*.exe")):
            usage = subprocess.run(["wine", program], env=self.environment, capture_output=True, text=True,
                                   check=False, timeout=PATIENCE).stderr
            for name in re.findall(r"^  (tst_\w+)", usage, re.M):
                self.count(program, name, counts)
        require(not counts["failed"], str(counts))
        return str(counts)

    def count(self, program, name, counts):
        report = (self.options.pictures or self.room) / f"{name}.txt"
        try:  # on Windows Qt prints nothing into a pipe
            done = subprocess.run(["wine", program, name, "-o", self.windows(report) + ",txt"], check=False,
                                  env=self.environment, cwd=program.parent, timeout=900, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            ended = f"status {done.returncode}"
        except subprocess.TimeoutExpired:
            ended = "no end after 900 s"
        output = report.read_text(errors="replace") if report.exists() else ""
        wanting = {}
        for function, call in re.findall(r"^QINFO  : (?:\w+::)*(\w+)\(.*?\) needs POSIX: (\w+)", output, re.M):
            wanting.setdefault(function, set()).add(call)
        failures = re.findall(r"^FAIL!  : (?:\w+::)*(\w+)\((.*?)\) (.*)", output, re.M)
        counts["passed"] += len(re.findall(r"^PASS   : ", output, re.M))
        counts["skipped"] += len(re.findall(r"^SKIP   : ", output, re.M))
        for function, row, words in failures:
            if function in wanting:
                counts["need POSIX"] += 1
                say(f"  {name} {function}({row}): needs {', '.join(sorted(wanting[function]))}")
            elif known := KNOWN.get(f"{name} {function}") or KNOWN.get(f"{name} {function}({row})"):
                counts["known"] += 1
                say(f"  {name} {function}({row}): {known}")
            else:
                counts["failed"] += 1
                say(f"  {name} {function}({row}): FAILED: {words}")
        if "Totals: " not in output:
            counts["failed"] += 1
            say(f"  {name}: FAILED: {ended}, after {output.strip().splitlines()[-1:]}")

    def speed(self):
        """steps a second beside this system's program, in turn"""
        require(self.options.native, "needs --native")
        found = {"wine": [], "native": []}
        for _ in range(3):
            for name, program in (("wine", ["wine", self.program]), ("native", [self.options.native])):
                done = subprocess.run([*program, "bench", "--size", "S", "--json"], env=self.environment,
                                      capture_output=True, text=True, check=True, timeout=PATIENCE)
                found[name].append(json.loads(done.stdout.splitlines()[0])["ms_per_step"])
        wine, native = (statistics.median(found[name]) for name in ("wine", "native"))
        return f"bench S: {wine:.2f} ms a step under Wine, {native:.2f} native ({found})"


PARTS = ["commands", "same_as_native", "paths", "crlf", "console", "two", "window", "installer", "unit_tests",
         "speed", "kills"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    for name in ("native", "setup", "tests", "pictures"):
        parser.add_argument("--" + name, type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--rounds", type=int, default=200, help="how often it is killed")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"no part is called {', '.join(unknown)}; there are {', '.join(PARTS)}")
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing:
        print(f"SKIPPED: not installed: {', '.join(missing)}")
        return 0
    trial = Trial(options)
    failures = 0
    try:
        trial.begin()
        for name in options.parts or PARTS:
            part = getattr(trial, name)
            began = time.monotonic()
            try:
                said = part() or "ok"
            except (Failed, OSError, subprocess.SubprocessError) as failure:
                failures += 1
                said = f"FAILED: {failure}"
            print(f"{name} ({part.__doc__}): {said} [{time.monotonic() - began:.0f} s]", flush=True)
    finally:
        trial.end()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
