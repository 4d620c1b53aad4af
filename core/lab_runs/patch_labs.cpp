// SPDX-License-Identifier: GPL-3.0-or-later
// Labs that put cells of one run into another: patch, and its cells that are marked.
#include "core/lab_runs/each_lab.h"
#include "core/tensor/eigen.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"
#include "core/tensor/random.h"
#include "core/train/patch.h"
#include "core/train/probe_backend.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gf {

namespace {

/// The example that is shown and another one, each with its run, and the patch between them.
class PatchedPair {
public:
    PatchedPair(const LabModel& model, const KnobValues& knobs, std::uint64_t seed)
        : m_model(model), m_by(knobs.text("by")), m_examples(knobs.whole("examples")), m_seed(seed),
          own(traceOf(model, answered(model.example, model))),
          other(traceOf(model, answered(*model.other, model))),
          patch(probed(model, backends.chosenFor(*own->graph, false)).backend, model.parameters,
                own, other, answerColumns(*other), patchWhatOf(knobs.text("what"))) {
        if (!knobs.has("into"))
            return;
        try {
            m_into = patch.follow(knobs.text("into"));
        } catch (const Error& wrong) {
            throw LabUsageError("--into: " + std::string(wrong.what()));
        }
    }

    /// What both kinds of it say at first and at last.
    Finding begun() const {
        return {{"log_probability", patch.ownAnswer()},
                {"other_log_probability", patch.otherAnswer()}};
    }
    void name(Finding& finding) const {
        finding["other_source"] = other->sourceTokens;
        finding["other_target"] = other->targetTokens;
        if (!m_into.empty())
            finding["into"] = m_into;
    }
    /// Runs what is put in, where it is of neither example. Once.
    void prepare() {
        if (m_by == "zero")
            patch.putIn(standIn({}));
        else if (m_by == "mean")
            patch.putIn(standIn(examplesAsLong(m_examples)));
        else if (m_by == "resample")
            patch.putIn(standIn({drawnOf(examplesAsLong(m_examples))}));
    }

private:
    /// An example whose answer counts, even where it is the model's own.
    static ProbeExample answered(ProbeExample example, const LabModel& model) {
        if (!model.isShown() && !model.description.model.hasDecoder() && !example.loss)
            throw LabUsageError("the answers are compared, and an encoder-only model needs them; "
                                "give --target and --other-target");
        example.loss = true;
        return example;
    }
    /// Of the task's validation examples those that have as many tokens as the shown one.
    std::vector<ProbeExample> examplesAsLong(Index most) const {
        const std::shared_ptr<const Task> task = taskFor(m_model);
        if (!task)
            throw Error(phrase("a mean needs the examples of a task, and this model has none"));
        const Index features = m_model.description.model.features;
        const ProbeExample& shown = m_model.example;
        std::vector<ProbeExample> found;
        for (Index i = 0; i < task->validationCount() && std::ssize(found) < most; ++i) {
            const ProbeExample drawn = validationExample(*task, i);
            const bool isAsLong = drawn.source.length(features) == shown.source.length(features) &&
                                  drawn.target.length(features) == shown.target.length(features);
            const bool isOwn = drawn.source == shown.source && drawn.target == shown.target;
            if (!isAsLong || isOwn)
                continue;
            found.push_back(answered(shown, m_model));
            found.back().source = drawn.source;
            found.back().target = drawn.target;
            found.back().answered = false;
        }
        if (found.empty())
            throw Error(phrase("none of the task’s examples is as long as this one"));
        return found;
    }
    ProbeExample drawnOf(const std::vector<ProbeExample>& examples) const {
        const double at = uniform(m_seed, 0, 0) * static_cast<double>(examples.size());
        return examples[static_cast<std::size_t>(at)];
    }
    /// A run whose values are, cell by cell, the mean of these; zeros of none.
    std::shared_ptr<const Trace> standIn(const std::vector<ProbeExample>& examples) const {
        auto mean = std::make_shared<Trace>(*own);
        std::vector<NodeId> nodes;
        for (const PatchStack& stack : patch.stacks())
            for (const PatchRow& row : stack.rows)
                if (row.head <= 0)
                    nodes.push_back(row.node);
        for (const NodeId node : nodes)
            std::ranges::fill(mean->values[node].values(), 0.0F);
        for (const ProbeExample& example : examples) {
            const auto trace = traceOf(m_model, example);
            for (const NodeId node : nodes)
                matrixOf(mean->values[node]) +=
                    matrixOf(trace->value(node)) / static_cast<float>(examples.size());
        }
        return mean;
    }

