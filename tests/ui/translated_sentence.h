// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "small_model.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace gf::test {

/// A sentence of `source` words, and its translation into `target`.
inline std::shared_ptr<const Trace> translation(ModelConfig config, Index source, Index target) {
    const std::vector<std::string> read{"the",      "agreement", "on",  "the",    "european",
                                        "economic", "area",      "was", "signed", "in",
                                        "may",      "at",        "last"};
    const std::vector<std::string> written{"le",    "traité", "de", "la",  "zone", "européenne",
                                           "était", "signé",  "en", "mai", "enfin"};
    const auto wordsOf = [](const std::vector<std::string>& all) {
        std::vector<std::string> once;
        for (const std::string& word : all)
            if (std::ranges::find(once, word) == once.end())
                once.push_back(word);
        return std::make_shared<const Vocabulary>(once, Tokenization::Words);
    };
    const Vocabularies words{wordsOf(read), wordsOf(written)};
    const auto encoded = [](const Vocabulary& vocabulary, const std::vector<std::string>& all,
                            Index count) {
        std::string text;
        for (Index i = 0; i < count; ++i)
            text += (i > 0 ? " " : "") + all[static_cast<std::size_t>(i)];
        return vocabulary.encode(text);
    };
    config.dModel = 16;
    config.heads = 4;
    config.dFf = 32;
    config.maxLength = 24;
    config.sourceVocab = words.source->size();
    config.targetVocab = words.target->size();
    ProbeExample example;
    example.source = encoded(*words.source, read, source);
    example.target = encoded(*words.target, written, target);
    return traceOf(config, example, {}, words);
}

} // namespace gf::test
