// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/output.h"
#include "app/commands/probing.h"
#include "core/graph/op.h"
#include "core/io/quote.h"
#include "core/io/safetensors.h"

#include <nlohmann/json.hpp>

#include <deque>
#include <memory>

namespace gf {

namespace {

struct TraceOptions {
    ModelOptions model;
    ExampleOptions example;
    bool gradients = false;
    std::string out;
};

std::map<std::string, std::string> metadataOf(const Run& run, const Trace& trace) {
    return {{"format", "glassformer-trace"},
            {"config", toJson(run.description.model).dump()},
            {"model", trace.model},
            {"step", std::to_string(trace.step)},
            {"source_tokens", nlohmann::json(trace.sourceTokens).dump()},
            {"target_tokens", nlohmann::json(trace.targetTokens).dump()},
            {"labels", nlohmann::json(trace.labels).dump()},
            {"target_is_predicted", trace.answered ? "true" : "false"}};
}

/// Writes all matrices from where the trace has them, and returns how many there were.
std::size_t write(const std::string& path, const Run& run, const Trace& trace) {
    // Token ids are whole numbers in a file, though they are floats in a program.
    std::deque<std::vector<std::int64_t>> ids;
    std::vector<TensorView> tensors;
    for (const Node& node : trace.graph->nodes()) {
        const Tensor& value = trace.value(node.id);
        if (value.empty())
            continue;
        tensors.push_back({node.name, value.shape(), value.values()});
        if (node.op->kind() == OpKind::Input && node.part == "ids")
            tensors.back().numbers = std::span<const std::int64_t>(
                ids.emplace_back(value.values().begin(), value.values().end()));
    }
    writeSafetensors(path, tensors, metadataOf(run, trace));
    return tensors.size();
}

int trace(const TraceOptions& options) {
    checkFiles(filesOf(options.model, options.out));
    Run run = loadModel(options.model);
    const std::shared_ptr<const Trace> probed =
        probe(run, exampleOrAnswer(run, options.example, options.gradients));
    const std::size_t count = write(options.out, run, *probed);
    print("%s matrices in %s\n", std::to_string(count).c_str(), printable(options.out).c_str());
    return 0;
}

} // namespace

ProgramCommand addTraceCommand(CLI::App& program) {
    const auto options = std::make_shared<TraceOptions>();
    CLI::App* const parser =
        program.add_subcommand("trace", "Write every matrix of one example's way through a model");
    addModelOptions(*parser, options->model);
    addExampleOptions(*parser, options->example,
                      "The right answer; a decoder-only model's text. If left out, an "
                      "encoder-decoder is given its own greedy answer and there is no loss");
    parser->add_flag("--gradients", options->gradients,
                     "The gradient of every step and parameter too, as grad/NAME; needs a target");
    parser->add_option("--out", options->out, "Where it is written (safetensors)")
        ->required()
        ->type_name("FILE");
    parser->footer("glassformer trace --model date.safetensors --source \"3 march 1997\" "
                   "--out trace.safetensors");
    return {parser, [options] { return trace(*options); }};
}

} // namespace gf
