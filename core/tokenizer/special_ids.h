// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace gf {

/// Which tokens have a task of their own, by their numbers; a vocabulary may lack any of them.
struct SpecialIds {
    std::optional<std::int32_t> padding = {}, begin = {}, end = {}, unknown = {}, mask = {},
                                classification = {}, separator = {};
};

} // namespace gf
