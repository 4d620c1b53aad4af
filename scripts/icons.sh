#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Draws resources/icons/glassformer.svg as the pictures that the program has inside, one for each size that
# a desktop asks for, after a change of that drawing. They are part of the repository.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh

command -v rsvg-convert >/dev/null ||
    fail "rsvg-convert is not installed: apt-get install librsvg2-bin"
cd resources/icons
for size in 16 24 32 48 64 128 256; do
    rsvg-convert --width "$size" --height "$size" --output "glassformer-$size.png" glassformer.svg
done

# The same in one file, as Windows has it in a program: a directory, then the pictures.
python3 - <<'END'
import pathlib
import struct

SIZES = [16, 24, 32, 48, 64, 128, 256]
pictures = [pathlib.Path(f"glassformer-{size}.png").read_bytes() for size in SIZES]
place = 6 + 16 * len(SIZES)
directory = struct.pack("<HHH", 0, 1, len(SIZES))
for size, picture in zip(SIZES, pictures):
    directory += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), place)
    place += len(picture)
pathlib.Path("glassformer.ico").write_bytes(directory + b"".join(pictures))
END
