// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/linearity.h"

#include "core/measure/norm_steps.h"
#include "core/ops/subgraph.h"
#include "core/tensor/error.h"
#include "core/tensor/random.h"
#include "core/train/exact.h"

namespace gf {

namespace {

using Numbers = Eigen::ArrayXd;

/// The layer as a function of the rows that it mixes.
class MixingFunction {
public:
    MixingFunction(const Trace& trace, const Parameters& parameters, NodeId from, NodeId to,
                   NodeId closed)
        : m_subgraph(
              ops::subgraphOf(*trace.graph, ops::nodesBetween(*trace.graph, from, to, closed))),
          m_parameters(exactParameters(*m_subgraph.graph, parameters)),
          m_program(m_subgraph.graph, m_parameters, {.batch = 1, .keepAll = true, .keep = {}}),
          m_from(m_subgraph.here[from]), m_to(m_subgraph.here[to]) {
        for (const ops::Subgraph::Fed& fed : m_subgraph.fed) {
            const auto numbers = trace.value(fed.of).values();
            m_program.setInput(fed.here, std::vector<double>(numbers.begin(), numbers.end()));
        }
        m_bias = whole(Numbers::Zero(trace.value(from).count()));
    }

    /// Less what it has for rows of zeros.
    Numbers operator()(const Numbers& rows) { return whole(rows) - m_bias; }

private:
    Numbers whole(const Numbers& rows) {
        m_program.setInput(m_from, {rows.data(), static_cast<std::size_t>(rows.size())});
        m_program.run();
        const BasicTensor<double> value = m_program.value(m_to);
        return vectorOf(value.values()).array();
    }

    ops::Subgraph m_subgraph;
    BasicParameters<double> m_parameters;
    eigen::EigenProgram<double> m_program;
    NodeId m_from, m_to;
    Numbers m_bias;
};

Tensor rounded(const Numbers& numbers, const Shape& shape) {
    Tensor tensor(shape);
    for (Index i = 0; i < tensor.count(); ++i)
        tensor[i] = static_cast<float>(numbers[i]);
    return tensor;
}

Superposition superposition(MixingFunction& f, const Numbers& x, const Numbers& y, double alpha,
                            double beta, const Shape& shape) {
    const Numbers sum = alpha * f(x) + beta * f(y);
    const Numbers ofSum = f(alpha * x + beta * y);
    const double largest = sum.abs().maxCoeff();
    const double apart = (ofSum - sum).abs().maxCoeff();
    return {rounded(ofSum, shape), rounded(sum, shape), apart == 0 ? 0 : apart / largest};
}

} // namespace

Linearity linearityOf(const Trace& trace, const Parameters& parameters, const Scope& scope,
                      double alpha, double beta, std::uint64_t seed) {
    const Graph& graph = *trace.graph;
    const NodeId from = mixedBy(graph, scope);
    if (from == noNode)
        throw Error(phrase("this model has no layer that mixes tokens at once"));
    const NodeId to = graph.find(scope, "output");
    const NodeId weights = graph.find(scope, "weights");
    const Numbers x = exactly(trace.value(from).values());
    const Spread spread = spreadOf(trace.value(from).values());
    Numbers y(x.size());
    for (Index i = 0; i < y.size(); ++i)
        y[i] = spread.mean + spread.deviation * normal(seed, 0, static_cast<std::uint64_t>(i));
    MixingFunction frozen(trace, parameters, from, to, weights);
    MixingFunction freed(trace, parameters, from, to, noNode);
    const Shape shape = graph[to].shape;
    return {superposition(frozen, x, y, alpha, beta, shape),
            superposition(freed, x, y, alpha, beta, shape)};
}

} // namespace gf
