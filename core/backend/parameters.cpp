// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/parameters.h"

#include <algorithm>
#include <cassert>
#include <type_traits>

namespace gf {

template <class Scalar> void BasicParameters<Scalar>::addFrom(const Graph& graph) {
    Index end = m_values->count();
    for (const Node& node : graph.nodes()) {
        if (node.role != Role::Parameter && node.role != Role::State)
            continue;
        if ([[maybe_unused]] const Entry* known = find(node.name)) {
            assert(known->shape == node.shape);
            continue;
        }
        m_byName.emplace(node.name, m_entries.size());
        m_entries.push_back({node.name, node.shape, node.role, end});
        m_trained = m_trained || node.role == Role::State;
        end += roundUpToLine<Scalar>(node.shape.count());
    }
    if (end == m_values->count())
        return;
    bringToHost();
    moveTo(end);
    m_newer = Side::Host;
}

/// The values before stay where they are, with whoever has them.
template <class Scalar> void BasicParameters<Scalar>::moveTo(Index count) {
    auto moved = std::make_shared<AlignedBuffer<Scalar>>(count);
    std::copy_n(m_values->data(), m_values->count(), moved->data());
    m_values = std::move(moved);
    m_lent = false;
}

template <class Scalar> void BasicParameters<Scalar>::forgetCopies() {
    m_copies.clear();
    m_narrow.clear();
    ++m_version;
}

/// Before anything changes.
template <class Scalar> void BasicParameters<Scalar>::leaveSnapshots() {
    forgetCopies();
    if (m_lent)
        moveTo(m_values->count());
}

template <class Scalar>
std::shared_ptr<const Scalar> BasicParameters<Scalar>::snapshot(const Entry& entry) const {
    const std::span<const Scalar> now = values(entry);
    if (!m_trained) {
        m_lent = true;
        return {m_values, now.data()};
    }
    m_copies.resize(m_entries.size());
    std::weak_ptr<const Scalar>& known = m_copies[&entry - m_entries.data()];
    if (auto copy = known.lock())
        return copy;
    auto copy = std::make_shared<const std::vector<Scalar>>(now.begin(), now.end());
    std::shared_ptr<const Scalar> first(copy, copy->data());
    known = first;
    return first;
}

template <class Scalar> const NarrowMatrix*
BasicParameters<Scalar>::narrow(const Entry& entry, Index k, Index n, bool transposed) const {
    assert(entry.shape.count() == k * n);
    if constexpr (std::is_same_v<Scalar, float>)
        if (!m_trained) {
            const auto [at, isNew] = m_narrow.try_emplace({entry.offset, transposed});
            if (isNew)
                at->second = narrowed(values(entry).data(), k, n, transposed);
            return at->second.get();
        }
    return nullptr;
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
    return m_values->values().subspan(entry.offset, entry.shape.count());
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
    leaveSnapshots();
    m_newer = Side::Host;
    return part(entry);
}

template <class Scalar> std::span<Scalar> BasicParameters<Scalar>::writable(std::string_view name) {
    return writable(entryOf(name));
}

template <class Scalar> std::span<const Scalar> BasicParameters<Scalar>::flat() const {
    bringToHost();
    return m_values->values();
}

template <class Scalar> std::span<Scalar> BasicParameters<Scalar>::writableFlat() {
    bringToHost();
    leaveSnapshots();
    m_newer = Side::Host;
    return m_values->values();
}

template <class Scalar> void BasicParameters<Scalar>::assign(std::span<const Scalar> values) {
    assert(values.size() <= m_values->values().size());
    leaveSnapshots();
    std::ranges::copy(values, m_values->values().begin());
    m_newer = Side::Host;
}

template <class Scalar>
std::shared_ptr<AlignedBuffer<Scalar>> BasicParameters<Scalar>::share() const {
    bringToHost();
    m_lent = true;
    return m_values;
}

template <class Scalar>
void BasicParameters<Scalar>::adopt(std::shared_ptr<AlignedBuffer<Scalar>> values) {
    assert(values->count() == m_values->count());
    forgetCopies();
    m_values = std::move(values);
    m_lent = true;
    m_newer = Side::Host;
}

template <class Scalar>
void BasicParameters<Scalar>::setDevice(std::shared_ptr<DeviceValues<Scalar>> device) {
    bringToHost();
    m_device = std::move(device);
    m_newer = Side::Host;
}

template <class Scalar> void BasicParameters<Scalar>::bringToDevice() {
    assert(m_device);
    if (m_newer != Side::Host)
        return;
    m_device->upload(m_values->values());
    m_newer = Side::Both;
}

template <class Scalar> void BasicParameters<Scalar>::deviceChanged() {
    assert(m_device && m_newer != Side::Host);
    leaveSnapshots();
    m_trained = true;
    m_newer = Side::Device;
}

template <class Scalar> void BasicParameters<Scalar>::hostChanges() {
    leaveSnapshots();
    m_trained = true;
    m_newer = Side::Host;
}

template <class Scalar> void BasicParameters<Scalar>::bringToHost() const {
    if (m_newer != Side::Device)
        return;
    m_device->download(m_values->values());
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
