// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/temporary_folder.h"

#include "core/io/atomic_file.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

namespace {

constexpr std::string_view beginning = "glassformer-";
constexpr const char* lockEnding = ".lock";

std::filesystem::path lockOf(const std::filesystem::path& folder) {
    return pathOf(folder.string() + lockEnding);
}

/// The folders beside which there is a lock, of this process and of others.
std::vector<std::filesystem::path> foldersWithLock() {
    std::vector<std::filesystem::path> found;
    for (const std::filesystem::path& place : temporaryFolders()) {
        std::error_code problem;
        std::filesystem::directory_iterator each(place, problem);
        for (const std::filesystem::directory_iterator end; !problem && each != end;
             each.increment(problem))
            if (const std::filesystem::path& file = each->path();
                file.extension() == lockEnding && file.stem().string().starts_with(beginning) &&
                file.stem().string().find_first_not_of("0123456789-", beginning.size()) ==
                    std::string::npos)
                found.push_back(place / file.stem());
    }
    return found;
}

} // namespace

TemporaryFolder::TemporaryFolder() {
    std::error_code problem;
    std::random_device random;
    for (const std::filesystem::path& folder : temporaryFolders()) {
        m_path = folder / (std::string(beginning) + std::to_string(random()) + "-" +
                           std::to_string(random()));
        m_lock = openAlone(lockOf(m_path), LeftBehind::File, problem);
        // Only one that was not there: what another person has put there is not used.
        if (!m_lock.isOpen() || !std::filesystem::create_directory(m_path, problem))
            continue;
        std::filesystem::permissions(m_path, std::filesystem::perms::owner_all, problem);
        return;
    }
    throw Error(phrase("no folder for temporary files could be made: %1"), systemReason(problem));
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code none;
    std::filesystem::remove_all(m_path, none);
    m_lock = {};
    std::filesystem::remove(lockOf(m_path), none);
}

void TemporaryFolder::removeLeftBehind() {
    std::error_code none;
    for (const std::filesystem::path& folder : foldersWithLock()) {
        OpenFile lock = openAlone(lockOf(folder), LeftBehind::File, none);
        if (!lock.isOpen())
            continue;                              // its process lives, or it is another person's
        std::filesystem::remove_all(folder, none); // of a link the link
        lock = {};
        std::filesystem::remove(lockOf(folder), none);
    }
}

} // namespace gf
