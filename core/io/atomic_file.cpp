// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"

#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <array>
#include <optional>
#include <utility>

namespace gf {
namespace {

[[noreturn]] void failWriting(const std::string& path, const Sentence& why) {
    throw Error(phrase("cannot write %1: %2"), inQuotes(path), why);
}

[[noreturn]] void failReading(const std::string& path, const Sentence& why) {
    throw Error(phrase("cannot read %1: %2"), inQuotes(path), why);
}

/// What a path leads to when it is not a regular file.
Phrase kindOf(FileKind kind) {
    switch (kind) {
    case FileKind::Folder:
        return phrase("it is a folder, not a file");
    case FileKind::Pipe:
        return phrase("it is a pipe, not a file");
    case FileKind::Socket:
        return phrase("it is a socket, not a file");
    default:
        return phrase("it is a device, not a file");
    }
}

/// A path with a zero byte would silently name another file.
bool isPath(const std::string& path) {
    return !path.empty() && path.find('\0') == std::string::npos;
}

/// What the new file takes over from the one that is there; nothing when there is none. Throws
/// when it may not be replaced.
std::optional<Ownership> keepingOf(const std::string& path, const std::filesystem::path& target) {
    std::error_code problem;
    const std::optional<FileStatus> status = statusOf(target, problem);
    if (!status) {
        if (problem != std::errc::no_such_file_or_directory)
            failWriting(path, systemReason(problem));
        return std::nullopt;
    }
    if (status->kind != FileKind::Regular)
        failWriting(path, kindOf(status->kind));
    if (!isWritable(target, problem))
        failWriting(path, problem == std::errc::permission_denied
                              ? Sentence(phrase("it is write-protected"))
                              : systemReason(problem));
    if (isMountPoint(target))
        failWriting(path, phrase("it is mounted by itself, so no other file can take its place"));
    if (isKeptByOthers(folderOf(target), *status))
        failWriting(path, phrase("in this folder only its owner may replace it"));
    return status->ownership;
}

/// The file that a path leads to, after its name was found to be one.
std::filesystem::path targetOf(const std::string& path) {
    if (!isPath(path))
        failWriting(path, phrase("a file name is needed"));
    std::filesystem::path target = behindLinks(path);
    if (!target.has_filename())
        failWriting(path, phrase("it ends like a folder; a file name is needed"));
    return target;
}

Sentence draftFailure(const std::filesystem::path& folder, const std::error_code& problem) {
    if (problem == std::errc::no_such_file_or_directory)
        return {phrase("the folder %1 does not exist"), inQuotes(folder.string())};
    if (problem == std::errc::permission_denied || problem == std::errc::operation_not_permitted)
        return {phrase("the folder %1 may not be written to"), inQuotes(folder.string())};
    return systemReason(problem);
}

void appendTo(const Draft& draft, const std::string& path, const Fill& fill) {
    fill([&](std::string_view bytes) {
        std::error_code problem;
        if (draft.file().write(bytes, problem) != bytes.size())
            failWriting(path, systemReason(problem));
    });
}

/// A file that is to be replaced, and the one that will be in its place.
class Replacement {
public:
    /// Throws when that cannot be.
    explicit Replacement(const std::string& path)
        : m_path(path), m_target(targetOf(path)), m_keeping(keepingOf(path, m_target)),
          m_draft(folderOf(m_target), Draft::Readers::AsUsual, m_problem) {
        if (m_problem)
            failWriting(m_path, draftFailure(folderOf(m_target), m_problem));
    }

