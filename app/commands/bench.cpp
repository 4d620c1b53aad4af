// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/bench_sizes.h"
#include "app/commands/command.h"
#include "app/commands/number_checks.h"
#include "app/commands/printing.h"
#include "app/commands/train_options.h"
#include "core/backend/plan/flops.h"
#include "core/platform/signals.h"
#include "core/train/probe.h"
#include "core/train/trainer.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gf {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr std::size_t fewestSteps = 5;
constexpr int warmUps = 2;
/// The profile is taken in steps of its own, since reading the clock around every op takes time.
constexpr std::size_t fewestProfiledSteps = 3;
constexpr double profiledShare = 0.2; ///< of the measured time

struct BenchOptions {
    std::string size = "all";
    std::string architecture = "decoder";
    std::string recurrent; ///< the attention of a recurrent model; empty: a transformer
    std::string pass = "training";
    std::vector<Index> contexts; ///< in the place of the size's own; empty: that
    Index batch = 0;             ///< likewise; 0: that
    double seconds = 2;
    int threads = 1;
    std::string backend = "cpu";
    bool json = false;
};

Architecture architectureOf(const BenchOptions& options) {
    return options.architecture == "decoder" ? Architecture::Decoder : Architecture::EncoderDecoder;
}

/// The transformer of a size, or GRU cells of the same width and layers.
ModelConfig modelOf(const BenchSize& size, const BenchOptions& options) {
    const ModelConfig transformer = benchModel(size, architectureOf(options));
    if (options.recurrent.empty())
        return transformer;
    nlohmann::json json = toJson(transformer);
    json["family"] = "recurrent";
    json["alignment"] = options.recurrent;
    return configFromJson(json);
}

/// What is done again and again while the clock runs, and what it is made of.
struct Workload {
    std::function<std::size_t()> steps; ///< does some, and says how many
    Program* program = nullptr;
    double flops = 0; ///< in matrix products, of one step
};

struct Measurement {
    double msPerStep = 0; ///< median
    double gflops = 0;    ///< matrix products a second, in 10⁹
    std::size_t launches = 0;
    std::vector<OpTime> profile;
};

/// Whole training steps.
Workload trainingOf(const Backend& backend, const BenchSize& size, const BenchOptions& options) {
    const auto trainer =
        std::make_shared<Trainer>(backend, modelOf(size, options), TrainConfig{},
                                  benchBatches(size, architectureOf(options)), options.threads);
    return {[trainer] { return trainer->steps(mostNoted).size(); }, &trainer->program(),
            productFlops(*trainer->modelGraph().graph, size.batch)};
}

/// Passes through one example with every value kept. With `trace`, also copied out, parameters
/// included, as what the window gets must not change any more; with `picture` that of the gradients
/// too, which is what the window shows.
Workload probingOf(const Backend& backend, const BenchSize& size, const BenchOptions& options) {
    const ModelConfig model = modelOf(size, options);
    const BuildOptions shape = {.sourceLength = model.hasEncoder() ? size.length : 0,
                                .targetLength = size.length};
    const auto parameters = std::make_shared<Parameters>();
    parameters->addFrom(*buildModel(model, shape).graph);
    initialize(*parameters, model, 1);
    ProbeExample example;
    example.loss = example.gradients = options.pass == "picture";
    for (TokenId id = specialTokens;
         static_cast<Index>(example.target.ids.size()) + 1 < size.length;)
        example.target.ids.push_back(id + 1 < size.vocabulary ? id++ : id = specialTokens);
    if (model.hasEncoder())
        example.source = example.target;
    const auto probe =
        std::make_shared<Probe>(backend, model, *parameters, example, Vocabularies{}, "");
    const auto pass = [parameters, probe, copies = options.pass != "probe"] {
        if (copies)
            probe->run(0);
        else
            probe->program().run();
        return std::size_t(1);
    };
    return {pass, &probe->program(), productFlops(*probe->modelGraph().graph, 1)};
}

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct Times {
    std::vector<double> ms; ///< of a step, the mean of those that were done together
    std::size_t steps = 0;
};

/// Repeats the step for at least so many seconds and times; nothing when Ctrl-C came in between.
std::optional<Times> timesOf(const Workload& work, double seconds, std::size_t fewest,
                             const Interrupt& interrupt) {
    Times times;
    const Clock::time_point began = Clock::now();
    while (times.ms.size() < fewest || Seconds(Clock::now() - began).count() < seconds) {
        if (interrupt.requested())
            return std::nullopt;
        const Clock::time_point start = Clock::now();
        const std::size_t steps = work.steps();
        times.ms.push_back(1000 * Seconds(Clock::now() - start).count() /
                           static_cast<double>(steps));
        times.steps += steps;
    }
    return times;
}

std::optional<Measurement> measure(const Backend& backend, const BenchSize& size,
                                   const BenchOptions& options, const Interrupt& interrupt) {
    const Workload work = options.pass == "training" ? trainingOf(backend, size, options)
                                                     : probingOf(backend, size, options);
    for (int i = 0; i < warmUps; ++i)
        work.steps();
    const auto times = timesOf(work, options.seconds, fewestSteps, interrupt);
    if (!times)
        return std::nullopt;
    work.program->setProfiling(true);
    const auto profiled =
        timesOf(work, options.seconds * profiledShare, fewestProfiledSteps, interrupt);
    if (!profiled)
        return std::nullopt;
    Measurement measured;
    measured.msPerStep = medianOf(times->ms);
    measured.gflops = work.flops / (measured.msPerStep * 1e6);
    measured.launches = work.program->launchCount();
    measured.profile = work.program->profile();
    for (OpTime& time : measured.profile)
        time.seconds /= static_cast<double>(profiled->steps);
    return measured;
}

