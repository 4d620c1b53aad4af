// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/model_file.h"
#include "core/model/model.h"
#include "core/tensor/error.h"
#include "core/train/run.h"
#include "tests/core/fuzz/fuzz.h"
#include "tests/core/fuzz/safetensors_input.h"

#include <algorithm>
#include <cmath>

namespace gf::fuzz_model_file {

namespace {

/// A model of larger configuration is read, and not built.
constexpr Index mostWeights = 100'000;

const test::InputFile& input() {
    static const test::InputFile file;
    return file;
}

void requireFits(const std::optional<SavedVocabulary>& vocabulary, Index words) {
    if (!vocabulary)
        return;
    test::require(static_cast<Index>(vocabulary->tokens.size()) == words);
    for (const std::string& token : vocabulary->tokens)
        test::require(!token.empty());
}

template <class Point>
void requireAscends(const std::vector<Point>& points, std::size_t most, Index last) {
    test::require(points.size() <= most);
    Index before = -1;
    for (const Point& point : points) {
        test::require(point.step > before && point.step <= last && std::isfinite(point.loss));
        before = point.step;
    }
}

/// A model so small that most of its file is what is said about it.
std::string savedRun(Architecture architecture, OptimizerKind optimizer) {
    RunDescription run;
    run.model.architecture = architecture;
    run.model.layers = 1;
    run.model.heads = run.model.dModel = run.model.dFf = 1;
    run.model.maxLength = 3;
    run.train.optimizer = optimizer;
    run.task = "reverse";
    run.steps = 7;
    for (Index step = 1; step <= run.steps; ++step)
        run.metrics.add(Metrics::Loss{step, 2});
    run.metrics.add(Metrics::Measurement{4, 1.5F, 0.25F});
    const std::shared_ptr<const Task> task =
        makeTask({.name = run.task, .dataFile = {}, .architecture = architecture});
    run.model.sourceVocab = task->modelDefaults().sourceVocab;
    run.model.targetVocab = task->modelDefaults().targetVocab;
    run.vocabularies = vocabulariesOf(task);
    saveRun(input().path(), run, *makeParameters(run.model, run.train));
    return input().asInput();
}

/// What is said about a model, and nothing else.
std::string withoutWeights() {
    ModelFile file;
    file.model.sourceVocab = file.model.targetVocab = 5;
    file.sourceVocabulary = {{"<pad>", "<sos>", "<eos>", "a", "b"}, "characters"};
    file.targetVocabulary = {{"<pad>", "<sos>", "<eos>", "no", "yes"}, "words"};
    file.stepsDone = 12;
    writeModelFile(input().path(), file);
    return input().asInput();
}

/// A run that another one is compared with.
std::string comparedRuns() {
    ModelFile file;
    file.model.sourceVocab = file.model.targetVocab = 5;
    file.stepsDone = 3;
    file.view = "{}";
    file.comparedBy = "norm";
    ComparedFile other{file.model, TrainConfig{}, 2, 3, {}, {{"output.bias", Tensor(Shape{5})}}};
    other.metrics.add(Metrics::Loss{1, 2});
    file.compared.push_back(std::move(other));
    writeModelFile(input().path(), file);
    return input().asInput();
}

} // namespace

/// Any safetensors file is read as a model or refused with an Error; what was read fits its
/// configuration, and is written and read again the same.
int runOne(const std::uint8_t* data, std::size_t size) {
    input().write(test::fileOf({reinterpret_cast<const char*>(data), size}));
    ModelFile file;
    try {
        file = readModelFile(input().path());
    } catch (const Error&) {
        return 0;
    }
    requireFits(file.sourceVocabulary, file.model.sourceVocab);
    requireFits(file.targetVocabulary, file.model.targetVocab);
    test::require(file.stepsDone >= 0);
    requireAscends(file.metrics.losses(), Metrics::mostLosses, file.stepsDone);
    requireAscends(file.metrics.measurements(), Metrics::mostMeasurements, file.stepsDone);
    for (const ComparedFile& run : file.compared)
        requireAscends(run.metrics.losses(), Metrics::mostLosses, run.stepsDone);
    const auto isSmall = [](const auto& run) { return parameterCount(run.model) <= mostWeights; };
    if (isSmall(file) && std::ranges::all_of(file.compared, isSmall)) {
        try {
            const Run run = loadRun(input().path());
            test::require(run.description.steps == file.stepsDone &&
                          run.description.metrics == file.metrics);
        } catch (const Error&) {
        }
    }
    writeModelFile(input().path(), file);
    const ModelFile again = readModelFile(input().path());
    test::require(again.model == file.model && again.sourceVocabulary == file.sourceVocabulary &&
                  again.targetVocabulary == file.targetVocabulary && again.task == file.task &&
                  again.train == file.train && again.stepsDone == file.stepsDone &&
                  again.metrics == file.metrics && again.tensors.size() == file.tensors.size() &&
                  again.view == file.view && again.comparedBy == file.comparedBy &&
                  again.compared.size() == file.compared.size());
    return 0;
}

std::vector<std::string> seeds() {
    return {savedRun(Architecture::Encoder, OptimizerKind::Sgd),
            savedRun(Architecture::Decoder, OptimizerKind::Adam), withoutWeights(), comparedRuns()};
}

std::vector<std::string> words() {
    return {"\"config\"",
            "\"format_version\"",
            "\"steps_done\"",
            "\"stopped_at\"",
            "\"compared\"",
            "\"compared/1/\"",
            "\"view\"",
            "\"training/step\"",
            "\"training/loss\"",
            "\"training/validation_step\"",
            "\"training/validation_loss\"",
            "\"training/validation_accuracy\"",
            "\"source_vocabulary\"",
            "\"target_vocabulary\"",
            "\"task\"",
            "\"train_config\"",
            "\"F32\"",
            "\"I64\"",
            "\\\"tokens\\\"",
            "\\\"tokenization\\\"",
            "\\\"words\\\"",
            "\\\"architecture\\\"",
            "\\\"source_vocab\\\"",
            "\\\"name\\\"",
            "\\\"\\\"",
            "\\\"",
            "\"",
            "null",
            "true",
            "1e9",
            "-1",
            "9223372036854775808",
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            "\\n",
            "\\u0000",
            "\xff",
            std::string("\x00\x00\xc0\x7f", 4)}; // a NaN
}

} // namespace gf::fuzz_model_file
