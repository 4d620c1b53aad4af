// SPDX-License-Identifier: GPL-3.0-or-later
// Windows has no files without a name: a kill in the middle leaves the draft, never half a target.
#include "core/platform/draft_file.h"

#include "core/platform/win32.h"

#include <atomic>
#include <string>

namespace gf {

/// Who may read a file is what its folder says; that for temporary files is the person's own.
Draft::Draft(const std::filesystem::path& folder, Readers, std::error_code& problem)
    : m_folder(folder) {
    static std::atomic<unsigned> counter{0};
    do { // a dead process may have left a file of that name
        m_name = m_folder / (".glassformer-" + std::to_string(GetCurrentProcessId()) + "-" +
                             std::to_string(counter.fetch_add(1)) + ".part");
        m_file = OpenFile(reinterpret_cast<std::intptr_t>(
            CreateFileW(m_name.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW,
                        FILE_ATTRIBUTE_NORMAL, nullptr)));
        problem = problemUnless(m_file.isOpen());
    } while (problem == std::errc::file_exists);
    if (problem)
        m_name.clear();
}

Draft::~Draft() {
    if (m_name.empty())
        return;
    m_file = {}; // what is open cannot be deleted
    DeleteFileW(m_name.c_str());
}

void Draft::complete(std::error_code& problem) {
    problem.clear();
    if (!m_file.isOpen())
        return; // since it was tried before
    m_file.sync(problem);
    if (!problem)
        m_file.close(problem);
}

void Draft::publish(const std::filesystem::path& target, const std::optional<Ownership>&,
                    std::error_code& problem) {
    complete(problem);
    if (!problem)
        problem = problemUnless(MoveFileExW(m_name.c_str(), target.c_str(),
                                            MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH));
    if (!problem)
        m_name.clear();
}

void Draft::publishNew(const std::filesystem::path& target, std::error_code& problem) {
    complete(problem);
    if (!problem)
        problem =
            problemUnless(MoveFileExW(m_name.c_str(), target.c_str(), MOVEFILE_WRITE_THROUGH));
    if (!problem)
        m_name.clear();
}

} // namespace gf
