// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// Which characters SentencePiece writes in another way before it splits a text, as its files hold
/// it (precompiled_charsmap): how many bytes the tree has, the tree of what is replaced, and what
/// stands in its place, each with a zero byte behind it. The tree is a double array (Aoe 1989): the
/// child of a node for a byte stands where the node's offset, changed by the byte, points, and
/// bears the byte as its label.
class CharacterMap {
public:
    CharacterMap() = default; ///< which replaces nothing
    /// Throws Error where the bytes are none, or something in them points outside.
    explicit CharacterMap(std::string_view bytes);

    /// A beginning of a text that is replaced.
    struct Replaced {
        std::size_t length = 0; ///< in bytes
        std::string_view by;
    };
    /// The longest one.
    std::optional<Replaced> longestAt(std::string_view text) const;
    /// The shortest one, before the first zero byte.
    std::optional<Replaced> shortestAt(std::string_view text) const;

private:
    template <class Visit> void forEachReplaced(std::string_view text, const Visit& visit) const;

    std::vector<std::uint32_t> m_nodes;
    std::string m_texts;
};

} // namespace gf
