# SPDX-License-Identifier: GPL-3.0-or-later
"""One case: a command line in a folder of its own, run under limits, and judged.

What must hold of every run, whatever it was given:
- it ends by itself, in time, in little memory, with the status 0, 1 or 2;
- status 0: something was said on standard output, and every output is there and whole;
- status 1 and 2: one line `glassformer: error: …`, which names what was wrong;
- standard error holds no control characters;
- inputs are as they were, and nothing is left beside the outputs.
"""

import csv
import dataclasses
import hashlib
import io
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import stat
import struct
import subprocess
import threading
import time
import xml.etree.ElementTree
import zlib

import tensors

MIB = 1 << 20
# What the platform without a screen says of itself.
SAID_BY_QT = b"This plugin does not support "
ERROR = b"glassformer: error: "
NOTE = b"glassformer: note: "
# C0 but the line's end, DEL, C1, and what turns the direction of writing.
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
PATIENCE = 240  # seconds of real time, for a machine that does other things as well


@dataclasses.dataclass
class Case:
    group: str
    name: str
    arguments: list
    files: dict = dataclasses.field(default_factory=dict)  # name -> bytes, or a function of the path
    outputs: dict = dataclasses.field(default_factory=dict)  # name -> what it must be (WHOLE)
    statuses: tuple = (0, 1, 2)
    mentions: tuple = ()        # a failure names one of these
    seconds: float = 10         # of processor time
    memory: int = 400           # MiB
    environment: dict = dataclasses.field(default_factory=dict)
    shell: str = ""             # how sh starts it: 'ulimit -n 8; exec "$@"'
    stop_after: float = 0       # seconds until SIGINT, for what would rightly run long
    silent: bool = False        # its words or its status reach nobody
    pictures: bool = False      # run by the program that takes pictures of the window
    window: bool = False        # ends by SIGTERM after stop_after, and says nothing
    may_stay: tuple = ()        # outputs that a failure may leave
    accepts: object = None      # whether status 0 can be right: a bool

    @property
    def path(self):
        return f"{self.group}/{self.name}"


# --- whether an output is whole ----------------------------------------------------------------

def whole_safetensors(content):
    tensors.split(content)


def whole_csv(content):
    text = content.decode()
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if not text.endswith("\n") or not rows or len({len(row) for row in rows}) != 1:
        raise ValueError("the rows differ in length, or the last has no end")


def whole_npy(content):
    if content[:6] != b"\x93NUMPY":
        raise ValueError("no signature")
    size = struct.unpack_from("<H", content, 8)[0]
    shape = re.search(rb"'shape': \(([^)]*)\)", content[10:10 + size])[1]
    count = 1
    for extent in shape.split(b","):
        count *= int(extent) if extent.strip() else 1
    if len(content) != 10 + size + 4 * count:
        raise ValueError("not as long as its shape")


