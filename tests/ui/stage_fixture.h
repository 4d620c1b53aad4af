// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/backend/program.h"
#include "core/data/vocabulary.h"
#include "core/graph/trace.h"
#include "core/model/model.h"
#include "core/train/probe.h"

#include <memory>
#include <string>
#include <vector>

namespace gf::test {

/// A small model with random weights and a trace of it, made by the engine itself.
inline std::shared_ptr<const Trace> makeTrace(const ModelConfig& model, std::uint64_t seed = 7,
                                              bool loss = true) {
    const auto backend = makeBackend("cpu");
    Parameters parameters;
    BuildOptions options;
    options.sourceLength = model.hasEncoder() ? 4 : 0;
    options.targetLength = model.hasDecoder() ? 4 : 0;
    parameters.addFrom(*buildModel(model, options).graph);
    initialize(parameters, model, seed);
    std::vector<std::string> letters;
    for (char c = 'a'; static_cast<Index>(letters.size()) < model.sourceVocab - specialTokens; ++c)
        letters.push_back(std::string(1, c));
    const auto words = std::make_shared<Vocabulary>(letters, Tokenization::Characters);
    ProbeExample example;
    if (model.hasEncoder())
        example.source = words->encode("bead");
    example.target = words->encode("cafe");
    example.loss = example.gradients = loss;
    example.padding = 1;
    Probe probe(*backend, model, parameters, example, {words, words}, "test");
    return probe.run(static_cast<Index>(seed));
}

/// Two layers, two heads, D 16, K 8, ten words.
inline ModelConfig smallModel(Architecture architecture = Architecture::EncoderDecoder) {
    ModelConfig model;
    model.architecture = architecture;
    model.dModel = 16;
    model.heads = 2;
    model.dFf = 24;
    model.sourceVocab = model.targetVocab = 12;
    model.maxLength = 16;
    return model;
}

} // namespace gf::test
