// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"
#include "app/commands/flops.h"
#include "app/commands/interrupt.h"
#include "app/commands/train_options.h"
#include "core/tensor/random.h"
#include "core/train/trainer.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>

namespace gf {

namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

/// A model and a batch that everybody measures alike.
struct BenchSize {
    const char* name;
    Index layers, dModel, heads, dFf, vocabulary, length, batch;
};

constexpr std::array<BenchSize, 4> sizes = {{
    {"XS", 2, 32, 4, 128, 16, 16, 32},
    {"S", 2, 64, 4, 256, 64, 32, 32},
    {"M", 4, 128, 8, 512, 256, 64, 32},
    {"L", 6, 256, 8, 1024, 1024, 128, 16},
}};

/// A size is measured for at least this long and this many steps, after some that do not count.
constexpr std::chrono::milliseconds measuredTime{2000};
constexpr std::size_t fewestSteps = 5;
constexpr int warmUpSteps = 2;

struct BenchOptions {
    std::string size = "all";
    int threads = 1;
    std::string backend = "cpu";
    bool json = false;
};

struct Measurement {
    double msPerStep = 0; ///< median
    double gflops = 0;    ///< matrix products a second, in 10⁹
};

/// Batches of random ids without padding: every token counts.
class RandomBatches final : public BatchSource {
public:
    explicit RandomBatches(const BenchSize& size) : m_size(size) {}
    Index sourceLength() const override { return 0; }
    Index targetLength() const override { return m_size.length; }
    Index batchSize() const override { return m_size.batch; }
    void fill(Index step, Batch& batch) const override {
        const auto count = static_cast<std::size_t>(m_size.batch * m_size.length);
        batch.size = m_size.batch;
        batch.targetLength = m_size.length;
        batch.targetIds.resize(count);
        batch.labelIds.resize(count);
        const auto words = static_cast<std::uint64_t>(m_size.vocabulary - specialTokens);
        for (std::size_t i = 0; i < count; ++i) {
            const auto draw = below(words, 1, static_cast<std::uint64_t>(step), i);
            batch.labelIds[i] = static_cast<float>(draw + specialTokens);
            const bool first = i % static_cast<std::size_t>(m_size.length) == 0;
            batch.targetIds[i] = first ? static_cast<float>(sosId) : batch.labelIds[i - 1];
        }
    }

private:
    BenchSize m_size;
};

ModelConfig modelOf(const BenchSize& size) {
    ModelConfig model;
    model.architecture = Architecture::Decoder;
    model.layers = size.layers;
    model.dModel = size.dModel;
    model.heads = size.heads;
    model.dFf = size.dFf;
    model.norm = Norm::Pre;
    model.activation = Activation::Gelu;
    model.positional = Positional::Learned;
    model.maxLength = size.length;
    model.sourceVocab = size.vocabulary;
    model.targetVocab = size.vocabulary;
    return model;
}

/// Nothing when Ctrl-C came in between.
std::optional<Measurement> measure(const BenchSize& size, const BenchOptions& options,
                                   const Interrupt& interrupt) {
    const std::unique_ptr<Backend> backend = makeBackend(options.backend);
    Trainer trainer(*backend, modelOf(size), TrainConfig{}, std::make_shared<RandomBatches>(size),
                    options.threads);
    for (int i = 0; i < warmUpSteps; ++i)
        trainer.step();

    std::vector<double> times;
    const Clock::time_point began = Clock::now();
    while (times.size() < fewestSteps || Clock::now() - began < measuredTime) {
        if (interrupt.requested())
            return std::nullopt;
        const Clock::time_point start = Clock::now();
        trainer.step();
        times.push_back(Milliseconds(Clock::now() - start).count());
    }
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    const double flops = productFlops(*trainer.modelGraph().graph, size.batch);
    return Measurement{*middle, flops / (*middle * 1e6)};
}

void print(const BenchSize& size, const BenchOptions& options, const Measurement& measured) {
    const double perSecond = 1000 / measured.msPerStep;
    if (options.json) {
        const nlohmann::ordered_json line = {{"size", size.name},
                                             {"threads", options.threads},
                                             {"backend", options.backend},
                                             {"ms_per_step", measured.msPerStep},
                                             {"steps_per_second", perSecond},
                                             {"gflops", measured.gflops}};
        std::printf("%s\n", line.dump().c_str());
    } else {
        std::printf("%-4s  %7d  %-8s  %12.3f  %12.1f  %8.2f\n", size.name, options.threads,
                    options.backend.c_str(), measured.msPerStep, perSecond, measured.gflops);
    }
    std::fflush(stdout);
}

int bench(const BenchOptions& options) {
    const Interrupt interrupt;
    if (!options.json)
        std::printf("%-4s  %7s  %-8s  %12s  %12s  %8s\n", "size", "threads", "backend",
                    "ms per step", "steps per s", "gflops");
    for (const BenchSize& size : sizes) {
        if (options.size != "all" && options.size != size.name)
            continue;
        const std::optional<Measurement> measured = measure(size, options, interrupt);
        if (!measured)
            break;
        print(size, options, *measured);
    }
    return 0;
}

} // namespace

Command addBenchCommand(CLI::App& program) {
    const auto options = std::make_shared<BenchOptions>();
    CLI::App* const parser = program.add_subcommand(
        "bench", "Measure whole training steps (decoder-only, Adam) of four sizes");
    parser->add_option("--size", options->size, "Which (if left out, all)")
        ->check(CLI::IsMember({"XS", "S", "M", "L", "all"}));
    addEngineOptions(*parser, options->threads, options->backend);
    parser->add_flag("--json", options->json,
                     "One JSON object a line: size, threads, backend, ms_per_step (median), "
                     "steps_per_second, gflops (matrix products only)");
    return {parser, [options] { return bench(*options); }};
}

} // namespace gf
