// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"

#include "core/io/quote.h"
#include "core/io/transfer.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace gf {
namespace {

[[noreturn]] void failWriting(const std::string& path, const std::string& why) {
    throw Error("cannot write " + inQuotes(path) + ": " + why);
}

[[noreturn]] void failReading(const std::string& path, const std::string& why) {
    throw Error("cannot read " + inQuotes(path) + ": " + why);
}

/// What a path leads to when it is not a regular file.
std::string kindOf(const struct stat& status) {
    if (S_ISDIR(status.st_mode))
        return "it is a folder, not a file";
    if (S_ISFIFO(status.st_mode))
        return "it is a pipe, not a file";
    if (S_ISSOCK(status.st_mode))
        return "it is a socket, not a file";
    return "it is a device, not a file";
}

/// A path with a zero byte would silently name another file.
bool isPath(const std::string& path) {
    return !path.empty() && path.find('\0') == std::string::npos;
}

class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor() {
        if (m_number >= 0)
            ::close(m_number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return m_number; }
    bool valid() const { return m_number >= 0; }
    /// Closes now and says whether the system took all that was written. A signal that came in
    /// between says nothing of that; the descriptor is closed all the same.
    bool close() { return ::close(std::exchange(m_number, -1)) == 0 || errno == EINTR; }

private:
    int m_number;
};

/// What of the file that is there goes over to the one that takes its place.
struct Keeping {
    mode_t mode;
    uid_t owner;
    gid_t group;
};

/// Whether a file has a mount of its own, as files that are bound into a container have.
bool isMountPoint(const std::filesystem::path& target) {
    struct statx status {};
    return ::statx(AT_FDCWD, target.c_str(), 0, STATX_TYPE, &status) == 0 &&
           (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

/// In a folder such as /tmp only the owner of a file, or of the folder, may rename another over it.
bool isKeptByOthers(const std::filesystem::path& folder, const struct stat& file) {
    struct stat status {};
    const uid_t self = ::geteuid();
    return ::stat(folder.c_str(), &status) == 0 && (status.st_mode & S_ISVTX) != 0 && self != 0 &&
           self != file.st_uid && self != status.st_uid;
}

/// The folder that a file is in.
std::filesystem::path folderOf(const std::filesystem::path& target) {
    return target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
}

/// What the new file takes over from the one that is there; nothing when there is none. Throws
/// when it may not be replaced.
std::optional<Keeping> keepingOf(const std::string& path, const std::filesystem::path& target) {
    struct stat status {};
    if (::stat(target.c_str(), &status) != 0) {
        if (errno != ENOENT)
            failWriting(path, systemReason(errno));
        return std::nullopt;
    }
    if (!S_ISREG(status.st_mode))
        failWriting(path, kindOf(status));
    if (::access(target.c_str(), W_OK) != 0)
        failWriting(path, errno == EACCES ? "it is write-protected" : systemReason(errno));
    if (isMountPoint(target))
        failWriting(path, "it is mounted by itself, so no other file can take its place");
    if (isKeptByOthers(folderOf(target), status))
        failWriting(path, "in this folder only its owner may replace it");
    return Keeping{status.st_mode & mode_t{07777}, status.st_uid, status.st_gid};
}

/// The file that a path leads to, after its name was found to be one.
std::filesystem::path targetOf(const std::string& path) {
    if (!isPath(path))
        failWriting(path, "a file name is needed");
    std::filesystem::path target = behindLinks(path);
    if (!target.has_filename())
        failWriting(path, "it ends like a folder; a file name is needed");
    return target;
}

/// A new file in a folder, without a name where the file system can (then a kill leaves nothing),
/// else with one that nobody else has. Unless published, it is gone when this object is.
class Draft {
public:
    Draft(const std::string& path, const std::filesystem::path& target)
        : m_path(path), m_target(target), m_folder(folderOf(target)) {
        int number = uninterrupted(
            [this] { return ::open(m_folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666); });
        if (number < 0) {
            // Not every file system has nameless files; real obstacles fail again here.
            number = withNewName([this] {
                return ::open(m_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            });
            if (number < 0)
                failWriting(m_path, openFailure(errno));
        }
        m_file = std::make_unique<Descriptor>(number);
    }

    ~Draft() {
        if (!m_name.empty())
            ::unlink(m_name.c_str());
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    void append(std::string_view bytes) {
        const auto written = transfer(bytes.size(), [&](std::size_t done, std::size_t count) {
            return ::write(m_file->number(), bytes.data() + done, count);
        });
        if (written != bytes.size())
            failWriting(m_path, systemReason(errno));
    }

    /// Puts the bytes on the disk and gives the file its name.
    void publish(const std::optional<Keeping>& keeping) {
        if (keeping)
            takeOver(*keeping);
        if (uninterrupted([this] { return ::fsync(m_file->number()); }) != 0)
            failWriting(m_path, systemReason(errno));
        if (m_name.empty())
            giveName();
        const auto rename = [this] { return ::rename(m_name.c_str(), m_target.c_str()); };
        if (!m_file->close() || uninterrupted(rename) != 0)
            failWriting(m_path, systemReason(errno));
        m_name.clear();
        syncFolder();
    }

private:
    /// What belonged to somebody else stays theirs where this process may see to that. Where it may
    /// not, nobody gets rights by it that they did not have.
    void takeOver(const Keeping& keeping) {
        mode_t mode = keeping.mode;
        const auto give = [this](uid_t owner, gid_t group) {
            return uninterrupted([&] { return ::fchown(m_file->number(), owner, group); }) == 0;
        };
        constexpr auto same = static_cast<uid_t>(-1);
        if (!give(keeping.owner, keeping.group)) {
            mode &= ~mode_t{S_ISUID};
            if (!give(same, keeping.group)) // then the group is another: as strangers
                mode = (mode & ~mode_t{S_ISGID | S_IRWXG}) | ((mode & S_IRWXO) << 3);
        }
        if (uninterrupted([&] { return ::fchmod(m_file->number(), mode); }) != 0)
            failWriting(m_path, systemReason(errno));
    }

    /// Calls `make` with one new m_name after the other until it is not one that exists (a dead
    /// process may have left it). The name is short, since that of the target may be the longest
    /// allowed. Gives what `make` gave; when that is negative, there is no name.
    template <class Make> int withNewName(Make make) {
        static std::atomic<unsigned> counter{0};
        int result = -1;
        do {
            m_name = m_folder / (".glassformer-" + std::to_string(::getpid()) + "-" +
                                 std::to_string(counter.fetch_add(1)) + ".part");
            result = uninterrupted(make);
        } while (result < 0 && errno == EEXIST);
        if (result < 0)
            m_name.clear();
        return result;
    }

    /// rename() needs a name to begin with.
    void giveName() {
        const std::string self = "/proc/self/fd/" + std::to_string(m_file->number());
        const int result = withNewName([&] {
            return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, m_name.c_str(), AT_SYMLINK_FOLLOW);
        });
        if (result < 0)
            failWriting(m_path, systemReason(errno));
    }

    std::string openFailure(int code) const {
        if (code == ENOENT)
            return "the folder " + inQuotes(m_folder.string()) + " does not exist";
        if (code == EACCES || code == EPERM)
            return "the folder " + inQuotes(m_folder.string()) + " may not be written to";
        return systemReason(code);
    }

    /// The new name survives a power cut only when the folder is on the disk too. Some file systems
    /// cannot do that for folders; the file itself is whole either way.
    void syncFolder() const {
        const Descriptor folder(::open(m_folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (folder.valid())
            ::fsync(folder.number());
    }

    std::string m_path; ///< as the person wrote it, for messages
    std::filesystem::path m_target;
    std::filesystem::path m_folder;
    std::filesystem::path m_name; ///< of the draft; empty while it has none
    std::unique_ptr<Descriptor> m_file;
};

} // namespace

std::string systemReason(int code) {
    switch (code) {
    case ENOENT:
        return "there is no such file or folder";
    case EACCES:
    case EPERM:
        return "permission denied";
    case EISDIR:
        return "it is a folder, not a file";
    case ENOTDIR:
        return "a part of the path is not a folder";
    case ENOSPC:
    case EDQUOT:
        return "the disk is full";
    case EFBIG:
        return "the file is larger than is allowed here";
    case EROFS:
        return "the disk can only be read";
    case ENAMETOOLONG:
        return "the name is too long";
    case ELOOP:
        return "its symbolic links go in a circle";
    case EMFILE:
    case ENFILE:
        return "too many files are open";
    default:
        return std::strerror(code);
    }
}

std::filesystem::path behindLinks(const std::string& path) {
    std::filesystem::path target = path;
    std::error_code error;
    for (int links = 0; std::filesystem::is_symlink(target, error); ++links) {
        if (links == 40) // the kernel's own limit
            failWriting(path, systemReason(ELOOP));
        const std::filesystem::path next = std::filesystem::read_symlink(target, error);
        if (error)
            failWriting(path, systemReason(error.value()));
        target = target.parent_path() / next; // an absolute `next` replaces the parent
    }
    return target;
}

void writeFileAtomically(const std::string& path, const std::function<void(const Append&)>& fill) {
    const std::filesystem::path target = targetOf(path);
    const std::optional<Keeping> keeping = keepingOf(path, target);
    Draft draft(path, target);
    fill([&](std::string_view bytes) { draft.append(bytes); });
    draft.publish(keeping);
}

void writeFileAtomically(const std::string& path, std::string_view content) {
    writeFileAtomically(path, [&](const Append& append) { append(content); });
}

void requireReplaceable(const std::string& path) {
    const std::filesystem::path target = targetOf(path);
    keepingOf(path, target);
    const Draft draft(path, target);
}

InputFile::InputFile(const std::string& path) : m_path(path) {
    if (!isPath(path))
        failReading(path, "a file name is needed");
    // Looked at before it is opened, since opening some devices does something; and O_NONBLOCK in
    // case a pipe took its place in between.
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0)
        failReading(path, systemReason(errno));
    if (!S_ISREG(status.st_mode))
        failReading(path, kindOf(status));
    m_descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (m_descriptor < 0)
        failReading(path, systemReason(errno));
    if (::fstat(m_descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(m_descriptor);
        failReading(path, "it is not a file");
    }
    m_size = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() {
    ::close(m_descriptor);
}

std::size_t InputFile::readSome(std::uint64_t offset, std::span<char> into) const {
    const auto filled = transfer(into.size(), [&](std::size_t done, std::size_t count) {
        return ::pread(m_descriptor, into.data() + done, count, static_cast<off_t>(offset + done));
    });
    if (!filled)
        failReading(m_path, systemReason(errno));
    return *filled;
}

void InputFile::readAt(std::uint64_t offset, std::span<char> into) const {
    if (readSome(offset, into) < into.size())
        failReading(m_path, "it became shorter while it was read");
}

std::string readWholeFile(const std::string& path, std::uint64_t limit) {
    const InputFile file(path);
    const auto tooLong = [&](std::uint64_t size) {
        failReading(path, "it has " + std::to_string(size) + " bytes or more; at most " +
                              std::to_string(limit) + " are allowed");
    };
    if (file.size() > limit)
        tooLong(file.size());
    std::string content(file.size(), '\0');
    content.resize(file.readSome(0, content));
    // Some files say that they are empty (those of /proc), some grow while they are read.
    std::array<char, 65536> more;
    while (const std::size_t count = file.readSome(content.size(), more)) {
        if (content.size() + count > limit)
            tooLong(content.size() + count);
        content.append(more.data(), count);
    }
    return content;
}

} // namespace gf
