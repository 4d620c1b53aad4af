// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens a second of a model that goes on from a prompt, or answers a source as long, with kept
// keys and values and, unless only those are asked for, with whole passes, in turn:
// bench_generation MODEL [PROMPT TOKENS TIMES kept]
#include "core/train/generate.h"
#include "core/train/run.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace gf;

double secondsOf(const auto& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::puts("bench_generation MODEL [PROMPT TOKENS TIMES kept]: tokens a second");
        return 0;
    }
    const auto number = [&](int at, Index otherwise) {
        return argc > at ? static_cast<Index>(std::atol(argv[at])) : otherwise;
    };
    const Index length = number(2, 20);
    const Index tokens = number(3, 60);
    const Run run = loadRun(argv[1]);
    const ModelConfig& model = run.description.model;
    const auto backend = makeBackend("cpu");
    Generator generator(*backend, model, *run.parameters);
    const std::string obstacle(generator.obstacleToCaching());
    if (!obstacle.empty()) {
        std::printf("not for this model: %s\n", obstacle.c_str());
        return 1;
    }
    std::vector<TokenId> prompt, source;
    for (Index i = 0; i < length; ++i)
        prompt.push_back(static_cast<TokenId>(4 + i % (model.targetVocab - 4)));
    if (model.hasEncoder())
        std::swap(prompt, source);
    Sampling endless;
    endless.endless = true;
    const auto cached = [&] { generator.generate(source, prompt, endless, tokens); };
    const auto whole = [&] {
        std::vector<TokenId> text = prompt;
        for (Index i = 0; i < tokens; ++i)
            text.push_back(mostLikely(generator.next(source, text).logits));
    };
    const bool onlyKept = argc > 5 && std::string(argv[5]) == "kept";
    cached(); // programs are compiled once
    if (!onlyKept)
        whole();
    for (Index i = 0; i < number(4, 3); ++i) {
        std::printf("kept keys and values %.2f tokens/s",
                    static_cast<double>(tokens) / secondsOf(cached));
        if (!onlyKept)
            std::printf(", whole passes %.2f tokens/s",
                        static_cast<double>(tokens) / secondsOf(whole));
        std::puts("");
        std::fflush(stdout);
    }
}
