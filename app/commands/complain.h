// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace gf {

/// Says on stderr, in one line whatever the sentence holds, why the program ends, and returns its
/// exit status. Does without memory if there is none left, which may be the sentence.
int complain(std::string_view sentence, int status);

/// One line on stderr that does not end the program: "glassformer: note: …".
void note(const std::string& sentence);

} // namespace gf
