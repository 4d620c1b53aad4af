#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds everything with warnings as errors, and runs the tests.
# Arguments go to ctest:
#   scripts/test.sh                          all but what is labelled `long`
#   scripts/test.sh --all                    that too, and whole lists where a part is usual
#   scripts/test.sh -R tst_safetensors       tests whose name matches
#   GLASSFORMER_PRESET=asan scripts/test.sh  under a sanitizer (dev, check, asan, tsan)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh

preset=${GLASSFORMER_PRESET:-check}
targets=(all)
if [[ ${1:-} == --all ]]; then
    shift
    export GLASSFORMER_TEST_ALL=1
    targets+=(benchmarks)
    installPackages all
else
    set -- -LE '^long$' "$@"
    installPackages test
fi

build "$preset" -DBUILD_TESTING=ON "${targets[@]}"

# One test more than there are processors: many wait for a session or a window.
# Last, so that ctest's closing line ends the output and its status is ours.
exec ctest --preset "$preset" --output-on-failure -j "$(($(nproc) + 1))" "$@" </dev/null
