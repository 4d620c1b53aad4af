// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/files.h"

#include "core/platform/posix.h"
#include "core/platform/transfer.h"

#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gf {
namespace {

FileKind kindOf(mode_t mode) {
    if (S_ISREG(mode))
        return FileKind::Regular;
    if (S_ISDIR(mode))
        return FileKind::Folder;
    if (S_ISFIFO(mode))
        return FileKind::Pipe;
    return S_ISSOCK(mode) ? FileKind::Socket : FileKind::Device;
}

FileStatus fileStatus(const struct stat& found) {
    return {.kind = kindOf(found.st_mode),
            .size = static_cast<std::uint64_t>(found.st_size),
            .ownership = {.owner = found.st_uid,
                          .group = found.st_gid,
                          .permissions = found.st_mode & mode_t{07777}},
            .device = found.st_dev,
            .number = found.st_ino};
}

/// Bytes through `call(done, count)`, which does one system call.
template <class Call>
std::size_t moved(std::size_t size, std::error_code& problem, const Call& call) {
    problem.clear();
    return transfer(size, [&](std::size_t done, std::size_t count) {
        return checked(uninterrupted([&] { return call(done, count); }), problem);
    });
}

/// -1 where there can be none.
int openUnnamed(const std::filesystem::path& folder) {
    std::string path = (folder / "glassformer-XXXXXX").string();
    const int descriptor = ::mkostemp(path.data(), O_CLOEXEC);
    if (descriptor >= 0)
        ::unlink(path.c_str());
    return descriptor;
}

/// Whether the file that is open still has its name: who had it before may have taken it away.
bool isStill(const std::filesystem::path& name, const OpenFile& file) {
    std::error_code gone;
    const std::optional<FileStatus> named = statusOf(name, gone);
    const std::optional<FileStatus> open = file.status(gone);
    return named && open && named->device == open->device && named->number == open->number;
}

} // namespace

std::optional<FileStatus> statusOf(const std::filesystem::path& path, std::error_code& problem) {
    struct stat found {};
    if (checked(::stat(path.c_str(), &found), problem) < 0)
        return std::nullopt;
    return fileStatus(found);
}

bool isWritable(const std::filesystem::path& path, std::error_code& problem) {
    return checked(::access(path.c_str(), W_OK), problem) == 0;
}

