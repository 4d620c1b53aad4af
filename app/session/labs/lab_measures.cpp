// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine does for labs. A function for each request: measure() at once, with each picture;
// or begin(), where it takes long and a person starts it.
#include "app/session/labs/lab_tasks.h"

#include "core/lab_runs/lab_runs.h"
#include "core/tensor/error.h"

#include <utility>

namespace gf {

namespace {

/// As the command line has it, on what is shown.
LabFound measure(const NamedLab& request, const LabSubject& subject) {
    const ProbedModel shown = subject.model();
    const Lab& lab = *findLab(request.lab);
    const LabModel model{.description = subject.run.description(),
                         .parameters = shown.parameters,
                         .example = subject.example(),
                         .isExampleGiven = true,
                         .held = shown.held,
                         .trace = subject.trace,
                         .backend = &shown.backend};
    return runLab({lab, KnobValues(lab, request.knobs), 1, &model});
}

constexpr Phrase notYet = phrase("This cannot be measured in the window yet");

template <class Request>
constexpr bool measures = requires(const Request& request, const LabSubject& subject) {
    measure(request, subject);
};
template <class Request>
constexpr bool begins = requires(const Request& request, const LabSubject& subject) {
    begin(request, subject);
};

} // namespace

bool isStarted(const LabRequest& request) {
    return std::visit([]<class Request>(const Request&) { return begins<Request>; }, request);
}

LabAnswer measureForLab(const LabRequest& request, const LabSubject& subject) {
    return std::visit(
        [&]<class Request>(const Request& what) -> LabAnswer {
            if constexpr (measures<Request>)
                return measure(what, subject);
            else
                throw Error(notYet);
        },
        request);
}

std::unique_ptr<LabTask> beginForLab(const LabRequest& request, const LabSubject& subject) {
    return std::visit(
        [&]<class Request>(const Request& what) -> std::unique_ptr<LabTask> {
            if constexpr (begins<Request>)
                return begin(what, subject);
            else
                throw Error(notYet);
        },
        request);
}

} // namespace gf