    const LabModel& m_model;
    std::string m_by;
    Index m_examples;
    std::uint64_t m_seed;
    std::string m_into; ///< where a path is followed

public:
    std::shared_ptr<const Trace> own, other;
    ProbeBackends backends;
    Patch patch; ///< of what is above
};

/// One cell after the other, stack by stack and row by row: what follows a row is compiled once.
class PatchWork final : public LabWork {
public:
    explicit PatchWork(const LabQuestion& asked) : m_pair(*asked.model, asked.knobs, asked.seed) {
        if (m_pair.patch.ownAnswer() == m_pair.patch.otherAnswer())
            throw Error(phrase("the model finds the other answer as likely for one example as for "
                               "the other; there is nothing to bring back"));
        for (const PatchStack& stack : m_pair.patch.stacks())
            m_cells += std::ssize(stack.rows) * stack.tokens;
    }

    double advance() override {
        constexpr std::chrono::milliseconds piece(50);
        const auto began = std::chrono::steady_clock::now();
        if (!std::exchange(m_isPrepared, true))
            m_pair.prepare();
        while (m_done < m_cells && std::chrono::steady_clock::now() - began < piece)
            patchNext();
        return static_cast<double>(m_done) / static_cast<double>(m_cells);
    }
    std::string what() const override { return std::to_string(m_cells) + " cells are patched"; }
    bool isOfExample() const override { return true; }

    LabFound found() override {
        Finding finding = m_pair.begun();
        for (Finding* const part : {&m_steps, &m_grids, &m_inputs, &m_changes})
            if (!part->isStructured())
                *part = Finding::Fields();
        finding["steps"] = m_steps;
        finding["grid"] = m_grids;
        finding["input"] = m_inputs;
        finding["change"] = m_changes;
        m_pair.name(finding);
        return finding;
    }

private:
    void patchNext() {
        const PatchStack& stack = m_pair.patch.stacks()[m_stack];
        const Tensor logits = m_pair.patch.logits(m_stack, m_row, m_token, 1);
        const auto rounded = [](double number) {
            return static_cast<double>(static_cast<float>(number));
        };
        m_restored.push_back(rounded(m_pair.patch.restored(logits)));
        m_changed.push_back(rounded(m_pair.patch.change(logits)));
        ++m_done;
        if (++m_token < stack.tokens)
            return;
        m_token = 0;
        const PatchRow& row = stack.rows[m_row];
        m_changes[stack.name].push_back(std::exchange(m_changed, {}));
        if (row.isInput) {
            m_inputs[stack.name] = std::exchange(m_restored, {});
        } else {
            m_grids[stack.name].push_back(std::exchange(m_restored, {}));
            m_steps[stack.name].push_back(row.name);
        }
        if (++m_row == stack.rows.size()) {
            m_row = 0;
            ++m_stack;
        }
    }

    PatchedPair m_pair;
    bool m_isPrepared = false;
    Finding m_steps, m_grids, m_inputs, m_changes; ///< by stack
    Finding m_restored, m_changed;                 ///< of the row that is patched
    Index m_cells = 0, m_done = 0;
    std::size_t m_stack = 0, m_row = 0;
    Index m_token = 0; ///< the next one
};

} // namespace

std::unique_ptr<LabWork> lab_run::patch(const LabQuestion& asked, int) {
    return std::make_unique<PatchWork>(asked);
}

LabFound lab_run::cells(const LabQuestion& asked, const LabWatch&) {
    PatchedPair pair(*asked.model, asked.knobs, asked.seed);
    pair.prepare();
    const std::vector<Index> mark = asked.knobs.numbers("mark");
    const auto isPlace = [](Index place, Index count) { return place >= 0 && place < count; };
    if (mark.size() != 4 || !isPlace(mark[0], std::ssize(pair.patch.stacks())))
        throw Error(phrase("there is no such stack"));
    const PatchStack& stack = pair.patch.stacks()[mark[0]];
    if (!isPlace(mark[1], std::ssize(stack.rows)) || !isPlace(mark[2], stack.tokens) ||
        mark[3] < 1 || mark[3] > stack.tokens - mark[2])
        throw Error(phrase("there are no such cells"));
    const Tensor logits = pair.patch.logits(static_cast<std::size_t>(mark[0]),
                                            static_cast<std::size_t>(mark[1]), mark[2], mark[3]);
    Finding finding = pair.begun();
    finding["patched"] = pair.patch.answerIn(logits);
    finding["restored"] = pair.patch.restored(logits);
    finding["change"] = pair.patch.change(logits);
    pair.name(finding);
    return finding;
}

} // namespace gf
