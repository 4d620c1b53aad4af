// SPDX-License-Identifier: GPL-3.0-or-later
// The one target of a program for libFuzzer (llvm.org/docs/LibFuzzer.html), whose name and type
// this is.
#include "tests/core/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const gf::test::FuzzTarget target = gf::test::fuzzTargets().front();
    return target.runOne(data, size);
}
