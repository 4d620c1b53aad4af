// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/labs/lab_page.h"

namespace gf {

// The page of each lab. Each has a file of its own, and all of it is in a namespace of the file's
// name: rotation_lab.
#define GF_LAB(name)                                                                               \
    namespace name##_lab {                                                                         \
        LabPage page();                                                                            \
    }
#include "core/lab/each_lab.def"

} // namespace gf
