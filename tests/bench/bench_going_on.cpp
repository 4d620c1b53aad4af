// SPDX-License-Identifier: GPL-3.0-or-later
// What rates and frozen layers do to an opened model that goes on learning: a model like GPT-2,
// with the tokenizer of FOLDER, learns texts, and then goes on with another one, a run for each
// rate and number of frozen layers: bench_going_on FOLDER STEPS OTHER TEXT…
#include "core/data/opened_text_task.h"
#include "core/io/atomic_file.h"
#include "core/model/model.h"
#include "core/train/evaluate.h"
#include "core/train/fine_tuning.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

namespace {

using namespace gf;

const int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));

std::string textOf(int count, char** files) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += readWholeFile(files[i], 32ULL << 20);
    return text;
}

/// Of the windows that are kept aside.
double lossOn(const Backend& backend, const ModelConfig& model,
              const std::shared_ptr<const Task>& task, Parameters& parameters) {
    return Evaluator(backend, model, task, parameters, threads).run().loss;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        std::puts("bench_going_on FOLDER STEPS OTHER TEXT…: losses on validation windows");
        return 0;
    }
    const RunDescription opened = loadRun(argv[1]).description;
    const std::shared_ptr<const Vocabulary> words = openedWordsOf(opened);
    const auto steps = static_cast<Index>(std::atol(argv[2]));
    ModelConfig model = opened.model;
    model.layers = 6;
    model.dModel = 64;
    model.heads = 4;
    model.dFf = 256;
    model.maxLength = 64;
    const auto taskOn = [&](const std::string& text) -> std::shared_ptr<const Task> {
        return makeOpenedTextTask(text, *words, model.maxLength, Architecture::Decoder);
    };
    const auto first = taskOn(textOf(argc - 4, argv + 4));
    const auto other = taskOn(textOf(1, argv + 3));
    const auto backend = makeBackend("cpu");

    TrainConfig early = openedTraining();
    early.steps = 10 * steps;
    early.batch = 16;
    early.learningRate = 1e-3;
    early.schedule = ScheduleKind::Cosine;
    early.warmup = early.steps / 20;
    Trainer before(*backend, model, early, makeTaskBatches(first, early.batch, 1), threads);
    while (before.stepsDone() < early.steps)
        before.steps(early.steps - before.stepsDone());
    const auto weights = weightsOf(model, before.parameters());
    std::printf("%lld weights, %lld steps on the first text: loss %.3f there, %.3f on the other\n",
                static_cast<long long>(weights->parameterCount()),
                static_cast<long long>(early.steps), lossOn(*backend, model, first, *weights),
                lossOn(*backend, model, other, *weights));
    std::printf("rate, frozen layers: loss on the other text, and on the first, after %lld steps\n",
                static_cast<long long>(steps));
    for (const double rate : {5e-5, 1e-4, 2e-4, 1e-3, 5e-3})
        for (const Index frozen : {Index{0}, model.layers / 2, model.layers - 1, model.layers}) {
            TrainConfig train = openedTraining();
            train.learningRate = rate;
            train.frozenLayers = frozen;
            Trainer trainer(*backend, model, train, makeTaskBatches(other, train.batch, 1), threads,
                            weightsOf(model, *weights), 0);
            while (trainer.stepsDone() < steps)
                trainer.steps(steps - trainer.stepsDone());
            std::printf("%g, %lld: %.3f, %.3f\n", rate, static_cast<long long>(frozen),
                        lossOn(*backend, model, other, trainer.parameters()),
                        lossOn(*backend, model, first, trainer.parameters()));
            std::fflush(stdout);
        }
}
