// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/eigen/eigen_program.h"
#include "core/tensor/random.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// What the engine's tests share: a compiled graph with random values for all its inputs and
/// parameters.
namespace gf::test {

/// Reproducible numbers in [-1, 1).
inline std::vector<double> randomValues(Index count, std::uint64_t stream) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 2 * uniform(7, stream, i) - 1;
    return values;
}

/// The same random numbers for the parameters of every program of a graph, such as float holds
/// exactly. The optimizer's second moment is a mean of squares: never negative.
template <class T> void fillParameters(BasicParameters<T>& parameters, const Graph& graph) {
    parameters.addFrom(graph);
    std::uint64_t stream = 1;
    for (const auto& entry : parameters.entries()) {
        const std::vector<double> random = randomValues(entry.shape.count(), stream++);
        std::ranges::transform(random, parameters.writable(entry).begin(), [&](double number) {
            const auto exact = static_cast<float>(number);
            return static_cast<T>(entry.role == Role::State ? std::abs(exact) : exact);
        });
    }
}

/// A compiled graph whose parameters are random and whose inputs the test sets.
template <class T, class Compiled> class BasicEngine {
public:
    BasicEngine(std::shared_ptr<const Graph> graph, Index batch, int threads = 1) : m_graph(graph) {
        m_parameters.addFrom(*graph);
        for (const auto& entry : m_parameters.entries()) {
            // The optimizer's second moment is a mean of squares: never negative.
            const auto random = randomValues(entry.shape.count(), m_stream++);
            const auto values = m_parameters.writable(entry);
            for (std::size_t i = 0; i < random.size(); ++i)
                values[i] =
                    static_cast<T>(entry.role == Role::State ? random[i] * random[i] : random[i]);
        }
        ProgramOptions options;
        options.batch = batch;
        options.keepAll = true;
        options.threads = threads;
        m_program = std::make_unique<Compiled>(graph, m_parameters, options);
        m_program->setRandom(3, 5);
        for (const Node& node : graph->nodes())
            if (node.role == Role::Input)
                setInput(node.id,
                         randomValues(node.shape.count() * (node.batched ? batch : 1), m_stream++));
    }

    void setInput(NodeId input, const std::vector<double>& values) {
        m_program->setInput(input, std::vector<T>(values.begin(), values.end()));
    }

    /// Token ids of a sequence ("source"), of which 0 is padding.
    void setIds(const std::string& sequence, const std::vector<double>& values) {
        setInput(m_graph->find(sequence + ".ids"), values);
        setInput(m_graph->find(sequence + ".keep"), values);
    }

    /// Runs, remembering what the parameters and states were before.
    void run() {
        m_before.clear();
        for (const Node& node : m_graph->nodes())
            if (node.role == Role::Parameter || node.role == Role::State)
                m_before.emplace(node.id, m_program->value(node.id, 0));
        m_program->run();
    }

    BasicTensor<T> value(NodeId node, Index example = 0) const {
        return m_program->value(node, example);
    }

    /// Reads operands as they were when the node was computed: an update replaces parameters.
    CellReader reader() const {
        auto cache = std::make_shared<std::map<NodeId, BasicTensor<T>>>(m_before);
        return [this, cache](NodeId node, const Cell& cell) {
            auto found = cache->find(node);
            if (found == cache->end())
                found = cache->emplace(node, value(node)).first;
            return static_cast<double>(found->second.at(cell));
        };
    }

    BasicParameters<T>& parameters() { return m_parameters; }
    Compiled& program() { return *m_program; }
    const Graph& graph() const { return *m_graph; }

private:
    std::shared_ptr<const Graph> m_graph;
    BasicParameters<T> m_parameters;
    std::unique_ptr<Compiled> m_program;
    std::map<NodeId, BasicTensor<T>> m_before;
    std::uint64_t m_stream = 1;
};

/// The reference, in double precision.
using Engine = BasicEngine<double, eigen::EigenProgram<double>>;

} // namespace gf::test
