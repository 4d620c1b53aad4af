// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/probing.h"

#include "app/commands/command.h"
#include "core/backend/program.h"
#include "core/train/generate.h"
#include "core/train/probe_backend.h"

namespace gf {

ProbedExample probe(Run& run, const ExampleOptions& options, bool gradients) {
    const ModelConfig& model = run.description.model;
    const GivenExample given = readExample(options, run.description);
    if (!given.target && !model.hasEncoder())
        throw UsageError("a decoder-only model reads its text from --target or --target-ids");
    if (!given.target && gradients)
        throw UsageError("gradients need the right answer; give it with --target or --target-ids");

    const std::unique_ptr<Backend> backend = makeBackend("cpu");
    ProbeExample example;
    example.source = given.source;
    example.loss = given.target.has_value();
    example.gradients = gradients;
    ProbedExample probed;
    if (given.target) {
        example.target = *given.target;
    } else if (model.hasDecoder()) {
        Generator generator(*backend, model, *run.parameters);
        if (model.output == Output::Values)
            example.target =
                generator.forecast(given.source, {}, forecastLength(run.description)).numbers;
        else
            // `<sos>` and the answer are what the decoder sees, so one place is taken.
            example.target =
                generator.generate(given.source, {}, Sampling{}, model.maxLength - 1).ids;
        probed.predictedTarget = true;
    }
    const ProbeBackends backends;
    Probe probe(
        [&backends](const Graph& graph) -> const Backend& {
            return backends.chosenFor(graph, false);
        },
        model, *run.parameters, example, run.description.vocabularies, run.description.caption());
    probed.trace = probe.run(run.description.steps);
    return probed;
}

} // namespace gf
