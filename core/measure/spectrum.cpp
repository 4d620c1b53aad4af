// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/spectrum.h"

#include "core/measure/computed.h"
#include "core/measure/read_embeddings.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <unordered_map>

namespace gf {

namespace {

/// The table [V,D] whose rows a node has picked, and perhaps scaled.
NodeId tableOf(const Graph& graph, NodeId read) {
    for (const Node* node = &graph[computedNode(graph, read)]; !node->inputs.empty();
         node = &graph[computedNode(graph, node->inputs[0])])
        for (const NodeId input : node->inputs)
            if (graph[input].role == Role::Parameter)
                return graph[input].shape.rank() == 2 ? input : noNode;
    return noNode;
}

} // namespace

std::vector<double> powerByFrequency(const Eigen::MatrixXd& rows) {
    const Eigen::Index hours = rows.rows();
    std::vector<double> shares;
    double all = 0;
    for (Eigen::Index k = 1; k <= hours / 2; ++k) {
        Eigen::RowVectorXcd sum = Eigen::RowVectorXcd::Zero(rows.cols());
        for (Eigen::Index n = 0; n < hours; ++n) {
            const double angle = -2 * std::numbers::pi * static_cast<double>(k * n % hours) /
                                 static_cast<double>(hours);
            sum += std::polar(1.0, angle) * rows.row(n).cast<std::complex<double>>();
        }
        shares.push_back(sum.squaredNorm());
        all += shares.back();
    }
    const double rounding = 1e-20 * rows.squaredNorm() * static_cast<double>(hours);
    for (double& share : shares)
        share = all > rounding ? share / all : 0;
    return shares;
}

Index countFor(double share, std::vector<double> shares) {
    std::ranges::sort(shares, std::greater());
    double sum = 0;
    for (std::size_t i = 0; i < shares.size(); ++i)
        if (sum += shares[i]; sum >= share)
            return static_cast<Index>(i) + 1;
    return 0;
}

std::optional<NumberRows> numberRows(const Trace& trace) {
    const Graph& graph = *trace.graph;
    const NodeId read = readEmbeddings(graph);
    if (read == noNode)
        return std::nullopt;
    NumberRows found;
    found.table = tableOf(graph, read);
    if (found.table == noNode)
        return std::nullopt;
    std::unordered_map<std::string, Index> rowOf; // of each word, the first that has it
    const Tokens words = trace.labelsAlong(found.table, 0);
    for (std::size_t row = 0; row < words.size(); ++row)
        rowOf.try_emplace(words[row], static_cast<Index>(row));
    for (Index number = 0;; ++number) {
        const auto row = rowOf.find(std::to_string(number));
        if (row == rowOf.end())
            break;
        found.rows.push_back(row->second);
    }
    constexpr std::size_t fewest = 10; // digits alone are read by other tasks too
    return found.rows.size() > fewest ? std::optional(found) : std::nullopt;
}

std::optional<Sentence> noNumbers(const Trace& trace) {
    if (numberRows(trace))
        return std::nullopt;
    return phrase("this model does not read numbers as tokens of their own, 0, 1, 2 and on beyond "
                  "10, as the task modular has them");
}

} // namespace gf
