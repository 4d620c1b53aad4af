// SPDX-License-Identifier: GPL-3.0-or-later
// The lab that writes a model down as PyTorch.
#include "core/io/quote.h"
#include "core/lab_runs/each_lab.h"
#include "core/measure/code_listing.h"
#include "core/tensor/error.h"

#include <memory>

namespace gf {

LabFound lab_run::code(const LabQuestion& asked, const LabWatch&) {
    const auto trace = traceOf(*asked.model);
    const std::string named = asked.knobs.has("step") ? asked.knobs.text("step") : std::string();
    const Graph& graph = *trace->graph;
    if (const auto reason = withoutListing(graph))
        throw Error(*reason);
    const NodeId step = named.empty() ? noNode : graph.find(named);
    if (step == noNode && !named.empty())
        throw Error("this model has no step " + inQuotes(named) +
                    "; without --step each line names its own");
    const CodeListing listing = codeListing(graph, step);
    Finding lines = Finding::List();
    for (const CodeLine& line : listing.lines) {
        Finding steps = Finding::List();
        for (const NodeId id : line.steps)
            steps.push_back(graph[id].name);
        lines.push_back({{"text", line.text}, {"shape", line.shape}, {"steps", steps}});
    }
    return Finding{{"step", named},
                   {"line", listing.highlighted < 0 ? Finding() : Finding(listing.highlighted + 1)},
                   {"lines", lines}};
}

} // namespace gf
