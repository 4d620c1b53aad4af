// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gf::test {

/// What a driver in the place of NVIDIA's was asked for.
struct FakeCuda {
    std::vector<std::string> calls;   ///< names of functions in order
    std::vector<std::string> kernels; ///< that were asked for
    std::vector<std::size_t> bytes;   ///< that were taken
    int failAt = 0;                   ///< the number of the call that fails, from 1; 0: none
    std::size_t freeBytes = std::size_t(8) << 30;
    int open = 0;     ///< made and not yet released
    int mistakes = 0; ///< that a real driver would not forgive
    bool isRecording = false;
};

} // namespace gf::test

extern "C" gf::test::FakeCuda* fakeCuda();
