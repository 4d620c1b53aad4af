// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/windows/posix/stand_ins.h"

#include <QtGlobal>

int gfNeedsPosix(const char* function) {
    qInfo("needs POSIX: %s", function);
    return -1;
}
