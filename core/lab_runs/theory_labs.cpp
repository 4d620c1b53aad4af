// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that need no model: variance, rotation.
#include "core/lab_runs/each_lab.h"
#include "core/measure/rotation.h"
#include "core/measure/score_theory.h"
#include "core/measure/sinusoidal_rotation.h"
#include "core/tensor/error.h"
#include "core/tensor/random.h"

#include <cmath>
#include <memory>

namespace gf {

namespace {

/// The softmax of scores that are divided by 1, √d and d.
Finding sharpnessOfEach(const Sharpness& plain, const Sharpness& root, const Sharpness& width) {
    Finding list = Finding::List();
    for (const auto& [divisor, sharpness] :
         {std::pair("1", plain), std::pair("sqrt(d)", root), std::pair("d", width)})
        list.push_back({{"divided_by", divisor},
                        {"largest_weight", sharpness.largest},
                        {"gradient", sharpness.gradient}});
    return list;
}

/// The live scores of all heads.
Finding varianceOfHeads(const LabModel& model) {
    if (!model.description.model.hasHeads())
        throw Error("this model has no attention heads, whose scores would vary");
    const auto trace = traceOf(model);
    Finding heads = Finding::List();
    for (const Node& node : trace->graph->nodes()) {
        if (!node.scope.isAttention() || node.part != "weights" || node.role != Role::Forward)
            continue;
        for (Index head = 0; head < node.shape[0]; ++head)
            if (const auto found = scoreStatistics(*trace, node.scope, head))
                heads.push_back({{"attention", node.scope.nameOf("")},
                                 {"head", head + 1},
                                 {"d", found->width},
                                 {"cells", found->cells},
                                 {"mean", found->measured.mean},
                                 {"variance", found->measured.variance},
                                 {"mean_if_independent", found->independent.mean},
                                 {"variance_if_independent", found->independent.variance},
                                 {"softmax", sharpnessOfEach(found->undivided, found->divided,
                                                             found->dividedByWidth)}});
    }
    return heads;
}

} // namespace

LabFound lab_run::variance(const LabQuestion& asked, const LabWatch&) {
    const IndependentFeatures features{asked.knobs.real("mu"), asked.knobs.real("sigma"),
                                       asked.knobs.whole("d")};
    const Index pairs = asked.knobs.whole("pairs");
    if (features.width * pairs > 100'000'000)
        throw Error("--pairs times --d is at most 100000000");
    const ScoreMoments theory = momentsInTheory(features);
    const SimulatedScores simulated = simulateScores(features, pairs, asked.seed);
    const auto width = static_cast<double>(features.width);
    Finding numbers{{"mean_theory", theory.mean},
                    {"variance_theory", theory.variance},
                    {"mean_simulated", simulated.moments.mean},
                    {"variance_simulated", simulated.moments.variance},
                    {"mean_standard_error", simulated.meanError},
                    {"variance_standard_error", simulated.varianceError},
                    {"variance_misprinted", misprintedVariance(features)},
                    {"softmax", sharpnessOfEach(sharpnessOfProducts(simulated, 1),
                                                sharpnessOfProducts(simulated, std::sqrt(width)),
                                                sharpnessOfProducts(simulated, width))}};
    if (asked.model)
        numbers["heads"] = varianceOfHeads(*asked.model);
    return numbers;
}

namespace {

/// Numbers that are N(0, 1).
std::vector<float> drawnNumbers(Index count, std::uint64_t seed, std::uint64_t stream) {
    std::vector<float> numbers;
    for (Index i = 0; i < count; ++i)
        numbers.push_back(static_cast<float>(normal(seed, stream, static_cast<std::uint64_t>(i))));
    return numbers;
}

} // namespace

LabFound lab_run::rotation(const LabQuestion& asked, const LabWatch&) {
    const Index width = asked.knobs.whole("d");
    const Index offset = asked.knobs.whole("k");
    const Index positions = asked.knobs.whole("positions");
    if (width % 2 != 0)
        throw Error("--d is " + std::to_string(width) +
                    ", but features turn in pairs; take an even number");
    Finding blocks = Finding::List();
    for (const RotationBlock& block : sinusoidalRotation(width, offset))
        blocks.push_back(
            {{"frequency", block.frequency}, {"cosine", block.cosine}, {"sine", block.sine}});
    return Finding{
        {"error", rotationError(width, offset, positions)},
        {"product", sinusoidalProduct(width, offset)},
        {"rotary_spread", movedScores(drawnNumbers(width, asked.seed, 0), 0,
                                      drawnNumbers(width, asked.seed, 1), offset, 1, positions)
                              .spread},
        {"blocks", blocks}};
}

} // namespace gf
