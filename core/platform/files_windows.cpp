// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/files.h"

#include "core/platform/transfer.h"
#include "core/platform/win32.h"

#include <atomic>
#include <cerrno>
#include <string>

namespace gf {
namespace {

constexpr DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

HANDLE handleOf(const OpenFile& file) {
    return reinterpret_cast<HANDLE>(file.handle());
}

/// What CreateFileW() gave; INVALID_HANDLE_VALUE is -1.
OpenFile opened(HANDLE handle, std::error_code& problem) {
    problem = problemUnless(handle != INVALID_HANDLE_VALUE);
    return OpenFile(reinterpret_cast<std::intptr_t>(handle));
}

std::uint64_t joined(DWORD high, DWORD low) {
    return std::uint64_t{high} << 32 | low;
}

/// Where in a file a call is to read or write.
OVERLAPPED placeAt(std::uint64_t offset) {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    return place;
}

FileStatus statusOfKind(FileKind kind) {
    FileStatus status;
    status.kind = kind;
    return status;
}

/// How many bytes a call moved, -1 when it failed; the end of a file is no failure.
std::int64_t movedBy(BOOL succeeded, DWORD count, std::error_code& problem) {
    if (succeeded || GetLastError() == ERROR_HANDLE_EOF)
        return succeeded ? count : 0;
    problem = lastWindowsProblem();
    return -1;
}

} // namespace

std::error_code lastWindowsProblem() {
    const DWORD code = GetLastError();
    switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
        return std::make_error_code(std::errc::no_such_file_or_directory);
    case ERROR_INVALID_NAME:
        return std::make_error_code(std::errc::invalid_argument);
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        return std::make_error_code(std::errc::permission_denied);
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return std::make_error_code(std::errc::no_space_on_device);
    case ERROR_WRITE_PROTECT:
        return std::make_error_code(std::errc::read_only_file_system);
    case ERROR_FILENAME_EXCED_RANGE:
        return std::make_error_code(std::errc::filename_too_long);
    case ERROR_TOO_MANY_OPEN_FILES:
        return std::make_error_code(std::errc::too_many_files_open);
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return std::make_error_code(std::errc::file_exists);
    default:
        return {static_cast<int>(code), std::system_category()};
    }
}

std::optional<FileStatus> statusOf(const std::filesystem::path& path, std::error_code& problem) {
    constexpr std::size_t longestName =
        255; // of a longer one it would say that there is no such file
    if (path.filename().native().size() > longestName) {
        problem = std::make_error_code(std::errc::filename_too_long);
        return std::nullopt;
    }
    // This flag opens folders too.
    const OpenFile file = opened(CreateFileW(path.c_str(), FILE_READ_ATTRIBUTES, shared, nullptr,
                                             OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr),
                                 problem);
    if (!file.isOpen())
        return std::nullopt;
    return file.status(problem);
}

bool isWritable(const std::filesystem::path& path, std::error_code& problem) {
    return opened(
               CreateFileW(path.c_str(), GENERIC_WRITE, shared, nullptr, OPEN_EXISTING, 0, nullptr),
               problem)
        .isOpen();
}

bool isMountPoint(const std::filesystem::path&) {
    return false;
}

bool isKeptByOthers(const std::filesystem::path&, const FileStatus&) {
    return false;
}

bool isPlantedLink(const std::filesystem::path& /*link*/) {
    return false; // making one takes a right that people do not have
}

void giveTo(const Ownership&, const std::filesystem::path&) {}

std::filesystem::path pathOf(std::string_view name) {
    return std::u8string(name.begin(), name.end());
}

std::vector<std::filesystem::path> temporaryFolders() {
    std::error_code none;
    std::vector<std::filesystem::path> folders;
    if (auto wanted = std::filesystem::temp_directory_path(none); !none)
        folders.push_back(std::move(wanted));
    return folders;
}

std::filesystem::path folderIn(const char* variable) {
    const wchar_t* const said = _wgetenv(std::filesystem::path(variable).c_str());
    std::filesystem::path folder = said ? said : L"";
    return folder.is_absolute() ? folder : std::filesystem::path();
}

std::filesystem::path localFolder() {
    return {};
}

std::filesystem::path cacheFolder() {
    return folderIn("LOCALAPPDATA");
}

std::error_code lastProblem() {
    return {errno, std::generic_category()};
}

OpenFile::~OpenFile() {
    if (isOpen())
        CloseHandle(handleOf(*this));
}

std::optional<FileStatus> OpenFile::status(std::error_code& problem) const {
    problem.clear();
    const DWORD type = GetFileType(handleOf(*this));
    if (type == FILE_TYPE_PIPE || type == FILE_TYPE_CHAR)
        return statusOfKind(type == FILE_TYPE_PIPE ? FileKind::Pipe : FileKind::Device);
    BY_HANDLE_FILE_INFORMATION found{};
    problem = problemUnless(GetFileInformationByHandle(handleOf(*this), &found));
    if (problem)
        return std::nullopt;
    const bool isFolder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    return FileStatus{.kind = isFolder ? FileKind::Folder : FileKind::Regular,
                      .size = joined(found.nFileSizeHigh, found.nFileSizeLow),
                      .ownership = {},
                      .device = found.dwVolumeSerialNumber,
                      .number = joined(found.nFileIndexHigh, found.nFileIndexLow)};
}

