// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/context_sum.h"
#include "core/measure/gradient_norms.h"
#include "core/measure/head_contributions.h"
#include "core/measure/position_bias.h"
#include "core/tensor/row.h"
#include "tests/core/family_traces.h"
#include "ui/stations/stations.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>

namespace gf::tst_station_claims {

namespace {

using Claim = std::function<bool(const Trace& trace, const Node& node)>;

/// Holds a claim to every step that this station draws, in every family that has such a step.
void everyDrawn(const char* id, const Claim& claim) {
    const auto stations = allStations();
    const auto station = std::ranges::find_if(
        stations, [id](const Station& one) { return std::strcmp(one.id, id) == 0; });
    QVERIFY2(station != stations.end(), id);
    int drawn = 0;
    for (const auto& [family, trace] : test::familyTraces())
        for (const Node& node : trace->graph->nodes())
            if (station->shows(*trace->graph, node)) {
                ++drawn;
                QVERIFY2(claim(*trace, node),
                         qPrintable(QString::fromStdString(family + ": " + node.name)));
            }
    QVERIFY2(drawn > 0, id);
}

/// Whether a difference is rounding beside numbers of a size.
bool isRounding(double difference, double size) {
    return std::abs(difference) <= 1e-5 + 1e-4 * size;
}

bool areClose(std::span<const float> found, const std::vector<double>& expected) {
    double largest = 0;
    for (const double value : expected)
        largest = std::max(largest, std::abs(value));
    return std::ranges::equal(found, expected, [largest](float a, double b) {
        return isRounding(static_cast<double>(a) - b, largest);
    });
}

/// What an attention's heads are joined, multiplied and added to.
struct Output {
    const Tensor& heads;
    const Tensor& weight;
    const Tensor* bias;
    const Tensor& rows;
};

std::optional<Output> outputOf(const Trace& trace, const Node& node) {
    const Graph& graph = *trace.graph;
    const NodeId heads = graph.find(node.scope, "heads");
    const NodeId rows = graph.find(node.scope, "output");
    if (heads == noNode || rows == noNode)
        return {};
    const Node& product = graph[computedNode(graph, rows)];
    const Tensor* bias = product.inputs.size() > 2 ? &trace.value(product.inputs[2]) : nullptr;
    return Output{trace.value(heads), trace.value(product.inputs[1]), bias, trace.value(rows)};
}

bool headsAddUpToTheOutput(const Trace& trace, const Node& node) {
    const std::optional<Output> output = outputOf(trace, node);
    if (!output)
        return false;
    for (Index token = 0; token < output->rows.shape().rows(); ++token) {
        const Tensor parts = headContributions(output->heads, output->weight, token);
        const std::span<const float> row = rowOf(output->rows, token);
        std::vector<double> sum(row.size());
        for (std::size_t d = 0; d < sum.size(); ++d) {
            for (Index head = 0; head < parts.shape().rows(); ++head)
                sum[d] += static_cast<double>(rowOf(parts, head)[d]);
            if (output->bias)
                sum[d] += static_cast<double>(output->bias->values()[d]);
        }
        if (!areClose(row, sum))
            return false;
    }
    return true;
}

bool sharesAddUpToOne(const Trace& trace, const Node& node) {
    const std::optional<Output> output = outputOf(trace, node);
    if (!output)
        return false;
    for (Index token = 0; token < output->rows.shape().rows(); ++token) {
        const Tensor heads = headContributions(output->heads, output->weight, token);
        std::vector<float> whole(heads.shape()[-1]);
        for (Index head = 0; head < heads.shape().rows(); ++head)
            for (std::size_t d = 0; d < whole.size(); ++d)
                whole[d] += rowOf(heads, head)[d];
        // Filler behind a sentence can have nothing but filler in its window.
        if (std::ranges::all_of(whole, [](float number) { return number == 0; }))
            continue;
        const std::vector<double> shares = sharesAlong(heads, whole);
        if (!isRounding(std::accumulate(shares.begin(), shares.end(), 0.0) - 1, 1))
            return false;
    }
    return true;
}

/// Of a fresh norm, whose gain is 1 and whose bias is 0; ε makes the variance a little less.
bool rowsHaveMeanZeroAndVarianceOne(const Trace& trace, const Node& node) {
    const Tensor& rows = trace.value(node.id);
    for (Index i = 0; i < rows.shape().rows(); ++i) {
        const auto width = static_cast<double>(rows.shape()[-1]);
        double sum = 0;
        double squares = 0;
        for (const float value : rowOf(rows, i)) {
            sum += static_cast<double>(value);
            squares += static_cast<double>(value) * static_cast<double>(value);
        }
        if (std::abs(sum / width) > 1e-4 || std::abs(squares / width - 1) > 0.02)
            return false;
    }
    return true;
}

/// What a norm hands on to its input pulls it neither up or down as a whole nor longer or shorter.
bool neitherShiftsNorStretches(const Trace& trace, const Node& arriving) {
    for (const Node& node : trace.graph->nodes()) {
        if (node.op->kind() != OpKind::LayerNormInputGradient || node.inputs[2] != arriving.id)
            continue;
        const Tensor& x = trace.value(node.inputs[0]);
        const Tensor& gradient = trace.value(node.id);
        for (Index i = 0; i < gradient.shape().rows(); ++i) {
            const std::span<const float> row = rowOf(x, i);
            const double mean =
                std::accumulate(row.begin(), row.end(), 0.0) / static_cast<double>(row.size());
            double shift = 0;
            double stretch = 0;
            double size = 0;
            for (std::size_t d = 0; d < row.size(); ++d) {
                const auto slope = static_cast<double>(rowOf(gradient, i)[d]);
                const double centred = static_cast<double>(row[d]) - mean;
                shift += slope;
                stretch += slope * centred;
                size += std::abs(slope) * std::max(1.0, std::abs(centred));
            }
            // ε alone lets a little of a stretch through.
            if (std::abs(shift) > 1e-6 + 1e-4 * size || std::abs(stretch) > 1e-6 + 1e-2 * size)
                return false;
        }
    }
    return true;
}

/// With ReLU.
bool silentUnitsPassNoGradient(const Trace& trace, const Node& node) {
    const Graph& graph = *trace.graph;
    const Node& forward = node.relation == Relation::Gradient ? graph[node.of] : node;
    const NodeId after = graph.find(forward.scope, "hidden");
    const NodeId before = graph.find(forward.scope, "pre_activation");
    if (graph[computedNode(graph, after)].op->kind() != OpKind::Relu)
        return true;
    const NodeId gradient = graph.gradientOf(before);
    if (gradient == noNode)
        return true;
    const auto units = trace.value(after).values();
    const auto slopes = trace.value(gradient).values();
    for (std::size_t i = 0; i < units.size(); ++i)
        if (units[i] == 0 && slopes[i] != 0)
            return false;
    return true;
}

bool costsHaveTheLossAsTheirMean(const Trace& trace, const Node&) {
    const Graph& graph = *trace.graph;
    const Node& loss = graph[graph.find("loss")];
    const auto costs = trace.value(loss.inputs[0]).values();
    const double sum = std::accumulate(costs.begin(), costs.end(), 0.0);
    const auto counted = static_cast<double>(trace.value(loss.inputs[1])[0]);
    return isRounding(static_cast<double>(trace.value(loss.id)[0]) - sum / counted, sum);
}

/// The squares of the bars add up to that of all gradients of parameters.
bool barsAddUpToTheWholeGradient(const Trace& trace, const Node&) {
    double squares = 0;
    for (const Node& node : trace.graph->nodes()) {
        const NodeId gradient =
            node.role == Role::Parameter ? trace.graph->gradientOf(node.id) : noNode;
        if (gradient != noNode)
            for (const float value : trace.value(gradient).values())
                squares += static_cast<double>(value) * static_cast<double>(value);
    }
    const double whole = std::sqrt(squares);
    return isRounding(totalNorm(blockGradients(trace)) - whole, whole);
}

/// weights · values, of as many heads as there are.
bool rowsAreWeightedSums(const Trace& trace, const Node& node) {
    const Graph& graph = *trace.graph;
    const Node& product = graph[computedNode(graph, node.id)];
    const Tensor& weights = trace.value(product.inputs[0]);
    const Tensor& values = trace.value(product.inputs[1]);
    const Tensor& sums = trace.value(node.id);
    const Index keys = weights.shape()[-1];
    const Index queries = weights.shape()[-2];
    for (Index row = 0; row < sums.shape().rows(); ++row) {
        std::vector<double> sum(rowOf(sums, row).size());
        for (Index key = 0; key < keys; ++key)
            for (std::size_t k = 0; k < sum.size(); ++k)
                sum[k] += static_cast<double>(rowOf(weights, row)[key]) *
                          static_cast<double>(rowOf(values, row / queries * keys + key)[k]);
        if (!areClose(rowOf(sums, row), sum))
            return false;
    }
    return true;
}

bool isTheSumOfWhatStandsThere(const Trace& trace, const Node& node) {
    const Node& sum = (*trace.graph)[computedNode(*trace.graph, node.id)];
    const auto left = trace.value(sum.inputs[0]).values();
    const auto right = trace.value(sum.inputs[1]).values();
    std::vector<double> expected(left.size());
    for (std::size_t i = 0; i < left.size(); ++i)
        expected[i] = static_cast<double>(left[i]) + static_cast<double>(right[i]);
    return areClose(trace.value(node.id).values(), expected);
}

/// Each row of the context is what the states add up to with its weights.
bool contextIsOneProduct(const Trace& trace, const Node& node) {
    const AlignmentNodes nodes = alignmentNodes(*trace.graph, node.scope);
    if (nodes.context == noNode)
        return true;
    const Tensor& context = trace.value(nodes.context);
    for (Index row = 0; row < context.shape().rows(); ++row) {
        const std::optional<ContextSum> sum = contextSum(trace, nodes, row);
        if (!sum || !areClose(rowOf(context, row), {sum->context.begin(), sum->context.end()}))
            return false;
    }
    return true;
}

/// What positions add to a score depends on how far apart the two stand, head by head.
bool diagonalsAreAlike(const Trace& trace, const Node& node) {
    const Graph& graph = *trace.graph;
    const NodeId bias = graph.find(node.scope, "position_bias");
    if (bias == noNode)
        return false;
    const Tensor& value = trace.value(bias);
    const Index heads = value.shape()[0];
    for (Index head = 0; head < heads; ++head)
        for (Index i = 1; i < value.shape()[1]; ++i)
            for (Index j = 1; j < value.shape()[2]; ++j)
                if (value.at(Cell{{head, i, j}}) != value.at(Cell{{head, i - 1, j - 1}}))
                    return false;
    return true;
}

} // namespace

/// What resources/texts say of drawings, in every architecture and family that shows them: of fresh
/// models, on an example with filler. tests/architecture/claims.txt names the sentences.
class TestStationClaims : public QObject {
    Q_OBJECT

private slots:
    void heads_addUpToTheOutput() { everyDrawn("contributions", headsAddUpToTheOutput); }
    void shares_addUpToOne() { everyDrawn("contributions", sharesAddUpToOne); }
    void normedRows_haveMeanZeroAndVarianceOne() {
        everyDrawn("layer-norm", rowsHaveMeanZeroAndVarianceOne);
    }
    void gradientsOfNorms_neitherShiftNorStretch() {
        everyDrawn("norm-gradient", neitherShiftsNorStretches);
    }
    void silentUnits_passNoGradient() { everyDrawn("units", silentUnitsPassNoGradient); }
    void costsOfTokens_haveTheLossAsTheirMean() {
        everyDrawn("words", costsHaveTheLossAsTheirMean);
    }
    void barsOfGradients_addUpToTheWhole() {
        everyDrawn("gradient-norms", barsAddUpToTheWholeGradient);
    }
    void weightedValues_addUpToTheHead() { everyDrawn("weighted-sum", rowsAreWeightedSums); }
    void inputs_areTheSumOfEmbeddingAndPosition() { everyDrawn("sum", isTheSumOfWhatStandsThere); }
    void contexts_areOneProduct() { everyDrawn("context", contextIsOneProduct); }
    void positionBiases_areAlikeAlongDiagonals() { everyDrawn("position-bias", diagonalsAreAlike); }
};

} // namespace gf::tst_station_claims

#include "tests/entry.h"
GF_TEST(tst_station_claims, TestStationClaims)
#include "tst_station_claims.moc"
