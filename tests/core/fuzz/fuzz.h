// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gf::test {

/// What fuzz_json.cpp and its like have, each in a namespace of its own.
struct FuzzTarget {
    const char* name; ///< "fuzz_json"
    /// One run: must neither crash nor, for the sanitizers, do anything undefined. Returns 0.
    int (*runOne)(const std::uint8_t* data, std::size_t size);
    std::vector<std::string> (*seeds)(); ///< inputs to begin with, good and nearly good
    std::vector<std::string> (
        *words)(); ///< pieces of the format that blind changes would hardly hit upon
};

/// Those of the program, made by CMakeLists.txt.
std::vector<FuzzTarget> fuzzTargets();

} // namespace gf::test
