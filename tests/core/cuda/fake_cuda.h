// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace gf::test {

/// What a driver in the place of NVIDIA's was asked for.
struct FakeCuda {
    // ---- what a test may set
    int failAt = 0;  ///< the number of the call that fails, from 1; 0: none
    int error = 719; ///< with which: 719 is CUDA's "launch failed", which its context keeps
    int cards = 1;
    int version = 13000;            ///< of CUDA, that it knows
    std::string driver = "580.1.2"; ///< its own version
    std::size_t freeBytes = std::size_t(8) << 30;
    /// Kernels run, and take what they are declared with; nobody asks which ones did.
    bool computes = false;
    /// Otherwise by kernel what it takes, as in EmulatedKernel. What is not here is not looked at.
    std::map<std::string, std::string> parameters;

    // ---- what it was asked for, in order
    struct Call {
        std::string name;
        std::size_t bytes = 0; ///< copied or taken
    };
    struct Launch {
        std::string kernel;
        std::array<std::int32_t, 3> first{}; ///< group, before the parameters
        std::array<unsigned, 3> groups{};
        std::vector<std::uint64_t> values = {}; ///< of its parameters, by their bits
    };
    std::vector<Call> calls;
    std::vector<Launch> launches;      ///< that ran, each time
    std::vector<std::string> images;   ///< that were loaded
    std::vector<std::uint64_t> taken;  ///< addresses of memory
    std::vector<std::string> mistakes; ///< that a real driver would not forgive

    // ---- what there is: handles and addresses never come again
    enum class Kind { Context, Stream, Module, Function, Graph, Executable, Memory };
    struct Object {
        Kind kind = Kind::Context;
        std::uint64_t context = 0; ///< whose it is
        bool isOpen = true;
        std::string name = {};             ///< of a function
        std::vector<std::byte> bytes = {}; ///< of memory
        std::vector<Launch> launches = {}; ///< of a graph, and what a stream records
        bool isRecording = false;          ///< a stream
        int users = 0;                     ///< of a context
        int lostBy = 0;                    ///< the error that every call gives from now on
    };
    std::map<std::uint64_t, Object> objects; ///< by handle or address
    std::map<int, std::uint64_t> contexts;   ///< by card
    std::map<std::thread::id, std::uint64_t> current;
    int managed = 0; ///< NVML, begun and not ended

    /// Made and not yet released.
    int open() const {
        int count = managed;
        for (const auto& [handle, object] : objects)
            count += object.isOpen && object.kind != Kind::Function ? 1 : 0;
        return count;
    }
};

} // namespace gf::test

extern "C" gf::test::FakeCuda* fakeCuda();
