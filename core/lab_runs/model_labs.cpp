// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that run a model again: cost, lens, patch, padding, shuffle.
#include "core/lab_runs/each_lab.h"
#include "core/measure/activity.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tensor/row.h"
#include "core/train/cost_timing.h"
#include "core/train/lens.h"
#include "core/train/padding.h"
#include "core/train/patch.h"
#include "core/train/probe_backend.h"
#include "core/train/shuffle.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>

namespace gf {

namespace {

// ---- cost --------------------------------------------------------------------------------------

ModelGraph forwardOf(const ModelConfig& model, Index source, Index target) {
    return buildModel(model, {.sourceLength = model.hasEncoder() ? source : 0,
                              .targetLength = model.hasDecoder() ? target : 0,
                              .loss = false});
}

/// What other layers than the model's would cost in the place of self-attention.
Finding costOfOthers(const Backend& backend, const ModelConfig& model, Index source, Index target) {
    Finding costs = Finding::Fields();
    for (const PassCost& cost : costsInstead(backend, model, source, target))
        costs[std::string(cost.name)] = {
            {"multiplications", static_cast<std::int64_t>(cost.multiplications)},
            {"milliseconds", cost.milliseconds},
            {"one_after_the_other", cost.chain}};
    return costs;
}

/// What the last of so many tokens takes a model that writes; null where it does not write so.
Finding costOfWriting(const Graph& graph, Index source, Index target) {
    const std::optional<WritingCost> cost = writingCostAt(graph, source, target);
    if (!cost)
        return {};
    return Finding{{"multiplications_anew", static_cast<std::int64_t>(cost->anew)},
                   {"multiplications_kept", static_cast<std::int64_t>(cost->kept)},
                   {"bytes_kept", static_cast<std::int64_t>(cost->bytes)}};
}

} // namespace

Finding lab_run::cost(const LabQuestion& asked, const LabWatch&) {
    const ModelConfig& model = asked.model->description.model;
    const auto trace = traceOf(*asked.model);
    /// As many tokens as its knob says, else the knob of both, else as the example has.
    const auto tokens = [&](std::string_view knob, const Tokens& own) {
        return asked.knobs.has(knob)       ? asked.knobs.whole(knob)
               : asked.knobs.has("tokens") ? asked.knobs.whole("tokens")
                                           : static_cast<Index>(own.size());
    };
    const Index source = tokens("source-tokens", trace->sourceTokens);
    const Index target = tokens("target-tokens", trace->targetTokens);
    if (std::max(source, target) > model.maxLength)
        throw Error("--source-tokens and --target-tokens are at most the model's max_length, " +
                    std::to_string(model.maxLength));
    const ModelGraph built = forwardOf(model, source, target);
    const Cost counted = costOf(*built.graph);
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    Finding multiplications = Finding::Fields();
    Finding milliseconds = Finding::Fields();
    for (std::size_t i = 0; i < costParts; ++i) {
        const auto part = static_cast<CostPart>(i);
        if (part > CostPart::Output && counted.of(part) == 0)
            continue; // of another kind of model
        const std::string name(nameOf(part));
        multiplications[name] = static_cast<std::int64_t>(counted.of(part));
        milliseconds[name] = millisecondsOf(*backend, asked.model->parameters, *built.graph, part);
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

namespace {

/// The words of the columns of the output: those of the vocabulary, a pointer's rows, ids.
std::string wordAt(const Trace& trace, const Node& output, Index column) {
    const Tokens words = trace.labelsAlong(output.id, 1);
    return column < static_cast<Index>(words.size()) ? words[column] : std::to_string(column);
}

Finding likeliest(const Trace& trace, const Node& output, std::span<const float> row, Index limit) {
    Finding words = Finding::List();
    for (const Index column : largestFirst(row, static_cast<std::size_t>(limit)))
        words.push_back({{"token", wordAt(trace, output, column)},
                         {"probability", static_cast<double>(row[column])}});
    return words;
}

/// What a lab runs its model with, as the window does.
struct LabBackend {
    ProbeBackends backends;
    const Backend& of(const Graph& graph) const { return backends.chosenFor(graph, false); }
};

} // namespace

Finding lab_run::lens(const LabQuestion& asked, const LabWatch&) {
    const auto trace = traceOf(*asked.model);
    const LabBackend backend;
    Finding::List all;
    for (const LensLayer& layer :
         gf::lens(backend.of(*trace->graph), asked.model->parameters, *trace)) {
        const Node& output = (*trace->graph)[trace->graph->find("probabilities")];
        const Index count = asked.knobs.whole("words");
        Finding words = Finding::List();
        for (Index row = 0; row < output.shape[0]; ++row)
            words.push_back(likeliest(*trace, output, rowOf(layer.probabilities, row), count));
        all.push_back(Finding{{"name", layer.name}, {"words", words}});
    }
    const Finding input = all.front(); // what the first layer reads
    all.erase(all.begin());
    return {{"input", input}, {"layers", all}};
}

// ---- patch -------------------------------------------------------------------------------------

namespace {

/// An example whose answer counts, even where it is the model's own.
ProbeExample answered(ProbeExample example, const ModelConfig& model) {
    if (!model.hasDecoder() && !example.loss)
        throw LabUsageError("the answers are compared, and an encoder-only model needs them; give "
                            "--target and --other-target");
    example.loss = true;
    return example;
}

} // namespace

Finding lab_run::patch(const LabQuestion& asked, const LabWatch& watch) {
    const LabModel& model = *asked.model;
    const auto traced = [&](const ProbeExample& example) {
        return traceOf(model, answered(example, model.description.model));
    };
    const auto own = traced(model.example);
    const auto second = traced(*model.other);
    const LabBackend backend;
    Patch patch(backend.of(*own->graph), model.parameters, own, second, answerColumns(*second));
    Finding grids = Finding::Fields();
    Finding inputs = Finding::Fields();
    Finding steps = Finding::Fields();
    for (std::size_t s = 0; s < patch.stacks().size(); ++s) {
        const Patch::Stack& stack = patch.stacks()[s];
        const auto began = std::chrono::steady_clock::now();
        patch.logits(s, 0, 0, 1);
        announce(watch, stack.boundaries.size() * static_cast<std::size_t>(stack.tokens),
                 "cells of the " + stack.name + " are patched",
                 std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
        const Tensor grid = patch.grid(s);
        inputs[stack.name] = rowOf(grid, 0);
        for (Index layer = 1; layer < grid.shape()[0]; ++layer) {
            grids[stack.name].push_back(rowOf(grid, layer));
            steps[stack.name].push_back((*own->graph)[stack.boundaries[layer]].name);
        }
    }
    return {{"log_probability", patch.ownAnswer()},
            {"other_log_probability", patch.otherAnswer()},
            {"steps", steps},
            {"grid", grids},
            {"input", inputs}};
}

// ---- padding -----------------------------------------------------------------------------------

namespace {

/// The weights of one query of the first attention whose keys are all padding.
Finding hiddenRow(const Trace& trace) {
    Finding row = Finding::Fields();
    for (const Node& node : trace.graph->nodes()) {
        if (!node.scope.isAttention() || node.part != "scaled" || node.role != Role::Forward)
            continue;
        const std::span<const float> scores = rowOf(trace.value(node.id), 0);
        for (const auto& [name, mask] : {std::pair("masked", PaddingMask::Infinity),
                                         {"minus_million", PaddingMask::Million},
                                         {"unmasked", PaddingMask::None}})
            for (const double weight : weightsWithin(scores, 0, mask))
                row[name].push_back(weight);
        return row;
    }
    return row;
}

} // namespace

Finding lab_run::padding(const LabQuestion& asked, const LabWatch&) {
    const RunDescription& run = asked.model->description;
    const ModelConfig& model = run.model;
    const ProbeExample& example = asked.model->example;
    if (!example.loss)
        throw LabUsageError("a loss needs the right answer; give it with --target or --target-ids");
    const Sequence& cut = model.hasEncoder() ? example.source : example.target;
    const Index tokens = cut.length(model.features);
    const Index pads = asked.knobs.whole("pads");
    std::vector<Index> lengths{tokens, std::max<Index>(1, tokens / 2)};
    if (asked.knobs.has("lengths"))
        lengths = asked.knobs.numbers("lengths");
    for (const Index length : lengths)
        if (length < 1 || length > tokens)
            throw Error("--lengths has " + std::to_string(length) + ", but the example has " +
                        counted(tokens, "token") + " to keep");
    const Index longest =
        std::max(std::ranges::max(lengths), example.target.length(model.features));
    if (longest + 1 + pads > model.maxLength)
        throw Error("--pads is " + std::to_string(pads) +
                    ", for which the model's max_length has no room");
    const ProbeBackends backends;
    const auto trace = traceOf(*asked.model);
    const ProbedModel probed{backends.chosenFor(*trace->graph, false), model,
                             asked.model->parameters, run.vocabularies};
    const PaddingLosses losses = paddingLosses(probed, example, lengths, pads);
    return {{"lengths", lengths},
            {"pads", pads},
            {"loss",
             {{"single", losses.single},
              {"masked", losses.masked},
              {"unmasked", losses.unmasked},
              {"minus_million", losses.million}}},
            {"hidden_row", hiddenRow(*trace)}};
}

// ---- shuffle -----------------------------------------------------------------------------------

Finding lab_run::shuffle(const LabQuestion& asked, const LabWatch&) {
    const RunDescription& run = asked.model->description;
    const ModelConfig& model = run.model;
    const ProbeExample& example = asked.model->example;
    const Index tokens = example.source.length(model.features);
    std::vector<Index> places(tokens);
    std::iota(places.begin(), places.end(), Index(0));
    const std::vector<Index> order = asked.knobs.has("order")
                                         ? asked.knobs.numbers("order")
                                         : std::vector<Index>(places.rbegin(), places.rend());
    if (model.hasEncoder() && !std::ranges::is_permutation(order, places))
        throw Error("--order must have each place of the source once, 0 to " +
                    std::to_string(tokens - 1));
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    const ShuffleResult result =
        gf::shuffle({*backend, model, asked.model->parameters, run.vocabularies}, example, order);
    Finding differences = Finding::Fields();
    for (const ShuffledStep& step : result.steps)
        differences[(*result.original->graph)[step.node].name] = step.difference;
    return {{"order", order},
            {"source", result.original->sourceTokens},
            {"shuffled", result.shuffled->sourceTokens},
            {"largest_difference", differences}};
}

} // namespace gf
