// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/safetensors.h"
#include "core/tensor/error.h"
#include "tests/core/fuzz/fuzz.h"

#include <bit>
#include <cstdlib>

namespace gf::fuzz_safetensors {

namespace {

std::string fileOf(const std::string& header, std::size_t dataBytes) {
    const auto length = std::bit_cast<std::array<char, 8>>(std::uint64_t{header.size()});
    return std::string(length.data(), length.size()) + header + std::string(dataBytes, '\x3f');
}

} // namespace

/// Any bytes are read or refused with an Error; what was read is written and read again the same.
int runOne(const std::uint8_t* data, std::size_t size) {
    Safetensors content;
    try {
        content = parseSafetensors({reinterpret_cast<const char*>(data), size});
    } catch (const Error&) {
        return 0;
    }
    const std::string written = toSafetensors(content);
    if (toSafetensors(parseSafetensors(written)) != written)
        std::abort();
    return 0;
}

std::vector<std::string> seeds() {
    return {
        toSafetensors({}),
        toSafetensors({{{"w", Tensor({2, 2}, {1, 2, 3, 4})},
                        {"ids", IntTensor({1, 2}, {5, 6})},
                        {"s", Tensor(Shape{}, 1)}},
                       {{"format_version", "1"}}}),
        fileOf(R"({"a":{"dtype":"F16","shape":[3],"data_offsets":[0,6]},)"
               R"("b":{"dtype":"BF16","shape":[0,9],"data_offsets":[6,6]},)"
               R"("c":{"dtype":"F64","shape":[1],"data_offsets":[6,14]},)"
               R"("d":{"dtype":"I32","shape":[2,1],"data_offsets":[14,22]}})",
               22),
        fileOf(R"({"w":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0),
    };
}

std::vector<std::string> words() {
    return {"\"dtype\"",
            "\"shape\"",
            "\"data_offsets\"",
            "\"__metadata__\"",
            "\"F32\"",
            "\"I64\"",
            "18446744073709551615",
            "9223372036854775808",
            "4294967296",
            "-1",
            "0",
            "1e9",
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            "\\u0000",
            "\xff",
            std::string(1, '\0'),
            std::string(8, '\xff')};
}

} // namespace gf::fuzz_safetensors
