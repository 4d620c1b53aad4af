// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/generate.h"
#include "app/commands/command.h"
#include "app/commands/model_options.h"
#include "app/commands/number_checks.h"
#include "app/commands/printing.h"
#include "core/backend/program.h"
#include "core/data/real_numbers.h"
#include "core/io/json.h"
#include "core/train/beam.h"

#include <algorithm>
#include <memory>
#include <stop_token>

namespace gf {

namespace {

/// How much of a text is written when nobody says.
constexpr Index endlessLength = 200;

struct GenerateOptions {
    ModelOptions model;
    ExampleOptions example;
    std::optional<double> temperature, topP;
    std::optional<Index> topK;
    std::uint64_t seed = 1;
    std::optional<Index> beam;
    std::optional<double> lengthPenalty;
    Index maxLength = 0;
    bool probabilities = false;
    bool json = false;
};

Sampling samplingOf(const GenerateOptions& options) {
    Sampling sampling;
    const bool draws = options.topK || options.topP;
    sampling.temperature = options.temperature.value_or(draws ? 1.0 : 0.0);
    sampling.topK = options.topK.value_or(0);
    sampling.topP = options.topP.value_or(1.0);
    sampling.seed = options.seed;
    return sampling;
}

/// Text by the vocabulary, or the ids with commas where there is none.
std::string written(const std::vector<TokenId>& ids, const Vocabulary* vocabulary) {
    if (vocabulary)
        return vocabulary->decode(ids);
    std::string text;
    for (const TokenId id : ids)
        text += (text.empty() ? "" : ",") + std::to_string(id);
    return text;
}

/// What the answer goes on from, as the person wrote it: a prompt may have characters that the
/// vocabulary has not.
std::string promptOf(const GenerateOptions& options, const std::vector<TokenId>& prompt,
                     const Vocabulary* vocabulary) {
    if (prompt.empty())
        return {};
    return options.example.target ? *options.example.target : written(prompt, vocabulary);
}

/// Prints an answer behind what it goes on from, piece by piece as it is written: who reads it need
/// not wait for the end, and where nobody does, nobody computes the rest.
class AnswerPrinter {
public:
    AnswerPrinter(std::string prompt, std::string_view between)
        : m_waiting(std::move(prompt)), m_between(between), m_begun(!m_waiting.empty()) {}

