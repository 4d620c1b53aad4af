#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes what one unpacks and starts on other Linux systems, without installing and without root:
#   scripts/bundle.sh                  build/bundle/glassformer-VERSION-linux-x86_64.tar.xz and a wheel
#   scripts/bundle.sh --folder-only    the unpacked folder alone, checked
#   scripts/bundle.sh --build build/check …    of the program in that build folder, as it is
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh

# The same bytes whenever it is made of the same commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
installPackages bundle
if [[ " $* " != *" --build "* ]]; then
    build release glassformer >&2
fi
exec python3 scripts/bundle.py "$@"
