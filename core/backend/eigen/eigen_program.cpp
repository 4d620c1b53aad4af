// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/eigen/eigen_program.h"

#include <algorithm>
#include <cassert>
#include <chrono>

namespace gf::eigen {

namespace {

template <class T> void compute(const Operation<T>& operation) {
    computeOf<T>(operation.node.op->kind())(operation);
}

/// One example, row-major.
template <class T> BasicTensor<T> tensorOf(const Value<T>& value, Index example) {
    BasicTensor<T> tensor(value.shape());
    if (value.liesByToken())
        for (Index h = 0; h < value.shape()[0]; ++h)
            matrixOf(tensor, h) = value.head(example, h);
    else
        matrixOf(tensor) = value.of(example);
    return tensor;
}

} // namespace

template <class T>
EigenProgram<T>::EigenProgram(std::shared_ptr<const Graph> graph, BasicParameters<T>& parameters,
                              const ProgramOptions& options)
    : m_graph(std::move(graph)), m_parameters(parameters), m_parametersAt(parameters.hostAddress()),
      m_plan(*m_graph, [](NodeId) { return true; }), m_batch(options.batch) {
    assert(options.batch > 0);
    m_values.reserve(m_graph->size());
    for (const Node& node : m_graph->nodes())
        place(node);
    for (const NodeId constant : m_plan.constants())
        compute(operationOf(constant));
    for (const Node& node : m_graph->nodes())
        if (ExecutionPlan::hasWork(node) && m_plan.phase(node.id) != Phase::Constant)
            m_operations.push_back(operationOf(node.id));
    m_log = RunLog<T>(options.noted, [this](NodeId number) { return valueOf(number).first; });
}

/// Says where the numbers of a node lie.
template <class T> void EigenProgram<T>::place(const Node& node) {
    const Index examples = node.batched ? m_batch : 1;
    m_values.push_back({numbersOf(node, examples), &node, examples, m_plan.layout(node.id)});
}

template <class T> T* EigenProgram<T>::numbersOf(const Node& node, Index examples) {
    if (const NodeId root = m_plan.root(node.id); root != node.id)
        return valueOf(root).first;
    if (isOfParameters(node.id))
        return m_parameters.hostAddress() + m_parameters.find(node.name)->offset;
    return m_buffers.emplace_back(examples * node.shape.count()).data();
}

template <class T> bool EigenProgram<T>::isOfParameters(NodeId id) const {
    const Role role = (*m_graph)[m_plan.root(id)].role;
    return role == Role::Parameter || role == Role::State;
}

/// To another buffer, when snapshots keep the one before.
template <class T> void EigenProgram<T>::followParameters() {
    if (m_parameters.hostAddress() == m_parametersAt)
        return;
    const auto follow = [this](Value<T>& value) {
        if (isOfParameters(value.node->id))
            value.first = m_parameters.hostAddress() + (value.first - m_parametersAt);
    };
    std::ranges::for_each(m_values, follow);
    for (Operation<T>& operation : m_operations) {
        std::ranges::for_each(operation.in, follow);
        follow(operation.out);
    }
    m_parametersAt = m_parameters.hostAddress();
}

template <class T> Operation<T> EigenProgram<T>::operationOf(NodeId id) const {
    const Node& node = (*m_graph)[id];
    Operation<T> operation{node, {}, valueOf(id), &m_random};
    for (const NodeId input : node.inputs)
        operation.in.push_back(valueOf(input));
    return operation;
}

template <class T>
void EigenProgram<T>::setPart(NodeId input, Index first, std::span<const T> values) {
    const Value<T>& to = valueOf(input);
    assert(to.node->op->kind() == OpKind::Input);
    std::ranges::copy(values, to.first + first);
}

template <class T> void EigenProgram<T>::takeSides(NodeId input, std::span<const float> numbers) {
    assert(m_batch == 1 && m_plan.layout(input) == Layout::Rows);
    assert(static_cast<Index>(numbers.size()) == (*m_graph)[input].shape.count());
    T* const sides = m_buffers.emplace_back(static_cast<Index>(numbers.size())).data();
    std::ranges::copy(numbers, sides);
    for (Operation<T>& operation : m_operations)
        if (operation.node.op->kind() == OpKind::ReluGradient && operation.node.inputs[0] == input)
            operation.in[0].first = sides;
}

template <class T> void EigenProgram<T>::run() {
    using Clock = std::chrono::steady_clock;
    m_parameters.bringToHost();
    if (m_plan.changesParameters())
        m_parameters.hostChanges();
    followParameters();
    for (const Operation<T>& operation : m_operations) {
        const auto began = m_profiling ? Clock::now() : Clock::time_point();
        compute(operation);
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
    m_log.add();
}

template <class T>
std::vector<BasicTensor<T>> EigenProgram<T>::values(std::span<const Wanted> wanted) const {
    std::vector<BasicTensor<T>> values;
    values.reserve(wanted.size());
    for (const auto& [node, example] : wanted) {
        assert(example >= 0 && example < m_batch);
        values.push_back(isOfParameters(node) ? snapshotOf(node)
                                              : tensorOf(valueOf(node), example));
    }
    return values;
}

/// Weights, which all who ask for them share.
template <class T> BasicTensor<T> EigenProgram<T>::snapshotOf(NodeId id) const {
    assert(m_plan.layout(id) == Layout::Rows);
    const auto* entry = m_parameters.find((*m_graph)[m_plan.root(id)].name);
    return BasicTensor<T>::sharing((*m_graph)[id].shape, m_parameters.snapshot(*entry));
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
