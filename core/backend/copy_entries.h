// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"

#include <algorithm>

namespace gf {

/// The entries of `from` that `to` has too, whose numbers may be of another kind.
template <class To> void copyEntries(const Parameters& from, BasicParameters<To>& to) {
    for (const auto& entry : to.entries())
        std::ranges::copy(from.values(entry.name), to.writable(entry).begin());
}

/// What there is of a graph, which stays as it is while `from` is trained on.
inline Parameters copyFor(const Graph& graph, const Parameters& from) {
    Parameters copy;
    copy.addFrom(graph);
    copyEntries(from, copy);
    return copy;
}

} // namespace gf
