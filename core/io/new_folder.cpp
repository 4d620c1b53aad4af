// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/new_folder.h"

#include "core/io/atomic_file.h"
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

} // namespace

NewFolder::NewFolder(const std::string& path) : m_path(path) {
    fs::path name = pathOf(path).lexically_normal();
    if (!name.has_filename()) // "folder/"
        name = name.parent_path();
    std::error_code problem;
    if (fs::exists(fs::symlink_status(name, problem)) && !isEmptyFolder(name))
        throw Error(isTaken, inQuotes(path));
    m_path = name.string();
    std::random_device random;
    for (int attempt = 0; attempt < 99; ++attempt) {
        fs::path draft = name;
        draft += ".part" + std::to_string(random() % 1'000'000);
        problem.clear();
        if (fs::create_directory(draft, problem)) {
            m_draft = draft;
            return;
        }
        if (problem)
            break;
    }
    throw Error(phrase("cannot make the folder %1: %2"), inQuotes(path), systemReason(problem));
}

NewFolder::~NewFolder() {
    std::error_code ignored;
    if (!m_draft.empty())
        fs::remove_all(m_draft, ignored);
}

std::string NewFolder::file(const std::string& name) const {
    assert(name.find_first_of("/\\") == std::string::npos);
    return (m_draft / pathOf(name)).string();
}

void NewFolder::finish() {
    std::error_code problem;
    if (isEmptyFolder(pathOf(m_path)))
        fs::remove(pathOf(m_path), problem);
    fs::rename(m_draft, pathOf(m_path), problem);
    if (problem)
        throw Error(isTaken, inQuotes(m_path));
    m_draft.clear();
}

} // namespace gf
