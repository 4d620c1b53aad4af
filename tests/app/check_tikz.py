#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets what `export --format tikz` writes with LaTeX, and compares the page with the width that was asked for.

    tests/app/check_tikz.py PATH/TO/glassformer

Without LaTeX and its package standalone (Debian: texlive-pictures, texlive-latex-extra) it says so and ends with 77.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def has_latex():
    if not shutil.which("pdflatex") or not shutil.which("kpsewhich"):
        return False
    return all(subprocess.run(["kpsewhich", name], capture_output=True, check=False).returncode == 0
               for name in ("standalone.cls", "tikz.sty"))


def set_page(program, folder, name, width, *more):
    """The size of the page in millimetres."""
    tikz = folder / f"{name}.tikz"
    subprocess.run([program, "export", "--model", folder / "run.safetensors", "--source", "abc", "--target", "cba",
                    "--format", "tikz", "--out", tikz, "--width", str(width), *more], check=True, capture_output=True)
    done = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"-jobname={name}",
                           "\\pdfobjcompresslevel=0\\input{" + tikz.name + "}"],  # the page's size can be read
                          cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    box = re.search(rb"/MediaBox \[([\d. ]+)\]", (folder / f"{name}.pdf").read_bytes())
    left, bottom, right, top = map(float, box[1].split())
    return (right - left) / 72 * 25.4, (top - bottom) / 72 * 25.4


def main():
    if not has_latex():
        print("skipped: no LaTeX with the package standalone; on Debian: apt-get install texlive-pictures "
              "texlive-latex-extra", file=sys.stderr)
        return 77
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([program, "train", "--task", "reverse", "--steps", "5", "--save", folder / "run.safetensors"],
                       check=True, capture_output=True)
        for step, width in (("decoder.0.cross_attn.weights", 85), ("decoder.0.self_attn.masked", 175),
                            ("grad/decoder.0.ffn.hidden", 130)):
            wide, high = set_page(program, folder, step.replace("/", "."), width, "--step", step)
            assert abs(wide - width) < 0.1 and high > 10, (step, wide, high)
        # A caption is words, whatever it holds.
        set_page(program, folder, "caption", 85, "--step", "decoder.0.cross_attn.weights", "--caption",
                 "\\input{x} 50 % & #1_a^2 ~ $ {\\end{document}")
    print("four pages are as wide as they were asked for")
    return 0


if __name__ == "__main__":
    sys.exit(main())
