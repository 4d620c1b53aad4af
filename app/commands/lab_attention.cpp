// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that look at one run: dictionary, linear, rollout, score.
#include "app/commands/command.h"
#include "app/commands/lab_model.h"
#include "app/commands/numbers.h"
#include "app/commands/probing.h"
#include "core/measure/rollout.h"
#include "core/measure/score_split.h"
#include "core/measure/soft_dictionary.h"
#include "core/measure/token_mixing.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"
#include "core/train/linearity.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace gf {

namespace {

/// One place of the model: an attention, a head of it, a query and a key, counted from 1.
struct CellOptions {
    LabModelOptions model;
    std::string layer; ///< "encoder.0.self_attn"; empty: the first that will do
    Index head = 1, query = 1, key = 1;
};

void addCount(CLI::App& parser, const char* name, Index& value, const char* help) {
    parser.add_option(name, value, help)
        ->transform(wholeNumber(1, 1'000'000))
        ->type_name("N")
        ->capture_default_str();
}

void addLayer(CLI::App& parser, CellOptions& options) {
    parser
        .add_option("--layer", options.layer,
                    "Which sub-layer, by its name in a trace; if left out, the first")
        ->type_name("NAME");
}

/// The scope that the options name, of those that `suits`; otherwise the first.
Scope layerOf(const Trace& trace, const std::string& name, bool (*suits)(const Scope&)) {
    std::string known;
    for (const Node& node : trace.graph->nodes()) {
        if (node.role != Role::Forward || node.part != "output" || !suits(node.scope))
            continue;
        const std::string found = node.scope.nameOf("");
        if (name.empty() || name == found)
            return node.scope;
        known += (known.empty() ? "" : ", ") + found;
    }
    if (known.empty())
        throw Error("this model has no sub-layer of the kind that the lab looks at");
    throw UsageError("--layer is " + inQuotes(name) + "; this model has " + known);
}

void requireBelow(const char* what, Index number, Index count) {
    if (number > count)
        throw Error("there is no " + std::string(what) + " " + std::to_string(number) +
                    "; there are " + std::to_string(count));
}

/// Checks that head, query and key are there, of a matrix [H,T,S].
void requireCell(const CellOptions& options, const Shape& shape) {
    requireBelow("--head", options.head, shape[0]);
    requireBelow("--query", options.query, shape[1]);
    requireBelow("--key", options.key, shape[2]);
}

bool isAttention(const Scope& scope) {
    return scope.isAttention();
}

/// The words along the keys (or the queries) of an attention.
Tokens wordsAlong(const Trace& trace, const Scope& attention, int dimension) {
    return trace.labelsAlong(trace.graph->find(attention, "weights"), dimension);
}

LabNumbers numbersOf(const std::vector<double>& numbers) {
    LabNumbers list = LabNumbers::array();
    for (const double number : numbers)
        list.push_back(labNumber(number));
    return list;
}

LabNumbers matrixNumbers(const Tensor& matrix) {
    LabNumbers rows = LabNumbers::array();
    for (Index row = 0; row < matrix.shape()[0]; ++row)
        rows.push_back(labNumbers(rowOf(matrix, row)));
    return rows;
}

std::shared_ptr<const Trace> traceOf(const LabModelOptions& options, Run& run) {
    return probe(run, labExample(options.example, run));
}

// ---- dictionary --------------------------------------------------------------------------------

struct DictionaryOptions {
    CellOptions cell;
    double temperature = 1;
    std::optional<std::string> swap;
};

LabNumbers dictionary(const DictionaryOptions& options) {
    Run run = loadLabModel(options.cell.model);
    const auto trace = traceOf(options.cell.model, run);
    const Scope attention = layerOf(*trace, options.cell.layer, isAttention);
    const Shape shape = trace->value(trace->graph->find(attention, "weights")).shape();
    requireCell(options.cell, shape);
    LookupChange change{options.temperature, {}};
    if (options.swap) {
        const std::vector<Index> keys = indexList("--swap", *options.swap);
        if (keys.size() != 2 || std::ranges::min(keys) < 1)
            throw UsageError("--swap is " + inQuotes(*options.swap) +
                             ", but must be two keys, counted from 1, such as 2,5");
        requireBelow("--swap", std::ranges::max(keys), shape[2]);
        change.swapped = {keys[0] - 1, keys[1] - 1};
    }
    const std::optional<Lookup> found =
        lookUp(*trace, attention, options.cell.head - 1, options.cell.query - 1, change);
    if (!found)
        throw Error("this query sees no key");
    const Tokens keys = wordsAlong(*trace, attention, 2);
    return {{"attention", attention.nameOf("")},
            {"query", wordsAlong(*trace, attention, 1)[options.cell.query - 1]},
            {"keys", keys},
            {"weights", numbersOf(found->weights)},
            {"value", numbersOf(found->value)},
            {"hard_key", keys[found->likeliest]},
            {"hard_value", numbersOf(found->hard)},
            {"distance", labNumber(found->distance)}};
}

// ---- linear ------------------------------------------------------------------------------------

struct LinearOptions {
    CellOptions cell;
    double alpha = 2, beta = -1;
};

LabNumbers linear(const LinearOptions& options) {
    Run run = loadLabModel(options.cell.model);
    const auto trace = traceOf(options.cell.model, run);
    const Scope layer = layerOf(*trace, options.cell.layer, [](const Scope& scope) {
        return mixesTokens(scope) || scope.isAttention();
    });
    const Linearity found = linearityOf(*trace, *run.parameters, layer, options.alpha, options.beta,
                                        options.cell.model.seed);
    return {{"layer", layer.nameOf("")},
            {"frozen", labNumber(found.frozen.leftOver)},
            {"freed", labNumber(found.freed.leftOver)}};
}

// ---- rollout -----------------------------------------------------------------------------------

LabNumbers rollout(const LabModelOptions& options) {
    Run run = loadLabModel(options);
    const auto trace = traceOf(options, run);
    LabNumbers stacks = LabNumbers::object();
    for (const Rollout& stack : rollouts(*trace)) {
        LabNumbers layers = LabNumbers::array();
        for (std::size_t i = 0; i < stack.layers.size(); ++i)
            layers.push_back({{"rollout", matrixNumbers(stack.layers[i])},
                              {"alone", matrixNumbers(stack.alone[i])}});
        stacks[stack.stack] = layers;
    }
    if (stacks.empty())
        throw Error("this model has no layer that mixes tokens at once");
    return {{"stacks", stacks}};
}

// ---- score -------------------------------------------------------------------------------------

LabNumbers score(const CellOptions& options) {
    Run run = loadLabModel(options.model);
    const auto trace = traceOf(options.model, run);
    const Scope attention = layerOf(*trace, options.layer, isAttention);
    requireCell(options, trace->value(trace->graph->find(attention, "weights")).shape());
    const ScoreSplit split =
        splitScore(*trace, attention, options.head - 1, options.query - 1, options.key - 1);
    LabNumbers rows = LabNumbers::array();
    for (std::size_t q = 0; q < split.queryParts.size(); ++q) {
        const auto first = split.terms.begin() + static_cast<Index>(q * split.keyParts.size());
        rows.push_back(numbersOf({first, first + static_cast<Index>(split.keyParts.size())}));
    }
    return {{"attention", attention.nameOf("")}, {"score", labNumber(split.score)},
            {"sum", labNumber(split.sum())},     {"query_parts", split.queryParts},
            {"key_parts", split.keyParts},       {"contributions", rows}};
}

} // namespace

