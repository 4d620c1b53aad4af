// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/file_lock.h"

#include <span>
#include <string>
#include <vector>

namespace gf {

/// What a command does with a file.
enum class FileUse {
    Read,
    Continued, ///< read, and what goes on from it may take its place
    Extended,  ///< written line by line
    Replaced,  ///< written as a whole at the end
};

/// A file that a person named; an empty path: none.
struct FileInUse {
    std::string name; ///< "--save"
    std::string path;
    FileUse use;
};

/// Finds out before anything is computed what would be lost in the end. Throws Error when a file
/// that is to be replaced cannot be, and UsageError when one that is written is at the same time
/// another of these, whatever its path looks like.
void checkFiles(std::span<const FileInUse> files);

/// Keeps other commands from writing what this one writes, as long as what is returned lives.
/// Throws Error when one of them does already.
std::vector<FileLock> lockWritten(std::span<const FileInUse> files);

} // namespace gf
