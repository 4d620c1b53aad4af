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
    bringToHost();
    AlignedBuffer<Scalar> grown(end);
    std::copy_n(m_values.data(), m_values.count(), grown.data());
    m_values = std::move(grown);
    hostChanged();
}

template <class Scalar> const typename BasicParameters<Scalar>::Entry*
BasicParameters<Scalar>::find(std::string_view name) const {
    const auto found = m_byName.find(std::string(name));
    return found == m_byName.end() ? nullptr : &m_entries[found->second];
}

template <class Scalar> const typename BasicParameters<Scalar>::Entry&
BasicParameters<Scalar>::entryOf(std::string_view name) const {
    const Entry* entry = find(name);
    assert(entry != nullptr);
    return *entry;
}

template <class Scalar> std::span<Scalar> BasicParameters<Scalar>::part(const Entry& entry) const {
    return m_values.values().subspan(static_cast<std::size_t>(entry.offset),
                                     static_cast<std::size_t>(entry.shape.count()));
}

template <class Scalar>
std::span<const Scalar> BasicParameters<Scalar>::values(const Entry& entry) const {
    bringToHost();
    return part(entry);
}

template <class Scalar>
std::span<const Scalar> BasicParameters<Scalar>::values(std::string_view name) const {
    return values(entryOf(name));
}

template <class Scalar> std::span<Scalar> BasicParameters<Scalar>::writable(const Entry& entry) {
    bringToHost();
    hostChanged();
    return part(entry);
}

template <class Scalar> std::span<Scalar> BasicParameters<Scalar>::writable(std::string_view name) {
    return writable(entryOf(name));
}

template <class Scalar> std::span<const Scalar> BasicParameters<Scalar>::flat() const {
    bringToHost();
    return m_values.values();
}

template <class Scalar> std::span<Scalar> BasicParameters<Scalar>::writableFlat() {
    bringToHost();
    hostChanged();
    return m_values.values();
}

template <class Scalar> void BasicParameters<Scalar>::assign(std::span<const Scalar> values) {
    assert(values.size() <= m_values.values().size());
    std::ranges::copy(values, m_values.values().begin());
    hostChanged();
}

template <class Scalar>
void BasicParameters<Scalar>::setDevice(std::shared_ptr<DeviceValues<Scalar>> device) {
    bringToHost();
    m_device = std::move(device);
    hostChanged();
}

template <class Scalar> void BasicParameters<Scalar>::bringToDevice() {
    assert(m_device);
    if (m_newer != Side::Host)
        return;
    m_device->upload(m_values.values());
    m_newer = Side::Both;
}

template <class Scalar> void BasicParameters<Scalar>::deviceChanged() {
    assert(m_device && m_newer != Side::Host);
    m_newer = Side::Device;
}

template <class Scalar> void BasicParameters<Scalar>::bringToHost() const {
    if (m_newer != Side::Device)
        return;
    m_device->download(m_values.values());
    m_newer = Side::Both;
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
