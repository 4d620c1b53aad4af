// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace gf::test {

/// What a compiler in the place of NVRTC was asked for.
struct FakeNvrtc {
    int failAt = 0;                          ///< the number of the call that fails, from 1; 0: none
    std::vector<int> knows{75, 80, 90, 120}; ///< capabilities, in their order
    std::string log;                         ///< what it says; it refuses all where there is any
    std::vector<std::string> calls;          ///< names of functions in order
    std::vector<std::string> options;        ///< of the last program
    int open = 0;                            ///< programs that were not destroyed
    int mistakes = 0;                        ///< that NVRTC would not forgive
};

} // namespace gf::test

extern "C" gf::test::FakeNvrtc* fakeNvrtc();
