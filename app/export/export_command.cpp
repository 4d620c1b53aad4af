// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/export_command.h"

#include "app/commands/output.h"
#include "app/commands/probing.h"
#include "app/export/export_step.h"
#include "core/graph/op.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "ui/steps/matrix.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <memory>
#include <numeric>

namespace gf {

namespace {

struct ExportOptions {
    ModelOptions model;
    ExampleOptions example;
    std::string step;
    std::string head = "all";
    std::string format;
    std::string out;
};

/// How many single-letter changes make one name of the other (Levenshtein 1966).
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row.back();
}

std::string closestNames(const Graph& graph, const std::string& name) {
    std::vector<std::pair<std::size_t, std::string>> names;
    for (const Node& node : graph.nodes())
        names.emplace_back(distance(name, node.name), node.name);
    std::ranges::stable_sort(names, {}, &std::pair<std::size_t, std::string>::first);
    std::string list;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, names.size()); ++i)
        list += (i ? ", " : "") + names[i].second;
    return list;
}

const Node& findStep(const Trace& trace, const std::string& name) {
    const NodeId id = trace.graph->find(name);
    if (id == noNode)
        throw Error("there is no step " + inQuotes(name) + " in this model; the closest are " +
                    closestNames(*trace.graph, name));
    return (*trace.graph)[id];
}

/// The head asked for, counted from 0; nothing for all of them. On the command line heads are
/// counted from 1, as on the screen.
std::optional<Index> headOf(const std::string& text, const Node& node) {
    if (text == "all")
        return std::nullopt;
    Index head = 0;
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), head);
    if (problem != std::errc{} || stop != text.data() + text.size())
        throw UsageError("--head is " + inQuotes(text) +
                         ", but must be a head's number, the first is 1, or all");
    if (!hasHeads(node))
        throw Error("the step " + inQuotes(node.name) +
                    " is not split into heads; leave --head out");
    if (head < 1 || head > node.shape[0])
        throw Error("--head is " + text + ", but " + node.name + " has the heads 1 to " +
                    std::to_string(node.shape[0]));
    return head - 1;
}

int runExport(const ExportOptions& options) {
    checkFiles(filesOf(options.model, options.out));
    Run run = loadModel(options.model);
    const bool gradients = options.step.starts_with(gradientPrefix);
    const ProbedExample probed = probe(run, options.example, gradients);
    const Node& node = findStep(*probed.trace, options.step);
    const std::optional<Index> head = headOf(options.head, node);
    exportStep(*probed.trace, node.id, head, options.format, options.out);
    print("%s\n", outputText(options.out).c_str());
    return 0;
}

} // namespace

ProgramCommand addExportCommand(CLI::App& program) {
    const auto options = std::make_shared<ExportOptions>();
    CLI::App* const parser =
        program.add_subcommand("export", "Write one step of an example as a figure or as numbers");
    addModelOptions(*parser, options->model);
    addExampleOptions(*parser, options->example,
                      "The right answer; a decoder-only model's text. If left out, an "
                      "encoder-decoder is given its own greedy answer");
    parser
        ->add_option("--step", options->step,
                     "A step, such as encoder.0.self_attn.weights, or its gradient, "
                     "grad/encoder.0.self_attn.weights (needs a target)")
        ->required()
        ->type_name("NAME");
    parser
        ->add_option("--head", options->head,
                     "One head, the first is 1; or all of them (the default)")
        ->type_name("N|all");
    parser->add_option("--format", options->format, "A figure: png, svg, pdf; numbers: csv, npy")
        ->required()
        ->check(CLI::IsMember({"png", "svg", "pdf", "csv", "npy"}));
    parser->add_option("--out", options->out, "Where it is written")->required()->type_name("PATH");
    parser->footer("glassformer export --model date.safetensors --source \"3 march 1997\" --step "
                   "decoder.0.cross_attn.weights --format svg --out weights.svg");
    return {parser, [options] { return runExport(*options); }};
}

} // namespace gf
