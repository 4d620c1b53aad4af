// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"

#include "core/io/atomic_file.h"

#include <bit>
#include <cstdint>

namespace gf {
namespace {

static_assert(std::endian::native == std::endian::little, "the file's byte order is the machine's");

constexpr std::string_view magic("\x93NUMPY\x01\x00", 8);
constexpr std::size_t prefixBytes = 10; ///< magic, version, two bytes of header length

/// "(3, 4)", "(3,)", "()": a Python tuple.
std::string tupleOf(const Shape& shape) {
    std::string text = "(";
    for (int i = 0; i < shape.rank(); ++i)
        text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.rank() == 1 ? ",)" : ")");
}

std::string headerOf(const Shape& shape) {
    std::string header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': " + tupleOf(shape) + ", }";
    // Spaces and a line feed up to a multiple of 64, so that the data are aligned.
    const std::size_t total = (prefixBytes + header.size() + 1 + 63) / 64 * 64;
    header.resize(total - prefixBytes - 1, ' ');
    header += '\n';
    const auto length = static_cast<std::uint16_t>(header.size());
    std::string prefix(magic);
    prefix += static_cast<char>(length & 255);
    prefix += static_cast<char>(length >> 8);
    return prefix + header;
}

std::string_view bytesOf(const Tensor& tensor) {
    return {reinterpret_cast<const char*>(tensor.data()), tensor.values().size_bytes()};
}

} // namespace

std::string toNpy(const Tensor& tensor) {
    return headerOf(tensor.shape()) + std::string(bytesOf(tensor));
}

void writeNpy(const std::string& path, const Tensor& tensor) {
    writeFileAtomically(path, [&](const Append& append) {
        append(headerOf(tensor.shape()));
        append(bytesOf(tensor));
    });
}

} // namespace gf
