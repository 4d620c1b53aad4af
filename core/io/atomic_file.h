// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/draft_file.h"
#include "core/platform/files.h"
#include "core/tensor/sentence.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace gf {

/// Takes the next bytes of a file that is being written.
using Append = std::function<void(std::string_view bytes)>;
/// Appends the whole content of a file.
using Fill = std::function<void(const Append&)>;
/// Writes a file whose content `fill` appends; which and how is its own matter.
using WriteFile = std::function<void(const Fill& fill)>;

/// Writes what `fill` appends as the whole content of the file `path`. The bytes go to a new file
/// in the same folder, which takes the name only when all of it is on the disk: whatever happens,
/// kill or power cut included, `path` is the old file or the new one, whole. An existing file keeps
/// its permissions and, where the system allows it, its owner and group; a symbolic link stays one.
/// Throws Error when requireReplaceable() does and when the disk is full; nothing is left behind
/// then.
void writeFileAtomically(const std::string& path, const Fill& fill);
void writeFileAtomically(const std::string& path, std::string_view content);
/// The same as a value.
WriteFile replacing(const std::string& path);

/// The name to be tried as the n-th, from 1 on.
using NewName = std::function<std::string(int number)>;
/// "run.st", "run-2.st", and so on.
NewName namesLike(const std::filesystem::path& name);

/// Writes what `fill` appends as a file of its own in `folder`, under the first of the names that
/// nothing has, and gives its path. Nothing is replaced and no symbolic link is followed, whoever
/// makes one meanwhile; where the system has permissions, nobody but its owner can read the file.
/// Otherwise like writeFileAtomically(). Throws Error, too, when the first 99 names are taken.
std::filesystem::path writeNewFile(const std::filesystem::path& folder, const NewName& name,
                                   const Fill& fill);

/// Throws the Error that writeFileAtomically() would throw now, but for a full disk: when the
/// folder is missing or may not be written, when `path` is no name for a file, or is a folder, a
/// device, write-protected or else not to be replaced. Leaves nothing behind.
void requireReplaceable(const std::string& path);

/// The file that is read and written under this path, symbolic links followed even where the last
/// of them leads to a file that is not there. Throws Error when they go in a circle.
std::filesystem::path behindLinks(const std::string& path);

/// The folder that a file is in, "." where its path names none.
std::filesystem::path folderOf(const std::filesystem::path& file);

/// A new file in `folder`, filled and on the disk, that waits for its name; a message calls it
/// `path`. Throws Error when it cannot be written there.
std::unique_ptr<Draft> filledDraft(const std::filesystem::path& folder, Draft::Readers readers,
                                   const std::string& path, const Fill& fill);

/// What the failure of a call on a file means to a person: "the disk is full".
Sentence systemReason(const std::error_code& problem);

/// Whether a folder has something of this name: what it is says InputFile, of a link that leads
/// nowhere too. For files that need not be there.
bool isThere(const std::string& path);

/// A regular file opened for reading. Never waits: a pipe or a device is an Error, as are a folder,
/// a missing and an unreadable file.
class InputFile {
public:
    explicit InputFile(const std::string& path);

    /// In bytes, when it was opened.
    std::uint64_t size() const { return m_size; }
    /// Fills `into` from byte `offset` on; throws Error when the file ends before.
    void readAt(std::uint64_t offset, std::span<char> into) const;
    /// Up to `into.size()` bytes; fewer only at the end of the file.
    std::size_t readSome(std::uint64_t offset, std::span<char> into) const;

private:
    std::string m_path;
    OpenFile m_file;
    std::uint64_t m_size = 0;
};

/// The whole content of a regular file, empty for an empty one. Throws Error as InputFile does, and
/// when the file is longer than `limit` bytes.
std::string readWholeFile(const std::string& path, std::uint64_t limit);

} // namespace gf
