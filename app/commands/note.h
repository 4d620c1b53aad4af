// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace gf {

/// One line on stderr that does not end the program: "glassformer: note: …".
void note(const std::string& sentence);

} // namespace gf
