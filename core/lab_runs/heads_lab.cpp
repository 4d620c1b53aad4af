// SPDX-License-Identifier: GPL-3.0-or-later
// The lab that measures what each head looks for, now and over the training.
#include "core/lab_runs/example_runs.h"
#include "core/measure/head_scores.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace gf {

namespace {

constexpr Index examplesOfMoment = 8; ///< enough for a point of a curve

Finding numberOf(const std::optional<double>& number) {
    return number ? Finding(*number) : Finding();
}

Finding scoresOf(const std::vector<ScoredHead>& heads) {
    Finding list = Finding::List();
    for (const ScoredHead& head : heads) {
        Finding one{{"stack", head.stack},
                    {"layer", head.layer},
                    {"head", head.head},
                    {"attention", head.attention}};
        for (std::size_t i = 0; i < headScoreCount; ++i) {
            const auto score = static_cast<HeadScore>(i);
            one[nameOf(score)] = numberOf(head.scores.of(score));
        }
        const std::optional<HeadScore> guess = head.scores.guess();
        one["guess"] = guess ? Finding(nameOf(*guess)) : Finding();
        list.push_back(std::move(one));
    }
    return list;
}

Finding trainingOf(const LabQuestion& asked, const std::vector<ProbeExample>& examples) {
    Finding list = Finding::List();
    const auto scores = [](const Traces& traces) { return scoresOf(scoredHeads(traces)); };
    for (const Moment& moment : momentsOf(asked, examples, scores, asked.model->history.known))
        list.push_back({{"step", moment.checkpoint->step},
                        {"loss", moment.checkpoint->loss},
                        {"heads", moment.finding}});
    return list;
}

} // namespace

LabFound lab_run::heads(const LabQuestion& asked, const LabWatch&) {
    const LabModel& model = *asked.model;
    const Index wanted = asked.knobs.whole("examples");
    const std::vector<ProbeExample> examples = examplesFor(asked, wanted);
    const bool isShown = model.isShown() && wanted == 0;
    const std::vector<ScoredHead> heads =
        isShown ? scoredHeads(Traces{model.trace})
                : scoredHeads(ExampleRuns(model, model.parameters, examples).traces());
    if (heads.empty())
        throw Error(phrase("this model has no attention heads"));
    Finding found{{"examples", std::ssize(examples)}, {"heads", scoresOf(heads)}};
    if (model.isShown() && asked.knobs.text("view") == "training") {
        const std::vector<ProbeExample> few =
            examplesFor(asked, std::min(wanted, examplesOfMoment));
        found["training_examples"] = std::ssize(few);
        found["training"] = trainingOf(asked, few);
    }
    return found;
}

} // namespace gf
