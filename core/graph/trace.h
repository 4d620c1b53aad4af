// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/expression.h"
#include "core/graph/graph.h"
#include "core/tensor/tensor.h"
#include "core/tensor/token_merges.h"

#include <memory>
#include <string>
#include <vector>

namespace gf {

using Tokens = std::vector<std::string>;

/// An immutable snapshot of one run of a program for one example: the graph and the value of every
/// node, plain row-major. The window is a function of (Trace, Focus).
struct Trace {
    std::shared_ptr<const Graph> graph;
    std::vector<Tensor> values; ///< by node id; empty where the node was not computed

    Tokens sourceTokens;   ///< what the encoder sees, `<eos>` and padding included
    Tokens targetTokens;   ///< what the decoder sees: `<sos>` first
    bool answered = false; ///< that is the model's own answer: no target is known
    Tokens labels;         ///< what each row of the logits should predict; empty without a target
    std::shared_ptr<const Tokens> sourceVocabulary; ///< null where the model has none
    std::shared_ptr<const Tokens> targetVocabulary;
    std::shared_ptr<const Tokens> columns; ///< names of a row's numbers; null where they have none

    /// Of byte pairs: how the tokens of the target came about; null where tokens are no such.
    std::shared_ptr<const TokenMerges> merges;

    Index step = 0;    ///< how many training steps the parameters have had
    std::string model; ///< one line for captions: "date · encoder-decoder · 2 layers · Pre-LN"
    Index example = 0; ///< which example of the batch this is
    Index batch = 1;   ///< how many examples what is not batched (Node::batched) was summed over

    /// The same run without the interventions that this one was made with; null where there are
    /// none. Its graph lacks their nodes: look for its values by name.
    std::shared_ptr<const Trace> without;

    /// Set when this is a difference of two traces (core/graph/difference.h): every value is that
    /// of `after` less that of `before`. Null for a run of the model.
    std::shared_ptr<const Trace> before;
    std::shared_ptr<const Trace> after;
    bool isDifference() const { return after != nullptr; }

    /// Empty where the node was not computed; `id` is one of the graph's.
    const Tensor& value(NodeId id) const { return values[id]; }

    /// The value of a named node, or nullptr when there is none.
    const Tensor* find(std::string_view name) const;

    /// Whether a row of "source", "target" or "label" counts, by its keep-mask, where it has one:
    /// padding does not, nor a label that nobody asks for.
    bool keeps(std::string_view sequence, Index row) const;

    /// How `cell` of `node` follows from its operands, with the numbers of this trace; in a
    /// difference, from its values A before and B after. Where it is a sum over a batch of several
    /// examples, its operands are those of this trace's example, and what the others add stands as
    /// one number.
    Explanation explain(NodeId node, const Cell& cell) const;

    /// Reads cells of this trace; valid as long as the trace lives.
    CellReader reader() const;

    /// The words along dimension `dimension` of `node` (tokens, vocabulary, columns of a table), or
    /// empty when that dimension has no words (features of the model, heads).
    Tokens labelsAlong(NodeId node, int dimension) const;
};

} // namespace gf
