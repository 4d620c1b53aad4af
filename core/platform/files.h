// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace gf {

/// The path of a name in UTF-8, as all words of this program are. What `char` means to a path by
/// itself is the system's to say. Back again: path.string() is in UTF-8 everywhere.
std::filesystem::path pathOf(std::string_view name);

// Functions that take a `problem` put into it why they failed, and nothing when they did not. It
// compares with std::errc on every system. Calls that a signal interrupts are made again.

/// What a path leads to.
enum class FileKind { Regular, Folder, Pipe, Socket, Device };

/// Whose a file is and who may use it; all zero where the system has no such numbers.
struct Ownership {
    std::uint32_t owner = 0;
    std::uint32_t group = 0;
    std::uint32_t permissions = 0; ///< as chmod(2) takes them
};

/// What the system says of a file.
struct FileStatus {
    FileKind kind = FileKind::Regular;
    std::uint64_t size = 0; ///< in bytes
    Ownership ownership;
    /// Which file of which disk it is, whatever path leads to it.
    std::uint64_t device = 0, number = 0;
};

/// Of the file behind all symbolic links; nothing where there is none, or where it failed.
std::optional<FileStatus> statusOf(const std::filesystem::path& path, std::error_code& problem);

/// Whether this process may write what is there.
bool isWritable(const std::filesystem::path& path, std::error_code& problem);
/// Whether a file has a mount of its own, as files that are bound into a container have.
bool isMountPoint(const std::filesystem::path& path);
/// Whether only the owner of the file or of its folder may put another one in its place, as in
/// folders such as /tmp, and this process is neither.
bool isKeptByOthers(const std::filesystem::path& folder, const FileStatus& file);
/// Whether a symbolic link was made by somebody else in a folder that all may write to, other than
/// by the folder's owner: what it leads to was not chosen by this process's user (as Linux's
/// protected_symlinks has it, which a program that reads links by itself does not meet).
bool isPlantedLink(const std::filesystem::path& link);
/// Gives a file to somebody, as far as the system allows it.
void giveTo(const Ownership& owner, const std::filesystem::path& path);

/// Folders for temporary files, the best first: where the person wants them if that is a folder,
/// then where the system has them. Nobody has tried whether they can be written to.
std::vector<std::filesystem::path> temporaryFolders();

/// What a variable of the environment says, where that is an absolute path; otherwise empty.
std::filesystem::path folderIn(const char* variable);

/// Where people install for all what is no part of the system; empty where there is no such folder.
std::filesystem::path localFolder();

/// Where programs keep for this person what they can make again; empty where the system says no
/// such folder. It need not exist.
std::filesystem::path cacheFolder();

/// Why the last call of the C library failed.
std::error_code lastProblem();

/// A file that is open until this object goes. No program that is started gets it.
class OpenFile {
public:
    OpenFile() = default; ///< none
    explicit OpenFile(std::intptr_t handle) : m_handle(handle) {}
    ~OpenFile();
    OpenFile(OpenFile&& other) noexcept : m_handle(std::exchange(other.m_handle, none)) {}
    OpenFile& operator=(OpenFile&& other) noexcept {
        std::swap(m_handle, other.m_handle);
        return *this;
    }

    bool isOpen() const { return m_handle != none; }
    /// What the system calls it: a descriptor, or a handle.
    std::intptr_t handle() const { return m_handle; }
    std::optional<FileStatus> status(std::error_code& problem) const;

    /// How many bytes were read from byte `offset` on: fewer than `into` has at the file's end, or
    /// when it failed.
    std::size_t readAt(std::uint64_t offset, std::span<char> into, std::error_code& problem) const;
    /// How many bytes were written from byte `offset` on: fewer only when it failed.
    std::size_t writeAt(std::uint64_t offset, std::span<const char> bytes,
                        std::error_code& problem) const;
    /// The same at the end of the file; into what has no offsets, as it comes.
    std::size_t write(std::span<const char> bytes, std::error_code& problem) const;
    void truncate(std::uint64_t size, std::error_code& problem) const;
    /// Keeps out who asks for the same file in this way, whatever path led there, until it is
    /// closed or the process ends. Whether it is so: not, and no problem, while somebody has it.
    bool lock(std::error_code& problem) const;
    /// Returns when the bytes are on the disk.
    void sync(std::error_code& problem) const;
    /// Closes now; `problem` is set when the system did not take all that was written.
    void close(std::error_code& problem);

private:
    static constexpr std::intptr_t none = -1;

    std::intptr_t m_handle = none;
};

/// Opens without waiting, whatever it is.
OpenFile openToRead(const std::filesystem::path& path, std::error_code& problem);
/// Opens a file whose end grows, a new one if there is none, and no pipe that nobody reads. A
/// reader of a pipe who is slow is waited for.
OpenFile openToAppend(const std::filesystem::path& path, std::error_code& problem);
/// Opens a file, a new one if there is none, that nobody opens so again while it is open: none, and
/// no problem, while somebody has it. It is free again when its process ends, however it does. A
/// file of which `Nothing` is left must be removed by who opened it, while it is open, on systems
/// that do not do so.
enum class LeftBehind { File, Nothing };
OpenFile openAlone(const std::filesystem::path& path, LeftBehind left, std::error_code& problem);
/// A new file in the best of temporaryFolders() that takes one. It is gone with this process,
/// however that ends. None where no folder takes one.
OpenFile openScratch();

} // namespace gf
