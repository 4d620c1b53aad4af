// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace gf {

/// What a file for a task holds.
enum class TaskFile { None, Text, Pairs, Table };

/// A task as a person chooses it.
struct TaskChoice {
    std::string_view name;
    std::string_view summary;       ///< one sentence, a phrase
    bool needsFile = false;         ///< without one it makes no examples of its own
    TaskFile file = TaskFile::None; ///< what it takes, if it takes one
};

/// What comes with the program for a task that learns from a file.
struct Sample {
    std::string_view name; ///< "Sample text", a phrase; empty where there is none
    std::string file;
};

/// A task as the window offers it.
struct OfferedTask : TaskChoice {
    Sample sample = {};
};

} // namespace gf
