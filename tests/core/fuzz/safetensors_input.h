// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/atomic_file.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

/// For targets whose format is a use of safetensors. Their inputs are the header, a line feed and
/// the numbers: the header's length, which nearly every change would make wrong, is put before
/// them.
namespace gf::test {

inline std::string fileOf(std::string_view input) {
    const std::string_view header = input.substr(0, input.find('\n'));
    const auto length = std::bit_cast<std::array<char, 8>>(std::uint64_t{header.size()});
    std::string file(length.data(), length.size());
    file += header;
    if (header.size() < input.size())
        file += input.substr(header.size() + 1);
    return file;
}

/// The inverse, for seeds.
inline std::string inputOf(const std::string& file) {
    std::array<char, 8> bytes{};
    file.copy(bytes.data(), bytes.size());
    const auto length = static_cast<std::size_t>(std::bit_cast<std::uint64_t>(bytes));
    return file.substr(bytes.size(), length) + '\n' + file.substr(bytes.size() + length);
}

/// A file that is written anew for each input, and is gone with the process.
class InputFile {
public:
    InputFile() : m_path(folder() / ("glassformer-fuzz-" + std::to_string(::getpid()))) {}
    ~InputFile() {
        std::error_code ignored;
        std::filesystem::remove(m_path, ignored);
    }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    std::string path() const { return m_path.string(); }
    void write(std::string_view bytes) const {
        std::ofstream file(m_path, std::ios::binary | std::ios::trunc);
        if (!file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush())
            std::abort();
    }
    /// What was written by a writer, as an input to begin with.
    std::string asInput() const { return inputOf(readWholeFile(path(), 1 << 20)); }

private:
    /// In memory, where the system has that: thousands of files are waited for.
    static std::filesystem::path folder() {
        const std::filesystem::path memory = "/dev/shm";
        std::error_code unknown;
        return std::filesystem::is_directory(memory, unknown)
                   ? memory
                   : std::filesystem::temp_directory_path();
    }

    std::filesystem::path m_path;
};

/// What must be so.
inline void require(bool holds) {
    if (!holds)
        std::abort();
}

} // namespace gf::test
