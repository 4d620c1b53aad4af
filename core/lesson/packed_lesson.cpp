// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/packed_lesson.h"

#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/io/safetensors.h"
#include "core/lesson/read_lesson.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

namespace gf {

namespace {

constexpr std::uint64_t longestList = 1'000'000;              ///< of the files, in bytes
constexpr std::uint64_t largestPack = std::uint64_t{1} << 30; ///< bytes of all files
constexpr std::size_t mostFiles = 400;
constexpr std::size_t longestFileName = 200;
constexpr std::size_t piece = std::size_t{1} << 20;
constexpr const char* formatKey = "format";
constexpr const char* format = "glassformer lecture 1";

std::string lowered(std::string name) {
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return name;
}

void requirePackable(const std::vector<std::string>& names, std::uint64_t bytes) {
    if (names.size() > mostFiles)
        throw Error(phrase("it has %1 files; at most %2 are allowed"), names.size(), mostFiles);
    if (bytes > largestPack)
        throw Error(phrase("its files have %1 bytes; at most %2 are allowed"), bytes, largestPack);
    std::set<std::string> known; // of systems that tell no capitals apart, too
    for (const std::string& name : names) {
        if (!isPackableName(name))
            throw Error(phrase("%1 is no bare name that a file can have on every system"),
                        inQuotes(shortened(name, 60)));
        if (!known.insert(lowered(name)).second)
            throw Error(phrase("two of its files are called %1"), inQuotes(name));
    }
    if (std::ranges::find(names, packedText) == names.end())
        throw Error(phrase("it has no %1, so it is no packed lecture"), inQuotes(packedText));
}

/// Hands on what `read` gives of `bytes` bytes, piece by piece.
void copyBytes(std::uint64_t bytes,
               const std::function<void(std::uint64_t offset, std::span<char>)>& read,
               const Append& append) {
    std::vector<char> buffer(static_cast<std::size_t>(std::min<std::uint64_t>(bytes, piece)));
    for (std::uint64_t done = 0; done < bytes; done += buffer.size()) {
        buffer.resize(static_cast<std::size_t>(std::min<std::uint64_t>(piece, bytes - done)));
        read(done, buffer);
        append({buffer.data(), buffer.size()});
    }
}

/// The 8 bytes of its length, and the list, padded so that what follows is aligned.
std::string headerOf(const std::vector<std::string>& names, const std::vector<InputFile>& files) {
    nlohmann::ordered_json list;
    list["__metadata__"][formatKey] = format;
    std::uint64_t offset = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::uint64_t end = offset + files[i].size();
        list[names[i]]["dtype"] = "U8";
        list[names[i]]["shape"] = nlohmann::json::array({files[i].size()});
        list[names[i]]["data_offsets"] = nlohmann::json::array({offset, end});
        offset = end;
    }
    std::string text = list.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    const auto length = std::bit_cast<std::array<char, 8>>(std::uint64_t{text.size()});
    return std::string(length.data(), length.size()) + text;
}

/// Looked at before anything of that length is read: a model may have a longer one.
void requireShortList(const std::string& path) {
    std::array<char, 8> length{};
    const InputFile file(path);
    if (file.readSome(0, length) == length.size())
        if (const auto bytes = std::bit_cast<std::uint64_t>(length); bytes > longestList)
            throw Error(phrase("%1: its list of files would have %2 bytes, and at most %3 are "
                               "allowed; this is no packed lecture"),
                        inQuotes(path), bytes, longestList);
}

void unpackFile(const SafetensorsFile& pack, const SafetensorsFile::Stored& stored,
                const std::filesystem::path& folder) {
    std::error_code problem;
    OpenFile file = openToAppend(folder / pathOf(stored.name), problem);
    copyBytes(
        stored.end - stored.begin,
        [&](std::uint64_t offset, std::span<char> into) { pack.readBytes(stored, offset, into); },
        [&](std::string_view bytes) {
            if (!problem)
                file.write(bytes, problem);
        });
    std::error_code atEnd;
    if (file.isOpen())
        file.close(atEnd);
    if (problem || atEnd)
        throw Error(phrase("%1 could not be unpacked into %2: %3"), inQuotes(stored.name),
                    inQuotes(folder.string()), systemReason(problem ? problem : atEnd));
}

void unpackInto(const SafetensorsFile& pack, const std::filesystem::path& folder) {
    const auto& metadata = pack.metadata();
    const auto said = metadata.find(formatKey);
    if (said == metadata.end() || said->second != format)
        throw Error(phrase("its format is %1, and must be %2; this is no packed lecture, or one of "
                           "a newer version"),
                    said == metadata.end() ? std::string("not said") : inQuotes(said->second),
                    inQuotes(format));
    std::vector<std::string> names;
    std::uint64_t bytes = 0;
    for (const SafetensorsFile::Stored& stored : pack.tensors()) {
        names.push_back(stored.name);
        bytes += stored.end - stored.begin;
        if (stored.name == packedText && stored.end - stored.begin > longestLesson)
            throw Error(phrase("the lesson has %1 bytes; at most %2 are allowed"),
                        stored.end - stored.begin, longestLesson);
    }
    requirePackable(names, bytes);
    for (const SafetensorsFile::Stored& stored : pack.tensors())
        unpackFile(pack, stored, folder);
}

} // namespace

bool isPackedLesson(std::string_view path) {
    return lowered(std::string(path)).ends_with(packedEnding);
}

bool isPackableName(std::string_view file) {
    return !file.empty() && file.size() <= longestFileName && isUtf8(file) &&
           printable(file) == file && file.find_first_of("/\\:*?\"<>|") == std::string_view::npos &&
           !file.ends_with('.') && !file.ends_with(' ');
}

void packFolder(const std::filesystem::path& folder, const std::string& path) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    std::vector<InputFile> files;
    std::uint64_t bytes = 0;
    for (const std::string& name : names)
        bytes += files.emplace_back((folder / pathOf(name)).string()).size();
    requirePackable(names, bytes);
    writeFileAtomically(path, [&](const Append& append) {
        append(headerOf(names, files));
        for (const InputFile& file : files)
            copyBytes(
                file.size(),
                [&](std::uint64_t offset, std::span<char> into) { file.readAt(offset, into); },
                append);
    });
}

std::shared_ptr<const TemporaryFolder> unpackLesson(const std::string& path) {
    requireShortList(path);
    const SafetensorsFile pack(path);
    auto folder = std::make_shared<const TemporaryFolder>();
    try {
        unpackInto(pack, folder->path());
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(path), error.sentence());
    }
    return folder;
}

} // namespace gf
