#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets the formulas of resources/formulas/formulas.txt again, after a change there. Their pictures
# are part of the repository, so that building needs no LaTeX.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh

for tool in latex dvisvgm; do
    command -v "$tool" >/dev/null || fail "$tool is not installed: apt-get install" \
        "texlive-latex-base texlive-latex-recommended dvisvgm"
done
exec python3 scripts/formulas.py .
