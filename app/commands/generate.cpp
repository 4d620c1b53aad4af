// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/generate.h"
#include "app/commands/command.h"
#include "app/commands/model_options.h"
#include "app/commands/numbers.h"
#include "app/commands/output.h"
#include "core/backend/program.h"
#include "core/data/numbers.h"
#include "core/train/beam.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

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
    double lengthPenalty = 0;
    Index maxLength = 0;
    bool probabilities = false;
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

/// The answer after what it goes on from.
std::string continued(const GenerateOptions& options, const GivenExample& given,
                      const std::vector<TokenId>& answer, const Vocabulary* vocabulary) {
    std::string text = written(answer, vocabulary);
    if (!given.target || given.target->empty())
        return text;
    // As the person wrote it: a prompt may have characters that the vocabulary has not.
    const std::string prompt =
        options.example.target ? *options.example.target : written(given.target->ids, vocabulary);
    const bool apart = !vocabulary || vocabulary->tokenization() == Tokenization::Words;
    const std::string between = apart && !text.empty() ? (vocabulary ? " " : ",") : "";
    return prompt + between + text;
}

void printProbabilities(const Generation& generation, const Vocabulary* vocabulary) {
    for (std::size_t i = 0; i < generation.ids.size(); ++i) {
        const TokenId id = generation.ids[i];
        const std::string token = vocabulary ? vocabulary->token(id) : std::to_string(id);
        print("%.6f\t%s\n", generation.probabilities[i], outputText(token).c_str());
    }
    if (generation.finished && generation.endProbability > 0)
        print("%.6f\t<eos>\n", generation.endProbability);
}

/// The best answer of a beam search, with the probability of each of its tokens.
Generation searched(Generator& generator, const GivenExample& given,
                    const std::vector<TokenId>& prompt, const GenerateOptions& options,
                    Index limit) {
    const BeamSearch search = beamSearch(generator, given.source, prompt,
                                         {*options.beam, options.lengthPenalty, limit, false});
    Generation best;
    best.ids = search.found.front().ids;
    best.finished = search.found.front().finished;
    for (int at = search.found.front().node; at >= 0;
         at = search.nodes[static_cast<std::size_t>(at)].parent) {
        const BeamNode& node = search.nodes[static_cast<std::size_t>(at)];
        if (node.id == eosId)
            best.endProbability = node.probability;
        else
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
    std::vector<float> numbers = prompt.numbers;
    const Generation said = generator.forecast(given.source, prompt.numbers, rows);
    numbers.insert(numbers.end(), said.numbers.begin(), said.numbers.end());
    print("%s\n", rowsText(numbers, model.features).c_str());
    return 0;
}

int generate(const GenerateOptions& options) {
    Run run = loadModel(options.model);
    const RunDescription& description = run.description;
    const GivenExample given = readExample(options.example, description);
    if (!description.model.hasDecoder() && given.target)
        throw UsageError("an encoder-only model labels its source and goes on from nothing; leave "
                         "--target out");

    if (description.model.output == Output::Values)
        return forecast(options, run, given);
    const bool points = description.model.output == Output::Pointer;
    Sampling sampling = samplingOf(options);
    sampling.endless = description.task == "text" && !description.model.hasEncoder();
    const Index limit = options.maxLength > 0 ? options.maxLength
                        : sampling.endless    ? endlessLength
                                              : 0;
    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    Generator generator(*backend, description.model, *run.parameters);
    const std::vector<TokenId> prompt = given.target.value_or(Sequence()).ids;
    const Generation generation = options.beam
                                      ? searched(generator, given, prompt, options, limit)
                                      : generator.generate(given.source, prompt, sampling, limit);

    const FilledIn filled =
        filledIn(generation, given.source.ids, description.vocabularies.source.get());
    const Vocabulary places = placeWords(description.model.maxLength);
    const Vocabulary* const vocabulary = points ? &places : description.vocabularies.target.get();
    print("%s\n", outputText(continued(options, given, filled.text, vocabulary)).c_str());
    if (options.probabilities)
        printProbabilities(filled.said, vocabulary);
    return 0;
}

} // namespace

ProgramCommand addGenerateCommand(CLI::App& program) {
    const auto options = std::make_shared<GenerateOptions>();
    CLI::App* const parser =
        program.add_subcommand("generate", "Let a trained model answer, or write on");
    addModelOptions(*parser, options->model);
    addExampleOptions(*parser, options->example,
                      "What the answer begins with; the text that a decoder-only model goes on "
                      "from. It is printed in front of the answer");
    CLI::Option* const temperature =
        parser
            ->add_option(
                "--temperature", options->temperature,
                "0: always the most likely token (the default); 1: drawn as the model says; "
                "higher: wilder")
            ->transform(number(0, 1000))
            ->type_name("X");
    CLI::Option* const topK =
        parser
            ->add_option("--top-k", options->topK,
                         "Draw among the N most likely tokens only (temperature 1 unless given)")
            ->transform(wholeNumber(1, 1'000'000))
            ->type_name("N");
    CLI::Option* const topP =
        parser
            ->add_option("--top-p", options->topP,
                         "Draw among the fewest tokens that together have this probability "
                         "(temperature 1 unless given)")
            ->transform(number(0, 1))
            ->type_name("X");
    CLI::Option* const beam =
        parser
            ->add_option("--beam", options->beam,
                         "Search with a beam this wide for the most probable answer, instead of "
                         "choosing token by token")
            ->transform(wholeNumber(1, 64))
            ->type_name("N")
            ->excludes(temperature)
            ->excludes(topK)
            ->excludes(topP);
    parser
        ->add_option("--length-penalty", options->lengthPenalty,
                     "Compare answers of a beam search by log P / ((5 + length) / 6)^X; 0, the "
                     "default, by log P alone")
        ->transform(number(0, 10))
        ->type_name("X")
        ->needs(beam);
    parser->add_option("--seed", options->seed, "Of the draws; the same seed, the same text")
        ->transform(wholeNumber(0))
        ->type_name("N");
    parser
        ->add_option("--max-length", options->maxLength,
                     "Most tokens of the answer (if left out: what max_length has room for; 200 "
                     "for the task text)")
        ->transform(wholeNumber(1, 1'000'000))
        ->type_name("N");
    parser->add_flag("--probabilities", options->probabilities,
                     "Then a line for each token: how probable the model found it");
    parser->footer(
        "On a terminal control characters of the text are shown as \\x1b or \\u{202e}; a "
        "file or a pipe gets the text as it is.\n\n"
        "glassformer generate --model date.safetensors --source \"3 march 1997\"");
    return {parser, [options] { return generate(*options); }};
}

} // namespace gf
