#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does what docs/authors.md and docs/lecturers.md say, block by block, with the time of each, and compares their figures.

    tests/app/page_commands.py PATH/TO/glassformer              ends with 1 where one fails or a figure is old
    tests/app/page_commands.py PATH/TO/glassformer --figures    writes docs/figures anew; a page needs Chromium and ImageMagick

What a reader would have by then, a lecture and what thirty students handed in, is made here. Without NumPy it says so and ends
with 77, which ctest counts as skipped.
"""

import base64
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(TOP / "tests/reference"), str(TOP / "tests/app")]
import chromium  # noqa: E402
import homework_solutions  # noqa: E402

FIGURES = TOP / "docs/figures"
BLOCK = re.compile(r"^```(|python)\n(.*?)^```$", re.M | re.S)
LICENCE = "<!-- SPDX-License-Identifier: GPL-3.0-or-later -->\n"
LECTURE = """```lesson
{"title": "A lecture", "idea": "What the window showed.", "minutes": 1}
```

## Where it looks

```scene
{"task": "date", "steps": 20, "step": "decoder.0.cross_attn.weights", "example": {"source": "3 march 1997"}, "head": 1}
```
"""
# What page.png shows: the weight with which "vend" reads "sell".
SHOWN = "'decoder.1.cross_attn.weights', 3, 3, 4"


def hand_in(folder):
    """Two of three students have it right, and the others forgot √K; one came back without a result."""
    right = homework_solutions.solutions("numpy")["arrays"]
    shutil.copytree(folder / "hand-out", folder / "handed-in")
    for number, student in enumerate(sorted((folder / "handed-in").iterdir())):
        wrong = right.replace(" / math.sqrt(q.shape[-1])", "") if number % 3 == 0 else right
        (student / "exercise.py").write_text(wrong, encoding="utf-8")
        if number:
            subprocess.run([sys.executable, "-B", student / "check.py"], stdout=subprocess.DEVNULL)


def words(figure):
    """What is written on it; numbers differ between processors."""
    return [text for text in re.findall(r">([^<>\n]+)</text>", figure) if re.search(r"[^\W\d_]", text)]


def photograph(page, picture):
    browser = chromium.Chromium(chromium.find())
    browser.size(1000, 1020)
    browser.open(page)
    browser.run(f"glassformer.show({SHOWN})")
    browser.run("scrollTo(0, 0)")
    browser.frames()
    shot = base64.b64decode(browser.call("Page.captureScreenshot", format="png")["data"])
    browser.close()
    subprocess.run(["convert", "png:-", "-dither", "None", "-colors", "256", "-strip", "-define", "png:compression-level=9",
                    picture], input=shot, check=True)


def follow(name, folder, environment):
    """Runs the blocks of a page in the folder; what went wrong."""
    text = (TOP / "docs" / name).read_text(encoding="utf-8")
    for language, block in BLOCK.findall(text):
        if "handed-in" in block and not (folder / "handed-in").exists():
            hand_in(folder)
        call = [sys.executable, "-B", "-c"] if language == "python" else ["bash", "-euo", "pipefail", "-c"]
        began = time.monotonic()
        done = subprocess.run([*call, block], cwd=folder, env=environment, capture_output=True, text=True)
        print(f"{name}  {time.monotonic() - began:6.1f} s  {block.splitlines()[-1].strip()}", flush=True)
        if done.returncode:
            return [f"{name}: {block}{done.stderr}"]
    return []


def old_figures(folder, writes):
    wrong = []
    for committed in sorted(FIGURES.glob("*.svg")):
        figure = (folder / committed.name).read_text(encoding="utf-8")
        if writes:
            committed.write_text(figure.replace("\n", "\n" + LICENCE, 1), encoding="utf-8")
        elif words(figure) != words(committed.read_text(encoding="utf-8")):
            wrong.append(f"docs/figures/{committed.name} is old; tests/app/page_commands.py PROGRAM --figures draws it anew")
    if writes:
        photograph(folder / "page.html", FIGURES / "page.png")
    return wrong


def main():
    with tempfile.TemporaryDirectory() as place:
        folder, programs = pathlib.Path(place) / "work", pathlib.Path(place) / "bin"
        folder.mkdir()
        programs.mkdir()
        (programs / "glassformer").symlink_to(os.path.abspath(sys.argv[1]))
        (programs / "python3").symlink_to(sys.executable)
        (folder / "lecture.lesson.md").write_text(LECTURE, encoding="utf-8")
        environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ, "PATH": f"{programs}:{os.environ['PATH']}",
                       "GLASSFORMER": str(programs / "glassformer"), "PYTHONPATH": str(TOP / "resources/python")}
        wrong = [each for name in ("authors.md", "lecturers.md") for each in follow(name, folder, environment)]
        wrong = wrong or old_figures(folder, sys.argv[2:] == ["--figures"])
        print("\n".join(wrong))
        return 1 if wrong else 0


if __name__ == "__main__":
    try:
        import numpy  # noqa: F401
    except ModuleNotFoundError:
        print("skipped: this Python has no NumPy; on Debian: apt-get install python3-numpy", file=sys.stderr)
        sys.exit(77)
    sys.exit(main())
