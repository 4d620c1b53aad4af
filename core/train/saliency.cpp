// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/saliency.h"

#include "core/graph/differentiate.h"
#include "core/measure/read_embeddings.h"
#include "core/ops/add.h"
#include "core/ops/leaf.h"
#include "core/ops/slice.h"
#include "core/ops/subgraph.h"
#include "core/tensor/eigen.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

namespace gf {

namespace {

/// A point of the way from zero, and how much its gradient counts.
struct Point {
    double scale = 1;
    double weight = 1;
};

/// Gauss's quadrature of `count` points on [0, 1] for t, where α = t^power: a norm of embeddings
/// without positions bends where they are as small as its ε, and the next one behind it again.
std::vector<Point> pointsOfWay(Index count, int power) {
    std::vector<Point> points;
    const auto n = static_cast<double>(count);
    for (Index i = 0; i < count; ++i) {
        double x = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (n + 0.5));
        double slope = 1;
        for (int round = 0; round < 8; ++round) { // Newton's method on the polynomial of Legendre
            double now = 1;
            double before = 0;
            for (Index k = 0; k < count; ++k) {
                const auto at = static_cast<double>(k);
                const double next = ((2 * at + 1) * x * now - at * before) / (at + 1);
                before = now;
                now = next;
            }
            slope = n * (x * now - before) / (x * x - 1);
            x -= now / slope;
        }
        const double t = (1 - x) / 2;
        points.push_back(
            {std::pow(t, power), power * std::pow(t, power - 1) / ((1 - x * x) * slope * slope)});
    }
    return points;
}

constexpr Index fewestPoints = 16;

/// So many copies of a model that they take no more than some hundred megabytes: a power of two.
Index copiesAtOnce(const Trace& trace) {
    constexpr std::size_t mostNumbers = 50'000'000;
    std::size_t numbers = 1;
    for (const Node& node : trace.graph->nodes())
        if (node.role == Role::Forward)
            numbers += 3 * static_cast<std::size_t>(node.shape.count()); // and gradients
    return static_cast<Index>(
        std::bit_floor(std::clamp<std::size_t>(mostNumbers / numbers, 1, fewestPoints)));
}

} // namespace

double Saliency::sum() const {
    return std::accumulate(tokens.begin(), tokens.end(), 0.0);
}

/// Several copies of the model from embeddings to logits, each at another point of the way.
class SaliencyRun::Way {
public:
    Way(const Backend& backend, Parameters& parameters, const Trace& trace, NodeId read,
        Index copies)
        : m_embedded(trace.value(read)), m_copies(copies) {
        const Graph& whole = *trace.graph;
        const NodeId logits = whole.find("logits");
        const ops::Subgraph part = ops::subgraphOf(whole, ops::nodesBetween(whole, read, logits));
        Graph& graph = *part.graph;
        m_read = part.here[read];
        m_logits = part.here[logits];
        const Node said = graph[m_logits];
        graph.setRole(Role::Backward);
        m_seed = ops::input(graph, std::string(gradientPrefix) + said.name, said.shape,
                            {said.axes[0], said.axes[1]});
        differentiate(graph, m_logits, m_seed, ops::add, ops::joinLike,
                      [this](const Node& leaf) { return leaf.id == m_read; });
        m_gradient = graph.gradientOf(m_read);
        m_program = backend.compile(
            part.graph, parameters,
            {.batch = copies, .keepAll = false, .keep = {m_logits, m_gradient}, .threads = 1});
        for (const ops::Subgraph::Fed& fed : part.fed)
            if (fed.here != m_read)
                feed(fed.here, trace.value(fed.of), {});
        m_shape = said.shape;
    }

