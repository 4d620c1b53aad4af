// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that run a model again: cost, lens, patch, padding, shuffle.
#include "app/commands/command.h"
#include "app/commands/lab_model.h"
#include "app/commands/numbers.h"
#include "app/commands/probing.h"
#include "core/measure/activity.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tensor/row.h"
#include "core/train/cost_timing.h"
#include "core/train/lens.h"
#include "core/train/padding.h"
#include "core/train/patch.h"
#include "core/train/shuffle.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>

namespace gf {

namespace {

// ---- cost --------------------------------------------------------------------------------------

struct CostOptions {
    LabModelOptions model;
    std::optional<Index> source, target; ///< tokens, special ones included
};

ModelGraph forwardOf(const ModelConfig& model, Index source, Index target) {
    return buildModel(model, {.sourceLength = model.hasEncoder() ? source : 0,
                              .targetLength = model.hasDecoder() ? target : 0,
                              .loss = false});
}

/// What other layers than the model's would cost in the place of self-attention.
LabNumbers costOfOthers(const Backend& backend, const ModelConfig& model, Index source,
                        Index target) {
    LabNumbers costs = LabNumbers::object();
    for (const PassCost& cost : costsInstead(backend, model, source, target))
        costs[std::string(cost.name)] = {
            {"multiplications", static_cast<std::int64_t>(cost.multiplications)},
            {"milliseconds", cost.milliseconds},
            {"one_after_the_other", cost.chain}};
    return costs;
}

/// What the last of so many tokens takes a model that writes; null where it does not write so.
LabNumbers costOfWriting(const Graph& graph, Index source, Index target) {
    const std::optional<WritingCost> cost = writingCostAt(graph, source, target);
    if (!cost)
        return nullptr;
    return {{"multiplications_anew", static_cast<std::int64_t>(cost->anew)},
            {"multiplications_kept", static_cast<std::int64_t>(cost->kept)},
            {"bytes_kept", static_cast<std::int64_t>(cost->bytes)}};
}

LabNumbers cost(const CostOptions& options) {
    Run run = loadLabModel(options.model);
    const ModelConfig& model = run.description.model;
    const auto trace = probe(run, labExample(options.model.example, run));
    const Index source = options.source.value_or(static_cast<Index>(trace->sourceTokens.size()));
    const Index target = options.target.value_or(static_cast<Index>(trace->targetTokens.size()));
    if (std::max(source, target) > model.maxLength)
        throw Error("--source-tokens and --target-tokens are at most the model's max_length, " +
                    std::to_string(model.maxLength));
    const ModelGraph built = forwardOf(model, source, target);
    const Cost counted = costOf(*built.graph);
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    LabNumbers multiplications = LabNumbers::object();
    LabNumbers milliseconds = LabNumbers::object();
    for (std::size_t i = 0; i < costParts; ++i) {
        const auto part = static_cast<CostPart>(i);
        if (part > CostPart::Output && counted.of(part) == 0)
            continue; // of another kind of model
        const std::string name(nameOf(part));
        multiplications[name] = static_cast<std::int64_t>(counted.of(part));
        milliseconds[name] = millisecondsOf(*backend, *run.parameters, *built.graph, part);
    }
    return {{"source_tokens", model.hasEncoder() ? source : 0},
            {"target_tokens", model.hasDecoder() ? target : 0},
            {"multiplications", multiplications},
            {"milliseconds", milliseconds},
            {"one_after_the_other", counted.chain},
            {"instead", costOfOthers(*backend, model, source, target)},
            {"writing", costOfWriting(*built.graph, source, target)}};
}

// ---- lens --------------------------------------------------------------------------------------

struct WordsOptions {
    LabModelOptions model;
    Index words = 5;
};

/// The words of the columns of the output: those of the vocabulary, a pointer's rows, ids.
std::string wordAt(const Trace& trace, const Node& output, Index column) {
    const Tokens words = trace.labelsAlong(output.id, 1);
    return column < static_cast<Index>(words.size()) ? words[column] : std::to_string(column);
}

LabNumbers likeliest(const Trace& trace, const Node& output, std::span<const float> row,
                     Index limit) {
    LabNumbers words = LabNumbers::array();
    for (const Index column : largestFirst(row, static_cast<std::size_t>(limit)))
        words.push_back({{"token", wordAt(trace, output, column)},
                         {"probability", labNumber(static_cast<double>(row[column]))}});
    return words;
}

/// What a lab runs its model with, as the window does.
struct LabBackend {
    ProbeBackends backends;
    const Backend& of(const Graph& graph) const { return backends.chosenFor(graph, false); }
};

LabNumbers lensOf(const WordsOptions& options) {
    Run run = loadLabModel(options.model);
    const auto trace = probe(run, labExample(options.model.example, run));
    const LabBackend backend;
    LabNumbers all = LabNumbers::array();
    for (const LensLayer& layer : lens(backend.of(*trace->graph), *run.parameters, *trace)) {
        const Node& output = (*trace->graph)[trace->graph->find("probabilities")];
        LabNumbers words = LabNumbers::array();
        for (Index row = 0; row < output.shape[0]; ++row)
            words.push_back(
                likeliest(*trace, output, rowOf(layer.probabilities, row), options.words));
        all.push_back({{"name", layer.name}, {"words", words}});
    }
    const LabNumbers input = all.front(); // what the first layer reads
    all.erase(all.begin());
    return {{"input", input}, {"layers", all}};
}

// ---- patch -------------------------------------------------------------------------------------

struct PatchOptions {
    LabModelOptions model;
    ExampleOptions other;
};

/// An example whose answer counts, even where it is the model's own.
ProbeExample answered(ProbeExample example, const ModelConfig& model) {
    if (!model.hasDecoder() && !example.loss)
        throw UsageError("the answers are compared, and an encoder-only model needs them; give "
                         "--target and --other-target");
    example.loss = true;
    return example;
}

LabNumbers patch(const PatchOptions& options) {
    if (!options.other.isGiven())
        throw UsageError("the other example is missing; give --other-source, or --other-target "
                         "of a decoder-only model");
    Run run = loadLabModel(options.model);
    const ModelConfig& model = run.description.model;
    const auto traced = [&](const ExampleOptions& example) {
        return probe(run, answered(labExample(example, run), model));
    };
    const auto own = traced(options.model.example);
    const auto second = traced(options.other);
    const LabBackend backend;
    Patch patch(backend.of(*own->graph), *run.parameters, own, second, answerColumns(*second));
    LabNumbers grids = LabNumbers::object();
    LabNumbers inputs = LabNumbers::object();
    LabNumbers steps = LabNumbers::object();
    for (std::size_t s = 0; s < patch.stacks().size(); ++s) {
        const Patch::Stack& stack = patch.stacks()[s];
        const auto began = std::chrono::steady_clock::now();
        patch.logits(s, 0, 0, 1);
        announce(stack.boundaries.size() * static_cast<std::size_t>(stack.tokens),
                 "cells of the " + stack.name + " are patched",
                 std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
        const Tensor grid = patch.grid(s);
        inputs[stack.name] = labNumbers(rowOf(grid, 0));
        for (Index layer = 1; layer < grid.shape()[0]; ++layer) {
            grids[stack.name].push_back(labNumbers(rowOf(grid, layer)));
            steps[stack.name].push_back((*own->graph)[stack.boundaries[layer]].name);
        }
    }
    return {{"log_probability", labNumber(patch.ownAnswer())},
            {"other_log_probability", labNumber(patch.otherAnswer())},
            {"steps", steps},
            {"grid", grids},
            {"input", inputs}};
}

// ---- padding -----------------------------------------------------------------------------------

struct PaddingOptions {
    LabModelOptions model;
    std::optional<std::string> lengths;
    Index pads = 0;
};

/// The weights of one query of the first attention whose keys are all padding.
LabNumbers hiddenRow(const Trace& trace) {
    LabNumbers row = LabNumbers::object();
    for (const Node& node : trace.graph->nodes()) {
        if (!node.scope.isAttention() || node.part != "scaled" || node.role != Role::Forward)
            continue;
        const std::span<const float> scores = rowOf(trace.value(node.id), 0);
        for (const auto& [name, mask] : {std::pair("masked", PaddingMask::Infinity),
                                         {"minus_million", PaddingMask::Million},
                                         {"unmasked", PaddingMask::None}})
            for (const double weight : weightsWithin(scores, 0, mask))
                row[name].push_back(labNumber(weight));
        return row;
    }
    return row;
}

LabNumbers padding(const PaddingOptions& options) {
    Run run = loadLabModel(options.model);
    const ModelConfig& model = run.description.model;
    const ProbeExample example = labExample(options.model.example, run);
    if (!example.loss)
        throw UsageError("a loss needs the right answer; give it with --target or --target-ids");
    const Sequence& cut = model.hasEncoder() ? example.source : example.target;
    const Index tokens = cut.length(model.features);
    std::vector<Index> lengths{tokens, std::max<Index>(1, tokens / 2)};
    if (options.lengths)
        lengths = indexList("--lengths", *options.lengths);
    for (const Index length : lengths)
        if (length < 1 || length > tokens)
            throw Error("--lengths has " + std::to_string(length) + ", but the example has " +
                        counted(tokens, "token") + " to keep");
    const Index longest =
        std::max(std::ranges::max(lengths), example.target.length(model.features));
    if (longest + 1 + options.pads > model.maxLength)
        throw Error("--pads is " + std::to_string(options.pads) +
                    ", for which the model's max_length has no room");
    const ProbeBackends backends;
    const auto trace = probe(run, example);
    const ProbedModel probed{backends.chosenFor(*trace->graph, false), model, *run.parameters,
                             run.description.vocabularies};
    const PaddingLosses losses = paddingLosses(probed, example, lengths, options.pads);
    return {{"lengths", lengths},
            {"pads", options.pads},
            {"loss",
             {{"single", labNumber(losses.single)},
              {"masked", labNumber(losses.masked)},
              {"unmasked", labNumber(losses.unmasked)},
              {"minus_million", labNumber(losses.million)}}},
            {"hidden_row", hiddenRow(*trace)}};
}

// ---- shuffle -----------------------------------------------------------------------------------

struct ShuffleOptions {
    LabModelOptions model;
    std::optional<std::string> order;
};

LabNumbers shuffleOf(const ShuffleOptions& options) {
    Run run = loadLabModel(options.model);
    const ModelConfig& model = run.description.model;
    const ProbeExample example = labExample(options.model.example, run);
    const Index tokens = example.source.length(model.features);
    std::vector<Index> places(tokens);
    std::iota(places.begin(), places.end(), Index(0));
    const std::vector<Index> order = options.order
                                         ? indexList("--order", *options.order)
                                         : std::vector<Index>(places.rbegin(), places.rend());
    if (model.hasEncoder() && !std::ranges::is_permutation(order, places))
        throw Error("--order must have each place of the source once, 0 to " +
                    std::to_string(tokens - 1));
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    const ShuffleResult result =
        shuffle({*backend, model, *run.parameters, run.description.vocabularies}, example, order);
    LabNumbers differences = LabNumbers::object();
    for (const ShuffledStep& step : result.steps)
        differences[(*result.original->graph)[step.node].name] = labNumber(step.difference);
    return {{"order", order},
            {"source", result.original->sourceTokens},
            {"shuffled", result.shuffled->sourceTokens},
            {"largest_difference", differences}};
}

} // namespace

LabCommand addCostLab(CLI::App& labs) {
    const auto options = std::make_shared<CostOptions>();
    CLI::App* const parser = addLab(labs, "cost");
    addLabModelOptions(*parser, options->model);
    const auto addLength = [&](const char* name, std::optional<Index>& value, const char* what) {
        parser->add_option(name, value, what)->transform(wholeNumber(1, 4096))->type_name("N");
    };
    addLength("--source-tokens", options->source,
              "M, special tokens included; if left out, the example's");
    addLength("--target-tokens", options->target, "N, likewise");
    parser->footer("multiplications of one pass of one example, counted in the graph's matrix "
                   "products; milliseconds of the same products on one thread of this machine");
    return {parser, [options] { return cost(*options); }};
}

LabCommand addLensLab(CLI::App& labs) {
    const auto options = std::make_shared<WordsOptions>();
    CLI::App* const parser = addLab(labs, "lens");
    addLabModelOptions(*parser, options->model);
    parser->add_option("--words", options->words, "How many of the likeliest words")
        ->transform(wholeNumber(1, 1'000'000))
        ->type_name("N")
        ->capture_default_str();
    return {parser, [options] { return lensOf(*options); }};
}

LabCommand addPatchLab(CLI::App& labs) {
    const auto options = std::make_shared<PatchOptions>();
    CLI::App* const parser = addLab(labs, "patch");
    addLabModelOptions(*parser, options->model);
    addOtherExample(*parser, options->other);
    parser->footer("Each number of the grid: what one cell of the residual stream of the other "
                   "example, put into this one's run, brings back of the other's answer; 1 is all");
    return {parser, [options] { return patch(*options); }};
}

LabCommand addPaddingLab(CLI::App& labs) {
    const auto options = std::make_shared<PaddingOptions>();
    CLI::App* const parser = addLab(labs, "padding");
    addLabModelOptions(*parser, options->model);
    parser
        ->add_option("--lengths", options->lengths,
                     "Of the examples of one batch: how many tokens of the source each one keeps; "
                     "such as 3,5. All are padded to the longest")
        ->type_name("LIST");
    parser->add_option("--pads", options->pads, "Tokens of padding after the longest, too")
        ->transform(wholeNumber(0, 4096))
        ->type_name("N")
        ->capture_default_str();
    return {parser, [options] { return padding(*options); }};
}

LabCommand addShuffleLab(CLI::App& labs) {
    const auto options = std::make_shared<ShuffleOptions>();
    CLI::App* const parser = addLab(labs, "shuffle");
    addLabModelOptions(*parser, options->model);
    parser
        ->add_option("--order", options->order,
                     "Which token of the source, from 0, comes first, second, …: 2,0,1; <eos> "
                     "stays. If left out, reversed")
        ->type_name("LIST");
    parser->footer("Computed in double precision: what is left of a step that moves along is "
                   "rounding");
    return {parser, [options] { return shuffleOf(*options); }};
}

} // namespace gf
