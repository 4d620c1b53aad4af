#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Glassformer, lets it learn the date task for a while and saves a picture of its window at
# each kind of step, and of its dialogs:
#   scripts/screenshots.sh DIR [--theme light|dark] [--size WIDTHxHEIGHT] [--language en|de]
# QT_SCALE_FACTOR=2 makes pictures for screens of twice the density.
set -euo pipefail
startedIn=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
top=$PWD
. scripts/common.sh

usage="usage: scripts/screenshots.sh DIR [--theme light|dark] [--size WIDTHxHEIGHT] [--language en|de]"
folder=""
theme=light
size=1440x900
language=en
while (($#)); do
    case $1 in
    --theme | --size | --language)
        (($# >= 2)) || fail "$1 needs a value; $usage"
        case $1 in
        --theme) theme=$2 ;;
        --size) size=$2 ;;
        --language) language=$2 ;;
        esac
        shift
        ;;
    -*) fail "there is no option $1; $usage" ;;
    *) folder=$1 ;;
    esac
    shift
done
[[ -n $folder ]] || fail "$usage"
[[ $theme == light || $theme == dark ]] || fail "the theme is light or dark, not $theme"
[[ $size =~ ^([0-9]+)x([0-9]+)$ ]] || fail "a size is like 1440x900, not $size"
[[ $language == en || $language == de ]] || fail "the language is en or de, not $language"
width=${BASH_REMATCH[1]} height=${BASH_REMATCH[2]}

{
    installPackages test
    build check glassformer_pictures
} >&2

# The offscreen platform paints the very widgets that a desktop would show, with the same fonts, and
# needs neither a display nor a window manager, whose frames would differ from machine to machine.
cd "$startedIn"
QT_QPA_PLATFORM=offscreen exec "$top/build/check/tests/pictures/glassformer_pictures" "$folder" \
    --theme "$theme" --language "$language" --width "$width" --height "$height"
