// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/data/answer_rules.h"
#include "core/data/example.h"
#include "core/graph/exchange.h"
#include "core/graph/trace.h"
#include "core/model/model.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gf {

class Task;

/// One example to look into, as token ids without special tokens or rows of real numbers.
struct ProbeExample {
    Sequence source; ///< empty for a decoder-only model
    /// The decoder sees `<sos>` and this, or of numbers and choices a row of zeros and all but the
    /// last; an encoder-only model's labels, `<pad>` for a token that has none.
    Sequence target;
    /// Which segment each token of the source belongs to; empty: all to the first.
    std::vector<TokenId> sourceTypes = {};
    bool answered = false; ///< the target is the model's own answer
    bool loss = true;      ///< the target is the right answer: compute the loss
    bool gradients = true; ///< and the gradient of every node (needs the loss)
    /// Layers that do not learn: what has no gradient in training has none here.
    Index frozenLayers = 0;
    Index padding = 0;                       ///< `<pad>` tokens shown after each sequence
    std::optional<Index> targetPadding = {}; ///< after the decoder's, where it has others
    /// Two tokens that the model reads at each other's place, `<sos>` and `<eos>` counted.
    std::optional<TokenExchange> exchange = {};

    friend bool operator==(const ProbeExample&, const ProbeExample&) = default;
};

/// To look into what was read or encoded: with the loss and all gradients, unpadded.
ProbeExample probeExampleOf(ExampleData data);
/// A validation example of a task, without gradients.
ProbeExample validationExample(const Task& task, Index index);

/// The vocabularies of a model; null where it has none (or nobody knows them).
struct Vocabularies {
    std::shared_ptr<const Vocabulary> source;
    std::shared_ptr<const Vocabulary> target;
    std::shared_ptr<const Tokens> columns = {};     ///< what the numbers of a row are called
    std::shared_ptr<const TokenMerges> merges = {}; ///< of byte pairs of the target
    AnswerRules rules = {};                         ///< of an opened model
};

/// Gives the axes of a trace their words.
void addWords(Trace& trace, const Vocabularies& vocabularies);

/// Runs a model on one example with dropout off and keeps every value: where traces come from.
class Probe {
public:
    /// Compiles for this example. `parameters` must outlive the probe and hold the model's
    /// parameters. Throws Error when a sequence does not fit max_length, when an id is outside its
    /// vocabulary, when labels and source of an encoder-only model differ in length, or when a
    /// token that is to be exchanged is not there. The interventions are built into the model
    /// (core/model/intervened_model.h).
    Probe(const Backend& backend, const ModelConfig& model, Parameters& parameters,
          ProbeExample example, Vocabularies vocabularies, std::string caption,
          std::vector<Intervention> interventions = {});

    /// The same with a backend that is chosen when it is known what there is to compute. It must
    /// outlive the probe. Traces have the values of the nodes that `keep` names and of inputs
    /// alone; without it, of all.
    using ChooseBackend = std::function<const Backend&(const Graph&)>;
    using ChooseNodes = std::function<std::vector<NodeId>(const Graph&)>;
    Probe(const ChooseBackend& choose, const ModelConfig& model, Parameters& parameters,
          ProbeExample example, Vocabularies vocabularies, std::string caption,
          std::vector<Intervention> interventions = {}, const ChooseNodes& keep = {});

    /// With the weights as they are now; `step` is how many training steps they have had. `without`
    /// becomes part of the trace: the same run of the model as it is, where this one is changed.
    std::shared_ptr<const Trace> run(Index step, std::shared_ptr<const Trace> without = {});

    const ProbeExample& example() const { return m_example; }
    const ModelGraph& modelGraph() const { return m_graph; }
    const Backend& backend() const { return *m_backend; }
    Program& program() { return *m_program; }

private:
    void feed(); ///< inputs and the words of the axes

    ModelConfig m_model;
    ProbeExample m_example;
    Vocabularies m_vocabularies;
    std::string m_caption;
    Tokens m_sourceTokens, m_targetTokens, m_labels;
    ModelGraph m_graph;
    const Backend* m_backend = nullptr;
    std::unique_ptr<Program> m_program;
    std::vector<Wanted> m_wanted; ///< what a trace has the values of
};

/// One line for captions: "date · encoder–decoder · 2 layers · Pre-LN".
std::string captionOf(const ModelConfig& model, const std::string& task);

} // namespace gf