LabCommand addDictionaryLab(CLI::App& labs) {
    const auto options = std::make_shared<DictionaryOptions>();
    CLI::App* const parser = addLab(labs, "dictionary");
    addLabModelOptions(*parser, options->cell.model);
    addLayer(*parser, options->cell);
    addCount(*parser, "--head", options->cell.head, "Which head, from 1");
    addCount(*parser, "--query", options->cell.query, "Which token asks, from 1");
    parser->add_option("--temperature", options->temperature, "What scores are divided by")
        ->transform(number(0.001, 1000))
        ->type_name("X")
        ->capture_default_str();
    parser->add_option("--swap", options->swap, "Two keys, from 1, that change their values: 2,5")
        ->type_name("LIST");
    return {parser, [options] { return dictionary(*options); }};
}

LabCommand addLinearLab(CLI::App& labs) {
    const auto options = std::make_shared<LinearOptions>();
    CLI::App* const parser = addLab(labs, "linear");
    addLabModelOptions(*parser, options->cell.model);
    addLayer(*parser, options->cell);
    for (const auto& [name, value] :
         {std::pair("--alpha", &options->alpha), {"--beta", &options->beta}})
        parser->add_option(name, *value, "Of f(alpha·x + beta·y)")
            ->transform(number(-1000, 1000))
            ->type_name("X")
            ->capture_default_str();
    parser->footer("What is left over, as a share of the largest number: frozen, with the weights "
                   "that x has; freed, with those that each input makes");
    return {parser, [options] { return linear(*options); }};
}

LabCommand addRolloutLab(CLI::App& labs) {
    const auto options = std::make_shared<LabModelOptions>();
    CLI::App* const parser = addLab(labs, "rollout");
    addLabModelOptions(*parser, *options);
    parser->footer("A guess that looks at attention alone: row i says how much of each token "
                   "reaches token i");
    return {parser, [options] { return rollout(*options); }};
}

LabCommand addScoreLab(CLI::App& labs) {
    const auto options = std::make_shared<CellOptions>();
    CLI::App* const parser = addLab(labs, "score");
    addLabModelOptions(*parser, options->model);
    addLayer(*parser, *options);
    addCount(*parser, "--head", options->head, "Which head, from 1");
    addCount(*parser, "--query", options->query, "Which token asks, from 1");
    addCount(*parser, "--key", options->key, "Which token is asked, from 1");
    parser->footer("The contributions add up to the score, norms held at what they are");
    return {parser, [options] { return score(*options); }};
}

} // namespace gf
