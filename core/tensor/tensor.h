// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <cassert>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace gf {

/// A position inside a tensor: one index per dimension, outermost first, unused ones 0.
struct Cell {
    std::array<Index, Shape::maxRank> at{};

    friend bool operator==(const Cell&, const Cell&) = default;
};

/// Where `cell` lies in a row-major buffer of this shape.
inline Index offsetOf(const Shape& shape, const Cell& cell) {
    Index offset = 0;
    for (int i = 0; i < shape.rank(); ++i) {
        assert(cell.at[i] < shape[i]);
        offset = offset * shape[i] + cell.at[i];
    }
    return offset;
}

/// The inverse of offsetOf.
inline Cell cellAt(const Shape& shape, Index offset) {
    Cell cell;
    for (int i = shape.rank() - 1; i >= 0; --i) {
        cell.at[i] = offset % shape[i];
        offset /= shape[i];
    }
    return cell;
}

/// A dense row-major tensor. It owns its numbers, or shares numbers that nobody changes, such as
/// the weights of a model: whoever writes to it gets numbers of its own first. The program's
/// tensors are float32; double exists for the gradient checks.
template <class Scalar> class BasicTensor {
public:
    BasicTensor() = default;
    explicit BasicTensor(const Shape& shape, Scalar fill = 0)
        : m_shape(shape), m_values(static_cast<std::size_t>(shape.count()), fill) {}
    /// `values.size()` must be `shape.count()`.
    BasicTensor(const Shape& shape, std::vector<Scalar> values)
        : m_shape(shape), m_values(std::move(values)) {
        assert(static_cast<Index>(m_values.size()) == shape.count());
    }
    /// `shared` points at `shape.count()` numbers that never change.
    static BasicTensor sharing(const Shape& shape, std::shared_ptr<const Scalar> shared) {
        BasicTensor tensor;
        tensor.m_shape = shape;
        tensor.m_shared = std::move(shared);
        return tensor;
    }

    const Shape& shape() const { return m_shape; }
    Index count() const { return m_shared ? m_shape.count() : static_cast<Index>(m_values.size()); }
    bool empty() const { return count() == 0; }

    const Scalar* data() const { return m_shared ? m_shared.get() : m_values.data(); }
    Scalar* data() {
        own();
        return m_values.data();
    }
    std::span<const Scalar> values() const { return {data(), static_cast<std::size_t>(count())}; }
    std::span<Scalar> values() { return {data(), static_cast<std::size_t>(count())}; }

    Scalar at(const Cell& cell) const { return (*this)[offsetOf(m_shape, cell)]; }
    Scalar operator[](Index i) const { return data()[i]; }
    Scalar& operator[](Index i) { return data()[i]; }

private:
    void own() {
        if (!m_shared)
            return;
        m_values.assign(m_shared.get(), m_shared.get() + m_shape.count());
        m_shared.reset();
    }

    Shape m_shape;
    std::vector<Scalar> m_values;           ///< empty where the numbers are shared
    std::shared_ptr<const Scalar> m_shared; ///< null where they are its own
};

using Tensor = BasicTensor<float>;

} // namespace gf
