// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/sentence_piece_file.h"

#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "core/tokenizer/token_ids.h"

#include <bit>
#include <cmath>
#include <unordered_set>

namespace gf {

namespace {

// ---- Protocol Buffers --------------------------------------------------------------------------

/// A message: fields with numbers, one behind the other.
class Message {
public:
    Message(std::string_view bytes, std::string where)
        : m_rest(bytes), m_where(std::move(where)), m_field(m_where) {}

    /// Goes to the next field; false where there is none.
    bool next() {
        if (m_rest.empty())
            return false;
        m_field = m_where;
        const std::uint64_t tag = takeWhole();
        m_number = tag >> 3;
        m_type = tag & 7;
        if (m_type == 0)
            m_whole = takeWhole();
        else if (m_type == 1)
            m_bytes = take(8);
        else if (m_type == 2)
            m_bytes = take(takeWhole());
        else if (m_type == 5)
            m_bytes = take(4);
        else
            refuse(phrase("%1 has a field of a type that there is not (%2)"), m_type);
        return true;
    }
    std::uint64_t number() const { return m_number; }

    // What the field holds; Error where it is something else. `name` is what it is called.
    std::uint64_t whole(const char* name, std::uint64_t most) {
        require(name, 0);
        if (m_whole > most)
            refuse(phrase("%1 is %2, but should be at most %3"), m_whole, most);
        return m_whole;
    }
    bool flag(const char* name) { return whole(name, 1) != 0; }
    float real(const char* name) {
        require(name, 5);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 4; ++i)
            bits |= std::uint32_t{static_cast<std::uint8_t>(m_bytes[i])} << (8 * i);
        const auto value = std::bit_cast<float>(bits);
        if (!std::isfinite(value))
            refuse(phrase("%1 is no number"));
        return value;
    }
    std::string_view bytes(const char* name) {
        require(name, 2);
        return m_bytes;
    }
    std::string text(const char* name) {
        const std::string_view text = bytes(name);
        if (!isUtf8(text))
            refuse(phrase("%1 is not UTF-8"));
        return std::string(text);
    }

    /// `phrase` begins with the field.
    template <class... Gaps> [[noreturn]] void refuse(Phrase phrase, const Gaps&... gaps) const {
        throw Error(phrase, m_field.empty() ? std::string("SentencePiece") : m_field, gaps...);
    }

private:
    void require(const char* name, std::uint64_t type) {
        m_field = m_where.empty() ? name : m_where + "." + name;
        if (m_type != type)
            refuse(phrase("%1 has the type %2 of Protocol Buffers, but should have %3"), m_type,
                   type);
    }
    std::string_view take(std::uint64_t count) {
        if (count > m_rest.size())
            refuse(phrase("%1 ends too early: %2 bytes should follow, and %3 do"), count,
                   m_rest.size());
        const std::string_view taken = m_rest.substr(0, count);
        m_rest.remove_prefix(count);
        return taken;
    }
    std::uint64_t takeWhole() {
        std::uint64_t value = 0;
        for (int bit = 0; bit < 64; bit += 7) {
            const auto byte = static_cast<std::uint8_t>(take(1)[0]);
            value |= std::uint64_t{byte & 0x7FU} << bit;
            if (byte < 0x80)
                return value;
        }
        refuse(phrase("%1 has a number of more than 64 bits"));
    }

    std::string_view m_rest;
    std::string m_where; ///< of the message: "pieces[3]"
    std::string m_field; ///< what an Error names
    std::uint64_t m_number = 0, m_type = 0, m_whole = 0;
    std::string_view m_bytes;
};

// ---- What SentencePiece says in it -------------------------------------------------------------

SentencePieceFile::Piece pieceFrom(Message message) {
    SentencePieceFile::Piece piece;
    while (message.next())
        if (message.number() == 1)
            piece.text = message.text("piece");
        else if (message.number() == 2)
            piece.score = message.real("score");
        else if (message.number() == 3) {
            const std::uint64_t kind = message.whole("type", 6);
            if (kind == 0)
                message.refuse(phrase("%1 is 0, which is no type"));
            piece.kind = static_cast<SentencePieceFile::Kind>(kind);
        }
    return piece;
}

void readTrainer(Message message, SentencePieceFile& file) {
    static constexpr const char* kinds[] = {"", "Unigram", "BPE", "Word", "Char"};
    while (message.next())
        if (message.number() == 3) {
            const std::uint64_t kind = message.whole("model_type", 4);
            if (kind != 1)
                message.refuse(phrase("%1 is %2; of SentencePiece's files those of type Unigram "
                                      "are read here. AutoTokenizer of the Python package "
                                      "transformers reads it and saves it as tokenizer.json"),
                               kinds[kind]);
        } else if (message.number() == 24) {
            file.spaceIsBehind = message.flag("treat_whitespace_as_suffix");
        } else if (message.number() == 35) {
            file.fallsBackToBytes = message.flag("byte_fallback");
        } else if (message.number() == 44) {
            file.unknownSurface = message.text("unk_surface");
        }
}

void readNormalizer(Message message, SentencePieceFile& file) {
    while (message.next())
        if (message.number() == 2)
            file.characterMap = message.bytes("precompiled_charsmap");
        else if (message.number() == 3)
            file.addsSpace = message.flag("add_dummy_prefix");
        else if (message.number() == 4)
            file.removesExtraSpaces = message.flag("remove_extra_whitespaces");
        else if (message.number() == 5)
            file.escapesSpaces = message.flag("escape_whitespaces");
}

bool hasCharacterMap(Message message) {
    while (message.next())
        if (message.number() == 2)
            return !message.bytes("precompiled_charsmap").empty();
    return false;
}

std::string nameOfPiece(std::size_t number) {
    return "pieces[" + std::to_string(number) + "]";
}

void check(const SentencePieceFile& file) {
    constexpr std::size_t longest = 8000; ///< bytes, as SentencePiece has it
    std::unordered_set<std::string_view> known;
    for (std::size_t i = 0; i < file.pieces.size(); ++i) {
        const std::string& text = file.pieces[i].text;
        if (text.empty() || text.size() >= longest)
            throw Error(phrase("%1 has %2 bytes; 1 to %3 are possible"), nameOfPiece(i),
                        text.size(), longest - 1);
        if (!known.insert(text).second)
            throw Error(phrase("%1 is %2, which another piece is already"), nameOfPiece(i),
                        inQuotes(text));
    }
    if (file.pieces.empty() || file.pieces.size() > TokenIds::mostIds)
        throw Error(phrase("the file has %1 pieces; 1 to %2 are possible"), file.pieces.size(),
                    TokenIds::mostIds);
}

} // namespace

SentencePieceFile parseSentencePieces(std::string_view bytes) {
    SentencePieceFile file;
    Message message(bytes, "");
    while (message.next())
        if (message.number() == 1)
            file.pieces.push_back(
                pieceFrom({message.bytes("pieces"), nameOfPiece(file.pieces.size())}));
        else if (message.number() == 2)
            readTrainer({message.bytes("trainer_spec"), "trainer_spec"}, file);
        else if (message.number() == 3)
            readNormalizer({message.bytes("normalizer_spec"), "normalizer_spec"}, file);
        else if (message.number() == 5)
            file.hasDecodingMap =
                hasCharacterMap({message.bytes("denormalizer_spec"), "denormalizer_spec"});
    check(file);
    return file;
}

} // namespace gf
