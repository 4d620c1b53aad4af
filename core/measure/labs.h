// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/sentence.h"

#include <span>
#include <string_view>

namespace gf {

/// A bench on which one argument about attention is tried on numbers.
struct Lab {
    std::string_view name; ///< "variance": on the command line
    Phrase question;       ///< what it answers
};

/// The table of all labs, in the order in which they are shown.
std::span<const Lab> labs();

/// The row of this name; null where there is none.
const Lab* findLab(std::string_view name);

} // namespace gf
