// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace gf {

/// What untrusted JSON may be at most.
struct JsonLimits {
    std::size_t bytes = 64'000'000;
    int depth = 32;                 ///< arrays and objects inside each other
    std::size_t values = 4'000'000; ///< values and keys together; bounds the memory
};

/// Parses JSON text (RFC 8259). Throws Error with line and column for a mistake in it, invalid
/// UTF-8 and a key that comes twice in one object, and for text beyond the limits.
nlohmann::json parseJson(std::string_view text, const JsonLimits& limits = {});

/// The text of a value, in one line or with so many spaces before what is inside; bytes that are no
/// UTF-8 are replaced.
std::string jsonText(const nlohmann::json& value, int indent = -1);

/// A value as it stands in the file, short enough for a sentence.
std::string shown(const nlohmann::json& value);

/// Reads a JSON file; the Error begins with the path.
nlohmann::json readJsonFile(const std::string& path, const JsonLimits& limits = {});

} // namespace gf