    void add(const std::string& piece) {
        if (piece.empty())
            return;
        printText(outputText(m_waiting + (m_begun ? m_between : "") + piece));
        m_waiting.clear();
        m_begun = true;
    }
    void end() { printText(outputText(m_waiting) + '\n'); }

private:
    std::string m_waiting; ///< the prompt, until there is an answer: there may be an error instead
    std::string m_between;
    bool m_begun;
};

void printProbabilities(const Generation& generation, const Vocabulary* vocabulary) {
    for (std::size_t i = 0; i < generation.ids.size(); ++i) {
        const TokenId id = generation.ids[i];
        const std::string token = vocabulary ? vocabulary->token(id) : std::to_string(id);
        print("%.6f\t%s\n", generation.probabilities[i], outputText(token).c_str());
    }
    if (generation.finished && generation.endProbability > 0) {
        const std::string end =
            vocabulary && generation.end ? vocabulary->token(*generation.end) : "<eos>";
        print("%.6f\t%s\n", generation.endProbability, outputText(end).c_str());
    }
}

/// What the answer goes on from: of an opened encoder–decoder without its start, and of a text
/// without what ends one.
std::vector<TokenId> promptIds(const GenerateOptions& options, const GivenExample& given,
                               const ModelConfig& model, const AnswerTokens& answers) {
    std::vector<TokenId> prompt = given.target.value_or(Sequence()).ids;
    if (!model.exactIds || !model.hasEncoder())
        return prompt;
    if (!prompt.empty() && prompt.front() == answers.start)
        prompt.erase(prompt.begin());
    if (options.example.target && !prompt.empty() && answers.isEnd(prompt.back()))
        prompt.pop_back();
    return prompt;
}

/// {"ids": […], "text": "…"}, with what the answer goes on from.
void printJson(std::vector<TokenId> prompt, const std::vector<TokenId>& ids,
               const Vocabulary* vocabulary) {
    prompt.insert(prompt.end(), ids.begin(), ids.end());
    nlohmann::json said = {{"ids", prompt}};
    if (vocabulary)
        said["text"] = vocabulary->decode(prompt);
    printText(jsonText(said, -1) + '\n');
}

/// Nothing more is computed once nobody reads what is printed.
void stopUnlessRead(std::stop_source& stop) {
    if (!isPrintWanted())
        stop.request_stop();
}

/// The best answer of a beam search, with the probability of each of its tokens.
Generation searched(Generator& generator, const GivenExample& given,
                    const std::vector<TokenId>& prompt, const GenerateOptions& options,
                    Index limit) {
    std::stop_source stop;
    const BeamSearch search = beamSearch(generator, given.source, prompt,
                                         {*options.beam, options.lengthPenalty, limit, false},
                                         stop.get_token(), [&] { stopUnlessRead(stop); });
    if (search.found.empty())
        return {}; // nobody wants to know any more
    Generation best;
    best.ids = search.found.front().ids;
    best.finished = search.found.front().finished;
    for (int at = search.found.front().node; at >= 0; at = search.nodes[at].parent) {
        const BeamNode& node = search.nodes[at];
        if (best.finished && at == search.found.front().node) {
            best.end = node.id;
            best.endProbability = node.probability;
        } else
            best.probabilities.push_back(node.probability);
    }
    std::ranges::reverse(best.probabilities);
    return best;
}

/// Numbers, each computed from those before it; behind what they go on from.
int forecast(const GenerateOptions& options, Run& run, const GivenExample& given) {
    if (options.temperature || options.topK || options.topP || options.beam)
        throw UsageError("the model says numbers, among which there is nothing to choose; leave "
                         "--temperature, --top-k, --top-p and --beam out");
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    const ModelConfig& model = run.description.model;
    Generator generator(*backend, model, *run.parameters);
    const Sequence prompt = given.target.value_or(Sequence());
    const Index rows = options.maxLength > 0 ? options.maxLength : forecastLength(run.description);
    AnswerPrinter printer(rowsText(prompt.numbers, model.features), " ");
    std::size_t printed = 0;
    std::stop_source stop;
    const auto printNew = [&](const Generation& said) {
        printer.add(rowsText(std::span(said.numbers).subspan(printed), model.features));
        printed = said.numbers.size();
        stopUnlessRead(stop);
    };
    printNew(generator.forecast(given.source, prompt.numbers, rows, stop.get_token(), printNew));
    printer.end();
    return 0;
}

int generate(const GenerateOptions& options) {
    Run run = loadModel(options.model);
    const RunDescription& description = run.description;
    const GivenExample given = readExample(options.example, description);
    if (!description.model.hasLoss())
        throw UsageError("the model says no words; its states are in a trace");
    if (!description.model.hasDecoder() && given.target)
        throw UsageError("an encoder-only model labels its source and goes on from nothing; leave "
                         "--target out");

    if (description.model.output == Output::Values)
        return forecast(options, run, given);
    const bool points = description.model.output == Output::Pointer;
    Sampling sampling = samplingOf(options);
    const TaskInfo* const task = findTask(description.task);
    sampling.endless = task && task->isEndless && !description.model.hasEncoder();
    const bool writesOn = sampling.endless || description.model.exactIds;
    const Index limit = options.maxLength > 0 ? options.maxLength : writesOn ? endlessLength : 0;
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    Generator generator(*backend, description.model, *run.parameters, {}, description.vocabularies);
    const Vocabulary places = placeWords(description.model.maxLength);
    const Vocabulary* const vocabulary = points ? &places : description.vocabularies.target.get();
    const bool words = vocabulary && vocabulary->tokenization() == Tokenization::Words;
    const std::vector<TokenId> prompt =
        promptIds(options, given, description.model, generator.answerTokens());
    AnswerPrinter printer(promptOf(options, prompt, vocabulary),
                          words ? " " : (vocabulary ? "" : ","));
    const bool tokenizes = vocabulary && vocabulary->tokenizer();
    std::size_t printed = tokenizes ? vocabulary->decodeBeginning(prompt).size() : 0;
    std::stop_source stop;
    const auto printNew = [&](const std::vector<TokenId>& ids, bool isAll = false) {
        if (options.json)
            return stopUnlessRead(stop);
        if (tokenizes) {
            // Behind the prompt: a piece has its space only where something stands before it.
            std::vector<TokenId> all = prompt;
            all.insert(all.end(), ids.begin(), ids.end());
            const std::string text =
                isAll ? vocabulary->decode(all) : vocabulary->decodeBeginning(all);
            if (text.size() > printed) {
                printer.add(text.substr(printed));
                printed = text.size();
            }
        } else {
            printer.add(written({ids.begin() + static_cast<std::ptrdiff_t>(printed), ids.end()},
                                vocabulary));
            printed = ids.size();
        }
        stopUnlessRead(stop);
    };
    const Generation generation =
        options.beam ? searched(generator, given, prompt, options, limit)
                     : generator.generate(given.source, prompt, sampling, limit, stop.get_token(),
                                          [&](const Generation& soFar) { printNew(soFar.ids); });
    const FilledIn filled =
        filledIn(generation, given.source.ids, description.vocabularies.source.get());
    if (options.json) {
        printJson(prompt, filled.text, vocabulary);
        return 0;
    }
    printNew(filled.text, true);
    printer.end();
    if (options.probabilities)
        printProbabilities(filled.said, vocabulary);
    return 0;
}

} // namespace

ProgramCommand addGenerateCommand(CommandParser program) {
    const auto options = std::make_shared<GenerateOptions>();
    const CommandParser parser =
        program.command("generate", "Let a trained model answer, or write on");
    addModelOptions(parser, options->model);
    addExampleOptions(parser, options->example,
                      "What the answer begins with; the text that a decoder-only model goes on "
                      "from. It is printed in front of the answer");
    const Option temperature =
        parser
            .option("--temperature", &options->temperature,
                    "0: always the most likely token (the default); 1: drawn as the model says; "
                    "higher: wilder")
            .check(number(0, 1000))
            .typeName("X");
    const Option topK =
        parser
            .option("--top-k", &options->topK,
                    "Draw among the N most likely tokens only (temperature 1 unless given)")
            .check(wholeNumber(1, 1'000'000))
            .typeName("N");
    const Option topP =
        parser
            .option("--top-p", &options->topP,
                    "Draw among the fewest tokens that together have this probability "
                    "(temperature 1 unless given)")
            .check(number(0, 1))
            .typeName("X");
    const Option beam =
        parser
            .option("--beam", &options->beam,
                    "Search with a beam this wide for the most probable answer, instead of "
                    "choosing token by token")
            .check(wholeNumber(1, 64))
            .typeName("N")
            .excludes(temperature)
            .excludes(topK)
            .excludes(topP);
    parser
        .option("--length-penalty", &options->lengthPenalty,
                "Compare answers of a beam search by log P / ((5 + length) / 6)^X, those of a "
                "model opened from a folder by log P / length^X; 0 by log P alone (if left out: 0, "
                "or what the folder says)")
        .check(number(0, 10))
        .typeName("X")
        .needs(beam);
    parser.option("--seed", &options->seed, "Of the draws; the same seed, the same text")
        .check(wholeNumber(0))
        .typeName("N");
    parser
        .option("--max-length", &options->maxLength,
                "Most tokens of the answer (if left out: what max_length has room for; 200 "
                "for the task text)")
        .check(wholeNumber(1, 1'000'000))
        .typeName("N");
    const Option probabilities =
        parser.flag("--probabilities", &options->probabilities,
                    "Then a line for each token: how probable the model found it");
    parser
        .flag("--json", &options->json,
              "Instead of the text a line of JSON: the tokens' numbers and the text, with what "
              "the answer goes on from and without start and end")
        .excludes(probabilities);
    parser.footer("On a terminal control characters of the text are shown as \\x1b or \\u{202e}; a "
                  "file or a pipe gets the text as it is.\n\n"
                  "glassformer generate --model date.safetensors --source \"3 march 1997\"");
    return {parser, [options] { return generate(*options); }};
}

} // namespace gf
