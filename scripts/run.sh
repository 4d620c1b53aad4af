#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds and starts Glassformer. Arguments go to the program:
#   scripts/run.sh                                              the window
#   scripts/run.sh date.safetensors                             the window, with a saved run
#   scripts/run.sh train --task date --save date.safetensors    the command line
set -euo pipefail
startedIn=$PWD
opensWindow=false
if (($# == 0)) || [[ -f $1 ]]; then
    opensWindow=true
fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."
top=$PWD
. scripts/common.sh

# Said before the minutes that a first build takes. A sub-command needs no display.
if $opensWindow && [[ -z ${DISPLAY:-}${WAYLAND_DISPLAY:-}${QT_QPA_PLATFORM:-} ]]; then
    fail "there is no display to open the window on (DISPLAY and WAYLAND_DISPLAY are not set)." \
        "Start this in a desktop session, through ssh -X, or under xvfb-run. Sub-commands such as" \
        "'scripts/run.sh train --help' need no display."
fi

# The program's own output stays clean: what building says goes to stderr.
{
    installPackages build
    build check -DBUILD_TESTING=OFF glassformer
} >&2

# Relative paths in the arguments are meant from where the person is.
cd "$startedIn"
exec "$top/build/check/app/glassformer" "$@"
