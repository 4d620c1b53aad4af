// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// One run of a fuzz target: must neither crash nor, for the sanitizers, do anything undefined. The
/// name and the type are libFuzzer's (llvm.org/docs/LibFuzzer.html).
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace gf::test {

/// Each target's inputs to begin with, good and nearly good.
std::vector<std::string> seeds();
/// Pieces of the format that blind changes would hardly hit upon.
std::vector<std::string> words();

} // namespace gf::test
