// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine does for labs: what core/lab_runs does, on a run as it is shown.
#include "app/session/labs/lab_bench.h"

#include "core/backend/copy_entries.h"
#include "core/tensor/error.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace gf {

namespace {

/// The other-th example that is as long as this one: of those that are kept from training, or where
/// the model has no task, as an opened one, of those that were looked at before.
ProbeExample exampleAsLongAs(const ProbeExample& own, LiveRun& run, Index other) {
    const Task* const task = run.task();
    const RunDescription& what = run.description();
    const std::vector<ExampleData> earlier =
        task ? std::vector<ExampleData>() : run.examples().earlier();
    const Index count = task ? task->validationCount() : std::ssize(earlier);
    Index found = 0;
    for (Index i = 0; i < count; ++i) {
        const ExampleData data =
            task ? exampleData(task->validation(i), DataForm(what.model),
                               what.vocabularies.source.get(), what.vocabularies.target.get())
                 : earlier[static_cast<std::size_t>(i)];
        const Index features = what.model.features;
        if (data.source.length(features) != own.source.length(features) ||
            data.target.length(features) != own.target.length(features) ||
            (data.source == own.source && data.target == own.target) || found++ != other)
            continue;
        ProbeExample example = own;
        example.source = data.source;
        example.target = data.target;
        example.answered = false;
        example.loss = true;
        return example;
    }
    if (!task && found == 0)
        throw Error(
            phrase("Type another text of as many tokens: this one is the other example then."));
    throw Error(task ? phrase("of the examples that are kept from training %1 are as long as this "
                              "one")
                     : phrase("of the examples that were looked at before %1 are as long as this "
                              "one"),
                found);
}

const Lab& labOf(const LabRequest& request) {
    return *findMeasurement(request.lab);
}

/// The run as the lab sees it.
LabModel shownModel(const LabRequest& request, const LabSubject& subject) {
    const ProbedModel shown = subject.model();
    LabModel model{.description = subject.run.description(),
                   .parameters = shown.parameters,
                   .example = subject.example(),
                   .held = shown.held,
                   .trace = subject.trace,
                   .backend = &shown.backend,
                   .task = subject.run.sharedTask(),
                   .mostExamples = subject.mostExamples,
                   .history = subject.history};
    if (labOf(request).takesTwoExamples())
        model.other = exampleAsLongAs(model.example, subject.run,
                                      KnobValues(labOf(request), request.knobs).whole("other") - 1);
    return model;
}

LabQuestion questionOf(const LabRequest& request, const LabModel& model) {
    return {labOf(request), KnobValues(labOf(request), request.knobs), 1, &model};
}

} // namespace

bool isStarted(const LabRequest& request) {
    return takesLong(labOf(request));
}

LabFound measureForLab(const LabRequest& request, const LabSubject& subject) {
    const LabModel model = shownModel(request, subject);
    return runLab(questionOf(request, model));
}

StartedLab::StartedLab(const LabRequest& request, const LabModel& shown)
    : m_description(shown.description),
      m_parameters(labOf(request).takesModel() ? makeParameters(m_description.model)
                                               : std::make_unique<Parameters>()),
      m_model{m_description, *m_parameters,     shown.example, shown.isExampleGiven,
              shown.other,   shown.held,        shown.trace,   shown.backend,
              shown.task,    shown.mostExamples} {
    copyEntries(shown.parameters, *m_parameters);
    m_work = beginLab(questionOf(request, m_model));
}

std::unique_ptr<StartedLab> beginForLab(const LabRequest& request, const LabSubject& subject) {
    return std::make_unique<StartedLab>(request, shownModel(request, subject));
}

} // namespace gf
