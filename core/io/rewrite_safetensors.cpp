// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/rewrite_safetensors.h"

#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace gf {

namespace {

/// To IEEE 754 half precision, to the nearest, of two equally near to the even one.
std::uint16_t toHalf(float value) {
    constexpr int mantissaBits = 10;
    constexpr int bias = 15;
    const float magnitude = std::abs(value);
    int exponent = 0;
    const float fraction = std::frexp(magnitude, &exponent); // in [1/2, 1)
    const int stored = exponent - 1 + bias;
    // What rounds up to the next power of two carries over into the exponent.
    const double rounded = stored < 1
                               ? std::nearbyint(std::ldexp(static_cast<double>(magnitude), 24))
                               : std::nearbyint(std::ldexp(2.0 * fraction - 1, mantissaBits)) +
                                     std::ldexp(stored, mantissaBits);
    const double largest = 31 << mantissaBits; // infinity
    const auto bits = static_cast<std::uint16_t>(std::min(rounded, largest));
    return static_cast<std::uint16_t>(bits | (std::signbit(value) ? 0x8000 : 0));
}

/// To the upper half of a float32, rounded in the same way.
std::uint16_t toBrain(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

/// Whether these 16 bits are those of a finite number.
bool isFiniteHalf(std::uint16_t bits) {
    return (bits & 0x7c00) != 0x7c00;
}
bool isFiniteBrain(std::uint16_t bits) {
    return (bits & 0x7f80) != 0x7f80;
}

template <class Element> void put(std::span<char> bytes, std::size_t at, Element element) {
    std::memcpy(bytes.data() + at * sizeof(Element), &element, sizeof(Element));
}

/// Puts those of `numbers` that are not as they were into the bytes of a tensor.
void exchange(const SafetensorsFile::Stored& tensor, std::span<const float> before,
              std::span<const float> numbers, std::span<char> bytes) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const float now = numbers[i];
        if (now == before[i])
            continue;
        bool fits = std::isfinite(now);
        if (tensor.type == "F32") {
            put(bytes, i, now);
        } else if (tensor.type == "F64") {
            put(bytes, i, static_cast<double>(now));
        } else {
            const bool half = tensor.type == "F16";
            const std::uint16_t bits = half ? toHalf(now) : toBrain(now);
            fits = fits && (half ? isFiniteHalf(bits) : isFiniteBrain(bits));
            put(bytes, i, bits);
        }
        if (!fits)
            throw Error(phrase("element %1 of tensor %2 is beyond what %3 can hold"), i,
                        inQuotes(tensor.name), tensor.type);
    }
}

} // namespace

void rewriteSafetensors(const std::string& from, const WriteFile& write,
                        const NewNumbers& numbers) {
    const SafetensorsFile file(from);
    const InputFile raw(from);
    write([&](const Append& append) {
        std::uint64_t copied = 0;
        std::vector<char> bytes;
        const auto readUpTo = [&](std::uint64_t end) {
            bytes.resize(end - copied);
            raw.readAt(copied, bytes);
            copied = end;
        };
        const auto appendRead = [&] { append({bytes.data(), bytes.size()}); };
        for (const SafetensorsFile::Stored& tensor : file.tensors()) {
            readUpTo(tensor.begin);
            appendRead();
            readUpTo(tensor.end);
            const std::vector<float> now = tensor.isFloat ? numbers(tensor) : std::vector<float>();
            if (!now.empty()) {
                assert(static_cast<Index>(now.size()) == tensor.shape.count());
                std::vector<float> before(now.size());
                file.read(tensor, before);
                exchange(tensor, before, now, bytes);
            }
            appendRead();
        }
        readUpTo(raw.size());
        appendRead();
    });
}

} // namespace gf
