#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes all files of a release of the present commit, from a clean copy of it, into a new folder:
#   scripts/release.sh FOLDER    the Debian package, the Linux archive and wheel, the Windows zip and installer,
#                                each with what is inside (SPDX) and its licences, and SHA256SUMS of all
# The same commit on the same system gives the same bytes. What takes longest, Qt for Windows, is taken from
# build/windows here if it is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh

[[ $# == 1 ]] || fail "one argument is needed: the folder that the files go into, which must not be there yet."
[[ ! -e $1 ]] || fail "'$1' is there already; name a folder that is not."
[[ -z $(git status --porcelain) ]] ||
    fail "there are changes that are not committed; a release is made of a commit alone."

here=$PWD
mkdir -p "$1"
files=$(cd "$1" && pwd)
copy=$(mktemp -d)/glassformer # each file has the same name in every release, wherever this lies
trap 'rm -rf "$(dirname "$copy")"' EXIT
git clone --quiet --local "$here" "$copy"
cd "$copy"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
export GLASSFORMER_WINDOWS_QT=${GLASSFORMER_WINDOWS_QT:-$here/build/windows}

scripts/bundle.sh
scripts/windows.sh
(cd build/release && cpack -B "$copy/build/deb" >&2) || fail "the Debian package could not be made; see above."

cp build/bundle/*.tar.xz build/bundle/*.whl build/windows/*.zip build/windows/*-setup.exe build/deb/*.deb "$files"
cp build/bundle/*/share/doc/glassformer/sbom.spdx.json "$files/linux.spdx.json"
cp build/windows/glassformer-*/share/doc/glassformer/sbom.spdx.json "$files/windows.spdx.json"
cd "$files"
sha256sum -- * >SHA256SUMS
du -h -- * >&2
