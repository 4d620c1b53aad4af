// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/draft.h"

#include "core/platform/posix.h"

#include <atomic>
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

} // namespace

Draft::Draft(const std::filesystem::path& folder, std::error_code& problem) : m_folder(folder) {
    int descriptor = uninterrupted(
        [this] { return ::open(m_folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666); });
    if (descriptor < 0)
        // Not every file system has nameless files; real obstacles fail again here.
        descriptor = withNewName(m_folder, m_name, [this] {
            return ::open(m_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        });
    m_file = OpenFile(checked(descriptor, problem));
}

Draft::~Draft() {
    if (!m_name.empty())
        ::unlink(m_name.c_str());
}

void Draft::publish(const std::filesystem::path& target, const std::optional<Ownership>& keeping,
                    std::error_code& problem) {
    problem.clear();
    if (keeping)
        takeOver(m_file, *keeping, problem);
    if (!problem)
        m_file.sync(problem);
    if (!problem && m_name.empty())
        giveName(m_file, m_folder, m_name, problem);
    if (!problem)
        m_file.close(problem);
    if (!problem)
        checked(uninterrupted([&] { return ::rename(m_name.c_str(), target.c_str()); }), problem);
    if (problem)
        return;
    m_name.clear();
    syncFolder(m_folder);
}

} // namespace gf
