#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Brings resources/translations/*.ts up to the texts in the sources: new texts come in unfinished,
# texts that are gone go. Then they are translated, with Qt Linguist or any editor:
#   scripts/translate.sh          update, and say what is to be translated
#   scripts/translate.sh --check  only say it; fails when something is missing (a test does this)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh

export PATH=/usr/lib/qt6/bin:$PATH
command -v lupdate >/dev/null || fail "lupdate is not installed: apt-get install qt6-l10n-tools"
exec python3 scripts/translate.py "${1:---update}" .
