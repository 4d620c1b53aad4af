// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace gf {

/// What is fixed about a task once it is made.
struct TaskFacts {
    std::string name;
    Architecture architecture = Architecture::EncoderDecoder;
    DataForm form;                    ///< its architecture is the one above
    std::optional<Vocabulary> source; ///< none for a decoder-only model, or of numbers
    std::optional<Vocabulary> target;
    Index sourceLength = 0; ///< longest, `<eos>` included; 0 for a decoder-only model
    Index targetLength = 0; ///< longest, `<eos>` included; 0 for an encoder-only model
    TextExample showcase;
    TrainConfig training;
    std::string separator = "="; ///< of a decoder-only model's texts
    /// What differs from the usual model, for this architecture.
    void (*shape)(ModelConfig& model) = nullptr;
};

/// How every task trains where the person says nothing: Noam's schedule (Vaswani et al. 2017, eq.
/// 3) with a factor whose rate peaks at 0.002 for a width of 64 and a warm-up of 100, at 0.0014 for
/// one of 200. It does not depend on how many steps there will be: any run can be prolonged.
TrainConfig noamTraining(Index steps, Index batch, Index warmup);

/// How a task on a person's file trains.
TrainConfig fileTraining();

/// The part of a task that only passes on its facts; a family adds where the examples come from.
class TaskBase : public Task {
public:
    explicit TaskBase(TaskFacts facts) : m_facts(std::move(facts)) {
        m_facts.form.architecture = m_facts.architecture;
    }

    std::string name() const override { return m_facts.name; }
    Architecture architecture() const override { return m_facts.architecture; }
    DataForm form() const override { return m_facts.form; }
    const Vocabulary* sourceVocabulary() const override {
        return m_facts.source ? &*m_facts.source : nullptr;
    }
    const Vocabulary* targetVocabulary() const override {
        return m_facts.target ? &*m_facts.target : nullptr;
    }
    Index sourceLength() const override { return m_facts.sourceLength; }
    Index targetLength() const override { return m_facts.targetLength; }
    /// Up to and with the separator of joined().
    Index promptLength(const TextExample& example) const override;
    ModelConfig modelDefaults() const override;
    TrainConfig trainDefaults() const override { return m_facts.training; }
    TextExample showcase() const override { return m_facts.showcase; }

private:
    TaskFacts m_facts;
};

/// Stands between source and target where a decoder-only model reads both as one text, if the task
/// has no other. It may occur in neither of them.
inline constexpr std::string_view separator = "=";

/// "27+58" and "85" as the one text of a decoder-only model: "27+58=85"; words are kept apart by
/// spaces.
TextExample joined(const TextExample& example, Tokenization tokenization,
                   std::string_view between = separator);

/// The same of rows of numbers: the target's follow the source's.
TextExample joinedRows(const TextExample& example);

/// How an architecture is called in files, options and messages: "encoder-decoder".
std::string_view nameOf(Architecture architecture);

} // namespace gf
