#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries to make the program lose or spoil a file that it writes.

    saving.py PROGRAM [--seed N] [--rounds N | --all] [--keep]

Every command that writes a file is run again and again over an old file, and
  - is killed, at a random moment or at a system call on files;
  - has a system call on files fail: a full disk, a bad disk, a signal in between, half a write.
Whatever happens, the old file or the new one must be there, whole; what fails must say so with
status 1 and one line that names the file and the reason; nothing else may be left in the folder;
a run that could not be saved must be where the sentence says that it is.

With --rounds it tries as many of each at random (8 take some seconds), with --all every system
call of every command in every way. Ends with 1 when it found something. The failing calls need a
C compiler (cc) and Linux; without, only kills at random moments are tried, and it says so.
"""
import argparse
import collections
import errno
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

CALLS = ["open", "write", "fsync", "rename", "link", "ftruncate", "chmod", "close"]
# What a call fails with, and whether all that follow fail too, as on a disk that stays full.
WAYS = [(errno.ENOSPC, False), (errno.ENOSPC, True), (errno.EIO, False), (errno.EIO, True),
        (errno.EINTR, False)]
HALF = 0
HALVES = [(HALF, False), (HALF, True)]  # a part of a write, once or always
KILL = -9
REASONS = {errno.ENOSPC: "the disk is full", errno.EIO: os.strerror(errno.EIO),
           errno.EINTR: os.strerror(errno.EINTR)}
PATIENCE = 120  # seconds
HERE = os.path.dirname(os.path.abspath(__file__))


class Finding(Exception):
    """The program did what it must not."""


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def require_whole(path):
    """A safetensors file whose header is JSON and whose numbers reach exactly to its end."""
    content = read(path)
    length = int.from_bytes(content[:8], "little")
    if length > len(content) - 8:
        raise Finding(f"{path}: the header is cut off")
    header = json.loads(content[8:8 + length])
    header.pop("__metadata__", None)
    end = max((tensor["data_offsets"][1] for tensor in header.values()), default=0)
    if 8 + length + end != len(content):
        raise Finding(f"{path}: {len(content)} bytes, but the header describes {8 + length + end}")


class Case:
    """A command that writes `target` over an old file."""

    def __init__(self, name, arguments, target, log=None):
        self.name, self.arguments, self.target, self.log = name, arguments, target, log
        self.new = b""
        self.counts = {}
        self.seconds = 0.0


class Workshop:
    def __init__(self, program, folder):
        self.program = program
        self.folder = os.path.join(folder, "work")  # where the program writes
        self.source = os.path.join(folder, "source")  # what it reads
        self.refuge = os.path.join(folder, "refuge")  # for temporary files
        self.reached = os.path.join(folder, "reached")
        runtime = os.path.join(folder, "runtime")  # Qt's own, which it makes where it finds none
        for each in (self.folder, self.source, self.refuge):
            os.mkdir(each)
        os.mkdir(runtime, 0o700)
        self.environment = dict(os.environ, TMPDIR=self.refuge, XDG_RUNTIME_DIR=runtime, LC_ALL="C")
        self.shim = self.compiled(folder, program)
        self.counts = collections.Counter()
        write(self.read_from("tiny.json"), b'{"layers": 1, "d_model": 16, "heads": 2, "d_ff": 16}')
        self.train(2, self.read_from("old.safetensors"))
        self.train(3, self.read_from("model.safetensors"))
        self.cases = self.make_cases()
        for case in self.cases:
            self.learn(case)

    def read_from(self, name):
        return os.path.join(self.source, name)

    @staticmethod
    def compiled(folder, program):
        with open(program, "rb") as file:
            if b"__asan_init" in file.read():
                print("saving: a sanitizer's library must be loaded first; no call fails here")
                return None
        library = os.path.join(folder, "failing_calls.so")
        try:
            made = subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library,
                                   os.path.join(HERE, "failing_calls.c"), "-ldl"],
                                  capture_output=True, text=True, check=False)
        except OSError:
            return None
        if made.returncode != 0:
            print("saving: the failing calls do not compile here:", made.stderr.strip())
            return None
        return library

    def training(self, steps, save):
        return ["train", "--task", "reverse", "--config", self.read_from("tiny.json"), "--batch",
                "4", "--steps", str(steps), "--threads", "1", "--save", save]

    def train(self, steps, save):
        status, error = self.run(self.training(steps, save))
        if status != 0:
            sys.exit(f"saving: the program does not train: {error}")

    def make_cases(self):
        def target(name):
            return os.path.join(self.folder, name)
        model = self.read_from("model.safetensors")
        example = ["--model", model, "--source", "abc", "--target", "cba"]
        run, log = target("run.safetensors"), target("log.csv")
        trace = target("trace.safetensors")
        cases = [Case("train", self.training(4, run), run),
                 Case("train with a log", self.training(4, run) + ["--log", log], run, log),
                 Case("resume", ["train", "--resume", model, "--steps", "6", "--threads", "1",
                                 "--save", run], run),
                 Case("trace", ["trace"] + example + ["--gradients", "--out", trace], trace)]
        for form in ("csv", "npy", "png", "svg"):
            out = target("step." + form)
            cases.append(Case("export " + form, ["export"] + example + [
                "--step", "decoder.0.cross_attn.weights", "--format", form, "--out", out], out))
        return cases

    def run(self, arguments, **extra):
        """Status and stderr; negative: the signal that ended it."""
        done = subprocess.run([self.program] + arguments, cwd=self.source,
                              env=dict(self.environment, **extra),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
        return done.returncode, done.stderr.decode("utf-8", "replace")

    def run_with(self, case, call, number, code, lasting=False):
        if os.path.exists(self.reached):
            os.remove(self.reached)
        return self.run(case.arguments, LD_PRELOAD=self.shim, GF_CALL=call, GF_NUMBER=str(number),
                        GF_ERRNO=str(code), GF_LASTING=str(int(lasting)), GF_UNDER=self.folder,
                        GF_REACHED=self.reached)

    def clear(self, case):
        for folder in (self.folder, self.refuge):
            for name in os.listdir(folder):
                os.remove(os.path.join(folder, name))
        shutil.copyfile(self.read_from("old.safetensors"), case.target)

    def learn(self, case):
        """What it writes when nothing is in the way, and by how many calls."""
        self.clear(case)
        began = time.monotonic()
        status, error = self.run(case.arguments)
        case.seconds = time.monotonic() - began
        if status != 0 or error:
            sys.exit(f"saving: {case.name} fails by itself: {error}")
        case.new = read(case.target)

    def numbers(self, case, call):
        """Of the calls of one kind that a command makes."""
        if call not in case.counts:
            self.clear(case)
            self.run_with(case, call, 0, 0)
            case.counts[call] = int(read(self.reached))
        return range(1, case.counts[call] + 1)

    def require_file(self, case):
        """The old file or the new one, whole; true when it is the new one."""
        if not os.path.exists(case.target):
            raise Finding("the file is gone")
        content = read(case.target)
        if content == case.new:
            return True
        if content != read(self.read_from("old.safetensors")):
            raise Finding(f"the file is neither the old nor the new one ({len(content)} bytes)")
        return False

    def require_log(self, case):
        if case.log and os.path.exists(case.log):
            content = read(case.log)
            lines = content.decode().split("\n")
            if lines.pop() or any(line.count(",") != 5 for line in lines):
                raise Finding(f"the log has a line that is not whole: {content!r}")

    def require_clean(self, case, more=()):
        wanted = {case.target, case.log, *more}
        for folder in (self.folder, self.refuge):
            for name in os.listdir(folder):
                if os.path.join(folder, name) not in wanted:
                    raise Finding(f"{name} is left behind")

    def require_kill(self, case):
        self.require_file(case)
        for name in os.listdir(self.folder):  # between its naming and its renaming a draft stays
            path = os.path.join(self.folder, name)
            if name.endswith(".part") and read(path) != case.new:
                raise Finding(f"{name} is left behind and is not whole")

    def kill_at_random(self, case):
        self.clear(case)
        process = subprocess.Popen([self.program] + case.arguments, cwd=self.source,
                                   env=self.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(random.uniform(0.3, 1.1) * case.seconds)
        process.send_signal(signal.SIGKILL)
        ended = process.wait(PATIENCE)
        self.counts["killed" if ended < 0 else "came too late to be killed"] += 1
        self.require_kill(case)

    def kill_at(self, case, call, number):
        self.clear(case)
        status, _ = self.run_with(case, call, number, KILL)
        if not os.path.exists(self.reached):
            raise Finding("the call is not made any more")
        if status != -signal.SIGKILL:
            raise Finding(f"ended with {status} and not by the kill")
        self.counts["killed at a call"] += 1
        self.require_kill(case)

    def fail_at(self, case, call, number, code, lasting):
        self.clear(case)
        status, error = self.run_with(case, call, number, code, lasting)
        if not os.path.exists(self.reached):
            raise Finding("the call is not made any more")
        self.require_log(case)
        is_new = self.require_file(case)
        lines = error.splitlines()
        if status == 0:
            if not is_new:
                raise Finding("status 0, but the file is the old one")
            if any(not line.startswith("glassformer: note: cannot write the log") for line in lines):
                raise Finding(f"status 0, but it says {error!r}")
            self.counts["failed call, done all the same"] += 1
            return self.require_clean(case)
        if code in (errno.EINTR, HALF):
            raise Finding(f"gave up for a signal or half a write: {status}, {error!r}")
        lines = [line for line in lines if not line.startswith("glassformer: note: ")]
        if status != 1 or len(lines) != 1 or not lines[0].startswith("glassformer: error: "):
            raise Finding(f"status {status}, and it says {error!r}")
        if is_new:
            raise Finding(f"status 1, but the file is the new one: {error!r}")
        about_log = "cannot write the log" in lines[0]
        path = case.log if about_log else case.target
        if path[:55] not in lines[0] or REASONS[code] not in lines[0]:
            raise Finding(f"the file or the reason is not named: {error!r}")
        rescued = re.search(r" is in (.*) instead$", lines[0])
        if rescued:
            require_whole(rescued[1])
            if read(rescued[1]) != case.new:
                raise Finding("what was saved elsewhere is not the run")
            self.counts["failed call, saved elsewhere"] += 1
            return self.require_clean(case, [rescued[1]])
        if case.name.startswith(("train", "resume")) and not lasting and not about_log:
            raise Finding(f"the run is lost, though one call failed only once: {error!r}")
        self.counts["failed call, said so"] += 1
        return self.require_clean(case)


def fits(call, way):
    return way not in HALVES or call[1] == "write"


def trials(shop, arguments):
    """Pairs of a description and what to try."""
    def failing(case, call, number, code, lasting):
        return (f"{case.name}: {call} number {number} fails with {errno.errorcode.get(code, 'half')}"
                f"{' and all that follow' if lasting else ''}",
                lambda: shop.fail_at(case, call, number, code, lasting))

    def killing(case, call, number):
        return (f"{case.name}: killed at {call} number {number}",
                lambda: shop.kill_at(case, call, number))

    kinds = [(case, call) for case in shop.cases for call in CALLS if shop.shim]
    if arguments.all:
        calls = [(*kind, number) for kind in kinds for number in shop.numbers(*kind)]
        ways = [(call, way) for call in calls for way in WAYS + HALVES if fits(call, way)]
    else:
        def some_call():
            while kinds:
                kind = random.choice(kinds)
                if shop.numbers(*kind):
                    return (*kind, random.choice(shop.numbers(*kind)))
            return None
        calls = [some_call() for _ in range(arguments.rounds if kinds else 0)]
        ways = [(call, random.choice([way for way in WAYS + HALVES if fits(call, way)]))
                for call in (some_call() for _ in calls)]
    for call, way in ways:
        yield failing(*call, *way)
    for call in calls:
        yield killing(*call)
    for number in range(100 if arguments.all else arguments.rounds):
        case = random.choice(shop.cases)
        yield (f"{case.name}: killed at a random moment, {number}",
               lambda case=case: shop.kill_at_random(case))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--rounds", type=int, default=8, help="how many of each kind of trial")
    parser.add_argument("--all", action="store_true", help="every call of every command")
    parser.add_argument("--keep", action="store_true", help="keep the folder of the trials")
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    print(f"saving: seed {arguments.seed}")
    folder = tempfile.mkdtemp(prefix="gf-saving-")
    findings = 0
    try:
        shop = Workshop(os.path.abspath(arguments.program), folder)
        if not shop.shim:
            print("saving: no C compiler (cc), so no call is made to fail")
        for name, trial in trials(shop, arguments):
            try:
                trial()
            except (Finding, subprocess.TimeoutExpired, ValueError, OSError) as finding:
                findings += 1
                print(f"saving: FOUND {name}: {finding}", flush=True)
        for name, count in sorted(shop.counts.items()):
            print(f"saving: {count} {name}")
    finally:
        if arguments.keep:
            print(f"saving: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"saving: {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
