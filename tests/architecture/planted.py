# SPDX-License-Identifier: GPL-3.0-or-later
"""For the tests of the checks, which plant what a check has to find."""

import pathlib
import tempfile


def findings(check, files):
    """What `check` says of a tree that holds these files alone, their texts by their names."""
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        for name, text in files.items():
            path = tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return check(tree)
