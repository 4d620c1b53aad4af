// SPDX-License-Identifier: GPL-3.0-or-later
// The lab that measures what each head looks for, now and over the training.
#include "core/io/quote.h"
#include "core/lab_runs/example_runs.h"
#include "core/measure/head_scores.h"
#include "core/tensor/error.h"
#include "core/train/path_run.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace gf {

namespace {

constexpr Index examplesOfMoment = 8; ///< enough for a point of a curve

Finding numberOf(const std::optional<double>& number) {
    return number ? Finding(*number) : Finding();
}

void nameScores(Finding& one, const HeadScores& scores) {
    for (std::size_t i = 0; i < headScoreCount; ++i) {
        const auto score = static_cast<HeadScore>(i);
        one[nameOf(score)] = numberOf(scores.of(score));
    }
}

Finding scoresOf(const std::vector<ScoredHead>& heads) {
    Finding list = Finding::List();
    for (const ScoredHead& head : heads) {
        Finding one{{"stack", head.stack},
                    {"layer", head.layer},
                    {"head", head.head},
                    {"attention", head.attention}};
        nameScores(one, head.scores);
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

/// "decoder.1.self_attn.head.0".
std::string nameOfHead(const ScoredHead& head) {
    return head.attention + ".head." + std::to_string(head.head);
}

/// The head that a knob names, or that has most of the score that it names.
const ScoredHead& headOf(const std::vector<ScoredHead>& heads, const std::string& wanted) {
    const ScoredHead* most = nullptr;
    for (const ScoredHead& head : heads) {
        if (nameOfHead(head) == wanted)
            return head;
        for (std::size_t i = 0; i < headScoreCount; ++i) {
            const auto score = static_cast<HeadScore>(i);
            const std::optional<double> has = head.scores.of(score);
            if (nameOf(score) == wanted && has && (!most || *has > *most->scores.of(score)))
                most = &head;
        }
    }
    if (!most)
        throw LabUsageError("--into is " + inQuotes(wanted) + "; it must be a score, or one of " +
                            nameOfHead(heads.front()) + " … " + nameOfHead(heads.back()));
    return *most;
}

/// What of a head's scores hangs on what is written into its queries and keys.
void namePaths(Finding& found, const LabModel& model, const Traces& traces,
               const ScoredHead& head) {
    const ProbeBackends backends;
    const ProbedModel run = probed(model, backends.chosenFor(*traces.front()->graph, false));
    Finding paths = Finding::List();
    for (const CutPath& path : cutPaths(run.backend, run.parameters, traces, nameOfHead(head))) {
        Finding one{{"from", path.from}, {"operand", path.operand}};
        nameScores(one, path.scores);
        paths.push_back(std::move(one));
    }
    found["into"] = scoresOf({head}).list()->front();
    found["paths"] = std::move(paths);
}

} // namespace

LabFound lab_run::heads(const LabQuestion& asked, const LabWatch&) {
    const LabModel& model = *asked.model;
    const Index wanted = asked.knobs.whole("examples");
    const std::vector<ProbeExample> examples = examplesFor(asked, wanted);
    const bool isShown = model.isShown() && wanted == 0;
    const Traces traces =
        isShown ? Traces{model.trace} : ExampleRuns(model, model.parameters, examples).traces();
    const std::vector<ScoredHead> heads = scoredHeads(traces);
    if (heads.empty())
        throw Error(phrase("this model has no attention heads"));
    Finding found{{"examples", std::ssize(examples)}, {"heads", scoresOf(heads)}};
    if (model.isShown() && asked.knobs.text("view") == "training") {
        const std::vector<ProbeExample> few =
            examplesFor(asked, std::min(wanted, examplesOfMoment));
        found["training_examples"] = std::ssize(few);
        found["training"] = trainingOf(asked, few);
    }
    const bool isOfPaths = asked.knobs.text("view") == "paths";
    if (isOfPaths || asked.knobs.has("into"))
        namePaths(found, model, traces,
                  headOf(heads, asked.knobs.text(asked.knobs.has("into") ? "into" : "score")));
    return found;
}

} // namespace gf
