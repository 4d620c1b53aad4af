// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/model_options.h"
#include "app/commands/named_files.h"
#include "app/commands/printing.h"
#include "app/commands/progress.h"
#include "core/train/opened_model.h"

#include <memory>
#include <string>
#include <vector>

namespace gf {

namespace {

struct ImportOptions {
    std::string from;
    std::string save;
    bool strict = false;
};

int import(const ImportOptions& options) {
    checkFiles(std::vector<FileInUse>{{"--save", options.save, FileUse::Replaced}});
    WorkProgress progress;
    progress.at("1 of 2: reading the model");
    const Run run = openModel(options.from);
    sayLeftOut(run, options.strict);
    progress.at("2 of 2: writing the run");
    saveRun(options.save, run.description, *run.parameters);
    progress.pause();
    print("%s: %s weights\n", printable(options.save).c_str(),
          std::to_string(run.parameters->parameterCount()).c_str());
    return 0;
}

} // namespace

ProgramCommand addImportCommand(CommandParser program) {
    const auto options = std::make_shared<ImportOptions>();
    const CommandParser parser = program.command(
        "import", "Make a saved run of a real model's folder (GPT-2, BERT, Llama and their like)");
    parser
        .option("--from", &options->from,
                "A folder with config.json, model.safetensors (or its shards) and, if there "
                "is one, a tokenizer")
        .required()
        .typeName("FOLDER");
    addStrictOption(parser, options->strict);
    parser.option("--save", &options->save, "Where the run is written (safetensors)")
        .required()
        .typeName("FILE");
    parser.footer("glassformer import --from gpt2 --save gpt2.safetensors");
    return {parser, [options] { return import(*options); }};
}

} // namespace gf
