// SPDX-License-Identifier: GPL-3.0-or-later
// For the sources of this folder that are written for POSIX.
#pragma once

#include "core/platform/files.h"

#include <cerrno>

namespace gf {

/// What a system call returns once no signal interrupts it any more.
template <class Call> auto uninterrupted(const Call& call) {
    auto result = call();
    while (result < 0 && errno == EINTR)
        result = call();
    return result;
}

/// What a call returned, with the reason if it failed.
template <class Result> Result checked(Result result, std::error_code& problem) {
    problem = result < 0 ? lastProblem() : std::error_code();
    return result;
}

inline int descriptorOf(const OpenFile& file) {
    return static_cast<int>(file.handle());
}

} // namespace gf
