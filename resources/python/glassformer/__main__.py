# SPDX-License-Identifier: GPL-3.0-or-later
"""The command `glassformer` of the wheel, and `python -m glassformer`: becomes the program."""
from __future__ import annotations

import os
import sys

from .program import beside


def main() -> None:
    program = beside()
    if program is None:
        sys.exit("glassformer: error: the program is not beside this package")
    os.execv(program, [str(program), *sys.argv[1:]])


if __name__ == "__main__":
    main()