    void fill(const Fill& fill) { appendTo(m_draft, m_path, fill); }
    void publish() {
        m_draft.publish(m_target, m_keeping, m_problem);
        if (m_problem)
            failWriting(m_path, systemReason(m_problem));
    }

private:
    std::string m_path; ///< as the person wrote it, for messages
    std::filesystem::path m_target;
    std::optional<Ownership> m_keeping;
    std::error_code m_problem;
    Draft m_draft;
};

} // namespace

Sentence systemReason(const std::error_code& problem) {
    static constexpr std::array<std::pair<std::errc, Phrase>, 13> reasons = {{
        {std::errc::no_such_file_or_directory, phrase("there is no such file or folder")},
        {std::errc::permission_denied, phrase("permission denied")},
        {std::errc::operation_not_permitted, phrase("permission denied")},
        {std::errc::is_a_directory, phrase("it is a folder, not a file")},
        {std::errc::not_a_directory, phrase("a part of the path is not a folder")},
        {std::errc::no_space_on_device, phrase("the disk is full")},
        {std::errc::file_too_large, phrase("the file is larger than is allowed here")},
        {std::errc::read_only_file_system, phrase("the disk can only be read")},
        {std::errc::filename_too_long, phrase("the name is too long")},
        {std::errc::invalid_argument, phrase("no file can have this name")},
        {std::errc::too_many_symbolic_link_levels, phrase("its symbolic links go in a circle")},
        {std::errc::too_many_files_open, phrase("too many files are open")},
        {std::errc::too_many_files_open_in_system, phrase("too many files are open")},
    }};
    for (const auto& [code, reason] : reasons)
        if (problem == code)
            return reason;
    return problem.message();
}

std::filesystem::path folderOf(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

std::filesystem::path behindLinks(const std::string& path) {
    std::filesystem::path target = pathOf(path);
    std::error_code error;
    for (int links = 0; std::filesystem::is_symlink(target, error); ++links) {
        if (links == 40) // the kernel's own limit
            failWriting(
                path, systemReason(std::make_error_code(std::errc::too_many_symbolic_link_levels)));
        if (isPlantedLink(target))
            failWriting(path, {phrase("%1 is a symbolic link that another user made in a folder "
                                      "that all may write to; name the file that it leads to"),
                               inQuotes(target.string())});
        const std::filesystem::path next = std::filesystem::read_symlink(target, error);
        if (error)
            failWriting(path, systemReason(error));
        target = target.parent_path() / next; // an absolute `next` replaces the parent
    }
    return target;
}

void writeFileAtomically(const std::string& path, const Fill& fill) {
    Replacement replacement(path);
    replacement.fill(fill);
    replacement.publish();
}

void writeFileAtomically(const std::string& path, std::string_view content) {
    writeFileAtomically(path, [&](const Append& append) { append(content); });
}

WriteFile replacing(const std::string& path) {
    return [path](const Fill& fill) { writeFileAtomically(path, fill); };
}

NewName namesLike(const std::filesystem::path& name) {
    return [stem = name.stem().string(), ending = name.extension().string()](int number) {
        return stem + (number == 1 ? "" : "-" + std::to_string(number)) + ending;
    };
}

std::unique_ptr<Draft> filledDraft(const std::filesystem::path& folder, Draft::Readers readers,
                                   const std::string& path, const Fill& fill) {
    std::error_code problem;
    auto draft = std::make_unique<Draft>(folder, readers, problem);
    if (problem)
        failWriting(path, draftFailure(folder, problem));
    appendTo(*draft, path, fill);
    draft->file().sync(problem);
    if (problem)
        failWriting(path, systemReason(problem));
    return draft;
}

std::filesystem::path writeNewFile(const std::filesystem::path& folder, const NewName& name,
                                   const Fill& fill) {
    constexpr int names = 99;
    const std::string first = (folder / pathOf(name(1))).string();
    const std::unique_ptr<Draft> draft = filledDraft(
        folder.empty() ? std::filesystem::path(".") : folder, Draft::Readers::Nobody, first, fill);
    std::error_code problem;
    for (int number = 1; number <= names; ++number) {
        const std::filesystem::path path = folder / pathOf(name(number));
        draft->publishNew(path, problem);
        if (!problem)
            return path;
        if (problem != std::errc::file_exists)
            failWriting(path.string(), systemReason(problem));
    }
    failWriting(first, phrase("this name and all others like it are taken"));
}

void requireReplaceable(const std::string& path) {
    const Replacement replacement(path);
}

bool isThere(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::symlink_status(pathOf(path), ignored));
}

InputFile::InputFile(const std::string& path) : m_path(path) {
    if (!isPath(path))
        failReading(path, phrase("a file name is needed"));
    // Looked at before it is opened, since opening some devices does something.
    std::error_code problem;
    std::optional<FileStatus> status = statusOf(pathOf(path), problem);
    if (!status)
        failReading(path, systemReason(problem));
    if (status->kind != FileKind::Regular)
        failReading(path, kindOf(status->kind));
    m_file = openToRead(pathOf(path), problem);
    if (!m_file.isOpen())
        failReading(path, systemReason(problem));
    status = m_file.status(problem);
    if (!status || status->kind != FileKind::Regular)
        failReading(path, phrase("it is not a file"));
    m_size = status->size;
}

std::size_t InputFile::readSome(std::uint64_t offset, std::span<char> into) const {
    std::error_code problem;
    const std::size_t count = m_file.readAt(offset, into, problem);
    if (problem)
        failReading(m_path, systemReason(problem));
    return count;
}

void InputFile::readAt(std::uint64_t offset, std::span<char> into) const {
    if (readSome(offset, into) < into.size())
        failReading(m_path, phrase("it became shorter while it was read"));
}

std::string readWholeFile(const std::string& path, std::uint64_t limit) {
    const InputFile file(path);
    const auto tooLong = [&](std::uint64_t size) {
        failReading(path, {phrase("it has %1 bytes or more; at most %2 are allowed"), size, limit});
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
