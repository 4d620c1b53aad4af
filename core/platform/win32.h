// SPDX-License-Identifier: GPL-3.0-or-later
// For the sources of this folder that are written for Windows.
#pragma once

#include <system_error>

#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

namespace gf {

/// Why the last call of the system failed.
std::error_code lastWindowsProblem();

/// Nothing, if a call succeeded.
inline std::error_code problemUnless(BOOL succeeded) {
    return succeeded ? std::error_code() : lastWindowsProblem();
}

} // namespace gf
