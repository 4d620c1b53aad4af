// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/printing.h"
#include "app/commands/probing.h"
#include "app/commands/trace_file.h"
#include "core/io/quote.h"

#include <memory>

namespace gf {

namespace {

struct TraceOptions {
    ModelOptions model;
    ExampleOptions example;
    bool gradients = false;
    std::string out;
};

int trace(const TraceOptions& options) {
    checkFiles(filesOf(options.model, options.out));
    Run run = loadModel(options.model);
    const std::shared_ptr<const Trace> probed =
        probe(run, exampleOrAnswer(run, options.example, options.gradients));
    const std::size_t count = writeTrace(replacing(options.out), run.description, *probed);
    print("%s matrices in %s\n", std::to_string(count).c_str(), printable(options.out).c_str());
    return 0;
}

} // namespace

ProgramCommand addTraceCommand(CommandParser program) {
    const auto options = std::make_shared<TraceOptions>();
    const CommandParser parser =
        program.command("trace", "Write every matrix of one example's way through a model");
    addModelOptions(parser, options->model);
    addExampleOptions(parser, options->example,
                      "The right answer; a decoder-only model's text. If left out, an "
                      "encoder-decoder is given its own greedy answer and there is no loss");
    parser.flag("--gradients", &options->gradients,
                "The gradient of every step and parameter too, as grad/NAME; needs a target");
    parser.option("--out", &options->out, "Where it is written (safetensors)")
        .required()
        .typeName("FILE");
    parser.footer("glassformer trace --model date.safetensors --source \"3 march 1997\" "
                  "--out trace.safetensors");
    return {parser, [options] { return trace(*options); }};
}

} // namespace gf
