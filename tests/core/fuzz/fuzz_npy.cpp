// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"
#include "core/tensor/error.h"
#include "tests/core/fuzz/fuzz.h"

#include <cstdlib>

namespace gf::fuzz_npy {

/// Any bytes are read or refused with an Error; what was read has as many numbers as its shape
/// says, and is written and read again the same.
int runOne(const std::uint8_t* data, std::size_t size) {
    Tensor tensor;
    try {
        tensor = parseNpy({reinterpret_cast<const char*>(data), size});
    } catch (const Error&) {
        return 0;
    }
    double numbers = 1; // cannot overflow
    for (int i = 0; i < tensor.shape().rank(); ++i)
        numbers *= static_cast<double>(tensor.shape()[i]);
    const std::string written = toNpy(tensor);
    if (numbers != static_cast<double>(tensor.count()) || toNpy(parseNpy(written)) != written)
        std::abort();
    return 0;
}

std::vector<std::string> seeds() {
    const auto fileOf = [](const std::string& header, std::size_t dataBytes) {
        return std::string("\x93NUMPY\x01\x00", 8) +
               std::string{static_cast<char>(header.size()), '\0'} + header +
               std::string(dataBytes, '\x3f');
    };
    return {toNpy(Tensor(Shape{}, 1)), toNpy(Tensor({2, 3}, {1, 2, 3, 4, 5, 6})),
            toNpy(Tensor({1, 2, 0, 4}, std::vector<float>())),
            fileOf("{'shape':(2,),'fortran_order':False,'descr':'<f4'}", 8),
            fileOf("{'descr':'<f4','fortran_order':False,'shape':(4294967296,4294967296)}", 0)};
}

std::vector<std::string> words() {
    return {"'descr'",
            "'fortran_order'",
            "'shape'",
            "'<f4'",
            "'<f8'",
            "False",
            "True",
            "18446744073709551615",
            "9223372036854775808",
            "4294967296",
            "2147483648",
            "-1",
            "0",
            "(",
            ")",
            ",",
            ":",
            "{",
            "}",
            "'",
            std::string(1, '\0'),
            std::string(2, '\xff')};
}

} // namespace gf::fuzz_npy
