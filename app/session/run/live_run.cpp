// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/live_run.h"

#include "core/data/real_numbers.h"
#include "core/measure/nearest.h"
#include "core/tensor/stopped.h"
#include "core/train/verify.h"

#include <utility>

namespace gf {

LiveRun::LiveRun(const OpenBackend& backend, const TaskRequest& request,
                 const std::optional<ModelConfig>& model, const std::optional<TrainConfig>& train,
                 std::vector<Intervention> builtIn, const std::stop_token& stop)
    : TrainedRun(backend, request, model, train, std::move(builtIn), stop) {}

LiveRun::LiveRun(const OpenBackend& backend, Run saved, std::vector<Intervention> builtIn,
                 const std::stop_token& stop)
    : TrainedRun(backend, std::move(saved), std::move(builtIn), stop) {}

std::unique_ptr<LiveRun> LiveRun::open(const OpenBackend& backend, const std::string& path,
                                       const std::stop_token& stop) {
    return open(backend, loadRun(path, stop), {}, stop);
}

std::unique_ptr<LiveRun> LiveRun::open(const OpenBackend& backend, Run saved,
                                       std::vector<Intervention> builtIn,
                                       const std::stop_token& stop) {
    return std::make_unique<LiveRun>(backend, std::move(saved), std::move(builtIn), stop);
}

void LiveRun::releasePrograms() {
    m_probes.forget();
    m_answer.forgetPrograms();
    m_validator.forgetPrograms();
}

void LiveRun::weightsReplaced() {
    m_validator.giveUp();
}

std::unique_ptr<LayerGradients> LiveRun::layerGradients() {
    return std::make_unique<LayerGradients>(*backend().backend, description().model, weights(),
                                            batches(description().train.batch), changes(),
                                            description().train.frozenLayers);
}

void LiveRun::setExample(const Example& example) {
    if (example == m_example.get() && m_probes.areCompiled())
        return;
    m_example.set(example);
    m_answer.forgetRows();
    m_probes.forget();
}

Answer LiveRun::answer(const std::stop_token& stop, const Wrote& wrote) {
    if (!description().model.hasLoss())
        return cosineWithSecond();
    const Generation said = m_answer.say(stop, wrote);
    if (m_answer.follow(said))
        m_probes.forget();
    return m_answer.describe(said);
}

/// What a model that says nothing of its sentence is asked instead: how alike it is to a second
/// one, which stands where others have a target. By the means of the last rows.
Answer LiveRun::cosineWithSecond() {
    Answer answer;
    const auto& words = description().vocabularies.source;
    if (!words || example().target.empty())
        return answer;
    const auto meanOf = [&](const Sequence& sentence) {
        const auto trace = m_probes.traceOf(sentence, {});
        return meanRow(trace->value(lastStates(*trace->graph)));
    };
    answer.text = numberText(static_cast<float>(
        cosineOf(meanOf(m_example.data().source), meanOf(words->encodeFramed(example().target)))));
    return answer;
}

void LiveRun::intervene(const std::function<void(Interventions&)>& change) {
    Interventions next = interventions();
    change(next);
    if (next.list() == interventions().list())
        return hold(std::move(next));
    ExampleProbes::Programs programs = m_probes.compile(next);
    hold(std::move(next));
    releasePrograms();
    m_probes.use(std::move(programs));
}

GenerationReport LiveRun::write(const GenerationSettings& settings, const std::stop_token& stop,
                                const Grew& grew) {
    Written written = m_answer.write(settings, stop, grew);
    throwIfStopped(stop);
    written.report.trace = m_probes.traceOf(m_example.data().source, written.text);
    return std::move(written.report);
}

ProbeExample LiveRun::probeExample() {
    ProbeExample example = m_answer.probeExample();
    example.gradients = false;
    return example;
}

VerifyReport LiveRun::verify(const std::stop_token& stop) {
    const OpenBackend verifiedOne = backendName() == "eigen" ? OpenBackend("cpu") : backend();
    const Verification verified =
        gf::verify(*verifiedOne.backend, description().model, weights(), m_answer.probeExample(),
                   description().vocabularies, agreementTolerance, changes(), stop);
    VerifyReport report{verified};
    report.steps = byDifference(std::move(report.steps));
    report.step = stepsDone();
    report.sourceTokens = verified.found->sourceTokens;
    report.targetTokens = verified.found->targetTokens;
    report.labels = verified.found->labels;
    report.graph = verified.expected->graph;
    return report;
}

void LiveRun::save(const std::string& path, const SavedComparison& compared) {
    saveRun(path, description(), parameters(), compared);
}

} // namespace gf
