// SPDX-License-Identifier: GPL-3.0-or-later
// How long a training step of a model of others takes that goes on learning from a text, as
// `train --task text --model FOLDER` does it.
//
//     bench_finetuning FOLDER [batch] [threads] [steps]
//
// The folder has a tokenizer; the text is made up, windows of it have 128 tokens.
#include "core/data/batch.h"
#include "core/data/opened_text_task.h"
#include "core/platform/memory.h"
#include "core/train/run.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

using namespace gf;

namespace {

std::string madeUpText() {
    std::string text;
    std::uint32_t state = 1;
    for (int i = 0; i < 20000; ++i) {
        state = state * 1664525U + 1013904223U;
        text += (state >> 24U) % 6 == 0 ? ' ' : static_cast<char>('a' + (state >> 16U) % 26);
    }
    return text;
}

} // namespace

int main(int argc, char** argv) {
    keepFreedMemory(); // as the program does
    if (argc < 2) {
        std::puts("bench_finetuning FOLDER [batch] [threads] [steps]: seconds a training step");
        return 0;
    }
    const auto number = [&](int at, int otherwise) {
        return argc > at ? std::max(1, std::atoi(argv[at])) : otherwise;
    };
    const int threads = number(3, static_cast<int>(std::thread::hardware_concurrency()));
    const int steps = number(4, 5);
    Run run = loadRun(argv[1]);
    const auto words = openedWordsOf(run.description);
    if (!words) {
        std::puts("not for this model: it has no tokenizer, or writes no text");
        return 1;
    }
    const ModelConfig& model = run.description.model;
    const std::shared_ptr<const Task> task =
        makeOpenedTextTask(madeUpText(), *words, model.maxLength, model.architecture);
    TrainConfig train = task->trainDefaults();
    train.batch = number(2, static_cast<int>(train.batch));
    const auto backend = makeBackend("cpu");
    Trainer trainer(*backend, model, train, makeTaskBatches(task, train.batch, train.seed), threads,
                    std::move(run.parameters), 0);
    std::vector<double> seconds;
    for (int i = 0; i <= steps; ++i) { // the first is warm-up
        const auto start = std::chrono::steady_clock::now();
        const StepResult result = trainer.step();
        seconds.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        if (!result.finite())
            return 1;
    }
    std::sort(seconds.begin() + 1, seconds.end());
    std::printf("training step %.3f s (median of %d, best %.3f), batch %lld of %lld tokens, %d "
                "threads\n",
                seconds[1 + static_cast<std::size_t>(steps) / 2], steps, seconds[1],
                static_cast<long long>(train.batch), static_cast<long long>(task->targetLength()),
                threads);
    return 0;
}
