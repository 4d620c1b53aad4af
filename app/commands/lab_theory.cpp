// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that need no model.
#include "app/commands/lab_model.h"
#include "app/commands/numbers.h"
#include "app/commands/probing.h"
#include "core/measure/rotation.h"
#include "core/measure/score_theory.h"
#include "core/measure/sinusoidal_rotation.h"
#include "core/tensor/error.h"
#include "core/tensor/random.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <memory>

namespace gf {

namespace {

struct VarianceOptions {
    IndependentFeatures features;
    Index pairs = 10'000;
    LabModelOptions model;
};

/// The softmax of scores that are divided by 1, √d and d.
LabNumbers sharpnessOfEach(const Sharpness& plain, const Sharpness& root, const Sharpness& width) {
    LabNumbers list = LabNumbers::array();
    for (const auto& [divisor, sharpness] :
         {std::pair("1", plain), std::pair("sqrt(d)", root), std::pair("d", width)})
        list.push_back({{"divided_by", divisor},
                        {"largest_weight", labNumber(sharpness.largest)},
                        {"gradient", labNumber(sharpness.gradient)}});
    return list;
}

/// The live scores of all heads.
LabNumbers varianceOfHeads(const LabModelOptions& options) {
    Run run = loadLabModel(options);
    if (!run.description.model.hasHeads())
        throw Error("this model has no attention heads, whose scores would vary");
    const auto trace = probe(run, labExample(options.example, run));
    LabNumbers heads = LabNumbers::array();
    for (const Node& node : trace->graph->nodes()) {
        if (!node.scope.isAttention() || node.part != "weights" || node.role != Role::Forward)
            continue;
        for (Index head = 0; head < node.shape[0]; ++head)
            if (const auto found = scoreStatistics(*trace, node.scope, head))
                heads.push_back(
                    {{"attention", node.scope.nameOf("")},
                     {"head", head + 1},
                     {"d", found->width},
                     {"cells", found->cells},
                     {"mean", labNumber(found->measured.mean)},
                     {"variance", labNumber(found->measured.variance)},
                     {"mean_if_independent", labNumber(found->independent.mean)},
                     {"variance_if_independent", labNumber(found->independent.variance)},
                     {"softmax",
                      sharpnessOfEach(found->undivided, found->divided, found->dividedByWidth)}});
    }
    return heads;
}

LabNumbers variance(const VarianceOptions& options) {
    const IndependentFeatures& features = options.features;
    if (features.width * options.pairs > 100'000'000)
        throw Error("--pairs times --d is at most 100000000");
    const ScoreMoments theory = momentsInTheory(features);
    const SimulatedScores simulated = simulateScores(features, options.pairs, options.model.seed);
    const auto width = static_cast<double>(features.width);
    LabNumbers numbers{{"mean_theory", labNumber(theory.mean)},
                       {"variance_theory", labNumber(theory.variance)},
                       {"mean_simulated", labNumber(simulated.moments.mean)},
                       {"variance_simulated", labNumber(simulated.moments.variance)},
                       {"mean_standard_error", labNumber(simulated.meanError)},
                       {"variance_standard_error", labNumber(simulated.varianceError)},
                       {"variance_misprinted", labNumber(misprintedVariance(features))},
                       {"softmax", sharpnessOfEach(sharpnessOfProducts(simulated, 1),
                                                   sharpnessOfProducts(simulated, std::sqrt(width)),
                                                   sharpnessOfProducts(simulated, width))}};
    const ModelOptions& model = options.model.model;
    if (!model.model.empty() || !model.config.empty())
        numbers["heads"] = varianceOfHeads(options.model);
    return numbers;
}

struct RotationOptions {
    Index width = 64;
    Index offset = 1;
    Index positions = 1024;
    std::uint64_t seed = 1; ///< of a query and a key that are turned by rotary positions
};

/// Numbers that are N(0, 1).
std::vector<float> drawnNumbers(Index count, std::uint64_t seed, std::uint64_t stream) {
    std::vector<float> numbers;
    for (Index i = 0; i < count; ++i)
        numbers.push_back(static_cast<float>(normal(seed, stream, static_cast<std::uint64_t>(i))));
    return numbers;
}

LabNumbers rotation(const RotationOptions& options) {
    if (options.width % 2 != 0)
        throw Error("--d is " + std::to_string(options.width) +
                    ", but features turn in pairs; take an even number");
    LabNumbers blocks = LabNumbers::array();
    for (const RotationBlock& block : sinusoidalRotation(options.width, options.offset))
        blocks.push_back(
            {{"frequency", block.frequency}, {"cosine", block.cosine}, {"sine", block.sine}});
    return {{"error", rotationError(options.width, options.offset, options.positions)},
            {"product", sinusoidalProduct(options.width, options.offset)},
            {"rotary_spread", movedScores(drawnNumbers(options.width, options.seed, 0), 0,
                                          drawnNumbers(options.width, options.seed, 1),
                                          options.offset, 1, options.positions)
                                  .spread},
            {"blocks", blocks}};
}

} // namespace

LabCommand addVarianceLab(CLI::App& labs) {
    const auto options = std::make_shared<VarianceOptions>();
    CLI::App* const parser = addLab(labs, "variance");
    parser->add_option("--mu", options->features.mean, "Mean of each feature of queries and keys")
        ->transform(number(-1e6, 1e6))
        ->type_name("X")
        ->capture_default_str();
    parser->add_option("--sigma", options->features.deviation, "Its standard deviation")
        ->transform(number(0, 1e6))
        ->type_name("X")
        ->capture_default_str();
    parser->add_option("--d", options->features.width, "Features of a query and of a key")
        ->transform(wholeNumber(1, 4096))
        ->type_name("N")
        ->capture_default_str();
    parser->add_option("--pairs", options->pairs, "How many queries and keys are drawn")
        ->transform(wholeNumber(2, 1'000'000))
        ->type_name("N")
        ->capture_default_str();
    addLabModelOptions(*parser, options->model);
    parser->footer("With a model head by head the mean and the variance of its own scores too.");
    return {parser, [options] { return variance(*options); }};
}

LabCommand addRotationLab(CLI::App& labs) {
    const auto options = std::make_shared<RotationOptions>();
    CLI::App* const parser = addLab(labs, "rotation");
    parser->add_option("--d", options->width, "Features of a position")
        ->transform(wholeNumber(2, 4096))
        ->type_name("N")
        ->capture_default_str();
    parser->add_option("--k", options->offset, "How many positions further")
        ->transform(wholeNumber(0, 1'000'000))
        ->type_name("N")
        ->capture_default_str();
    parser->add_option("--positions", options->positions, "How many positions are tried")
        ->transform(wholeNumber(1, 10'000))
        ->type_name("N")
        ->capture_default_str();
    addLabSeed(*parser, options->seed);
    parser->footer("product: PE(p)·PE(p + k), whatever p is; rotary_spread: how much the score of "
                   "a drawn query and key k apart differs by where they stand");
    return {parser, [options] { return rotation(*options); }};
}

} // namespace gf
