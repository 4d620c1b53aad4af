// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/npy.h"

#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <vector>

namespace gf {
namespace {

static_assert(std::endian::native == std::endian::little, "the file's byte order is the machine's");

constexpr std::string_view magic("\x93NUMPY\x01\x00", 8);
constexpr std::size_t prefixBytes = 10; ///< magic, version, two bytes of header length
constexpr std::uint64_t largestFile = std::uint64_t{1} << 34;

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

/// Reads the header's Python dictionary, whose keys may come in any order.
class HeaderReader {
public:
    explicit HeaderReader(std::string_view text) : m_text(text) {}

    Shape read() {
        expect("{");
        while (!accept("}")) {
            const std::string_view key = string();
            expect(":");
            if (key == "descr")
                once(m_hasType), readType();
            else if (key == "fortran_order")
                once(m_hasOrder), readOrder();
            else if (key == "shape")
                once(m_hasShape), readShape();
            else
                fail("it has the unknown key " + inQuotes(key));
            if (!accept(",")) {
                expect("}");
                break;
            }
        }
        skipSpace();
        if (!m_text.empty())
            fail("something follows the dictionary");
        if (!m_hasType || !m_hasOrder || !m_hasShape)
            fail("it needs 'descr', 'fortran_order' and 'shape'");
        return Shape(std::span<const Index>(m_extents.data(), m_rank));
    }

private:
    [[noreturn]] static void fail(const std::string& why) {
        throw Error("the header of the npy file: " + why);
    }

    void once(bool& seen) {
        if (seen)
            fail("a key is there twice");
        seen = true;
    }

    void skipSpace() {
        m_text.remove_prefix(std::min(m_text.find_first_not_of(" \n"), m_text.size()));
    }

    bool accept(std::string_view token) {
        skipSpace();
        if (!m_text.starts_with(token))
            return false;
        m_text.remove_prefix(token.size());
        return true;
    }

    void expect(std::string_view token) {
        if (!accept(token))
            fail("expected " + inQuotes(token) + " before " + inQuotes(shortened(m_text, 20)));
    }

    std::string_view string() {
        expect("'");
        const std::size_t end = m_text.find('\'');
        if (end == std::string_view::npos)
            fail("a string does not end");
        const std::string_view value = m_text.substr(0, end);
        m_text.remove_prefix(end + 1);
        return value;
    }

    void readType() {
        if (const std::string_view type = string(); type != "<f4")
            fail("the type is " + inQuotes(type) + "; only '<f4' (float32) can be read");
    }

    void readOrder() {
        if (!accept("False"))
            fail("'fortran_order' must be False: only arrays stored row by row can be read");
    }

    void readShape() {
        expect("(");
        std::uint64_t product = sizeof(float);
        while (!accept(")")) {
            skipSpace();
            if (m_rank == Shape::maxRank)
                fail("the shape has more than 4 dimensions");
            std::uint64_t extent = 0;
            const auto [end, error] =
                std::from_chars(m_text.data(), m_text.data() + m_text.size(), extent);
            if (error == std::errc::invalid_argument)
                fail("the shape must hold whole numbers from 0 on");
            if (error != std::errc() || extent > largestFile ||
                (extent != 0 && product > largestFile / extent))
                fail("the shape is too large");
            product *= extent;
            m_extents[m_rank++] = static_cast<Index>(extent);
            m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
            if (!accept(",")) {
                expect(")");
                break;
            }
        }
    }

    std::string_view m_text;
    std::array<Index, Shape::maxRank> m_extents{};
    std::size_t m_rank = 0;
    bool m_hasType = false, m_hasOrder = false, m_hasShape = false;
};

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

Tensor parseNpy(std::string_view bytes) {
    if (bytes.size() < prefixBytes || !bytes.starts_with(magic))
        throw Error("this is not an npy file of version 1.0");
    const auto low = static_cast<unsigned char>(bytes[8]);
    const auto high = static_cast<unsigned char>(bytes[9]);
    const std::size_t headerBytes = low + 256U * high;
    bytes.remove_prefix(prefixBytes);
    if (bytes.size() < headerBytes)
        throw Error("the npy file ends within its header");
    const Shape shape = HeaderReader(bytes.substr(0, headerBytes)).read();
    bytes.remove_prefix(headerBytes);
    const std::size_t needed = static_cast<std::size_t>(shape.count()) * sizeof(float);
    if (bytes.size() != needed)
        throw Error("an npy file of shape " + shape.toString() + " has " + std::to_string(needed) +
                    " bytes of data; this one has " + std::to_string(bytes.size()));
    std::vector<float> values(shape.count());
    if (!values.empty()) // memcpy must not be given a null pointer
        std::memcpy(values.data(), bytes.data(), needed);
    return Tensor(shape, std::move(values));
}

Tensor readNpy(const std::string& path) {
    const std::string bytes = readWholeFile(path, largestFile);
    try {
        return parseNpy(bytes);
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(path), error.sentence());
    }
}

} // namespace gf
