// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <functional>

namespace gf {

/// Asked now and then by work that takes long: false when nobody waits for it any more. An empty
/// one is never asked.
using GoOn = std::function<bool()>;

/// What ends work that nobody waits for. No person is told of it.
class Stopped : public std::exception {
public:
    const char* what() const noexcept override { return "stopped"; }
};

/// Throws Stopped when nobody waits any more.
inline void ask(const GoOn& goOn) {
    if (goOn && !goOn())
        throw Stopped();
}

} // namespace gf
