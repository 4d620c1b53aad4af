// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gf::test {

/// A device that it has.
struct FakeOpenClDevice {
    std::string name;
    bool isProcessor = false;
};

/// What an OpenCL library in the place of the system's was asked for.
struct FakeOpenCl {
    std::vector<std::string> calls; ///< names of functions in order
    int failAt = 0;                 ///< the number of the call that fails, from 1; 0: none
    int error = -9999;              ///< what it answers then
    std::vector<FakeOpenClDevice> devices{{"A fake device"}};
    std::size_t largestBuffer = std::size_t(2) << 30;
    std::string opened; ///< the device of the context that was made last
    int open = 0;       ///< made and not yet released
    int mistakes = 0;   ///< that a real driver would not forgive
    int waits = 0;      ///< transfers that are over when they return

    /// What is to be written, where it stands until then and what stood there.
    struct Upload {
        const std::byte* from;
        std::vector<std::byte> asked;
    };
    std::vector<Upload> uploads; ///< that no transfer since was waited for
    std::size_t onTheWay() const { return uploads.size(); }
};

} // namespace gf::test

extern "C" gf::test::FakeOpenCl* fakeOpenCl();
