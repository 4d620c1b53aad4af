#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares tokenizers of pieces with scores with the reference libraries where they are as large as those of
real models: the whole maps of characters, and four times as many pieces.

Usage: check_pieces.py TEST_TOKENIZERS (the test program)

make_piece_tokenizers.py makes them, and tst_tokenizers compares. Without its packages it prints so and ends
with 77, which ctest counts as skipped.
"""

import os
import pathlib
import subprocess
import sys
import tempfile


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        import sentencepiece  # noqa: F401
        import tokenizers  # noqa: F401
        import transformers  # noqa: F401
    except ImportError as missing:
        print(f"skipped: {missing}; pip install sentencepiece tokenizers transformers", file=sys.stderr)
        return 77
    make = pathlib.Path(__file__).parent / "make_piece_tokenizers.py"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-B", make, "--large", folder], check=True)
        return subprocess.run([sys.argv[1], "tst_tokenizers", "idsOfPieces_areThoseOfTheReference"],
                              env=os.environ | {"GLASSFORMER_TOKENIZERS": folder}).returncode


if __name__ == "__main__":
    sys.exit(main())
