// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/error.h"
#include "core/tokenizer/tokenizer.h"
#include "tests/core/fuzz/fuzz.h"

#include <cstdlib>

namespace gf::fuzz_pieces {

namespace {

/// A field of Protocol Buffers that holds bytes; fewer than 128 of them, or in two bytes of length.
std::string field(int number, const std::string& bytes) {
    std::string result(1, static_cast<char>(number << 3 | 2));
    if (bytes.size() >= 128)
        result += static_cast<char>((bytes.size() & 127) | 128);
    result += static_cast<char>(bytes.size() >= 128 ? bytes.size() >> 7 : bytes.size());
    return result + bytes;
}

std::string flag(int number, int value) {
    return {static_cast<char>(number << 3), static_cast<char>(value)};
}

/// A piece with a small score below zero.
std::string piece(const std::string& text, int kind) {
    const std::string score("\x15\x00\x00\x20\xc0", 5); // -2.5
    return field(1, field(1, text) + score + flag(3, kind));
}

/// "A" becomes "ab": three nodes of the tree that count, and what they point to.
std::string characterMap() {
    std::string nodes(1024, '\0');
    const auto set = [&](std::size_t node, std::uint32_t value) {
        for (std::size_t i = 0; i < 4; ++i)
            nodes[4 * node + i] = static_cast<char>(value >> (8 * i));
    };
    set(0, 1U << 10);                       // its children from 1 on
    set(1 ^ 'A', 2U << 10 | 1U << 8 | 'A'); // has a text
    set(1 ^ 'A' ^ 2, 1U << 31);             // the first one
    return std::string("\x00\x04\x00\x00", 4) + nodes + std::string("ab\0", 3);
}

void tryOne(const TokenizerFiles& files, TextSide side) {
    try {
        const Tokenizer tokenizer = parseTokenizer(files, side);
        const EncodedText encoded = tokenizer.encode(">>a<< a bA, c\xC3\xA4  a");
        for (const std::int32_t id : encoded.ids)
            if (!tokenizer.ids().has(id))
                std::abort();
        (void)tokenizer.decode(encoded.ids, true);
    } catch (const Error&) {
    }
}

} // namespace

/// Any bytes are read as a file of SentencePiece, T5's or one of Marian's, or refused with an
/// Error; what was read gives numbers that are those of tokens.
int runOne(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    tryOne({{"spiece.model", bytes}}, TextSide::Source);
    tryOne({{"source.spm", bytes},
            {"target.spm", bytes},
            {"vocab.json", R"({"</s>": 0, "<unk>": 1, "a": 2, "ab": 3, ">>a<<": 4})"}},
           TextSide::Target);
    return 0;
}

std::vector<std::string> seeds() {
    std::string pieces = piece("<pad>", 3) + piece("</s>", 3) + piece("<unk>", 2);
    for (const char* text : {"a", "b", "ab", "\xE2\x96\x81",
                             "\xE2\x96\x81"
                             "a"})
        pieces += piece(text, 1);
    std::string bytes;
    for (int byte = 0; byte < 4; ++byte)
        bytes += piece("<0x0" + std::to_string(byte) + ">", 6);
    return {pieces + field(2, flag(3, 1)) + field(3, field(2, characterMap())),
            pieces + piece("ba", 4) + piece("c", 5) +
                field(3, flag(3, 0) + flag(4, 0) + flag(5, 0)),
            pieces + bytes + field(2, std::string("\x98\x02\x01", 3))};
}

std::vector<std::string> words() {
    return {"\xE2\x96\x81", "<0x41>", std::string("\x18\x04", 2),
            std::string("\x00\x00\x80\x7f", 4), "\xff\xff\xff\xff\x0f"};
}

} // namespace gf::fuzz_pieces
