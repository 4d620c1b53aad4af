// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/task_base.h"

#include <algorithm>
#include <bit>

namespace gf {

TrainConfig noamTraining(Index steps, Index batch, Index warmup) {
    TrainConfig training;
    training.steps = steps;
    training.batch = batch;
    training.schedule = ScheduleKind::Noam;
    training.learningRate = 0.16;
    training.warmup = warmup;
    return training;
}

TrainConfig fileTraining() {
    return noamTraining(5000, TrainConfig{}.batch, 200);
}

Index TaskBase::promptLength(const TextExample& example) const {
    if (architecture() != Architecture::Decoder || !m_facts.target)
        return 0;
    Index count = 0;
    for (const std::string& token : tokenize(example.target, m_facts.target->tokenization())) {
        ++count;
        if (token == m_facts.separator)
            break;
    }
    return count;
}

ModelConfig TaskBase::modelDefaults() const {
    // A power of two, at least 16, so that somewhat longer examples and some padding can be tried
    // on a model that is already trained.
    const auto longest =
        static_cast<std::uint64_t>(std::max({sourceLength(), targetLength(), Index{16}}));
    ModelConfig config;
    config.architecture = architecture();
    config.maxLength = static_cast<Index>(std::bit_ceil(longest));
    config.input = m_facts.form.input;
    config.output = m_facts.form.output;
    config.features = m_facts.form.features;
    if (config.output == Output::Words)
        config.targetVocab = m_facts.target->size();
    // A decoder-only model has no source; its field repeats the one vocabulary there is.
    if (config.input == Input::TokenIds)
        config.sourceVocab = m_facts.source ? m_facts.source->size() : config.targetVocab;
    if (m_facts.shape)
        m_facts.shape(config);
    return config;
}

TextExample joined(const TextExample& example, Tokenization tokenization,
                   std::string_view between) {
    const std::string_view space = tokenization == Tokenization::Words ? " " : "";
    std::string text = example.source;
    text.append(space).append(between).append(space).append(example.target);
    return {"", std::move(text)};
}

TextExample joinedRows(const TextExample& example) {
    return {"", example.source + " " + example.target};
}

std::string_view nameOf(Architecture architecture) {
    switch (architecture) {
    case Architecture::EncoderDecoder:
        return "encoder-decoder";
    case Architecture::Encoder:
        return "encoder";
    case Architecture::Decoder:
        return "decoder";
    }
    return "";
}

} // namespace gf