    Index copies() const { return m_copies; }
    /// Runs it at so many points, at most copies().
    void run(std::span<const Point> points, Index row, Index column) {
        Tensor one(m_shape);
        std::ranges::fill(one.values(), 0.0F);
        one[row * m_shape[1] + column] = 1;
        feed(m_seed, one, {});
        feed(m_read, m_embedded, points);
        m_program->run();
    }
    double logit(Index copy, Index row, Index column) const {
        return static_cast<double>(rowOf(m_program->value(m_logits, copy), row)[column]);
    }
    Tensor gradient(Index copy) const { return m_program->value(m_gradient, copy); }

private:
    /// The same to all copies, times the scales of the points.
    void feed(NodeId node, const Tensor& value, std::span<const Point> points) {
        const bool isBatched = m_program->graph()[node].batched;
        std::vector<float> all;
        for (Index copy = 0; copy < (isBatched ? m_copies : 1); ++copy) {
            const double scale = copy < std::ssize(points) ? points[copy].scale : 1;
            for (const float number : value.values())
                all.push_back(static_cast<float>(scale * static_cast<double>(number)));
        }
        m_program->setInput(node, all);
    }

    Tensor m_embedded;
    Index m_copies;
    Shape m_shape; ///< of the logits
    NodeId m_read = noNode, m_logits = noNode, m_seed = noNode, m_gradient = noNode;
    std::unique_ptr<Program> m_program;
};

SaliencyRun::SaliencyRun(const Backend& backend, Parameters& parameters,
                         std::shared_ptr<const Trace> trace)
    : m_backend(backend), m_parameters(parameters), m_trace(std::move(trace)) {
    if (const std::optional<Sentence> why = noSaliency(*m_trace->graph))
        throw Error(*why);
    m_read = readEmbeddings(*m_trace->graph);
    m_ends = std::make_unique<Way>(backend, parameters, *m_trace, m_read, 2);
}

SaliencyRun::~SaliencyRun() = default;

Saliency SaliencyRun::of(Index row, Index column, SaliencyMethod method) {
    const auto x = matrixOf(m_trace->value(m_read)).cast<double>().eval();
    const std::vector<Point> ends{{1, 1}, {0, 0}};
    m_ends->run(ends, row, column);
    Saliency found;
    found.logit = m_ends->logit(0, row, column);
    found.baseline = m_ends->logit(1, row, column);
    const auto setTokens = [&](const Eigen::VectorXd& values) {
        found.tokens.assign(values.begin(), values.end());
    };
    const auto gradientIn = [](const Way& way, Index copy) {
        return matrixOf(way.gradient(copy)).cast<double>().eval();
    };
    if (method == SaliencyMethod::Gradient)
        setTokens(gradientIn(*m_ends, 0).rowwise().norm());
    if (method == SaliencyMethod::GradientInput)
        setTokens(gradientIn(*m_ends, 0).cwiseProduct(x).rowwise().sum());
    if (method != SaliencyMethod::Integrated)
        return found;
    const Index atOnce = copiesAtOnce(*m_trace);
    if (!m_inner)
        m_inner = std::make_unique<Way>(m_backend, m_parameters, *m_trace, m_read, atOnce);
    const double wanted = found.logit - found.baseline;
    const double tolerance =
        0.005 * std::abs(wanted) + 1e-6 * (std::abs(found.logit) + std::abs(found.baseline));
    for (found.points = fewestPoints;; found.points *= 2) {
        const std::vector<Point> points = pointsOfWay(found.points, found.points < 64 ? 3 : 12);
        Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(x.rows(), x.cols());
        for (Index first = 0; first < found.points; first += atOnce) {
            const std::span<const Point> some(points.data() + first, atOnce);
            m_inner->run(some, row, column);
            for (Index copy = 0; copy < atOnce; ++copy)
                mean += some[copy].weight * gradientIn(*m_inner, copy);
        }
        setTokens(mean.cwiseProduct(x).rowwise().sum());
        const double apart = std::abs(found.sum() - wanted);
        if (!(apart > tolerance) || found.points == mostPoints)
            return found;
    }
}

} // namespace gf
