// SPDX-License-Identifier: GPL-3.0-or-later
// The lab of patching: one cell of the residual stream after another.
#include "app/session/labs/lab_tasks.h"

#include "core/backend/copy_entries.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/train/patch.h"

#include <chrono>
#include <utility>
#include <vector>

namespace gf {

namespace {

constexpr std::chrono::milliseconds piece(50);

/// The other-th example that is as long as this one: of those that are kept from training, or where
/// the model has no task, as an opened one, of those that were looked at before.
ProbeExample exampleAsLongAs(const ProbeExample& own, const LiveRun& run, Index other) {
    const Task* const task = run.task();
    const RunDescription& what = run.description();
    const std::vector<ExampleData> earlier =
        task ? std::vector<ExampleData>() : run.earlierExamples();
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

/// The example that is shown and another one, each with its run, and the patch between them.
struct PatchedPair {
    std::shared_ptr<const Trace> other;
    std::unique_ptr<Patch> patch; ///< holds the backend and the parameters of the model

    PatchedPair(const ProbedModel& model, ProbeExample own, const ProbeExample& second) {
        own.loss = true; // the same graph
        other = model.run(second);
        patch = std::make_unique<Patch>(model.backend, model.parameters, model.run(own), other,
                                        answerColumns(*other));
    }
};

class PatchTask final : public LabTask {
public:
    PatchTask(const ProbeExample& other, const LabSubject& subject)
        : m_parameters(copyFor(*subject.trace->graph, subject.run.parameters())) {
        const ProbedModel model = subject.model();
        PatchedPair pair({model.backend, model.model, m_parameters, model.vocabularies, model.held},
                         subject.example(), other);
        m_other = std::move(pair.other);
        m_patch = std::move(pair.patch);
        for (const Patch::Stack& stack : m_patch->stacks()) {
            m_found.stacks.push_back(
                {stack.name,
                 Tensor(Shape{static_cast<Index>(stack.boundaries.size()), stack.tokens})});
            m_cells += stack.boundaries.size() * static_cast<std::size_t>(stack.tokens);
        }
    }

    double advance() override {
        for (const auto began = Clock::now(); m_done < m_cells && Clock::now() - began < piece;)
            patchNext();
        return static_cast<double>(m_done) / static_cast<double>(m_cells);
    }

    LabAnswer answer() override {
        m_found.otherSource = m_other->sourceTokens;
        m_found.otherTarget = m_other->targetTokens;
        m_found.own = m_patch->ownAnswer();
        m_found.others = m_patch->otherAnswer();
        return m_found;
    }

    bool isOfExample() const override { return true; }

private:
    using Clock = std::chrono::steady_clock;

    /// Stack by stack, boundary by boundary: what follows a boundary is compiled once.
    void patchNext() {
        Tensor& grid = m_found.stacks[m_stack].restored;
        const auto tokens = static_cast<std::size_t>(grid.shape()[1]);
        grid[static_cast<Index>(m_cell)] = static_cast<float>(m_patch->restored(
            m_patch->logits(m_stack, m_cell / tokens, static_cast<Index>(m_cell % tokens), 1)));
        ++m_done;
        if (++m_cell == grid.values().size()) {
            ++m_stack;
            m_cell = 0;
        }
    }

    Parameters m_parameters;
    std::shared_ptr<const Trace> m_other;
    std::unique_ptr<Patch> m_patch;
    lab::Patched m_found;
    std::size_t m_cells = 0, m_done = 0;
    std::size_t m_stack = 0, m_cell = 0; ///< the next one
};

} // namespace

lab::PatchedCells measure(const lab::PatchCells& request, const LabSubject& subject) {
    const ProbeExample own = subject.example();
    const PatchedPair pair(subject.model(), own, exampleAsLongAs(own, subject.run, request.other));
    Patch& patch = *pair.patch;
    const auto isPlace = [](Index place, Index count) { return place >= 0 && place < count; };
    if (!isPlace(request.stack, std::ssize(patch.stacks())))
        throw Error(phrase("there is no such stack"));
    const Patch::Stack& stack = patch.stacks()[request.stack];
    if (!isPlace(request.layer, std::ssize(stack.boundaries)) ||
        !isPlace(request.first, stack.tokens) || request.count < 1 ||
        request.count > stack.tokens - request.first)
        throw Error(phrase("there are no such cells"));
    const Tensor logits =
        patch.logits(static_cast<std::size_t>(request.stack),
                     static_cast<std::size_t>(request.layer), request.first, request.count);
    return {patch.restored(logits), patch.answerIn(logits),   patch.ownAnswer(),
            patch.otherAnswer(),    pair.other->sourceTokens, pair.other->targetTokens};
}

std::unique_ptr<LabTask> begin(const lab::Patch& request, const LabSubject& subject) {
    return beginPatch(exampleAsLongAs(subject.example(), subject.run, request.other), subject);
}

std::unique_ptr<LabTask> beginPatch(const ProbeExample& other, const LabSubject& subject) {
    return std::make_unique<PatchTask>(other, subject);
}

} // namespace gf
