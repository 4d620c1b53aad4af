// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"
#include "core/lesson/packed_lesson.h"
#include "core/lesson/read_lesson.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "tests/core/fuzz/fuzz.h"
#include "tests/core/fuzz/safetensors_input.h"
#include "tests/core/small_lesson.h"

#include <filesystem>
#include <utility>

namespace gf::fuzz_packed_lesson {

namespace {

std::string packOf(const std::vector<std::pair<std::string, std::string>>& files) {
    const TemporaryFolder folder;
    for (const auto& [name, content] : files)
        writeFileAtomically((folder.path() / pathOf(name)).string(), content);
    const std::string path =
        (folder.path().parent_path() / (folder.path().filename().string() + ".lecture")).string();
    packFolder(folder.path(), path);
    const std::string bytes = readWholeFile(path, 10'000'000);
    std::filesystem::remove(pathOf(path));
    return test::inputOf(bytes);
}

} // namespace

/// Any file is unpacked or refused with an Error. What was unpacked lies in its folder by bare
/// names, is packed again the same, and is read as a lesson or refused.
int runOne(const std::uint8_t* data, std::size_t size) {
    static const test::InputFile file;
    const std::string again = file.path() + ".again";
    file.write(test::fileOf({reinterpret_cast<const char*>(data), size}));
    try {
        const auto folder = unpackLesson(file.path());
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder->path()))
            test::require(entry.is_regular_file() &&
                          isPackableName(entry.path().filename().string()));
        packFolder(folder->path(), again);
        const auto second = unpackLesson(again);
        std::filesystem::remove(pathOf(again));
        const auto content = [size](const std::filesystem::path& path) {
            return readWholeFile(path.string(), size);
        };
        for (const auto& entry : std::filesystem::directory_iterator(folder->path()))
            test::require(content(entry.path()) ==
                          content(second->path() / entry.path().filename()));
        parseLesson("fuzzed", content(folder->path() / packedText));
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> seeds() {
    return {packOf({{"lesson.md", test::smallLesson}}),
            packOf({{"lesson.md", test::smallLesson}, {"a.safetensors", "12345678"}, {"b", ""}}),
            packOf({{"lesson.md", "x"}, {".trained.1.safetensors", "x"}})};
}

std::vector<std::string> words() {
    return {"\"lesson.md\"",
            "\"dtype\"",
            "\"U8\"",
            "\"F32\"",
            "\"shape\"",
            "\"data_offsets\"",
            "\"__metadata__\"",
            "\"format\"",
            "../",
            "/",
            "\\\\",
            "\\u0000",
            "..",
            "\"\"",
            "18446744073709551615",
            "-1",
            "0",
            "[",
            "]",
            "{",
            "}",
            ",",
            "\xff",
            "\n"};
}

} // namespace gf::fuzz_packed_lesson
