// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that run a model again: cost, lens, padding, shuffle.
#include "core/graph/word_at.h"
#include "core/lab_runs/each_lab.h"
#include "core/measure/activity.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tensor/row.h"
#include "core/train/cost_timing.h"
#include "core/train/lens.h"
#include "core/train/padding.h"
#include "core/train/probe_backend.h"
#include "core/train/shuffle.h"
#include "core/train/training_memory.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace gf {

namespace {

// ---- cost --------------------------------------------------------------------------------------

ModelGraph forwardOf(const ModelConfig& model, Index source, Index target) {
    return buildModel(model, {.sourceLength = model.hasEncoder() ? source : 0,
                              .targetLength = model.hasDecoder() ? target : 0,
                              .loss = false});
}

/// What other layers than the model's would cost in the place of self-attention.
Finding costOfOthers(const std::vector<PassCost>& instead) {
    Finding costs = Finding::Fields();
    for (const PassCost& cost : instead)
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

/// What keys and values of all tokens take, with fewer heads that have keys and values of their own
/// too: all of them, half, … one (Shazeer 2019; Ainslie et al. 2023). Null where a model writes not
/// so.
Finding costOfCaches(ModelConfig model, Index source, Index target) {
    Finding caches = Finding::List();
    for (Index heads = model.heads; heads > 0; heads = heads % 2 == 0 ? heads / 2 : 0) {
        model.kvHeads = heads;
        const ModelGraph built = forwardOf(model, source, target);
        const std::optional<WritingCost> cost = writingCostAt(*built.graph, source, target);
        if (!cost)
            return {};
        caches.push_back({{"kv_heads", heads}, {"bytes", static_cast<std::int64_t>(cost->bytes)}});
    }
    return caches;
}

/// What a training step holds, in bytes.
Finding costOfTraining(const ModelConfig& model, const TrainConfig& train, Index source,
                       Index target) {
    const TrainingMemory memory = trainingMemory(model, train, model.hasEncoder() ? source : 0,
                                                 model.hasDecoder() ? target : 0);
    return Finding{{"batch", train.batch},
                   {"parameters", memory.parameters},
                   {"gradients", memory.gradients},
                   {"optimizer", memory.optimizer},
                   {"activations", memory.activations}};
}

} // namespace

LabFound lab_run::cost(const LabQuestion& asked, const LabWatch& watch) {
    ModelConfig model = asked.model->description.model;
    const auto trace = traceOf(*asked.model);
    /// As many tokens as its knob says, else the knob of both, else as the example has.
    const auto tokens = [&](std::string_view knob, const Tokens& own) {
        return asked.knobs.has(knob)       ? asked.knobs.whole(knob)
               : asked.knobs.has("tokens") ? asked.knobs.whole("tokens")
                                           : static_cast<Index>(own.size());
    };
    const Index source = tokens("source-tokens", trace->sourceTokens);
    const Index target = tokens("target-tokens", trace->targetTokens);
    if (asked.model->isShown())
        model.maxLength = std::max({model.maxLength, source, target});
    if (std::max(source, target) > model.maxLength)
        throw Error("--source-tokens and --target-tokens are at most the model's max_length, " +
                    std::to_string(model.maxLength));
    const ModelGraph built = forwardOf(model, source, target);
    if (asked.model->isShown() && asked.knobs.text("view") == "memory")
        return Finding{
            {"caches", costOfCaches(model, source, target)},
            {"memory", costOfTraining(model, asked.model->description.train, source, target)}};
    const Cost counted = costOf(*built.graph);
    const MeasuredCost measured =
        measureCost(*makeBackend("cpu"), model, source, target, watch.stop);
    Finding multiplications = Finding::Fields();
    Finding milliseconds = Finding::Fields();
    for (std::size_t i = 0; i < costParts; ++i) {
        const auto part = static_cast<CostPart>(i);
        if (part > CostPart::Output && counted.of(part) == 0)
            continue; // of another kind of model
        const std::string name(nameOf(part));
        multiplications[name] = static_cast<std::int64_t>(counted.of(part));
        milliseconds[name] = measured.milliseconds[i];
    }
    Finding found{{"source_tokens", model.hasEncoder() ? source : 0},
                  {"target_tokens", model.hasDecoder() ? target : 0},
                  {"multiplications", multiplications},
                  {"milliseconds", milliseconds},
                  {"one_after_the_other", counted.chain},
                  {"instead", costOfOthers(measured.instead)},
                  {"writing", costOfWriting(*built.graph, source, target)}};
    found["caches"] = costOfCaches(model, source, target);
    found["memory"] = costOfTraining(model, asked.model->description.train, source, target);
    return found;
}

// ---- lens --------------------------------------------------------------------------------------

namespace {

/// `words` are those of the columns of the output: of the vocabulary, a pointer's rows; else ids.
Finding likeliest(const Tokens& words, std::span<const float> row, Index limit) {
    Finding all = Finding::List();
    for (const Index column : largestFirst(row, static_cast<std::size_t>(limit)))
        all.push_back(
            {{"token", wordAt(words, column)}, {"probability", static_cast<double>(row[column])}});
    return all;
}

} // namespace

LabFound lab_run::lens(const LabQuestion& asked, const LabWatch&) {
    const auto trace = traceOf(*asked.model);
    const ProbeBackends backends;
    const ProbedModel model = probed(*asked.model, backends.chosenFor(*trace->graph, false));
    const std::vector<LensLayer> layers = gf::lens(model.backend, model.parameters, *trace);
    const Node& output = (*trace->graph)[trace->graph->find("probabilities")];
    const Tokens known = trace->labelsAlong(output.id, 1);
    Finding::List all;
    for (const LensLayer& layer : layers) {
        Finding words = Finding::List();
        for (Index row = 0; row < output.shape[0]; ++row)
            words.push_back(
                likeliest(known, rowOf(layer.probabilities, row), asked.knobs.whole("words")));
        all.push_back(Finding{{"name", layer.name}, {"words", words}});
    }
    const Finding input = all.front(); // what the first layer reads
    all.erase(all.begin());
    return Finding{{"input", input}, {"layers", all}};
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

LabFound lab_run::padding(const LabQuestion& asked, const LabWatch&) {
    const RunDescription& run = asked.model->description;
    const ModelConfig& model = run.model;
    const ProbeExample& example = asked.model->example;
    requireAnswer(*asked.model);
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
    if (pads > 0 && longest + 1 + pads > model.maxLength)
        throw Error("--pads is " + std::to_string(pads) +
                    ", for which the model's max_length has no room");
    const ProbeBackends backends;
    const auto trace = traceOf(*asked.model);
    const PaddingLosses losses = paddingLosses(
        probed(*asked.model, backends.chosenFor(*trace->graph, false)), example, lengths, pads);
    return Finding{{"lengths", lengths},
                   {"pads", pads},
                   {"loss",
                    {{"single", losses.single},
                     {"masked", losses.masked},
                     {"unmasked", losses.unmasked},
                     {"minus_million", losses.million}}},
                   {"hidden_row", hiddenRow(*trace)}};
}

// ---- shuffle -----------------------------------------------------------------------------------

LabFound lab_run::shuffle(const LabQuestion& asked, const LabWatch&) {
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
    const ShuffleResult result = gf::shuffle(probed(*asked.model, *backend), example, order);
    Finding::Fields differences;
    for (const ShuffledStep& step : result.steps)
        differences.emplace_back((*result.original->graph)[step.node].name, step.difference);
    LabFound found = Finding{{"order", order},
                             {"source", result.original->sourceTokens},
                             {"shuffled", result.shuffled->sourceTokens},
                             {"largest_difference", differences}};
    found.trace = result.shuffled;
    return found;
}

} // namespace gf
