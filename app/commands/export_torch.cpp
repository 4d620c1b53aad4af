// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/number_checks.h"
#include "app/commands/printing.h"
#include "app/commands/probing.h"
#include "app/commands/trace_file.h"
#include "core/io/model_file.h"
#include "core/io/new_folder.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "core/train/torch_folder.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace gf {

namespace {

/// With more weights the trace has no gradients: they are as many again.
constexpr Index mostWithGradients = 1'000'000;

struct ExportTorchOptions {
    ModelOptions model;
    std::string batches;
    Index count = 200;
    std::string out;
};

/// The batches that a run would have next.
struct NextBatches {
    std::unique_ptr<BatchSource> source; ///< null: nobody knows them
    Index first = 0;
    Index count = 0;
};

NextBatches nextBatches(const RunDescription& run, const ExportTorchOptions& options) {
    NextBatches next;
    if (!options.batches.empty())
        next.source = readBatches(options.batches, run.model);
    else if (!run.task.empty())
        next.source = makeTaskBatches(taskOf(run), run.train.batch, run.train.seed);
    if (!next.source)
        return next;
    const Index all = next.source->count();
    next.first = all > 0 ? run.steps % all : run.steps;
    next.count = all > 0 ? std::min(options.count, all - next.first) : options.count;
    return next;
}

int exportTorch(const ExportTorchOptions& options) {
    Run run = loadModel(options.model);
    const RunDescription& description = run.description;
    const NextBatches next = nextBatches(description, options);
    NewFolder folder(options.out);
    for (const auto& [name, content] : torchFiles(description, next.count))
        folder.file(name)([&](const Append& append) { append(content); });
    writeSafetensors(folder.file("weights.safetensors"), tensorsOf(*run.parameters, run.resumable),
                     {{"steps", std::to_string(description.steps)}});
    if (next.source)
        writeBatches(folder.file("data.safetensors"), *next.source, next.first, next.count);
    ProbeExample example = usualExample(description);
    example.gradients = run.parameters->parameterCount() <= mostWithGradients;
    writeTrace(folder.file("trace.safetensors"), description, *probe(run, example));
    folder.finish();
    print("%s: python check.py compares it with the model here\n", printable(options.out).c_str());
    return 0;
}

} // namespace

ProgramCommand addExportTorchCommand(CommandParser program) {
    const auto options = std::make_shared<ExportTorchOptions>();
    const CommandParser parser = program.command(
        "export-torch", "Write a model and its training as a folder of plain PyTorch");
    addModelOptions(parser, options->model);
    parser
        .option("--batches", &options->batches,
                "What a run without a task is trained on (safetensors), as train takes it")
        .typeName("FILE");
    parser
        .option("--next", &options->count,
                "How many of the batches that the run would have next are written with it")
        .check(wholeNumber(1, 100'000))
        .typeName("N")
        .showDefault();
    parser.option("--out", &options->out, "The folder, which is new or empty")
        .required()
        .typeName("FOLDER");
    parser.footer("glassformer export-torch --model date.safetensors --out date");
    return {parser, [options] { return exportTorch(*options); }};
}

} // namespace gf
