// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// How a child process ended.
struct ChildEnd {
    enum class Kind { Exited, Crashed, TimedOut, Stopped, NotStarted };
    Kind kind = Kind::NotStarted;
    int status = 0;     ///< of Exited: what it returned
    std::string output; ///< what it wrote to standard output, up to a MiB
};

/// The file of this program, to start it once more; empty where the system does not say.
std::string ownProgram();

/// A line that a child has written to standard output, as soon as it is whole. Whether it is a sign
/// of life, after which the child has as much time as at first.
using HeardLine = std::function<bool(std::string_view line)>;

/// Runs a program, a path or a name that the system looks up, and waits for its end, at most so
/// long or until a stop is asked for: then it is killed. What it writes to standard error is
/// dropped. For what may crash, hang or write rubbish, and must not take this process with it:
/// drivers. `heard` may be called in a thread of its own, and not after the return.
ChildEnd runChild(const std::string& program, const std::vector<std::string>& arguments,
                  std::chrono::milliseconds limit, const std::stop_token& stop = {},
                  const HeardLine& heard = {});

} // namespace gf
