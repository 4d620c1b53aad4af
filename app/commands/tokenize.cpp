// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/output.h"
#include "core/tensor/error.h"
#include "core/tokenizer/tokenizer.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>
#include <string>

namespace gf {

namespace {

struct TokenizeOptions {
    std::string folder;
    std::string text;
    bool json = false;
};

void printTokens(const Tokenizer& tokenizer, std::string_view text, bool asJson) {
    const EncodedText encoded = tokenizer.encode(text);
    if (!asJson) {
        for (const std::int32_t id : encoded.ids)
            print("%8d  %s\n", id, outputText(tokenizer.ids().tokenOf(id)).c_str());
        return;
    }
    nlohmann::ordered_json line = {{"ids", encoded.ids}, {"tokens", nlohmann::json::array()}};
    for (const std::int32_t id : encoded.ids)
        line["tokens"].push_back(tokenizer.ids().tokenOf(id));
    print("%s\n", line.dump().c_str());
}

int tokenize(const TokenizeOptions& options) {
    const Tokenizer tokenizer = readTokenizer(options.folder);
    if (options.text != "-") {
        printTokens(tokenizer, options.text, options.json);
        return 0;
    }
    for (std::string line; std::getline(std::cin, line);)
        printTokens(tokenizer, line, options.json);
    return 0;
}

} // namespace

ProgramCommand addTokenizeCommand(CLI::App& program) {
    const auto options = std::make_shared<TokenizeOptions>();
    CLI::App* const parser = program.add_subcommand(
        "tokenize", "Split a text into the tokens of a model's folder, with their numbers");
    parser
        ->add_option("--model", options->folder,
                     "A folder with tokenizer.json, or vocab.txt, or vocab.json and "
                     "merges.txt; or a tokenizer.json")
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
