// SPDX-License-Identifier: GPL-3.0-or-later
// Labs about the rows of matrices and what their columns say: projection, fourier, unit.
#include "core/graph/word_at.h"
#include "core/io/quote.h"
#include "core/lab_runs/example_runs.h"
#include "core/measure/activity.h"
#include "core/measure/attribution.h"
#include "core/measure/projection.h"
#include "core/measure/spectrum.h"
#include "core/tensor/eigen.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace gf {

namespace {

Finding rowsOf(const Eigen::MatrixXd& matrix) {
    Finding rows = Finding::List();
    for (const auto& row : matrix.rowwise())
        rows.push_back(Finding(std::vector<double>(row.begin(), row.end())));
    return rows;
}

} // namespace

// ---- projection --------------------------------------------------------------------------------

namespace {

constexpr Index mostRows = 4096;
constexpr Index mostSquare = 1024; ///< of which components are taken at once

/// A matrix of a step, or of one head of it, by name.
struct NamedRows {
    std::string step;
    Index head = 0; ///< from 0

    Eigen::MatrixXd in(const Trace& trace) const {
        const Tensor& value = trace.value(trace.graph->find(step));
        return value.shape().rank() == 3 ? matrixOf(value, head).cast<double>().eval()
                                         : matrixOf(value).cast<double>().eval();
    }
    Index count(const Trace& trace) const {
        const Shape& shape = trace.find(step)->shape();
        return shape[shape.rank() - 2];
    }
    Tokens words(const Trace& trace) const {
        const NodeId node = trace.graph->find(step);
        return trace.labelsAlong(node, (*trace.graph)[node].shape.rank() - 2);
    }
};

/// What is read first, or the first matrix of the model.
std::string firstRows(const Graph& graph) {
    const auto found = std::ranges::find_if(graph.nodes(), [](const Node& node) {
        return node.role == Role::Forward && node.shape.rank() == 2 && node.shape[0] > 1;
    });
    if (found == graph.nodes().end())
        throw Error(phrase("this model has no step with several rows"));
    return found->name;
}

/// The step that a knob names. Throws LabUsageError where its rows cannot be drawn.
NamedRows namedRows(const Trace& trace, const KnobValues& knobs, const char* knob) {
    NamedRows named{knobs.has(knob) ? knobs.text(knob) : firstRows(*trace.graph),
                    knobs.whole("head") - 1};
    const auto refuse = [&](const std::string& why) {
        throw LabUsageError("--" + std::string(knob) + " is " + inQuotes(named.step) + why);
    };
    const NodeId node = trace.graph->find(named.step);
    if (node == noNode || trace.value(node).count() == 0)
        refuse(", but this model has no such step");
    const Shape& shape = trace.value(node).shape();
    if (shape.rank() < 2 || shape.rank() > 3)
        refuse(", which has no rows: it must be a matrix, or one for each head");
    if (shape.rank() == 3 && named.head >= shape[0])
        throw LabUsageError("--head is " + std::to_string(named.head + 1) + ", but " +
                            inQuotes(named.step) + " has " + std::to_string(shape[0]));
    if (shape[shape.rank() - 2] > mostRows ||
        std::min(shape[shape.rank() - 2], shape[shape.rank() - 1]) > mostSquare)
        refuse(", which is too large: at most " + std::to_string(mostRows) + " rows, and " +
               std::to_string(mostSquare) + " rows or columns");
    return named;
}

/// Rows that are drawn in one picture: of one matrix, or queries and keys beneath each other.
struct DrawnRows {
    std::vector<NamedRows> groups;

    Eigen::MatrixXd in(const Trace& trace) const {
        Eigen::MatrixXd all;
        for (const NamedRows& group : groups) {
            const Eigen::MatrixXd rows = group.in(trace);
            if (all.size() > 0 && rows.cols() != all.cols())
                throw LabUsageError("--with is " + inQuotes(group.step) + ", whose rows have " +
                                    std::to_string(rows.cols()) + " numbers; those of " +
                                    inQuotes(groups.front().step) + " have " +
                                    std::to_string(all.cols()));
            all.conservativeResize(all.rows() + rows.rows(), rows.cols());
            all.bottomRows(rows.rows()) = rows;
        }
        return all;
    }
};

} // namespace

