// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

// resources/homework, as filledTemplate() reads it.
extern const char* const exerciseFunctions;
extern const char* const exerciseCheck;
extern const char* const exerciseReadme;

} // namespace gf
