// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that look at one run: dictionary, linear, rollout, score.
#include "core/io/quote.h"
#include "core/lab_runs/each_lab.h"
#include "core/measure/rollout.h"
#include "core/measure/score_split.h"
#include "core/measure/soft_dictionary.h"
#include "core/measure/token_mixing.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"
#include "core/train/linearity.h"

#include <algorithm>
#include <memory>

namespace gf {

namespace {

/// The scope that the knobs name, of those that `suits`; otherwise the first.
Scope layerOf(const Trace& trace, const KnobValues& knobs, bool (*suits)(const Scope&)) {
    const std::string name = knobs.has("layer") ? knobs.text("layer") : std::string();
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
    throw LabUsageError("--layer is " + inQuotes(name) + "; this model has " + known);
}

void requireBelow(const char* what, Index number, Index count) {
    if (number > count)
        throw Error("there is no " + std::string(what) + " " + std::to_string(number) +
                    "; there are " + std::to_string(count));
}

/// One place of an attention's matrix [H,T,S], counted from 0.
struct WeightPlace {
    Index head = 0, query = 0, key = 0;
};

/// Where the knobs say; a lab without a knob for keys has the first.
WeightPlace placeIn(const KnobValues& knobs, const Shape& shape) {
    const auto place = [&](std::string_view knob, int dimension) -> Index {
        if (!knobs.has(knob))
            return 0;
        requireBelow(("--" + std::string(knob)).c_str(), knobs.whole(knob), shape[dimension]);
        return knobs.whole(knob) - 1;
    };
    return {place("head", 0), place("query", 1), place("key", 2)};
}

bool isAttention(const Scope& scope) {
    return scope.isAttention();
}

/// The words along the keys (or the queries) of an attention.
Tokens wordsAlong(const Trace& trace, const Scope& attention, int dimension) {
    return trace.labelsAlong(trace.graph->find(attention, "weights"), dimension);
}

// ---- dictionary --------------------------------------------------------------------------------

} // namespace

LabFound lab_run::dictionary(const LabQuestion& asked, const LabWatch&) {
    const auto trace = traceOf(*asked.model);
    const Scope attention = layerOf(*trace, asked.knobs, isAttention);
    const Shape shape = trace->value(trace->graph->find(attention, "weights")).shape();
    const WeightPlace at = placeIn(asked.knobs, shape);
    LookupChange change{asked.knobs.real("temperature"), {}};
    if (asked.knobs.has("swap")) {
        const std::vector<Index> keys = asked.knobs.numbers("swap");
        if (keys.size() != 2)
            throw LabUsageError("--swap is " + inQuotes(asked.knobs.text("swap")) +
                                ", but must be two keys, counted from 1, such as 2,5");
        requireBelow("--swap", std::ranges::max(keys), shape[2]);
        change.swapped = {keys[0] - 1, keys[1] - 1};
    }
    const std::optional<Lookup> found = lookUp(*trace, attention, at.head, at.query, change);
    if (!found)
        throw Error("this query sees no key");
    const Tokens keys = wordsAlong(*trace, attention, 2);
    return Finding{{"attention", attention.nameOf("")},
                   {"query", wordsAlong(*trace, attention, 1)[at.query]},
                   {"keys", keys},
                   {"weights", found->weights},
                   {"value", found->value},
                   {"hard_key", keys[found->likeliest]},
                   {"hard_value", found->hard},
                   {"distance", found->distance}};
}

// ---- linear ------------------------------------------------------------------------------------

LabFound lab_run::linear(const LabQuestion& asked, const LabWatch&) {
    const auto trace = traceOf(*asked.model);
    const Scope layer = layerOf(*trace, asked.knobs, [](const Scope& scope) {
        return mixesTokens(scope) || scope.isAttention();
    });
    const Linearity found =
        linearityOf(*trace, asked.model->parameters, layer, asked.knobs.real("alpha"),
                    asked.knobs.real("beta"), asked.seed);
    LabFound said = Finding{{"layer", layer.nameOf("")},
                            {"frozen", found.frozen.leftOver},
                            {"freed", found.freed.leftOver}};
    said.matrices = {found.frozen.ofSum, found.frozen.sumOf, found.freed.ofSum, found.freed.sumOf};
    return said;
}

// ---- rollout -----------------------------------------------------------------------------------

LabFound lab_run::rollout(const LabQuestion& asked, const LabWatch&) {
    const auto trace = traceOf(*asked.model);
    Finding stacks = Finding::Fields();
    for (const Rollout& stack : rollouts(*trace)) {
        Finding layers = Finding::List();
        for (std::size_t i = 0; i < stack.layers.size(); ++i)
            layers.push_back(
                {{"rollout", Finding(stack.layers[i])}, {"alone", Finding(stack.alone[i])}});
        stacks[stack.stack] = layers;
    }
    if (stacks.fields()->empty())
        throw Error("this model has no layer that mixes tokens at once");
    return Finding{{"stacks", stacks}};
}

// ---- score -------------------------------------------------------------------------------------

LabFound lab_run::score(const LabQuestion& asked, const LabWatch&) {
    const auto trace = traceOf(*asked.model);
    const Scope attention = layerOf(*trace, asked.knobs, isAttention);
    const WeightPlace at =
        placeIn(asked.knobs, trace->value(trace->graph->find(attention, "weights")).shape());
    const ScoreSplit split = splitScore(*trace, attention, at.head, at.query, at.key);
    Finding rows = Finding::List();
    for (std::size_t q = 0; q < split.queryParts.size(); ++q) {
        const auto first = split.terms.begin() + static_cast<Index>(q * split.keyParts.size());
        rows.push_back(
            Finding(std::vector<double>{first, first + static_cast<Index>(split.keyParts.size())}));
    }
    return Finding{{"attention", attention.nameOf("")},
                   {"score", split.score},
                   {"sum", split.sum()},
                   {"query_parts", split.queryParts},
                   {"key_parts", split.keyParts},
                   {"contributions", rows}};
}

} // namespace gf