LabFound lab_run::projection(const LabQuestion& asked, const LabWatch&) {
    const auto trace = traceOf(*asked.model);
    DrawnRows drawn{{namedRows(*trace, asked.knobs, "step")}};
    if (asked.knobs.has("with"))
        drawn.groups.push_back(namedRows(*trace, asked.knobs, "with"));
    const Eigen::MatrixXd rows = drawn.in(*trace);
    if (!rows.allFinite())
        throw Error(phrase("some of these rows' numbers are not finite, so they have no place"));
    const Projection found = principalComponents(rows);
    Finding tokens = Finding::List();
    Finding steps = Finding::List();
    for (const NamedRows& group : drawn.groups) {
        const Tokens words = group.words(*trace);
        for (Index row = 0; row < group.count(*trace); ++row) {
            tokens.push_back(row < std::ssize(words) ? words[static_cast<std::size_t>(row)]
                                                     : std::to_string(row + 1));
            steps.push_back(group.step);
        }
    }
    Finding said{
        {"step", drawn.groups.front().step},
        {"head", drawn.groups.front().head},
        {"tokens", tokens},
        {"steps", steps},
        {"points", rowsOf(found.of(rows))},
        {"explained", std::vector<double>(found.explained.begin(), found.explained.end())}};
    if (asked.model->isShown() && asked.knobs.text("view") == "training") {
        Finding moments = Finding::List();
        const auto rowsThen = [&](const Traces& traces) {
            const Eigen::MatrixXd then = drawn.in(*traces.front());
            return then.allFinite() ? rowsOf(found.of(then)) : Finding();
        };
        for (const Moment& moment : momentsOf(asked, {asked.model->example}, rowsThen))
            if (moment.finding.list())
                moments.push_back({{"step", moment.checkpoint->step}, {"points", moment.finding}});
        said["training"] = moments;
    }
    return said;
}

// ---- fourier -----------------------------------------------------------------------------------

namespace {

/// The first row whose answer counts.
Index answeredRow(const Trace& trace, Index rows) {
    for (Index row = 0; row < rows; ++row)
        if (trace.keeps("label", row) && row < std::ssize(trace.labels))
            return row;
    return rows - 1;
}

/// The hidden units [P,F] of the last layer in the row of the answer, for each number in the place
/// of the example's first. Nothing where a model has no such layer, or the example no number.
Eigen::MatrixXd unitsOfNumbers(const LabModel& model, const Trace& trace,
                               const std::vector<Index>& ids) {
    const std::vector<NodeId> layers = hiddenLayers(*trace.graph);
    ProbeExample example = model.example;
    std::vector<TokenId>& read = (example.source.empty() ? example.target : example.source).ids;
    const auto first = std::ranges::find_if(
        read, [&](TokenId id) { return std::ranges::count(ids, static_cast<Index>(id)) > 0; });
    if (layers.empty() || first == read.end())
        return {};
    std::vector<ProbeExample> examples;
    for (const Index id : ids) {
        *first = static_cast<TokenId>(id);
        examples.push_back(example);
    }
    const std::string step = (*trace.graph)[layers.back()].name;
    Eigen::MatrixXd units;
    const Traces traces = ExampleRuns(model, model.parameters, examples).traces();
    for (std::size_t i = 0; i < traces.size(); ++i) {
        const Tensor& hidden = *traces[i]->find(step);
        if (units.size() == 0)
            units.resize(std::ssize(traces), hidden.shape()[1]);
        const auto row = rowOf(hidden, answeredRow(*traces[i], hidden.shape()[0]));
        units.row(static_cast<Index>(i)) = exactly(row).matrix().transpose();
    }
    return units;
}

} // namespace

LabFound lab_run::fourier(const LabQuestion& asked, const LabWatch&) {
    constexpr double most = 0.9;
    const auto trace = traceOf(*asked.model);
    if (const std::optional<Sentence> why = noNumbers(*trace))
        throw Error(*why);
    const NumberRows numbers = *numberRows(*trace);
    const auto table = matrixOf(trace->value(numbers.table));
    Eigen::MatrixXd rows(std::ssize(numbers.rows), table.cols());
    for (std::size_t i = 0; i < numbers.rows.size(); ++i)
        rows.row(static_cast<Index>(i)) = table.row(numbers.rows[i]).cast<double>();
    const std::vector<double> embedding = powerByFrequency(rows);
    const Eigen::MatrixXd units = unitsOfNumbers(*asked.model, *trace, numbers.rows);
    const std::vector<double> hidden =
        units.size() > 0 ? powerByFrequency(units) : std::vector<double>();
    Finding list = Finding::List();
    for (std::size_t i = 0; i < embedding.size(); ++i)
        list.push_back({{"frequency", static_cast<Index>(i) + 1},
                        {"embedding", embedding[i]},
                        {"hidden", hidden.empty() ? Finding() : Finding(hidden[i])}});
    return Finding{{"modulus", std::ssize(numbers.rows)},
                   {"frequencies", list},
                   {"share", most},
                   {"embedding_needs", countFor(most, embedding)},
                   {"hidden_needs", hidden.empty() ? Finding() : Finding(countFor(most, hidden))}};
}

