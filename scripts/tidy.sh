#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs clang-tidy with the checks of .clang-tidy.
#   scripts/tidy.sh              source files that differ from the last commit, or are in it
#   scripts/tidy.sh --all        every source file (many minutes)
#   scripts/tidy.sh FILE…        these
# Not a part of test.sh: it parses every Qt header again for each file.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh

command -v clang-tidy >/dev/null || fail "clang-tidy is not installed: apt-get install clang-tidy"

case "${1:-}" in
--all) mapfile -t files < <(git ls-files 'core/*.cpp' 'ui/*.cpp' 'app/*.cpp') ;;
'') mapfile -t files < <(
    {
        git diff --name-only --diff-filter=d HEAD
        git show --name-only --diff-filter=d --format= HEAD
        git ls-files --others --exclude-standard
    } | grep -E '^(core|ui|app)/.*\.cpp$' | sort -u
) ;;
*) files=("$@") ;;
esac
((${#files[@]})) || {
    say "no source file to look at"
    exit 0
}

build dev all
# GCC's own options, which clang does not know, are no finding.
printf '%s\0' "${files[@]}" |
    xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build/dev --quiet \
        --extra-arg=-Wno-unknown-warning-option
