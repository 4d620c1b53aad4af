// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/draft_file.h"

#include "core/platform/posix.h"

#include <atomic>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace gf {
namespace {

/// The new name survives a power cut only when the folder is on the disk too. Some file systems
/// cannot do that for folders; the file itself is whole either way.
void syncFolder(const std::filesystem::path& path) {
    const OpenFile folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.isOpen())
        ::fsync(descriptorOf(folder));
}

/// What belonged to somebody else stays theirs where this process may see to that.
void takeOver(const OpenFile& file, const Ownership& keeping, std::error_code& problem) {
    mode_t mode = keeping.permissions;
    const auto give = [&file](uid_t owner, gid_t group) {
        return uninterrupted([&] { return ::fchown(descriptorOf(file), owner, group); }) == 0;
    };
    constexpr auto same = static_cast<uid_t>(-1);
    if (!give(keeping.owner, keeping.group)) {
        mode &= ~mode_t{S_ISUID};
        if (!give(same, keeping.group)) // then the group is another: as strangers
            mode = (mode & ~mode_t{S_ISGID | S_IRWXG}) | ((mode & S_IRWXO) << 3);
    }
    checked(uninterrupted([&] { return ::fchmod(descriptorOf(file), mode); }), problem);
}

/// Calls `make` with one new `name` after the other until it is not one that exists (a dead process
/// may have left it). The name is short, since that of the target may be the longest allowed. Gives
/// what `make` gave; when that is negative, there is no name.
template <class Make>
int withNewName(const std::filesystem::path& folder, std::filesystem::path& name, Make make) {
    static std::atomic<unsigned> counter{0};
    int result = -1;
    do {
        name = folder / (".glassformer-" + std::to_string(::getpid()) + "-" +
                         std::to_string(counter.fetch_add(1)) + ".part");
        result = uninterrupted(make);
    } while (result < 0 && errno == EEXIST);
    if (result < 0)
        name.clear();
    return result;
}

/// rename() needs a name to begin with.
void giveName(const OpenFile& file, const std::filesystem::path& folder,
              std::filesystem::path& name, std::error_code& problem) {
    const std::string self = "/proc/self/fd/" + std::to_string(descriptorOf(file));
    const int result = withNewName(folder, name, [&] {
        return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
    });
    checked(result, problem);
}

/// rename(), but only to a name that nothing has: else EEXIST.
int renameToNew(const char* name, const char* target) {
    const int renamed = ::renameat2(AT_FDCWD, name, AT_FDCWD, target, RENAME_NOREPLACE);
    if (renamed == 0 || (errno != EINVAL && errno != ENOSYS))
        return renamed;
    // Not every file system knows it. A second name is given to nothing else either.
    const int linked = ::link(name, target);
    if (linked == 0)
        ::unlink(name);
    return linked;
}

} // namespace

Draft::Draft(const std::filesystem::path& folder, Readers readers, std::error_code& problem)
    : m_folder(folder) {
    const mode_t mode = readers == Readers::Nobody ? 0600 : 0666;
    int descriptor = uninterrupted(
        [&] { return ::open(m_folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode); });
    if (descriptor < 0)
        // Not every file system has nameless files; real obstacles fail again here.
        descriptor = withNewName(m_folder, m_name, [&] {
            return ::open(m_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        });
    m_file = OpenFile(checked(descriptor, problem));
}

Draft::~Draft() {
    if (!m_name.empty())
        ::unlink(m_name.c_str());
}

/// All of it is on the disk, and it has a name.
void Draft::complete(std::error_code& problem) {
    problem.clear();
    if (!m_file.isOpen())
        return; // since it was tried before
    m_file.sync(problem);
    if (!problem && m_name.empty())
        giveName(m_file, m_folder, m_name, problem);
    if (!problem)
        m_file.close(problem);
}

void Draft::publish(const std::filesystem::path& target, const std::optional<Ownership>& keeping,
                    std::error_code& problem) {
    problem.clear();
    if (keeping)
        takeOver(m_file, *keeping, problem);
    if (!problem)
        complete(problem);
    if (!problem)
        checked(uninterrupted([&] { return ::rename(m_name.c_str(), target.c_str()); }), problem);
    if (problem)
        return;
    m_name.clear();
    syncFolder(m_folder);
}

void Draft::publishNew(const std::filesystem::path& target, std::error_code& problem) {
    complete(problem);
    if (!problem)
        checked(uninterrupted([&] { return renameToNew(m_name.c_str(), target.c_str()); }),
                problem);
    if (problem)
        return;
    m_name.clear();
    syncFolder(target.has_parent_path() ? target.parent_path() : ".");
}

} // namespace gf
