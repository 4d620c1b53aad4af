// SPDX-License-Identifier: GPL-3.0-or-later
// The lab that writes a model down as PyTorch.
#include "app/commands/lab_model.h"
#include "app/commands/probing.h"
#include "core/io/quote.h"
#include "core/measure/code_listing.h"
#include "core/tensor/error.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace gf {

namespace {

struct CodeOptions {
    LabModelOptions model;
    std::string step;
};

LabNumbers code(const CodeOptions& options) {
    Run run = loadLabModel(options.model);
    const auto trace = probe(run, labExample(options.model.example, run));
    const Graph& graph = *trace->graph;
    if (const auto reason = withoutListing(graph))
        throw Error(*reason);
    const NodeId step = options.step.empty() ? noNode : graph.find(options.step);
    if (step == noNode && !options.step.empty())
        throw Error("this model has no step " + inQuotes(options.step) +
                    "; without --step each line names its own");
    const CodeListing listing = codeListing(graph, step);
    LabNumbers lines = LabNumbers::array();
    for (const CodeLine& line : listing.lines) {
        LabNumbers steps = LabNumbers::array();
        for (const NodeId id : line.steps)
            steps.push_back(graph[id].name);
        lines.push_back({{"text", line.text}, {"shape", line.shape}, {"steps", steps}});
    }
    return {{"step", options.step},
            {"line", listing.highlighted < 0 ? LabNumbers() : LabNumbers(listing.highlighted + 1)},
            {"lines", lines}};
}

} // namespace

LabCommand addCodeLab(CLI::App& labs) {
    const auto options = std::make_shared<CodeOptions>();
    CLI::App* const parser = addLab(labs, "code");
    addLabModelOptions(*parser, options->model);
    parser->add_option("--step", options->step, "The step whose line is wanted, counted from 1")
        ->type_name("NAME");
    parser->footer("text, a line each, is a Python program with functions from model(w, source, "
                   "target) on; w holds the model's weights by name, as they are saved");
    return {parser, [options] { return code(*options); }};
}

} // namespace gf
