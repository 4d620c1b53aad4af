#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# with_torch.sh SCRIPT ARGUMENTS…: runs a Python script with the first interpreter that has PyTorch.
# Without one it says so and ends with 77, which ctest counts as skipped.
for python in /usr/bin/python3 python3; do
    if "$python" -c 'import numpy, torch' >/dev/null 2>&1; then
        exec "$python" -B "$@"
    fi
done
echo "skipped: no Python here has PyTorch; on Debian: apt-get install python3-torch" >&2
exit 77
