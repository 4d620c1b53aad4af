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

/// A part of the way from zero, which is α = t³: a norm of embeddings without positions bends where
/// they are as small as its ε, and the next one behind it again.
struct Part {
    double from = 0, to = 1;              ///< in t
    double logitThere = 0, logitHere = 0; ///< with the embeddings at both ends
    Eigen::MatrixXd gradient = {};        ///< its integral
    double wrong = 0;                     ///< how far its sum is from the difference of the logits

    static double scaleAt(double t) { return t * t * t; }
    double middle() const { return (from + to) / 2; }
};

constexpr Index pointsOfPart = 16;

/// Gauss's quadrature of a part of the way.
std::vector<Point> pointsOf(const Part& part) {
    std::vector<Point> points;
    const auto n = static_cast<double>(pointsOfPart);
    const double length = part.to - part.from;
    for (Index i = 0; i < pointsOfPart; ++i) {
        double x = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (n + 0.5));
        double slope = 1;
        for (int round = 0; round < 8; ++round) { // Newton's method on the polynomial of Legendre
            double now = 1;
            double before = 0;
            for (Index k = 0; k < pointsOfPart; ++k) {
                const auto at = static_cast<double>(k);
                const double next = ((2 * at + 1) * x * now - at * before) / (at + 1);
                before = now;
                now = next;
            }
            slope = n * (x * now - before) / (x * x - 1);
            x -= now / slope;
        }
        const double t = part.from + length * (1 - x) / 2;
        points.push_back({Part::scaleAt(t), length * 3 * t * t / ((1 - x * x) * slope * slope)});
    }
    return points;
}

/// So many copies of a model that they take no more than some hundred megabytes: a power of two.
Index copiesAtOnce(const Trace& trace) {
    constexpr std::size_t mostNumbers = 50'000'000;
    std::size_t numbers = 1;
    for (const Node& node : trace.graph->nodes())
        if (node.role == Role::Forward)
            numbers += 3 * static_cast<std::size_t>(node.shape.count()); // and gradients
    return static_cast<Index>(
        std::bit_floor(std::clamp<std::size_t>(mostNumbers / numbers, 1, pointsOfPart)));
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
    const auto walked = [&](Part part) {
        const std::vector<Point> points = pointsOf(part);
        part.gradient = Eigen::MatrixXd::Zero(x.rows(), x.cols());
        for (Index first = 0; first < pointsOfPart; first += atOnce) {
            const std::span<const Point> some(points.data() + first, atOnce);
            m_inner->run(some, row, column);
            for (Index copy = 0; copy < atOnce; ++copy)
                part.gradient += some[copy].weight * gradientIn(*m_inner, copy);
        }
        part.wrong =
            std::abs(part.gradient.cwiseProduct(x).sum() - (part.logitHere - part.logitThere));
        return part;
    };
    const double tolerance = 0.005 * std::abs(found.logit - found.baseline) +
                             1e-6 * (std::abs(found.logit) + std::abs(found.baseline));
    // The worst part is halved. What an activation's corner spoils becomes small that way.
    std::vector<Part> parts{
        walked({.from = 0, .to = 1, .logitThere = found.baseline, .logitHere = found.logit})};
    const auto wrong = [&] {
        return std::transform_reduce(parts.begin(), parts.end(), 0.0, std::plus<>(),
                                     [](const Part& part) { return part.wrong; });
    };
    while (wrong() > tolerance && std::ssize(parts) * pointsOfPart < mostPoints) {
        Part& worst = *std::ranges::max_element(parts, {}, &Part::wrong);
        const std::vector<Point> middle{{Part::scaleAt(worst.middle()), 1}, {0, 0}};
        m_ends->run(middle, row, column);
        const double logit = m_ends->logit(0, row, column);
        const Part second{.from = worst.middle(),
                          .to = worst.to,
                          .logitThere = logit,
                          .logitHere = worst.logitHere};
        worst = walked({.from = worst.from,
                        .to = worst.middle(),
                        .logitThere = worst.logitThere,
                        .logitHere = logit});
        parts.push_back(walked(second));
    }
    found.points = std::ssize(parts) * pointsOfPart;
    Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(x.rows(), x.cols());
    for (const Part& part : parts)
        mean += part.gradient;
    setTokens(mean.cwiseProduct(x).rowwise().sum());
    return found;
}

} // namespace gf
