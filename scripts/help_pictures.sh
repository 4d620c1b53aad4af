#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the pictures of the help, resources/help/LANGUAGE/PAGE.png: parts of what screenshots.sh
# saves, small enough to be read beside the text and of few colours, so that the program stays small.
# Needs ImageMagick.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh

command -v convert >/dev/null || fail "ImageMagick is not installed: apt-get install imagemagick"
shots=$(mktemp -d)
trap 'rm -rf "$shots"' EXIT

# page, picture of screenshots.sh, part of it (WIDTHxHEIGHT+X+Y)
pages="
look weights 1440x900+0+0
cell cross-attention-cell 1144x614+296+62
step walk-one-weight 1440x840+0+60
time time-machine 1440x900+0+0
compare compare 1440x900+0+0
write generation 1000x640+0+0
course lesson-answered 1440x840+0+60
"

for language in en de; do
    scripts/screenshots.sh "$shots/$language" --theme light --size 1440x900 --language "$language"
    mkdir -p "resources/help/$language"
    while read -r page picture part; do
        [[ -n $page ]] || continue
        convert "$shots/$language"/*-"$picture.png" -crop "$part" +repage -filter Lanczos \
            -resize 720x -bordercolor '#c4c6ce' -border 1 -dither None -colors 96 -strip \
            -define png:compression-level=9 "resources/help/$language/$page.png"
    done <<<"$pages"
done
