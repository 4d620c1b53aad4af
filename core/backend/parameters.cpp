// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/parameters.h"

#include <algorithm>
#include <cassert>

namespace gf {

template <class Scalar> void BasicParameters<Scalar>::addFrom(const Graph& graph) {
    Index end = m_values.count();
    for (const Node& node : graph.nodes()) {
        if (node.role != Role::Parameter && node.role != Role::State)
            continue;
        if ([[maybe_unused]] const Entry* known = find(node.name)) {
            assert(known->shape == node.shape);
            continue;
        }
        m_byName.emplace(node.name, m_entries.size());
        m_entries.push_back({node.name, node.shape, node.role, end});
        end += roundUpToLine<Scalar>(node.shape.count());
    }
    if (end == m_values.count())
        return;
    AlignedBuffer<Scalar> grown(end);
    std::copy_n(m_values.data(), m_values.count(), grown.data());
    m_values = std::move(grown);
}

template <class Scalar> const typename BasicParameters<Scalar>::Entry*
BasicParameters<Scalar>::find(std::string_view name) const {
    const auto found = m_byName.find(std::string(name));
    return found == m_byName.end() ? nullptr : &m_entries[found->second];
}

template <class Scalar> std::span<Scalar> BasicParameters<Scalar>::values(const Entry& entry) {
    return m_values.values().subspan(static_cast<std::size_t>(entry.offset),
                                     static_cast<std::size_t>(entry.shape.count()));
}

template <class Scalar>
std::span<const Scalar> BasicParameters<Scalar>::values(const Entry& entry) const {
    return m_values.values().subspan(static_cast<std::size_t>(entry.offset),
                                     static_cast<std::size_t>(entry.shape.count()));
}

template <class Scalar> std::span<Scalar> BasicParameters<Scalar>::values(std::string_view name) {
    const Entry* entry = find(name);
    assert(entry != nullptr);
    return values(*entry);
}

template <class Scalar>
std::span<const Scalar> BasicParameters<Scalar>::values(std::string_view name) const {
    const Entry* entry = find(name);
    assert(entry != nullptr);
    return values(*entry);
}

template <class Scalar> Index BasicParameters<Scalar>::parameterCount() const {
    Index count = 0;
    for (const Entry& entry : m_entries)
        if (entry.role == Role::Parameter)
            count += entry.shape.count();
    return count;
}

template class BasicParameters<float>;
template class BasicParameters<double>;

} // namespace gf
