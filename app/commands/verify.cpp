// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/verify.h"

#include "app/commands/command.h"
#include "app/commands/model_options.h"
#include "app/commands/number_checks.h"
#include "app/commands/printing.h"
#include "app/commands/probing.h"
#include "app/commands/train_options.h"
#include "core/backend/program.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>

namespace gf {

namespace {

/// How many steps the table has when nobody asks for all.
constexpr std::size_t shownSteps = 12;

struct VerifyOptions {
    ModelOptions model;
    ExampleOptions example;
    std::string backend = "cpu";
    double tolerance = agreementTolerance;
    bool all = false;
    bool json = false;
};

/// What a person gave: a whole example, since gradients are compared too.
ProbeExample givenExample(const ExampleOptions& options, const RunDescription& run) {
    const GivenExample given = readExample(options, run);
    if (!given.target)
        throw UsageError("gradients are compared, and need the right answer; give it with --target "
                         "or --target-ids, or leave the example out");
    ProbeExample example;
    example.source = given.source;
    example.target = *given.target;
    return example;
}

ProbeExample exampleOf(const VerifyOptions& options, const RunDescription& run) {
    return options.example.isGiven() ? givenExample(options.example, run) : usualExample(run);
}

// ---- what is printed ---------------------------------------------------------------------------

/// "grad/output.weight", and what it is the second time.
std::string nameOf(const StepAgreement& step, const Graph& graph) {
    return graph[step.node].name + (step.training ? " (steps joined)" : "");
}

/// "[2,0,5]"
std::string placeOf(const StepAgreement& step, const Graph& graph) {
    std::string text = "[";
    for (int i = 0; i < graph[step.node].shape.rank(); ++i)
        text += (i == 0 ? "" : ",") + std::to_string(step.cell.at[i]);
    return text + "]";
}

std::string numberText(const char* format, double number) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, number);
    return text.data();
}

/// `steps` with the worst first.
void printTable(const Verification& verified, std::span<const StepAgreement> steps) {
    const Graph& graph = *verified.expected->graph;
    print("%10s  %15s  %15s  %-12s  %s\n", "difference", verified.backend.c_str(),
          verified.reference.c_str(), "at", "step");
    for (const StepAgreement& step : steps)
        print("%10s  %15s  %15s  %-12s  %s%s\n", numberText("%.1e", step.difference).c_str(),
              numberText("%.9g", step.found).c_str(), numberText("%.9g", step.expected).c_str(),
              placeOf(step, graph).c_str(), nameOf(step, graph).c_str(),
              step.difference > verified.tolerance ? "  differs" : "");
}

/// What JSON has no number for is null.
nlohmann::ordered_json jsonNumber(double number) {
    return std::isfinite(number) ? nlohmann::ordered_json(number) : nlohmann::ordered_json();
}

void printObjects(const Verification& verified, std::span<const StepAgreement> steps) {
    const Graph& graph = *verified.expected->graph;
    for (const StepAgreement& step : steps) {
        const int rank = graph[step.node].shape.rank();
        nlohmann::ordered_json at = nlohmann::ordered_json::array();
        for (int i = 0; i < rank; ++i)
            at.push_back(step.cell.at[i]);
        const nlohmann::ordered_json line = {{"step", graph[step.node].name},
                                             {"training", step.training},
                                             {"difference", jsonNumber(step.difference)},
                                             {"within", step.difference <= verified.tolerance},
                                             {"at", at},
                                             {"found", jsonNumber(step.found)},
                                             {"expected", jsonNumber(step.expected)}};
        print("%s\n", line.dump().c_str());
    }
}

/// Throws Error that names the first step that differs.
void requireAgreement(const Verification& verified) {
    const std::vector<StepAgreement>& steps = verified.steps;
    const StepAgreement* const first = firstBeyond(steps, verified.tolerance);
    if (!first)
        return;
    const Graph& graph = *verified.expected->graph;
    const auto beyond = std::ranges::count_if(
        steps, [&](const StepAgreement& step) { return step.difference > verified.tolerance; });
    throw Error(verified.backend + " differs from " + verified.reference + " in " +
                std::to_string(beyond) + " of " + counted(steps.size(), "step") + ", first in " +
                nameOf(*first, graph) + " at " + placeOf(*first, graph) + ": " +
                numberText("%.9g", first->found) + " in the place of " +
                numberText("%.9g", first->expected));
}

int verify(const VerifyOptions& options) {
    Run run = loadModel(options.model);
    const RunDescription& about = run.description;
    const ProbeExample example = exampleOf(options, about);
    const auto backend = openBackend(options.backend, WrongDevices::Opened);
    const Verification verified = gf::verify(*backend, about.model, *run.parameters, example,
                                             about.vocabularies, options.tolerance);
    const std::vector<StepAgreement> steps = byDifference(verified.steps);
    const std::size_t shown = options.all ? steps.size() : std::min(steps.size(), shownSteps);
    if (options.json) {
        printObjects(verified, steps);
        requireAgreement(verified);
        return 0;
    }
    printTable(verified, std::span(steps).first(shown));
    if (shown < steps.size())
        print("… and %s with differences no larger (--all shows them)\n",
              counted(steps.size() - shown, "step").c_str());
    if (verified.turned > 0)
        print("in %s rounding puts the input of a ReLU on the other side of 0; the gradients are "
              "compared on the same side\n",
              counted(static_cast<std::size_t>(verified.turned), "place").c_str());
    requireAgreement(verified);
    print("%s agrees with %s in %s, within %s\n", verified.backend.c_str(),
          verified.reference.c_str(), counted(steps.size(), "step").c_str(),
          numberText("%g", verified.tolerance).c_str());
    return 0;
}

} // namespace

ProgramCommand addVerifyCommand(CommandParser program) {
    const auto options = std::make_shared<VerifyOptions>();
    options->model.seed = 1;
    const CommandParser parser = program.command(
        "verify", "Compare what two backends compute, step by step and gradient by gradient");
    addModelOptions(parser, options->model);
    addExampleOptions(parser, options->example,
                      "The right answer; a decoder-only model's text. Without an example the one "
                      "that the run's task is shown with is taken, or one that is drawn");
    addBackendOption(parser, options->backend, "What is compared with the reference, eigen")
        .showDefault();
    parser
        .option("--tolerance", &options->tolerance,
                "How far a step may be off, relative to its largest number; what float32 rounds "
                "away is allowed on top, unless this is 0")
        .check(number(0, 1))
        .typeName("X")
        .showDefault();
    parser.flag("--all", &options->all, "Print every step, not the worst alone");
    parser.flag(
        "--json", &options->json,
        "One JSON object a line for every step: step, training (of a program that joins "
        "steps as training does, without dropout), difference, within, at, found, expected; null "
        "stands "
        "for what is no number");
    parser.footer("Exit status 1 when a step is further off, and stderr names the first.\n"
                  "glassformer verify --model date.safetensors --backend cpu");
    return {parser, [options] { return verify(*options); }};
}

} // namespace gf
