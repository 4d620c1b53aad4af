// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

namespace gf {

/// The texts of a folder's files that say how its tokenizer works, by their names.
using TokenizerFiles = std::map<std::string, std::string>;

} // namespace gf
