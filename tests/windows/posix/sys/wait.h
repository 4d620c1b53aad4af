// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "tests/windows/posix/stand_ins.h"