// ---- unit --------------------------------------------------------------------------------------

namespace {

constexpr std::size_t shownExamples = 8;
constexpr std::size_t shownWords = 6;

/// The feed-forward layer that --layer names, otherwise the last one.
NodeId layerIn(const Graph& graph, const KnobValues& knobs) {
    const std::vector<NodeId> layers = hiddenLayers(graph);
    if (layers.empty())
        throw Error(phrase("this model has no feed-forward layer"));
    if (!knobs.has("layer"))
        return layers.back();
    std::string known;
    for (const NodeId layer : layers) {
        const std::string name = graph[layer].scope.nameOf("");
        if (name == knobs.text("layer"))
            return layer;
        known += (known.empty() ? "" : ", ") + name;
    }
    throw LabUsageError("--layer is " + inQuotes(knobs.text("layer")) + "; this model has " +
                        known);
}

/// One example, and how much the unit is moved by each of its tokens.
struct MovedBy {
    Tokens tokens;
    std::vector<double> values;
    double largest = 0;
};

MovedBy movedBy(const Trace& trace, const std::string& step, Index unit) {
    const NodeId node = trace.graph->find(step);
    const Tensor& hidden = trace.value(node);
    MovedBy moved{trace.labelsAlong(node, 0), {}, 0};
    for (Index row = 0; row < hidden.shape()[0]; ++row)
        moved.values.push_back(static_cast<double>(rowOf(hidden, row)[unit]));
    for (Index row = std::ssize(moved.tokens); row < hidden.shape()[0]; ++row)
        moved.tokens.push_back(std::to_string(row + 1));
    moved.largest = std::ranges::max(moved.values);
    return moved;
}

/// The words that a unit makes likelier, or less likely, from the most on.
Finding wordsOf(const Trace& trace, std::vector<double> logits, bool isMore) {
    const Tokens words = trace.labelsAlong(trace.graph->find("logits"), 1);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < logits.size(); ++i)
        if ((logits[i] > 0) == isMore && logits[i] != 0)
            order.push_back(i);
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [&](std::size_t i) { return std::abs(logits[i]); });
    Finding list = Finding::List();
    for (std::size_t i = 0; i < std::min(order.size(), shownWords); ++i)
        list.push_back(
            {{"token", wordAt(words, static_cast<Index>(order[i]))}, {"value", logits[order[i]]}});
    return list;
}

} // namespace

LabFound lab_run::unit(const LabQuestion& asked, const LabWatch&) {
    const LabModel& model = *asked.model;
    const auto trace = traceOf(model);
    const Graph& graph = *trace->graph;
    const NodeId layer = layerIn(graph, asked.knobs);
    const Index units = graph[layer].shape[1];
    const Index unit = asked.knobs.whole("unit") - 1;
    if (unit >= units)
        throw Error("there is no --unit " + std::to_string(unit + 1) + "; there are " +
                    std::to_string(units));
    const std::string step = graph[layer].name;
    std::vector<MovedBy> all;
    Index active = 0;
    Index tokens = 0;
    const std::vector<ProbeExample> examples = examplesFor(asked, asked.knobs.whole("examples"));
    for (const auto& run : ExampleRuns(model, model.parameters, examples).traces()) {
        all.push_back(movedBy(*run, step, unit));
        tokens += std::ssize(all.back().values);
        active += std::ranges::count_if(all.back().values, [](double value) { return value > 0; });
    }
    std::ranges::stable_sort(all, std::ranges::greater(), &MovedBy::largest);
    all.resize(std::min(all.size(), shownExamples));
    Finding list = Finding::List();
    for (const MovedBy& moved : all)
        list.push_back(
            {{"tokens", moved.tokens}, {"values", moved.values}, {"largest", moved.largest}});
    const Index row = asked.knobs.whole("position") - 1;
    const bool hasRow = row < graph[layer].shape[0];
    const std::vector<double> promoted =
        hasRow ? promotedBy(*trace, layer, unit, row) : std::vector<double>();
    return Finding{{"layer", graph[layer].scope.nameOf("")},
                   {"unit", unit + 1},
                   {"units", units},
                   {"position", row + 1},
                   {"active_share", static_cast<double>(active) / static_cast<double>(tokens)},
                   {"of_examples", std::ssize(examples)},
                   {"examples", list},
                   {"promotes", promoted.empty() ? Finding() : wordsOf(*trace, promoted, true)},
                   {"suppresses", promoted.empty() ? Finding() : wordsOf(*trace, promoted, false)}};
}

} // namespace gf
