// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/scope.h"

#include <algorithm>
#include <utility>

namespace gf {

const ScopeLevel* Scope::find(ScopeKind wanted) const {
    const auto found = std::find_if(levels.rbegin(), levels.rend(),
                                    [&](const ScopeLevel& each) { return each.kind == wanted; });
    return found == levels.rend() ? nullptr : &*found;
}

int Scope::layer() const {
    const ScopeLevel* level = find(ScopeKind::Layer);
    return level ? level->index : -1;
}

Scope Scope::layerScope() const {
    const ScopeLevel* layer = find(ScopeKind::Layer);
    return layer ? Scope{{levels.data(), layer + 1}} : Scope();
}

Scope Scope::with(ScopeLevel level) const {
    Scope inner = *this;
    inner.levels.push_back(std::move(level));
    return inner;
}

Scope Scope::inOtherLayer(int delta) const {
    Scope other = *this;
    for (ScopeLevel& level : other.levels)
        if (level.kind == ScopeKind::Layer)
            level = layerLevel(level.index + delta);
    return other;
}

std::string Scope::nameOf(std::string_view part) const {
    std::string name;
    const auto join = [&](std::string_view more) {
        if (!name.empty() && !more.empty())
            name += '.';
        name += more;
    };
    for (const ScopeLevel& level : levels)
        join(level.title);
    join(part);
    return name;
}

ScopeLevel layerLevel(int index) {
    return {ScopeKind::Layer, std::to_string(index), index};
}

} // namespace gf
