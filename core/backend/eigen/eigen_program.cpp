// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/eigen/eigen_program.h"

#include "core/backend/aliasing.h"

#include <algorithm>
#include <cassert>
#include <chrono>

namespace gf::eigen {

template <class T>
EigenProgram<T>::EigenProgram(std::shared_ptr<const Graph> graph, BasicParameters<T>& parameters,
                              const ProgramOptions& options)
    : m_graph(std::move(graph)), m_parameters(parameters), m_batch(options.batch) {
    assert(options.batch > 0);
    m_values.reserve(m_graph->size());
    for (const Node& node : m_graph->nodes())
        place(node);
}

/// Gives a node its numbers, and its place in the list of what is computed.
template <class T> void EigenProgram<T>::place(const Node& node) {
    const Index examples = node.batched ? m_batch : 1;
    Value<T> value{nullptr, &node, examples};
    if (node.role == Role::Parameter || node.role == Role::State)
        value.first = m_parameters.values(node.name).data();
    else if (sharesBuffer(node.op->kind()))
        value.first = valueOf(node.inputs[0]).first;
    else
        value.first = ownNumbers(node, examples);
    m_values.push_back(value);

    if (computeOf<T>(node.op->kind()) != nullptr) {
        Operation<T> operation{node, {}, value, &m_random};
        for (const NodeId input : node.inputs)
            operation.in.push_back(valueOf(input));
        m_operations.push_back(std::move(operation));
    }
    if (replacesParameter(node.op->kind()))
        m_replacements.push_back({node.id, node.inputs[0]});
}

template <class T> T* EigenProgram<T>::ownNumbers(const Node& node, Index examples) {
    return m_buffers.emplace_back(examples * node.shape.count()).data();
}

template <class T> void EigenProgram<T>::setInput(NodeId input, std::span<const T> values) {
    const Value<T>& to = valueOf(input);
    assert(to.node->op->kind() == OpKind::Input);
    assert(static_cast<Index>(values.size()) == to.examples * to.shape().count());
    std::ranges::copy(values, to.first);
}

template <class T> void EigenProgram<T>::run() {
    using Clock = std::chrono::steady_clock;
    for (const Operation<T>& operation : m_operations) {
        const auto began = m_profiling ? Clock::now() : Clock::time_point();
        const OpKind kind = operation.node.op->kind();
        computeOf<T>(kind)(operation);
        if (m_profiling) {
            const std::chrono::duration<double> took = Clock::now() - began;
            const std::string name(operation.node.op->name());
            const auto known = std::ranges::find(m_profile, name, &OpTime::op);
            if (known == m_profile.end())
                m_profile.push_back({name, took.count()});
            else
                known->seconds += took.count();
        }
    }
    for (const auto& [made, replaced] : m_replacements)
        valueOf(replaced).all() = valueOf(made).all();
}

template <class T> BasicTensor<T> EigenProgram<T>::value(NodeId id, Index example) const {
    const Value<T>& value = valueOf(id);
    assert(example >= 0 && example < m_batch);
    BasicTensor<T> tensor(value.shape());
    if (value.byHead())
        for (Index h = 0; h < value.shape()[0]; ++h)
            matrixOf(tensor, h) = value.head(example, h);
    else
        matrixOf(tensor) = value.of(example);
    return tensor;
}

template <class T> std::size_t EigenProgram<T>::memoryBytes() const {
    Index count = 0;
    for (const AlignedBuffer<T>& buffer : m_buffers)
        count += buffer.count();
    return static_cast<std::size_t>(count) * sizeof(T);
}

template <class T> void EigenProgram<T>::setProfiling(bool on) {
    m_profiling = on;
    m_profile.clear();
}

template class EigenProgram<float>;
template class EigenProgram<double>;

} // namespace gf::eigen