void printObject(const BenchSize& size, const BenchOptions& options, double peak,
                 const Measurement& measured) {
    nlohmann::ordered_json byOp = nlohmann::ordered_json::object();
    for (const OpTime& time : measured.profile)
        byOp[time.op] = 1000 * time.seconds;
    const nlohmann::ordered_json line = {{"size", size.name},
                                         {"threads", options.threads},
                                         {"backend", options.backend},
                                         {"ms_per_step", measured.msPerStep},
                                         {"steps_per_second", 1000 / measured.msPerStep},
                                         {"gflops", measured.gflops},
                                         {"architecture", options.architecture},
                                         {"context", size.length},
                                         {"pass", options.pass},
                                         {"peak_gflops", peak},
                                         {"peak_share", measured.gflops / peak},
                                         {"launches_per_step", measured.launches},
                                         {"ms_by_op", byOp}};
    print("%s\n", line.dump().c_str());
}

/// No peak is known of a graphics card; what counts there is how many kernels a step starts.
void printHeading(double peak) {
    print("%-6s  %7s  %7s  %-8s  %12s  %12s  %8s  %8s\n", "size", "context", "threads", "backend",
          "ms per step", "steps per s", "gflops", peak > 0 ? "of peak" : "launches");
}

void printRow(const BenchSize& size, const BenchOptions& options, double peak,
              const Measurement& measured) {
    print("%-6s  %7lld  %7d  %-8s  %12.3f  %12.1f  %8.2f  ", size.name,
          static_cast<long long>(size.length), options.threads, options.backend.c_str(),
          measured.msPerStep, 1000 / measured.msPerStep, measured.gflops);
    if (peak > 0)
        print("%6.1f %%\n", 100 * measured.gflops / peak);
    else
        print("%8s\n", std::to_string(measured.launches).c_str());
}

/// Those that are asked for, each with every context.
std::vector<BenchSize> chosenSizes(const BenchOptions& options) {
    std::vector<BenchSize> chosen;
    for (const BenchSize& size : benchSizes()) {
        if (options.size != size.name && (options.size != "all" || size.onlyByName))
            continue;
        std::vector<Index> contexts = options.contexts;
        if (contexts.empty())
            contexts = {size.length};
        for (const Index context : contexts) {
            BenchSize& sized = chosen.emplace_back(size);
            sized.length = context;
            if (options.batch > 0)
                sized.batch = options.batch;
        }
    }
    return chosen;
}

int bench(BenchOptions options) {
    const Interrupt interrupt;
    const std::unique_ptr<Backend> backend = openBackend(options.backend);
    options.backend = backend->name(); // which one "auto" is
    // Before and after each size: what disturbed the machine for a while disturbed one of them.
    double peak = 0;
    const auto seePeak = [&] {
        peak = std::max(peak, backend->measuredPeak(options.threads) / 1e9);
    };
    seePeak();
    if (!options.json)
        printHeading(peak);
    for (const BenchSize& size : chosenSizes(options)) {
        const std::optional<Measurement> measured = measure(*backend, size, options, interrupt);
        if (!measured)
            break;
        seePeak();
        (options.json ? printObject : printRow)(size, options, peak, *measured);
    }
    return 0;
}

} // namespace

ProgramCommand addBenchCommand(CommandParser program) {
    const auto options = std::make_shared<BenchOptions>();
    const CommandParser parser = program.command(
        "bench", "Measure whole training steps (Adam) or probe passes of models of seven sizes");
    parser
        .option("--size", &options->size,
                "Which (if left out, XS to L); S-long and M-long have sequences of 1,024 tokens")
        .oneOf({"XS", "S", "M", "L", "XL", "S-long", "M-long", "all"});
    parser
        .option("--architecture", &options->architecture,
                "decoder (if left out), or encoder-decoder, which has 2 + 2 layers")
        .oneOf({"decoder", "encoder-decoder"});
    parser
        .option("--recurrent", &options->recurrent,
                "GRU cells of the same width and layers in the place of the transformer, with "
                "this attention")
        .oneOf({"none", "dot", "general", "location", "concat", "bahdanau"});
    parser
        .option("--pass", &options->pass,
                "training (if left out): forward, loss, backward and Adam of a batch; probe: "
                "forward of one example with every step kept; trace: the same and a copy of all "
                "of it; picture: that with the loss and all gradients, as the window gets it")
        .oneOf({"training", "probe", "trace", "picture"});
    parser
        .option("--context", &options->contexts,
                "Tokens of the sequences, in the place of those of the size; of several "
                "(16,32,64) it is seen how the time of a step grows with them")
        .separatedBy(',')
        .check(wholeNumber(1, 8192))
        .typeName("N,…");
    parser
        .option("--batch", &options->batch,
                "Sequences of a training step, in the place of those of the size")
        .check(wholeNumber(1, 1024))
        .typeName("N");
    parser.option("--seconds", &options->seconds, "How long each size is measured at least")
        .check(number(0, 3600))
        .typeName("X")
        .showDefault();
    addEngineOptions(parser, options->threads, options->backend);
    parser.flag("--json", &options->json,
                "One JSON object a line: size, threads, backend, ms_per_step (median; short steps "
                "count together, as many as train does before it asks for their losses), "
                "steps_per_second, gflops (matrix products only), architecture, pass, "
                "peak_gflops (multiply-adds alone, measured on as many threads), peak_share, "
                "launches_per_step (of kernels, on a graphics card), "
                "ms_by_op (of one step, summed over threads)");
    return {parser, [options] { return bench(*options); }};
}

} // namespace gf
