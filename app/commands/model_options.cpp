// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/model_options.h"

#include "app/commands/command.h"
#include "app/commands/complain.h"
#include "app/commands/number_checks.h"
#include "core/data/real_numbers.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/model/model.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <charconv>

namespace gf {

namespace {

/// "5,6,7" → {5, 6, 7}; nothing between the commas and no text at all is no id.
std::vector<TokenId> parseIds(const std::string& option, const std::string& text) {
    std::vector<TokenId> ids;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        TokenId id = 0;
        const char* const last = text.data() + end;
        const auto [stop, problem] = std::from_chars(text.data() + begin, last, id);
        if (problem != std::errc{} || stop != last)
            throw UsageError(option + " is " + gf::inQuotes(text) +
                             ", but must be token ids with commas between them, such as 5,6,7");
        ids.push_back(id);
        begin = end + 1;
        if (begin == text.size())
            throw UsageError(option + " ends with a comma; an id is missing after it");
    }
    return ids;
}

void noteUnknown(const std::string& option, const std::string& text, const Vocabulary& vocabulary) {
    if (const std::vector<std::string> unknown = vocabulary.unknownIn(text); !unknown.empty())
        note(option + ": " + gf::inQuotes(unknown.front()) +
             " is not in the model's vocabulary and becomes <unk>");
}

/// Rows of numbers, or nothing when neither option was given.
std::optional<Sequence> readNumbers(const std::string& name, const std::optional<std::string>& text,
                                    const std::optional<std::string>& ids, Index features) {
    if (ids)
        throw UsageError("the model has numbers where " + name + "-ids gives token ids; use " +
                         name + " \"0.25 0.5 …\"");
    if (!text)
        return std::nullopt;
    try {
        return rowsIn(*text, features);
    } catch (const Error& error) {
        throw UsageError(name + ": " + error.what());
    }
}

/// One side of an example, or nothing when neither option was given.
std::optional<Sequence> readSide(const std::string& name, const std::optional<std::string>& text,
                                 const std::optional<std::string>& ids,
                                 const Vocabulary* vocabulary) {
    if (ids)
        return parseIds(name + "-ids", *ids);
    if (!text)
        return std::nullopt;
    if (!vocabulary)
        throw UsageError(name + " needs a vocabulary, and this model has none; use " + name +
                         "-ids");
    std::vector<TokenId> encoded = vocabulary->encodeFramed(*text);
    noteUnknown(name, *text, *vocabulary);
    return encoded;
}

} // namespace

void addStrictOption(CommandParser parser, bool& strict) {
    parser.flag("--strict", &strict,
                "Refuse a folder with weights that no part of the model reads, such as a "
                "classifier on top of it; they are left out otherwise, with a note");
}

void addModelOptions(CommandParser parser, ModelOptions& options) {
    const Option model =
        parser
            .option("--model", &options.model,
                    "A run saved by train, or a folder with a real model's config.json")
            .typeName("FILE");
    addStrictOption(parser, options.strict);
    const Option config = parser
                              .option("--config", &options.config,
                                      "A model's configuration (JSON), instead of --model")
                              .typeName("FILE");
    const Option init = parser
                            .option("--init", &options.init,
                                    "Its weights (safetensors), under the names of a saved run")
                            .typeName("FILE");
    config.excludes(model);
    init.excludes(model).needs(config);
    if (!options.seed) {
        config.needs(init);
        return;
    }
    parser.option("--seed", &options.seed, "Of the weights of --config without --init")
        .check(wholeNumber(0))
        .typeName("N")
        .excludes(model)
        .excludes(init)
        .showDefault();
}

void sayLeftOut(const Run& run, bool strict) {
    if (run.remark.empty())
        return;
    if (strict)
        throw Error(aboutFile(run.description.folder, run.remark));
    note(run.remark.english());
}

nlohmann::json readConfigJson(const std::string& path) {
    nlohmann::json json = readJsonFile(path);
    if (!json.is_object())
        throw Error(inQuotes(path) +
                    ": a model's configuration is a JSON object, {\"layers\": 2, …}");
    return json;
}

std::vector<FileInUse> filesOf(const ModelOptions& options, const std::string& out) {
    return {{"--model", options.model, FileUse::Read},
            {"--config", options.config, FileUse::Read},
            {"--init", options.init, FileUse::Read},
            {"--out", out, FileUse::Replaced}};
}

Run loadModel(const ModelOptions& options) {
    if (!options.model.empty()) {
        Run run = loadRun(options.model);
        sayLeftOut(run, options.strict);
        return run;
    }
    if (options.config.empty())
        throw UsageError(options.seed
                             ? "a model is missing; give --model FILE, or --config FILE"
                             : "a model is missing; give --model FILE, or --config and --init");
    Run run;
    try {
        run.description.model = configFromJson(readConfigJson(options.config));
    } catch (const Error& error) {
        throw Error(aboutFile(options.config, error.sentence()));
    }
    const ModelConfig& model = run.description.model;
    if (!options.init.empty() || !options.seed) {
        run.parameters = readParameters(options.init, model);
    } else {
        run.parameters = makeParameters(model);
        initialize(*run.parameters, model, *options.seed);
    }
    return run;
}

void addExampleOptions(CommandParser parser, ExampleOptions& options,
                       const std::string& targetHelp) {
    const Option source = parser
                              .option("--source", &options.source,
                                      "What the encoder reads; numbers with spaces between "
                                      "them, and commas where a row has several, or of the task "
                                      "caption a picture, such as \"small red circle 9 2; blue "
                                      "square 8 13\"")
                              .typeName("TEXT");
    parser
        .option("--source-ids", &options.sourceIds,
                "The same as token ids, such as 5,6,7, without special tokens; an opened "
                "model reads them as they are")
        .typeName("IDS")
        .excludes(source);
    parser
        .option("--source-types", &options.sourceTypes,
                "Of a model with token types: which segment each token of the source belongs "
                "to, such as 0,0,1 (0 if left out)")
        .typeName("IDS");
    const Option target = parser.option("--target", &options.target, targetHelp).typeName("TEXT");
    parser
        .option("--target-ids", &options.targetIds, "The same as token ids, without special tokens")
        .typeName("IDS")
        .excludes(target);
}

GivenExample readExample(const ExampleOptions& options, const RunDescription& run) {
    const bool hasSource = options.source || options.sourceIds;
    if (run.model.hasEncoder() && !hasSource)
        throw UsageError("the model reads a source; give --source or --source-ids");
    if (!run.model.hasEncoder() && hasSource)
        throw UsageError("a decoder-only model has no source; its text is --target");
    GivenExample example;
    const ModelConfig& model = run.model;
    const auto numbers = [&](const char* name, const auto& text, const auto& ids) {
        return readNumbers(name, text, ids, model.features);
    };
    std::optional<Sequence> source;
    if (model.input == Input::Values)
        source = numbers("--source", options.source, options.sourceIds);
    else
        source =
            readSide("--source", options.source, options.sourceIds, run.vocabularies.source.get());
    example.source = source.value_or(Sequence());
    if (options.sourceTypes)
        example.sourceTypes = parseIds("--source-types", *options.sourceTypes);
    const Vocabulary places = placeWords(model.maxLength); // whatever was saved with the run
    if (model.output == Output::Values)
        example.target = numbers("--target", options.target, options.targetIds);
    else
        example.target =
            readSide("--target", options.target, options.targetIds,
                     model.output == Output::Pointer ? &places : run.vocabularies.target.get());
    return example;
}

} // namespace gf
