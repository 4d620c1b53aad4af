// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine does for labs. A function for each request: measure() at once, with each picture;
// or begin(), where it takes long and a person starts it.
#include "app/session/labs/lab_tasks.h"

#include "core/tensor/error.h"
#include "core/train/cost_timing.h"
#include "core/train/lens.h"
#include "core/train/linearity.h"
#include "core/train/padding.h"
#include "core/train/sequence.h"
#include "core/train/shuffle.h"
#include "core/train/writing_comparison.h"

#include <utility>

namespace gf {

namespace {

lab::Shuffled measure(const lab::Shuffle& request, const LabSubject& subject) {
    ShuffleResult result = shuffle(subject.model(), subject.example(), request.order);
    return {std::move(result.steps), std::move(result.shuffled)};
}

lab::Padded measure(const lab::Padding& request, const LabSubject& subject) {
    ProbeExample example = subject.example();
    if (!example.loss)
        throw Error(phrase("a loss needs the right answer, and nobody knows it"));
    return {paddingLosses(subject.model(), example, request.lengths, 0)};
}

lab::LensSeen measure(const lab::Lens&, const LabSubject& subject) {
    const ProbedModel model = subject.model();
    return {lens(model.backend, model.parameters, *subject.trace)};
}

lab::Superposed measure(const lab::Superpose& request, const LabSubject& subject) {
    constexpr std::uint64_t seed = 1; // y is the same with each picture
    return {linearityOf(*subject.trace, subject.run.parameters(), request.layer, request.alpha,
                        request.beta, seed)};
}

lab::Written measure(const lab::Write& request, const LabSubject& subject) {
    const ProbedModel model = subject.model();
    const Vocabulary* const words = model.vocabularies.target.get();
    const auto word = [&](TokenId id) { return wordsOf(words, std::vector{id}).front(); };
    WritingStart start{{}, request.given};
    if (request.startsWithEnd)
        start.token = words ? words->end() : eosId;
    lab::Written written;
    for (const WrittenToken& token : compareWriting(model, subject.example(), start))
        written.tokens.push_back({word(token.label), word(token.forced),
                                  token.free ? word(*token.free) : std::string(),
                                  token.forcedProbability, token.freeProbability});
    return written;
}

lab::TimedPass measure(const lab::TimePass& request, const LabSubject& subject) {
    return {measureCost(*makeBackend("cpu"), subject.run.description().model, request.source,
                        request.target)};
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
