// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include "core/data/feed.h"
#include "core/graph/op.h"
#include "core/model/frozen.h"
#include "core/ops/mask.h"
#include "core/tensor/finite.h"
#include "core/train/run.h"
#include "core/train/schedule.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <utility>

namespace gf {

namespace {

/// A mask's −∞ belongs there, also under another shape or in rows that are joined, and what a
/// person set; everywhere else it does not.
bool isSound(const Graph& graph, const Node& node, const Tensor& value) {
    const Node* made = &node;
    while (formOf(made->op->kind()) == OpForm::View && !made->inputs.empty())
        made = &graph[made->inputs[0]];
    const OpKind kind = made->op->kind();
    const bool mask = ops::hides(kind) || kind == OpKind::Join || kind == OpKind::Intervene;
    return std::ranges::all_of(value.values(), [mask](float v) {
        return std::isfinite(v) || (mask && std::isinf(v) && v < 0);
    });
}

std::optional<std::string> firstUnsound(const Program& program) {
    for (const Node& node : program.graph().nodes()) {
        if (node.role == Role::Input || node.role == Role::Parameter || node.role == Role::State)
            continue;
        std::vector<Wanted> wanted;
        for (Index example = 0; example < (node.batched ? program.batch() : 1); ++example)
            wanted.push_back({node.id, example});
        const std::vector<Tensor> values = program.values(wanted);
        if (!std::ranges::all_of(
                values, [&](const Tensor& each) { return isSound(program.graph(), node, each); }))
            return node.name;
    }
    return std::nullopt;
}

} // namespace

bool StepResult::finite() const {
    return std::isfinite(loss) && std::isfinite(gradientNorm);
}

Trainer::Trainer(const Backend& backend, const ModelConfig& model, const TrainConfig& train,
                 std::shared_ptr<const BatchSource> batches, int threads)
    : Trainer(backend, model, train, std::move(batches), threads, nullptr, 0) {}

Trainer::Trainer(const Backend& backend, const ModelConfig& model, const TrainConfig& train,
                 std::shared_ptr<const BatchSource> batches, int threads,
                 std::unique_ptr<Parameters> parameters, Index stepsDone)
    : m_backend(&backend), m_model(model), m_train(train), m_batches(std::move(batches)),
      m_threads(threads), m_parameters(std::move(parameters)), m_stepsDone(stepsDone) {
    requireFreezable(m_model, m_train);
    const bool fresh = m_parameters == nullptr;
    if (fresh)
        m_parameters = makeParameters(m_model, m_train);
    use(compiled(*m_backend, *m_batches, m_threads, {}));
    if (fresh)
        initialize(*m_parameters, m_model, m_train.seed);
    store();
}

/// Beside what there is, which goes on when this cannot be had.
Trainer::Compiled Trainer::compiled(const Backend& backend, const BatchSource& batches, int threads,
                                    std::vector<Intervention> interventions) {
    Compiled made;
    made.graph = buildModel(m_model, {.sourceLength = batches.sourceLength(),
                                      .targetLength = batches.targetLength(),
                                      .training = true,
                                      .loss = true,
                                      .gradients = true,
                                      .labelSmoothing = m_train.labelSmoothing,
                                      .frozenLayers = m_train.frozenLayers,
                                      .interventions = std::move(interventions)});
    made.optimizer = appendOptimizer(*made.graph.graph, m_train);
    m_parameters->addFrom(*made.graph.graph);
    made.program = backend.compile(made.graph.graph, *m_parameters,
                                   {.batch = batches.batchSize(),
                                    .keepAll = false,
                                    .keep = {},
                                    .noted = {made.graph.loss, made.optimizer.gradientNorm},
                                    .threads = threads});
    return made;
}

void Trainer::use(Compiled compiled) noexcept {
    m_graph = std::move(compiled.graph);
    m_optimizer = std::move(compiled.optimizer);
    m_program = std::move(compiled.program);
    m_stepSeconds = 0;
}

std::unique_ptr<Program> Trainer::compileFor(Parameters& parameters, ProgramOptions options) const {
    options.batch = m_batches->batchSize();
    options.threads = m_threads;
    return m_backend->compile(m_graph.graph, parameters, options);
}

void Trainer::feed(Program& program, const Batch& batch, Index step) const {
    gf::feed(program, m_graph, batch);
    const auto rate = static_cast<float>(learningRateAt(m_train, m_model.dModel, step));
    program.setInput(m_optimizer.learningRate, std::span(&rate, 1));
    const auto number = static_cast<float>(step);
    program.setInput(m_optimizer.step, std::span(&number, 1));
    program.setRandom(m_train.seed, static_cast<std::uint64_t>(step));
}

StepResult Trainer::resultOf(const Program& program, Index step) const {
    const Wanted wanted[] = {{m_graph.loss}, {m_optimizer.gradientNorm}};
    const std::vector<Tensor> values = program.values(wanted);
    StepResult result;
    result.step = step;
    result.loss = static_cast<double>(values[0][0]);
    result.learningRate = learningRateAt(m_train, m_model.dModel, step);
    result.gradientNorm = static_cast<double>(values[1][0]);
    return result;
}

void Trainer::run(Index step) {
    feed(*m_program, m_batch, step);
    m_program->run();
    m_stepsDone = step;
}

/// Of the last so many.
std::vector<StepResult> Trainer::resultsOf(Index steps) const {
    const std::vector<float> notes = m_program->notes(steps);
    std::vector<StepResult> results;
    for (Index i = 0; i < steps; ++i) {
        const Index step = m_stepsDone - steps + 1 + i;
        const auto at = static_cast<std::size_t>(2 * i); // in the order of `noted`
        results.push_back(
            {step, notes[at], learningRateAt(m_train, m_model.dModel, step), notes[at + 1]});
    }
    return results;
}

std::vector<StepResult> Trainer::steps(Index most) {
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    constexpr double enough = 0.01; // seconds
    const auto began = Clock::now();
    const Index wanted =
        m_stepSeconds > 0 ? static_cast<Index>(std::min(enough / m_stepSeconds, double(mostNoted)))
                          : 1;
    const Index count = std::clamp<Index>(wanted, 1, std::min(most, mostNoted));
    Index done = 0;
    for (; done < count; ++done) {
        try {
            m_batches->fill(m_stepsDone, m_batch);
        } catch (...) {
            if (done == 0)
                throw;
            break;
        }
        run(m_stepsDone + 1);
    }
    std::vector<StepResult> results = resultsOf(done);
    m_stepSeconds = Seconds(Clock::now() - began).count() / static_cast<double>(done);
    const auto diverged = std::ranges::find(results, false, &StepResult::finite);
    if (diverged == results.end()) {
        if (m_storing.isDue())
            m_storing.spend([this] {
                if (allFinite(m_parameters->flat()))
                    takeSnapshot();
            });
    } else {
        results.erase(diverged + 1, results.end());
        goBackTo(results.back().step);
    }
    return results;
}

/// A step since the last good point.
void Trainer::goBackTo(Index step) {
    if (step == m_stepsDone)
        return;
    restoreLastGood();
    while (m_stepsDone < step) {
        m_batches->fill(m_stepsDone, m_batch);
        run(m_stepsDone + 1);
    }
}

void Trainer::store() {
    m_storing.spend([this] { takeSnapshot(); });
}

void Trainer::takeSnapshot() {
    const std::span<const float> values = m_parameters->flat();
    m_lastGood.values.assign(values.begin(), values.end());
    m_lastGood.step = m_stepsDone;
}

void Trainer::setStepsDone(Index steps) {
    m_stepsDone = steps;
    store();
}

void Trainer::setLearningRate(double rate) {
    // Steps are repeated from the last good point with one learning rate: this one.
    if (allFinite(m_parameters->flat()))
        store();
    setPeakLearningRate(m_train, m_model.dModel, rate);
}

void Trainer::rebuild(const Backend& backend, std::shared_ptr<const BatchSource> batches,
                      int threads) {
    static_cast<void>(std::as_const(*m_parameters).flat()); // brought over before anything changes
    if (&backend != m_backend)
        m_parameters->setDevice(nullptr); // should the program stay, it takes its device again
    Compiled made = compiled(backend, *batches, threads, m_interventions);
    store();
    use(std::move(made));
    m_backend = &backend;
    m_batches = std::move(batches);
    m_threads = threads;
}

void Trainer::recover(const Backend& backend) {
    restoreLastGood();
    m_parameters->setDevice(nullptr);
    use(compiled(backend, *m_batches, m_threads, m_interventions));
    m_backend = &backend;
}

void Trainer::intervene(std::vector<Intervention> interventions) {
    use(compiled(*m_backend, *m_batches, m_threads, interventions));
    m_interventions = std::move(interventions);
    store(); // steps are repeated from the last good point with one model: this one
}

void Trainer::restoreLastGood() {
    m_parameters->assign(m_lastGood.values);
    m_stepsDone = m_lastGood.step;
}

std::optional<Divergence> Trainer::firstNotFinite() {
    const auto program =
        compileFor(*m_parameters, {.batch = 1, .keepAll = true, .keep = {}, .threads = 1});
    // Whatever happens on the way, the trainer is afterwards where it was.
    struct Present {
        explicit Present(Trainer& now)
            : trainer(now), steps(now.m_stepsDone),
              values(now.m_parameters->flat().begin(), now.m_parameters->flat().end()) {}
        Present(const Present&) = delete;
        Present& operator=(const Present&) = delete;
        ~Present() {
            trainer.m_parameters->assign(values);
            trainer.m_stepsDone = steps;
        }
        Trainer& trainer;
        Index steps;
        std::vector<float> values;
    };
    const Present present(*this);

    restoreLastGood();
    for (Index step = m_lastGood.step + 1; step <= present.steps; ++step) {
        m_batches->fill(step - 1, m_batch);
        feed(*program, m_batch, step);
        program->run();
        if (const auto node = firstUnsound(*program))
            return Divergence{step, *node};
    }
    return std::nullopt;
}

} // namespace gf
