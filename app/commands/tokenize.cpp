// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/printing.h"
#include "app/commands/progress.h"
#include "core/data/vocabulary.h"
#include "core/io/quote.h"
#include "core/platform/terminal.h"
#include "core/tensor/error.h"
#include "core/tokenizer/tokenizer.h"
#include "core/train/run.h"

#include <nlohmann/json.hpp>

#include <algorithm>
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
    bool target = false;
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
Reader readerOf(const std::string& path, TextSide side) {
    if (!path.ends_with(".safetensors"))
        return readerOf(std::make_shared<const Tokenizer>(readTokenizer(path, side)));
    const Run run = loadRun(path);
    const Vocabularies& words = run.description.vocabularies;
    const ModelConfig& model = run.description.model;
    const bool reads = model.hasEncoder() && !(model.hasDecoder() && side == TextSide::Target);
    if (auto vocabulary = reads ? words.source : words.target)
        return readerOf(std::move(vocabulary));
    throw Error(inQuotes(path) + ": the run has no vocabulary, so it reads no text");
}

/// Prints many short texts in few pieces, as long as somebody reads them.
class Printer {
public:
    void add(std::string_view text) {
        m_waiting += text;
        if (m_waiting.size() >= mostWaiting)
            flush();
    }
    void flush() {
        if (isPrintWanted())
            printText(m_waiting);
        m_waiting.clear();
    }

private:
    static constexpr std::size_t mostWaiting = 1 << 16;
    std::string m_waiting;
};

/// A list of JSON of what `written` gives for each token.
template <class Written>
void addList(Printer& printer, const std::vector<std::int32_t>& ids, const Written& written) {
    std::string_view before = "[";
    for (const std::int32_t id : ids) {
        printer.add(before);
        printer.add(written(id));
        before = ",";
    }
    printer.add(ids.empty() ? "[]" : "]");
}

void printTokens(const Reader& reader, std::string_view text, bool asJson, WorkProgress& progress) {
    const std::vector<std::int32_t> ids = reader.encode(text);
    if (isTerminalOutput()) // what is printed goes where the line stands
        progress.pause();
    Printer printer;
    if (asJson) {
        printer.add("{\"ids\":");
        addList(printer, ids, [](std::int32_t id) { return std::to_string(id); });
        printer.add(",\"tokens\":");
        addList(printer, ids,
                [&](std::int32_t id) { return nlohmann::json(reader.token(id)).dump(); });
        printer.add("}\n");
    } else {
        for (const std::int32_t id : ids) {
            const std::string number = std::to_string(id);
            printer.add(std::string(8 - std::min<std::size_t>(8, number.size()), ' ') + number);
            printer.add("  " + outputText(reader.token(id)) + '\n');
        }
    }
    printer.flush();
}

int tokenize(const TokenizeOptions& options) {
    WorkProgress progress;
    progress.at("reading the tokenizer");
    const Reader reader =
        readerOf(options.folder, options.target ? TextSide::Target : TextSide::Source);
    if (options.text != "-") {
        progress.at("splitting the text");
        printTokens(reader, options.text, options.json, progress);
        return 0;
    }
    const bool isTyped = isTerminalInput();
    std::size_t lines = 0;
    for (std::string line;;) {
        if (isTyped)
            progress.pause();
        if (!isPrintWanted() || !std::getline(std::cin, line))
            return 0;
        progress.at("splitting line " + std::to_string(++lines));
        printTokens(reader, line, options.json, progress);
    }
}

} // namespace

ProgramCommand addTokenizeCommand(CommandParser program) {
    const auto options = std::make_shared<TokenizeOptions>();
    const CommandParser parser =
        program.command("tokenize", "Split a text into the tokens of a model, with their numbers");
    parser
        .option("--model", &options->folder,
                "A folder with tokenizer.json, or vocab.txt, or vocab.json and merges.txt, or "
                "spiece.model, or vocab.json, source.spm and target.spm; or a tokenizer.json; or a "
                "saved run (.safetensors)")
        .required()
        .typeName("FILE");
    parser.option("--text", &options->text, "The text; - reads lines from standard input")
        .required()
        .typeName("TEXT");
    parser.flag("--target", &options->target,
                "As the target of an encoder-decoder, which may be split by a file of its own");
    parser.flag("--json", &options->json, "One JSON object a text: ids, tokens");
    parser.footer("glassformer tokenize --model bert-base-uncased --text \"attention is all\"");
    return {parser, [options] { return tokenize(*options); }};
}

} // namespace gf
