// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/new_folder.h"

#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <cassert>
#include <random>

namespace gf {

namespace fs = std::filesystem;

namespace {

constexpr Phrase isTaken = phrase("%1 is there already; name a folder that is new or empty");

bool isEmptyFolder(const fs::path& path) {
    std::error_code problem;
    return fs::is_directory(path, problem) && fs::is_empty(path, problem) && !problem;
}

/// What a path leads to, "folder/" as "folder".
fs::path folderBehind(const std::string& path) {
    fs::path name = pathOf(path);
    if (!name.has_filename())
        name = name.parent_path();
    return behindLinks(name.string());
}

} // namespace

NewFolder::NewFolder(const std::string& path)
    : m_path(path), m_target(folderBehind(path)), m_isThere(isEmptyFolder(m_target)) {
    std::error_code none;
    if (!m_isThere && fs::exists(fs::symlink_status(m_target, none)))
        throw Error(isTaken, inQuotes(path));
    filledDraft(draftFolder(), Draft::Readers::AsUsual, path, [](const Append&) {});
}

/// On the disk of the folder, where its files are until they have a name.
fs::path NewFolder::draftFolder() const {
    return m_isThere ? m_target : folderOf(m_target);
}

WriteFile NewFolder::file(const std::string& name) {
    assert(name.find_first_of("/\\") == std::string::npos);
    return [this, name](const Fill& fill) {
        const std::string path = (pathOf(m_path) / pathOf(name)).string();
        m_files.push_back({name, filledDraft(draftFolder(), Draft::Readers::AsUsual, path, fill)});
    };
}

/// Gives the files their names; those that had theirs lose them again where one cannot.
void NewFolder::publishInto(const fs::path& folder, std::error_code& problem) {
    std::vector<fs::path> published;
    for (const auto& [name, draft] : m_files) {
        draft->publishNew(folder / pathOf(name), problem);
        if (problem)
            break;
        published.push_back(folder / pathOf(name));
    }
    std::error_code ignored;
    if (problem)
        for (const fs::path& path : published)
            fs::remove(path, ignored);
}

void NewFolder::finish() {
    std::error_code problem;
    if (m_isThere) {
        publishInto(m_target, problem);
    } else {
        const fs::path draft =
            draftFolder() / (".glassformer-" + std::to_string(std::random_device{}()) + ".part");
        fs::create_directory(draft, problem);
        if (!problem)
            publishInto(draft, problem);
        if (!problem)
            fs::rename(draft, m_target, problem);
        std::error_code ignored;
        if (problem)
            fs::remove_all(draft, ignored);
    }
    m_files.clear();
    if (problem == std::errc::file_exists || problem == std::errc::directory_not_empty ||
        problem == std::errc::not_a_directory)
        throw Error(isTaken, inQuotes(m_path));
    if (problem)
        throw Error(phrase("cannot make the folder %1: %2"), inQuotes(m_path),
                    systemReason(problem));
}

} // namespace gf