std::size_t OpenFile::readAt(std::uint64_t offset, std::span<char> into,
                             std::error_code& problem) const {
    problem.clear();
    return transfer(into.size(), [&](std::size_t done, std::size_t count) {
        OVERLAPPED place = placeAt(offset + done);
        DWORD moved = 0;
        const BOOL succeeded = ReadFile(handleOf(*this), into.data() + done,
                                        static_cast<DWORD>(count), &moved, &place);
        return movedBy(succeeded, moved, problem);
    });
}

std::size_t OpenFile::writeAt(std::uint64_t offset, std::span<const char> bytes,
                              std::error_code& problem) const {
    problem.clear();
    return transfer(bytes.size(), [&](std::size_t done, std::size_t count) {
        OVERLAPPED place = placeAt(offset + done);
        DWORD moved = 0;
        const BOOL succeeded = WriteFile(handleOf(*this), bytes.data() + done,
                                         static_cast<DWORD>(count), &moved, &place);
        return movedBy(succeeded, moved, problem);
    });
}

std::size_t OpenFile::write(std::span<const char> bytes, std::error_code& problem) const {
    // This offset is the end of the file (WriteFile), where all that is written in order goes.
    constexpr std::uint64_t end = ~std::uint64_t{0};
    problem.clear();
    return transfer(bytes.size(), [&](std::size_t done, std::size_t count) {
        OVERLAPPED place = placeAt(end);
        DWORD moved = 0;
        const BOOL succeeded = WriteFile(handleOf(*this), bytes.data() + done,
                                         static_cast<DWORD>(count), &moved, &place);
        return movedBy(succeeded, moved, problem);
    });
}

void OpenFile::truncate(std::uint64_t size, std::error_code& problem) const {
    FILE_END_OF_FILE_INFO end{};
    end.EndOfFile.QuadPart = static_cast<LONGLONG>(size);
    problem = problemUnless(
        SetFileInformationByHandle(handleOf(*this), FileEndOfFileInfo, &end, sizeof end));
}

bool OpenFile::lock(std::error_code& problem) const {
    // A byte that no file has: others may read and write what is there.
    OVERLAPPED place = placeAt(~std::uint64_t{0} - 1);
    const bool isLocked =
        LockFileEx(handleOf(*this), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                   &place) != 0;
    const bool isTaken = !isLocked && GetLastError() == ERROR_LOCK_VIOLATION;
    problem = isTaken ? std::error_code() : problemUnless(isLocked);
    return isLocked;
}

void OpenFile::sync(std::error_code& problem) const {
    problem = problemUnless(FlushFileBuffers(handleOf(*this)));
}

void OpenFile::close(std::error_code& problem) {
    const HANDLE handle = handleOf(*this);
    m_handle = none;
    problem = problemUnless(CloseHandle(handle));
}

OpenFile openToRead(const std::filesystem::path& path, std::error_code& problem) {
    return opened(CreateFileW(path.c_str(), GENERIC_READ, shared, nullptr, OPEN_EXISTING,
                              FILE_ATTRIBUTE_NORMAL, nullptr),
                  problem);
}

OpenFile openToAppend(const std::filesystem::path& path, std::error_code& problem) {
    return opened(CreateFileW(path.c_str(), GENERIC_WRITE, shared, nullptr, OPEN_ALWAYS,
                              FILE_ATTRIBUTE_NORMAL, nullptr),
                  problem);
}

OpenFile openAlone(const std::filesystem::path& path, LeftBehind left, std::error_code& problem) {
    const DWORD flags = left == LeftBehind::Nothing
                            ? FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE
                            : FILE_ATTRIBUTE_NORMAL;
    const HANDLE handle = CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE, 0, nullptr,
                                      OPEN_ALWAYS, flags, nullptr);
    const bool isTaken =
        handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_SHARING_VIOLATION;
    problem = isTaken ? std::error_code() : problemUnless(handle != INVALID_HANDLE_VALUE);
    return OpenFile(reinterpret_cast<std::intptr_t>(handle));
}

OpenFile openScratch() {
    static std::atomic<unsigned> counter{0};
    for (const std::filesystem::path& folder : temporaryFolders())
        for (int attempt = 0; attempt < 100; ++attempt) {
            const std::filesystem::path path =
                folder / ("glassformer-" + std::to_string(GetCurrentProcessId()) + "-" +
                          std::to_string(counter.fetch_add(1)));
            std::error_code problem;
            OpenFile file =
                opened(CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, 0, nullptr,
                                   CREATE_NEW, FILE_FLAG_DELETE_ON_CLOSE, nullptr),
                       problem);
            if (file.isOpen())
                return file;
            if (problem != std::errc::file_exists)
                break;
        }
    return {};
}

} // namespace gf
