// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <any>
#include <cassert>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace gf {

/// A value of one of these kinds, as a std::variant. For the many kinds of what window and engine
/// say to each other: a variant of sixty has sixty of each of its functions, compiled anew in each
/// file that hands one on.
template <typename... Kinds> class OneOf {
public:
    /// How many kinds there are.
    static constexpr std::size_t size = sizeof...(Kinds);

    /// Where a kind stands in the list; `size`: it is none of them.
    template <typename What> static consteval std::size_t indexOf() {
        constexpr bool same[] = {std::is_same_v<What, Kinds>...};
        std::size_t at = 0;
        while (at < size && !same[at])
            ++at;
        return at;
    }

    /// No value yet.
    OneOf() = default;
    template <typename What>
    requires(indexOf<std::remove_cvref_t<What>>() < size) OneOf(What&& what)
        : m_value(std::forward<What>(what)), m_index(indexOf<std::remove_cvref_t<What>>()) {}

    /// Where its kind stands in the list.
    std::size_t index() const { return m_index; }

    /// The value if it is of this kind, or null.
    template <typename What>
    requires(indexOf<What>() < size) const What* get() const {
        return std::any_cast<What>(&m_value);
    }
    template <typename What>
    requires(indexOf<What>() < size) What* get() { return std::any_cast<What>(&m_value); }

    /// Calls `act`, which takes each kind, with the value.
    template <typename Act> friend void visit(Act&& act, const OneOf& value) {
        assert(value.m_value.has_value());
        ((value.get<Kinds>() ? void(act(*value.get<Kinds>())) : void()), ...);
    }

private:
    std::any m_value;
    std::size_t m_index = size;
};

} // namespace gf