def whole_png(content):
    if content[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("no signature")
    at = 8
    while at < len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        body = content[at + 4:at + 8 + length]
        if zlib.crc32(body) != struct.unpack_from(">I", content, at + 8 + length)[0]:
            raise ValueError("a wrong sum")
        at += 12 + length
    if kind != b"IEND":
        raise ValueError("no end")


def whole_svg(content):
    xml.etree.ElementTree.fromstring(content)


def whole_gif(content):
    if not content.startswith(b"GIF89a") or not content.endswith(b";"):
        raise ValueError("no beginning or no end")


def whole_pdf(content):
    if not content.startswith(b"%PDF-") or b"%%EOF" not in content[-32:]:
        raise ValueError("no beginning or no end")


WHOLE = {"safetensors": whole_safetensors, "csv": whole_csv, "npy": whole_npy, "png": whole_png,
         "svg": whole_svg, "pdf": whole_pdf, "gif": whole_gif, "any": lambda content: None}


# --- running -----------------------------------------------------------------------------------

@dataclasses.dataclass
class Outcome:
    status: int
    out: bytes
    err: bytes
    seconds: float   # of processor time
    memory: float    # MiB
    stopped: bool    # by us, because it went on
    killed: bool     # by us, because nothing else helped


def as_bytes(text):
    return text if isinstance(text, bytes) else os.fsencode(text)


def quoted(argument):
    """An argument as bash reads it, bytes and all."""
    argument = as_bytes(argument)
    if len(argument) > 300:
        return f"$'{escaped(argument[:40])}…({len(argument)} bytes)'"
    if re.fullmatch(rb"[\w./=,:+-]+", argument):
        return argument.decode()
    return f"$'{escaped(argument)}'"


def escaped(content):
    return "".join(chr(c) if 32 <= c < 127 and c not in b"\\'" else f"\\x{c:02x}" for c in content)


WRITING = ("--save", "--log", "--out")


def stays_inside(name):
    """Whether what is written there lies in the folders of the case, whatever the program does: one
    that renames over what it finds would replace the machine's own /dev/null, run by root."""
    inside = os.path.normpath(as_bytes(name))
    return not inside.startswith((b"/", b"../"))  # ".." itself is the case's folder


class Runner:
    def __init__(self, program, folder, sanitized):
        program = pathlib.Path(program).resolve()
        self.program = str(program)
        self.pictures = str(program.parents[1] / "tests" / "pictures" / "glassformer_pictures")
        self.folder = pathlib.Path(folder)
        self.sanitized = sanitized

    def limit(self):
        """Limits of this process, which its children inherit."""
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 36, 1 << 36))
        if not self.sanitized:  # their shadow is larger than any limit
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))

    def environment(self, case, place):
        environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8",
                       "HOME": str(place / "home"), "TMPDIR": str(place / "tmp"),
                       "XDG_RUNTIME_DIR": str(place / "tmp")}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"):
            if name in os.environ:
                environment[name] = os.environ[name]
        if case.window:
            environment["QT_QPA_PLATFORM"] = "offscreen"
            environment["QT_SCALE_FACTOR"] = "1"
        environment.update(case.environment)
        for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
            if name in environment:  # below the folder of the case
                environment[name] = str(place / "work" / environment[name])
        return {key: value for key, value in environment.items() if value is not None}

    def run(self, case, place):
        for option, name in zip(case.arguments, case.arguments[1:]):
            if option in WRITING and not stays_inside(name):
                raise ValueError(f"{case.path} would write outside of its folder: {name!r}")
        command = [self.pictures if case.pictures else self.program, *map(as_bytes, case.arguments)]
        if case.shell:
            command = ["/bin/sh", "-c", case.shell, "sh", *command]
        log = place / "log"
        with open(log / "out", "wb") as out, open(log / "err", "wb") as err:
            process = subprocess.Popen(command, cwd=place / "work", stdin=subprocess.DEVNULL,
                                       stdout=out, stderr=err, env=self.environment(case, place),
                                       start_new_session=True)
        events = []

        def send(number):
            events.append(number)
            try:
                os.kill(process.pid, number)
            except ProcessLookupError:
                pass

        ending = signal.SIGTERM if case.window else signal.SIGINT
        timers = [threading.Timer(PATIENCE, send, [signal.SIGKILL])]
        if case.stop_after:
            timers.append(threading.Timer(case.stop_after, send, [ending]))
        for timer in timers:
            timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        for timer in timers:
            timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        with open(log / "out", "rb") as out, open(log / "err", "rb") as err:
            return Outcome(process.returncode, out.read(64 * MIB), err.read(4 * MIB),
                           usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024,
                           ending in events, signal.SIGKILL in events)

    def prepare(self, case):
        place = self.folder / re.sub(r"[^\w.-]", "_", case.path)
        shutil.rmtree(place, ignore_errors=True)
        for name in ("work", "home", "tmp", "log"):
            (place / name).mkdir(parents=True, mode=0o700)
        for name, content in case.files.items():
            target = os.path.join(os.fsencode(place / "work"), as_bytes(name))
            if callable(content):
                content(target)
            else:
                with open(target, "wb") as file:
                    file.write(content)
        return place

    def judge(self, case):
        """The findings of a case, as sentences, and its folder."""
        place = self.prepare(case)
        before = contents(place)
        outcome = self.run(case, place)
        words = [] if case.silent else judge_words(case, outcome)
        findings = [*self.judge_end(case, outcome), *words,
                    *judge_files(case, outcome, place, before)]
        return findings, place

    def judge_end(self, case, outcome):
        slow = 20 if self.sanitized else 1
        if outcome.killed:
            yield f"it did not end in {PATIENCE} seconds"
        elif case.window and outcome.stopped and outcome.status in (-signal.SIGTERM, 0):
            pass
        elif outcome.status < 0:
            yield f"it ended by the signal {signal.Signals(-outcome.status).name}"
        elif outcome.status not in case.statuses:
            yield f"its status is {outcome.status}, not {' or '.join(map(str, case.statuses))}"
        if not case.stop_after and outcome.seconds > case.seconds * slow:
            yield f"it took {outcome.seconds:.1f} s of processor time, more than {case.seconds}"
        if not self.sanitized and outcome.memory > case.memory:
            yield f"it took {outcome.memory:.0f} MiB, more than {case.memory}"


