// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/probing.h"

#include "app/commands/command.h"
#include "app/commands/complain.h"
#include "core/backend/program.h"
#include "core/tensor/error.h"
#include "core/train/generate.h"
#include "core/train/verify.h"

namespace gf {

ProbeExample exampleOrAnswer(Run& run, const ExampleOptions& options, bool gradients) {
    const ModelConfig& model = run.description.model;
    const GivenExample given = readExample(options, run.description);
    if (!given.target && !model.hasEncoder())
        throw UsageError("a decoder-only model reads its text from --target or --target-ids");
    if (!given.target && gradients)
        throw UsageError("gradients need the right answer; give it with --target or --target-ids");

    ProbeExample example;
    example.source = given.source;
    example.sourceTypes = given.sourceTypes;
    example.loss = given.target.has_value();
    example.gradients = gradients;
    example.frozenLayers = run.description.train.frozenLayers;
    if (given.target) {
        example.target = *given.target;
    } else if (model.hasDecoder()) {
        const std::unique_ptr<Backend> backend = makeBackend("cpu");
        Generator generator(*backend, model, *run.parameters, {}, run.description.vocabularies);
        if (model.output == Output::Values)
            example.target =
                generator.forecast(given.source, {}, forecastLength(run.description)).numbers;
        else
            // `<sos>` and the answer are what the decoder sees, so one place is taken.
            example.target =
                generator.generate(given.source, {}, Sampling{}, model.maxLength - 1).ids;
        example.answered = true;
    }
    return example;
}

ExampleProbe::ExampleProbe(Run& run, const ProbeExample& example, const Probe::ChooseNodes& keep)
    : m_probe(
          [this](const Graph& graph) -> const Backend& {
              return m_backends.chosenFor(graph, false);
          },
          run.description.model, *run.parameters, example, run.description.vocabularies,
          run.description.caption(), {}, keep) {}

std::shared_ptr<const Trace> probe(Run& run, const ProbeExample& example,
                                   const Probe::ChooseNodes& keep) {
    return ExampleProbe(run, example, keep).run(run.description.steps);
}

ProbeExample usualExample(const RunDescription& run) {
    if (!run.task.empty()) {
        try {
            const std::shared_ptr<const Task> task = taskOf(run);
            return probeExampleOf(exampleData(task->showcase(), DataForm(run.model),
                                              run.vocabularies.source.get(),
                                              run.vocabularies.target.get()));
        } catch (const Error& error) {
            note(std::string(error.what()) + "; an example is drawn in its place");
        }
    }
    return drawnExample(run.model, 1);
}

} // namespace gf
