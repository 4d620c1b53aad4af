// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

namespace gf {

/// What a person can cause and mend: a bad file, a wrong field, an impossible size. The message is
/// a sentence that says which thing, what it was, and what would be right. Programmer mistakes are
/// `assert`s, never this.
class Error : public std::runtime_error {
public:
    explicit Error(const std::string& sentence) : std::runtime_error(sentence) {}
};

} // namespace gf
