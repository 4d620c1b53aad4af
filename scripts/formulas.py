#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets resources/formulas/formulas.txt with LaTeX and writes each formula as an SVG of outlines.

Usage: formulas.py TREE

The colours of Okabe and Ito stand for the matrices, black for the rest; the window replaces them by
those of its theme (ui/explain/formula_picture). The <title> of each file is the formula in one line
of plain text, for screen readers. All formulas are set at 10 points; a file's size is in points.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

COLOURS = {"mq": "0072B2", "mk": "D55E00", "mv": "009E73", "ma": "CC79A7", "mf": "E69F00",
           "mr": "56B4E9"}

PREAMBLE = r"""\documentclass[10pt]{article}
\usepackage{amsmath,amssymb}
\usepackage[dvips]{xcolor}
\pagestyle{empty}
""" + "".join(f"\\definecolor{{{name}}}{{HTML}}{{{colour}}}\n"
              f"\\newcommand{{\\{name}}}[1]{{{{\\color{{{name}}}#1}}}}\n"
              for name, colour in COLOURS.items())

# LaTeX -> plain text, for what the formulas use.
SIGNS = {r"\cdot": "·", r"\int": "∫", r"\odot": "⊙", r"\sum": "Σ", r"\partial": "∂", r"\infty": "∞",
         r"\leftarrow": "←", r"\mid": "|", r"\dots": "…", r"\neq": "≠", r"\in": "∈", r"\lVert": "‖",
         r"\rVert": "‖", r"\alpha": "α", r"\mu": "μ", r"\sigma": "σ", r"\varepsilon": "ε", r"\Phi": "Φ",
         r"\varphi": "φ", r"\tau": "τ", r"\theta": "θ", r"\pi": "π", r"\lfloor": "⌊", r"\rfloor": "⌋", r"\omega": "ω", r"\cdots": "⋯",
         r"\lambda": "λ", r"\beta": "β", r"\eta": "η", r"\Delta": "Δ",
         r"\ln": "ln ", r"\tanh": "tanh", r"\sin": "sin", r"\cos": "cos", r"\max": "max", r"\min": "min",
         r"\left": "", r"\right": "", r"\,": "", r"\;": " ", r"\qquad": ",  ", r"\{": "{", r"\}": "}"}


def read(path):
    """The lines of each formula by name."""
    formulas = {}
    name = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            formulas[name].append(line.strip())
        else:
            name = line.strip()
            if name in formulas:
                sys.exit(f"{name} is there twice")
            formulas[name] = []
    return formulas


GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"  # three levels deep


def bracketed(text):
    return text if re.fullmatch(r"∂?\w|\\[a-z]+", text) else f"({text})"


def plain(latex):
    """One line for screen readers: "softmax((q k^T)/(√(K)) + m)"."""
    text = latex.replace("&", "").replace(r"\{", "\x01").replace(r"\}", "\x02")
    text = text.replace(r"\partial ", "∂").replace(r",\,", ",")
    text = re.sub(r"(?<=[\w})])\\[,;](?=[\w\\(∂])(?!\\right)", "·", text)  # a thin space is a product
    before = None
    while before != text:
        before = text
        text = re.sub(r"\\frac" + GROUP + GROUP,
                      lambda m: f"{bracketed(m[1])}/{bracketed(m[2])}", text)
        text = re.sub(r"\\sqrt" + GROUP, r"√(\1)", text)
        text = re.sub(r"\\bar" + GROUP, "\\1\u0304", text)
        text = re.sub(r"\\hat" + GROUP, "\\1\u0302", text)
        text = re.sub(r"\\tilde" + GROUP, "\\1\u0303", text)
        text = re.sub(r"\\(?:text|mathrm|m[qkvafr])" + GROUP, r"\1", text)
        text = re.sub(r"([_^])\{([^{}]*)\}", lambda m: m[1] + (
            m[2] if len(m[2]) == 1 else f"({m[2]})"), text)
    for sign in sorted(SIGNS, key=len, reverse=True):
        text = text.replace(sign, SIGNS[sign])
    text = text.replace("{", "").replace("}", "").replace("\x01", "{").replace("\x02", "}")
    return re.sub(r" {2,}", " ", text).replace("-", "−").strip()


def typeset(formulas, folder):
    """All formulas in one go, one on each page; their SVGs in the same order."""
    bodies = ("$\\displaystyle \\begin{aligned}" + r"\\[4pt]".join(lines) + "\\end{aligned}$"
              for lines in formulas)
    source = PREAMBLE + "\\begin{document}" + "\n\\newpage\n".join(bodies) + "\\end{document}\n"
    (folder / "all.tex").write_text(source, encoding="utf-8")
    for command in (["latex", "-interaction=batchmode", "-halt-on-error", "all.tex"],
                    ["dvisvgm", "--no-fonts=1", "--exact-bbox", "--precision=3", "--verbosity=1",
                     "--page=1-", "--output=%5p.svg", "all.dvi"]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if done.returncode:
            log = folder / "all.log"
            said = log.read_text(errors="replace")[-2000:] if log.exists() else ""
            sys.exit(f"{command[0]} failed:\n{done.stdout}{done.stderr}{said}")
    return [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.svg"))]


def dressed(svg, title):
    """Without what changes from run to run; with licence, title and a colour for what has none."""
    svg = re.sub(r"<!--.*?-->\s*", "", svg)
    svg = re.sub(r"<\?xml[^>]*\?>\s*", "", svg)
    escaped = title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    svg = re.sub(r"<svg[^>]*(?=>)", lambda m: f"{m[0]} fill='#000000'>\n<title>{escaped}</title", svg,
                 count=1)
    head = "<?xml version='1.0' encoding='UTF-8'?>\n<!-- SPDX-License-" + \
        "Identifier: GPL-3.0-or-later. Made by scripts/formulas.sh -->\n"
    return head + svg.strip() + "\n"


def without_page(svg):
    """Where a formula stands among the others is not a change of it."""
    return re.sub(r"id='page\d+'", "", svg)


def main():
    target = pathlib.Path(sys.argv[1]) / "resources/formulas"
    formulas = read(target / "formulas.txt")
    for old in target.rglob("*.svg"):
        if old.relative_to(target).with_suffix("").as_posix() not in formulas:
            old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        pictures = typeset(formulas.values(), pathlib.Path(folder))
    for (name, lines), svg in zip(formulas.items(), pictures, strict=True):
        title = "; ".join(plain(line) for line in lines)
        path = target / f"{name}.svg"
        path.parent.mkdir(exist_ok=True)
        new = dressed(svg, title)
        if path.exists() and without_page(path.read_text(encoding="utf-8")) == without_page(new):
            continue
        path.write_text(new, encoding="utf-8")
        print(f"{name}: {title}")


if __name__ == "__main__":
    main()