def judge_words(case, outcome):
    text = outcome.err.decode("utf-8", "surrogateescape")
    found = CONTROL.search(text) or re.search("[\udc80-\udcff]", text)
    if found:
        yield f"standard error holds the raw character {found[0]!a}"
    lines = [line for line in outcome.err.splitlines() if not line.startswith(SAID_BY_QT)]
    if outcome.err and not outcome.err.endswith(b"\n"):
        yield "the last line on standard error has no end"
    errors = [line for line in lines if line.startswith(ERROR)]
    others = [line for line in lines if not line.startswith((ERROR, NOTE))]
    if others:
        yield f"standard error holds another line: {ascii(others[0][:150])}"
    if outcome.status == 0:
        if errors:
            yield "it complains, and its status is 0"
        if not outcome.out and not case.window and not case.shell:
            yield "standard output is empty"
        if case.accepts is False:
            yield "it accepts what is no such value"
    elif outcome.status in (1, 2):
        if len(errors) != 1:
            yield f"there are {len(errors)} error lines, not one"
        elif len(lines[-1]) > 2000 + max(len(as_bytes(word)) for word in case.arguments):
            yield f"the error line has {len(lines[-1])} bytes"
        elif case.mentions and not any(as_bytes(word) in errors[0] for word in case.mentions):
            yield f"the error names none of {', '.join(map(ascii, case.mentions))}"
        if case.accepts is True and outcome.status == 2:
            yield "it refuses a right value"


def contents(place):
    """What lies in the folders of a case: path -> kind, mode and hash."""
    found = {}
    for part in ("work", "tmp"):
        top = os.fsencode(place / part)
        for folder, folders, files in os.walk(top):
            for name in folders + files:
                path = os.path.join(folder, name)
                status = os.lstat(path)
                key = os.path.relpath(path, os.fsencode(place))
                what = (stat.S_IFMT(status.st_mode), status.st_mode & 0o7777)
                if stat.S_ISLNK(status.st_mode):
                    what += (os.readlink(path),)
                elif stat.S_ISREG(status.st_mode):
                    what += (status.st_size, digest(path) if status.st_size < 256 * MIB else "")
                found[key] = what
    return found


def digest(path):
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except PermissionError:
        return ""


def files_at(path):
    """The file, or those in the folder."""
    if os.path.isdir(path):
        return [os.path.join(path, name) for name in sorted(os.listdir(path))]
    return [path]


def judge_files(case, outcome, place, before):
    after = contents(place)
    outputs = {b"work/" + as_bytes(name): kind for name, kind in case.outputs.items()}
    allowed = outputs if outcome.status == 0 else {b"work/" + as_bytes(name): "" for name in case.may_stay}
    may = set(allowed)
    tops = [path.split(b"/")[:2] for path in may]
    for path, what in before.items():
        if path not in may and after.get(path) != what:
            yield f"{ascii(path)} was changed" if path in after else f"{ascii(path)} is gone"
    for path in sorted(after.keys() - before.keys()):
        # What Qt keeps for itself in a runtime folder is not ours.
        if path.split(b"/")[:2] not in tops and not (case.window and path.startswith(b"tmp/")):
            yield f"{ascii(path)} was left behind"
    if outcome.status != 0:
        return
    for path, kind in outputs.items():
        try:
            for file in files_at(os.path.join(os.fsencode(place), path)):
                with open(file, "rb") as content:
                    WHOLE[kind](content.read())
        except Exception as error:  # whatever the parsers of Python throw: it is not whole
            yield f"the output {ascii(path)} is not whole: {type(error).__name__}: {error}"
