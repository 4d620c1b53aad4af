#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Takes all pictures of README, docs (resources/screenshots) and help (resources/help/LANGUAGE), of the real window on
# a display of its own, and notes beside each the program's words on it: check_tree.py pictures then finds one that is
# old. It takes about a quarter of an hour, and needs ImageMagick and Chromium.
# GLASSFORMER_BUILT=build/check takes programs that are built already.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh

command -v convert >/dev/null || fail "ImageMagick is not installed: apt-get install imagemagick"
built=${GLASSFORMER_BUILT:-build/check}
if [[ -z ${GLASSFORMER_BUILT:-} ]]; then
    installPackages test
    build check -DBUILD_TESTING=ON glassformer glassformer_pictures
fi
shots=$(mktemp -d)
trap 'rm -rf "$shots"' EXIT

# take FOLDER NAMES [--language …] [RUN]: pictures of these names into a folder.
take() {
    local folder=$1 names=$2
    shift 2
    HOME=$shots QT_SCALE_FACTOR=1 xvfb-run -a -s "-screen 0 1600x1000x24 -dpi 96" env QT_QPA_PLATFORM=xcb \
        "$built/tests/pictures/glassformer_pictures" "$shots/$folder" --theme light --width 1440 --height 900 \
        --names "$names" "$@"
}

# note LANGUAGE FROM TO [PART]: its words beside a picture.
note() {
    /usr/bin/python3 tests/architecture/check_pictures.py --note "$1" "$2.words" "$3.txt" ${4:+"$4"}
}

# page of the help, picture, part of it (WIDTHxHEIGHT+X+Y)
help="
look first-window 1440x900+0+0
cell cross-attention-cell 1144x614+296+62
step walk-one-weight 1440x840+0+60
time time-machine 1440x900+0+0
compare compare 1440x900+0+0
write generation 1440x840+0+60
course lesson-answered 1440x840+0+60
"
# name in resources/screenshots, picture, and its folder where that is not the one of its language
screenshots="
first_window first-window
one_cell cross-attention-cell
three_alignments alignments
lab lab-rollout
lesson lesson-answered
"
# The page of a lesson is taken by itself, or the stage would show the runs that were compared before.
names=$(printf '%s\n%s' "$help" "$screenshots" | awk 'NF { print $2 }' | grep -v lesson | sort -u | paste -sd,)

# A folder of GPT-2's kind, as save_pretrained writes it: the tests' tiny one, which goes on learning from our own pages.
model=$shots/gpt2
cat docs/*.md >"$shots/pages.txt"
"$built/app/glassformer" train --task text --data "$shots/pages.txt" --model tests/reference/opened/gpt2 --freeze 0 \
    --lr 0.01 --batch 16 --steps 2000 --seed 1 --save "$shots/gpt2.safetensors" >/dev/null
"$built/app/glassformer" export-hf --model "$shots/gpt2.safetensors" --out "$model" >/dev/null

for language in en de; do
    take "$language" "$names" --language "$language"
    take "$language" lesson-answered --language "$language"
    mkdir -p "resources/help/$language"
    while read -r page picture part; do
        [[ -n $page ]] || continue
        convert "$shots/$language/$picture.png" -crop "$part" +repage -filter Lanczos \
            -resize 720x -bordercolor '#c4c6ce' -border 1 -dither None -colors 96 -strip \
            -define png:compression-level=9 "resources/help/$language/$page.png"
        note "$language" "$shots/$language/$picture" "resources/help/$language/$page" "$part"
    done <<<"$help"
done
take opened real-model --language en "$model"
take presented cross-attention-cell --language en --presentation
mkdir -p resources/screenshots
while read -r name picture folder; do
    [[ -n $name ]] || continue
    folder=${folder:-en}
    convert "$shots/$folder/$picture.png" -dither None -colors 256 -strip -define png:compression-level=9 \
        "resources/screenshots/$name.png"
    note en "$shots/$folder/$picture" "resources/screenshots/$name"
done <<<"$screenshots
real_model real-model opened
presentation cross-attention-cell presented"

# The figures of docs/authors.md and docs/lecturers.md, by the commands that stand there.
HOME=$shots /usr/bin/python3 -B tests/app/page_commands.py "$built/app/glassformer" --figures
