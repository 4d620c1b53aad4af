// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#pragma GCC system_header
#include_next <sys/stat.h>

#include "tests/windows/posix/stand_ins.h"
