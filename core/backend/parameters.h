// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/aligned_buffer.h"
#include "core/graph/graph.h"
#include "core/tensor/tensor.h"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gf {

/// The learned weights and the optimizer's memory of them: everything that outlives a step. One set
/// is shared by the training program and the probe program. All values lie in one flat buffer, each
/// entry aligned to a cache line.
template <class Scalar> class BasicParameters {
public:
    struct Entry {
        std::string name;
        Shape shape;
        Role role;    ///< Parameter or State
        Index offset; ///< into the flat buffer
    };

    BasicParameters() = default;

    /// Adds the Parameter and State nodes of `graph` that are not here yet (zero-filled). A name
    /// that is here must have the same shape. The buffer may move: programs are compiled
    /// afterwards.
    void addFrom(const Graph& graph);

    std::span<const Entry> entries() const { return m_entries; }
    bool contains(std::string_view name) const { return find(name) != nullptr; }
    const Entry* find(std::string_view name) const;

    /// The values of a named entry, row-major; the name must exist.
    std::span<Scalar> values(std::string_view name);
    std::span<const Scalar> values(std::string_view name) const;
    std::span<Scalar> values(const Entry& entry);
    std::span<const Scalar> values(const Entry& entry) const;

    /// Number of learned weights (without the optimizer's memory).
    Index parameterCount() const;

    /// The whole flat buffer, padding included: for snapshots.
    std::span<Scalar> flat() { return m_values.values(); }
    std::span<const Scalar> flat() const { return m_values.values(); }

private:
    std::vector<Entry> m_entries;
    std::unordered_map<std::string, std::size_t> m_byName;
    AlignedBuffer<Scalar> m_values;
};

using Parameters = BasicParameters<float>;

} // namespace gf
