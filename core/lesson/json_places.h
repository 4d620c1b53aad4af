// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace gf {

/// Where a value stands in a text, in bytes.
struct JsonPlace {
    std::size_t begin = 0, end = 0;
};

/// Where each value of a JSON text stands that parseJson() has read: "answers.0.text" for the text
/// of the first answer, "" for the whole.
std::map<std::string, JsonPlace> placesIn(std::string_view json);

} // namespace gf
