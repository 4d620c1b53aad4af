// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/named_files.h"

#include "app/commands/command.h"
#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <filesystem>

namespace gf {

namespace {

bool isWritten(FileUse use) {
    return use == FileUse::Extended || use == FileUse::Replaced;
}

/// Where a file that is not there yet will be.
std::filesystem::path futurePlace(const std::string& path) {
    std::error_code problem;
    try {
        std::filesystem::path place = std::filesystem::absolute(behindLinks(path), problem);
        if (!problem)
            place = std::filesystem::weakly_canonical(place, problem);
        if (!problem)
            return place;
    } catch (const Error&) {
        // A circle of links: whoever opens it says so.
    }
    return pathOf(path);
}

bool isSameFile(const std::string& a, const std::string& b) {
    std::error_code none;
    const std::optional<FileStatus> first = statusOf(pathOf(a), none);
    const std::optional<FileStatus> second = statusOf(pathOf(b), none);
    if (first && second) // devices and pipes hold nothing that could be lost
        return first->kind == FileKind::Regular && first->device == second->device &&
               first->number == second->number;
    return !first && !second && futurePlace(a) == futurePlace(b);
}

bool mayBeOne(FileUse a, FileUse b) {
    return (!isWritten(a) && !isWritten(b)) || (a == FileUse::Replaced && b == FileUse::Continued);
}

/// Devices and pipes can be written by many.
bool isLockable(const std::string& path) {
    std::error_code none;
    const std::optional<FileStatus> found = statusOf(pathOf(path), none);
    return !path.empty() && (!found || found->kind == FileKind::Regular);
}

} // namespace

void checkFiles(std::span<const FileInUse> files) {
    for (const FileInUse& file : files)
        for (const FileInUse& other : files)
            if (isWritten(file.use) && &file != &other && !file.path.empty() &&
                !other.path.empty() && !mayBeOne(file.use, other.use) &&
                isSameFile(file.path, other.path))
                throw UsageError(file.name + " is " + inQuotes(file.path) + ", the file of " +
                                 other.name + ", which would be overwritten; name another");
    for (const FileInUse& file : files)
        if (file.use == FileUse::Replaced)
            requireReplaceable(file.path);
}

std::vector<FileLock> lockWritten(std::span<const FileInUse> files) {
    std::vector<FileLock> locks;
    for (const FileInUse& file : files) {
        if (!isWritten(file.use) || !isLockable(file.path))
            continue;
        locks.emplace_back(futurePlace(file.path));
        if (locks.back().isHeldByAnother())
            throw Error(file.name + " " + inQuotes(file.path) +
                        " is being written by another glassformer; wait until that has ended, or "
                        "name another file");
    }
    return locks;
}

} // namespace gf