bool isMountPoint(const std::filesystem::path& path) {
    struct statx found {};
    return ::statx(AT_FDCWD, path.c_str(), 0, STATX_TYPE, &found) == 0 &&
           (found.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

bool isKeptByOthers(const std::filesystem::path& folder, const FileStatus& file) {
    struct stat found {};
    const uid_t self = ::geteuid();
    return ::stat(folder.c_str(), &found) == 0 && (found.st_mode & S_ISVTX) != 0 && self != 0 &&
           self != file.ownership.owner && self != found.st_uid;
}

bool isPlantedLink(const std::filesystem::path& link) {
    struct stat itself {};
    struct stat folder {};
    const std::filesystem::path within = link.has_parent_path() ? link.parent_path() : ".";
    return ::lstat(link.c_str(), &itself) == 0 && S_ISLNK(itself.st_mode) &&
           ::stat(within.c_str(), &folder) == 0 && (folder.st_mode & S_IWOTH) != 0 &&
           itself.st_uid != ::geteuid() && itself.st_uid != folder.st_uid;
}

void giveTo(const Ownership& owner, const std::filesystem::path& path) {
    [[maybe_unused]] const int given = ::chown(path.c_str(), owner.owner, owner.group);
}

std::filesystem::path pathOf(std::string_view name) {
    return name;
}

std::vector<std::filesystem::path> temporaryFolders() {
    std::error_code none;
    std::vector<std::filesystem::path> folders{"/tmp", "/var/tmp"};
    if (auto wanted = std::filesystem::temp_directory_path(none); !none)
        folders.insert(folders.begin(), std::move(wanted));
    return folders;
}

std::filesystem::path folderIn(const char* variable) {
    const char* const said = std::getenv(variable);
    std::filesystem::path folder = said ? said : "";
    return folder.is_absolute() ? folder : std::filesystem::path();
}

std::filesystem::path localFolder() {
    return "/usr/local";
}

std::filesystem::path cacheFolder() {
    // XDG Base Directory Specification: a path that is not absolute counts as none.
    if (auto wanted = folderIn("XDG_CACHE_HOME"); !wanted.empty())
        return wanted;
    const std::filesystem::path home = folderIn("HOME");
#ifdef __APPLE__
    constexpr const char* usual = "Library/Caches";
#else
    constexpr const char* usual = ".cache";
#endif
    return home.empty() ? home : home / usual;
}

std::error_code lastProblem() {
    const int code = errno == EDQUOT ? ENOSPC : errno; // a quota is a small disk
    return {code, std::generic_category()};
}

OpenFile::~OpenFile() {
    if (isOpen())
        ::close(descriptorOf(*this));
}

std::optional<FileStatus> OpenFile::status(std::error_code& problem) const {
    struct stat found {};
    if (checked(::fstat(descriptorOf(*this), &found), problem) < 0)
        return std::nullopt;
    return fileStatus(found);
}

std::size_t OpenFile::readAt(std::uint64_t offset, std::span<char> into,
                             std::error_code& problem) const {
    return moved(into.size(), problem, [&](std::size_t done, std::size_t count) {
        return ::pread(descriptorOf(*this), into.data() + done, count,
                       static_cast<off_t>(offset + done));
    });
}

std::size_t OpenFile::writeAt(std::uint64_t offset, std::span<const char> bytes,
                              std::error_code& problem) const {
    return moved(bytes.size(), problem, [&](std::size_t done, std::size_t count) {
        return ::pwrite(descriptorOf(*this), bytes.data() + done, count,
                        static_cast<off_t>(offset + done));
    });
}

std::size_t OpenFile::write(std::span<const char> bytes, std::error_code& problem) const {
    return moved(bytes.size(), problem, [&](std::size_t done, std::size_t count) {
        return ::write(descriptorOf(*this), bytes.data() + done, count);
    });
}

void OpenFile::truncate(std::uint64_t size, std::error_code& problem) const {
    const auto call = [&] { return ::ftruncate(descriptorOf(*this), static_cast<off_t>(size)); };
    checked(uninterrupted(call), problem);
}

bool OpenFile::lock(std::error_code& problem) const {
    const auto call = [&] { return ::flock(descriptorOf(*this), LOCK_EX | LOCK_NB); };
    const bool isLocked = checked(uninterrupted(call), problem) == 0;
    if (problem == std::errc::operation_would_block)
        problem.clear();
    return isLocked;
}

void OpenFile::sync(std::error_code& problem) const {
    checked(uninterrupted([&] { return ::fsync(descriptorOf(*this)); }), problem);
}

void OpenFile::close(std::error_code& problem) {
    const int descriptor = descriptorOf(*this);
    m_handle = none;
    checked(::close(descriptor), problem);
    // A signal that came in between says nothing of the bytes; the descriptor is closed all the
    // same.
    if (problem == std::errc::interrupted)
        problem.clear();
}

OpenFile openToRead(const std::filesystem::path& path, std::error_code& problem) {
    return OpenFile(
        checked(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), problem));
}

OpenFile openToAppend(const std::filesystem::path& path, std::error_code& problem) {
    // Without O_NONBLOCK a pipe that nobody reads would make us wait for ever.
    const int descriptor = uninterrupted([&] {
        return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    });
    OpenFile file(checked(descriptor, problem));
    if (file.isOpen())
        ::fcntl(descriptor, F_SETFL, O_APPEND); // from here on a slow reader is waited for
    return file;
}

OpenFile openAlone(const std::filesystem::path& path, LeftBehind /*left*/,
                   std::error_code& problem) {
    const int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    OpenFile file;
    do {
        const auto open = [&] { return ::open(path.c_str(), flags, 0600); };
        file = OpenFile(checked(uninterrupted(open), problem));
        if (!file.isOpen() || !file.lock(problem))
            return {};
    } while (!isStill(path, file));
    return file;
}

OpenFile openScratch() {
    for (const std::filesystem::path& folder : temporaryFolders())
        if (const int descriptor = openUnnamed(folder); descriptor >= 0)
            return OpenFile(descriptor);
    return {};
}

} // namespace gf
