// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/output.h"
#include "core/data/vocabulary.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "core/tokenizer/tokenizer.h"
#include "core/train/run.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace gf {

namespace {

struct TokenizeOptions {
    std::string folder;
    std::string text;
    bool json = false;
};

/// What the model reads of a text, and what its tokens are called.
struct Reader {
    std::function<std::vector<std::int32_t>(std::string_view)> encode;
    std::function<std::string(std::int32_t)> token;
};

Reader readerOf(std::shared_ptr<const Tokenizer> tokenizer) {
    return {[tokenizer](std::string_view text) { return tokenizer->encode(text).ids; },
            [tokenizer](std::int32_t id) { return tokenizer->ids().tokenOf(id); }};
}

/// Of a saved run.
Reader readerOf(std::shared_ptr<const Vocabulary> words) {
    return {[words](std::string_view text) { return words->encodeFramed(text); },
            [words](std::int32_t id) {
                return words->tokenizer() ? words->tokenizer()->ids().tokenOf(id)
                                          : words->token(id);
            }};
}

/// A folder or a tokenizer.json, and a run by its ending.
Reader readerOf(const std::string& path) {
    if (!path.ends_with(".safetensors"))
        return readerOf(std::make_shared<const Tokenizer>(readTokenizer(path)));
    const Run run = loadRun(path);
    const Vocabularies& words = run.description.vocabularies;
    const bool reads = run.description.model.hasEncoder();
    if (auto vocabulary = reads ? words.source : words.target)
        return readerOf(std::move(vocabulary));
    throw Error(inQuotes(path) + ": the run has no vocabulary, so it reads no text");
}

void printTokens(const Reader& reader, std::string_view text, bool asJson) {
    const std::vector<std::int32_t> ids = reader.encode(text);
    if (!asJson) {
        for (const std::int32_t id : ids)
            print("%8d  %s\n", id, outputText(reader.token(id)).c_str());
        return;
    }
    nlohmann::ordered_json line = {{"ids", ids}, {"tokens", nlohmann::json::array()}};
    for (const std::int32_t id : ids)
        line["tokens"].push_back(reader.token(id));
    print("%s\n", line.dump().c_str());
}

int tokenize(const TokenizeOptions& options) {
    const Reader reader = readerOf(options.folder);
    if (options.text != "-") {
        printTokens(reader, options.text, options.json);
        return 0;
    }
    for (std::string line; std::getline(std::cin, line);)
        printTokens(reader, line, options.json);
    return 0;
}

} // namespace

ProgramCommand addTokenizeCommand(CLI::App& program) {
    const auto options = std::make_shared<TokenizeOptions>();
    CLI::App* const parser = program.add_subcommand(
        "tokenize", "Split a text into the tokens of a model, with their numbers");
    parser
        ->add_option("--model", options->folder,
                     "A folder with tokenizer.json, or vocab.txt, or vocab.json and "
                     "merges.txt; or a tokenizer.json; or a saved run (.safetensors)")
        ->required()
        ->type_name("FILE");
    parser->add_option("--text", options->text, "The text; - reads lines from standard input")
        ->required()
        ->type_name("TEXT");
    parser->add_flag("--json", options->json, "One JSON object a text: ids, tokens");
    parser->footer("glassformer tokenize --model bert-base-uncased --text \"attention is all\"");
    return {parser, [options] { return tokenize(*options); }};
}

} // namespace gf
