// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/printing.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "core/train/export_opened.h"

#include <filesystem>
#include <memory>
#include <string>

namespace gf {

namespace {

struct ExportHfOptions {
    std::string model;
    std::string from;
    std::string out;
};

/// The folder that a run came from.
std::string folderOf(const RunDescription& run, const ExportHfOptions& options) {
    if (run.name.empty())
        throw Error(inQuotes(options.model) +
                    ": the run did not begin with a folder of a real model, so there are no files "
                    "to write it back to; export-torch writes any run");
    if (!options.from.empty())
        return options.from;
    std::error_code missing;
    if (run.folder.empty() || !std::filesystem::is_directory(pathOf(run.folder), missing))
        throw Error(inQuotes(options.model) + ": the folder " +
                    inQuotes(run.folder.empty() ? run.name : run.folder) +
                    " that it came from is not there; name it with --from");
    return run.folder;
}

int exportHf(const ExportHfOptions& options) {
    const Run run = loadRun(options.model);
    const std::string from = folderOf(run.description, options);
    NewFolder folder(options.out);
    exportOpened(run, from, folder);
    folder.finish();
    print("%s: the files of %s with the weights of %s\n", printable(options.out).c_str(),
          printable(from).c_str(), printable(options.model).c_str());
    return 0;
}

} // namespace

ProgramCommand addExportHfCommand(CommandParser program) {
    const auto options = std::make_shared<ExportHfOptions>();
    const CommandParser parser =
        program.command("export-hf", "Write an opened model back as the folder that it came from");
    parser
        .option("--model", &options->model,
                "A saved run that began with a real model's folder, or such a folder")
        .required()
        .typeName("FOLDER");
    parser
        .option("--from", &options->from,
                "The folder that it came from, where it is no longer where it was")
        .typeName("FOLDER");
    parser.option("--out", &options->out, "The folder, which is new or empty")
        .required()
        .typeName("FOLDER");
    parser.footer("glassformer export-hf --model gpt2.safetensors --out my-gpt2");
    return {parser, [options] { return exportHf(*options); }};
}

} // namespace gf
