// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/next_tokens.h"

#include <algorithm>

namespace gf {

NextTokens nextTokensIn(const Trace& trace) {
    NextTokens next;
    const Tensor* logits = trace.find("logits");
    if (!logits || logits->empty() || !trace.targetVocabulary || trace.isDifference())
        return next;
    const Node& node = (*trace.graph)[trace.graph->find("logits")];
    if (node.axes[node.shape.rank() - 1] != Axis::TargetWord)
        return next; // a pointer's: no words
    const Index vocabulary = logits->shape()[-1];
    const auto rows = std::min(logits->shape()[-2], static_cast<Index>(trace.labels.size()));
    for (Index row = 0; row < rows; ++row) {
        const std::string& label = trace.labels[row];
        if (label == "<eos>" || !trace.keeps("label", row))
            continue;
        const std::span<const float> said = logits->values().subspan(row * vocabulary, vocabulary);
        const auto likeliest =
            static_cast<std::size_t>(std::ranges::max_element(said) - said.begin());
        ++next.total;
        if (likeliest < trace.targetVocabulary->size() &&
            (*trace.targetVocabulary)[likeliest] == label)
            ++next.right;
    }
    return next;
}

} // namespace gf
