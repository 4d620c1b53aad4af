// SPDX-License-Identifier: GPL-3.0-or-later
// Labs about one number of the output: attribution, saliency.
#include "core/graph/word_at.h"
#include "core/io/quote.h"
#include "core/lab_runs/each_lab.h"
#include "core/measure/attribution.h"
#include "core/measure/rank_correlation.h"
#include "core/measure/read_embeddings.h"
#include "core/tensor/error.h"
#include "core/tensor/row.h"
#include "core/train/probe_backend.h"
#include "core/train/saliency.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gf {

namespace {

/// Logits of a trace by their rows and words.
class Logits {
public:
    explicit Logits(const Trace& trace)
        : m_logits(trace.value(trace.graph->find("logits"))),
          m_words(trace.labelsAlong(trace.graph->find("logits"), 1)) {}

    /// The row that --position names.
    Index row(const KnobValues& knobs) const {
        const Index position = knobs.whole("position");
        if (position > m_logits.shape()[0])
            throw Error("there is no --position " + std::to_string(position) + "; there are " +
                        std::to_string(m_logits.shape()[0]));
        return position - 1;
    }
    Index likeliest(Index row) const {
        const std::span<const float> logits = rowOf(m_logits, row);
        return std::ranges::max_element(logits) - logits.begin();
    }
    /// The column of a token that a knob names; nothing where it is left out.
    std::optional<Index> column(const KnobValues& knobs, const char* knob) const {
        if (!knobs.has(knob))
            return {};
        const std::string wanted = knobs.text(knob);
        const auto found = std::ranges::find(m_words, wanted);
        const Index column = found != m_words.end() ? found - m_words.begin() : idIn(wanted);
        if (column < 0 || column >= m_logits.shape()[1])
            throw LabUsageError("--" + std::string(knob) + " is " + inQuotes(wanted) +
                                ", which is no token that this model can say");
        return column;
    }
    std::string word(Index column) const { return wordAt(m_words, column); }

private:
    /// Of a model without words: the number itself.
    Index idIn(const std::string& text) const {
        Index id = -1;
        const char* const end = text.data() + text.size();
        const auto [stop, problem] = std::from_chars(text.data(), end, id);
        return m_words.empty() && problem == std::errc() && stop == end ? id : -1;
    }

    const Tensor& m_logits;
    Tokens m_words;
};

} // namespace

// ---- attribution -------------------------------------------------------------------------------

LabFound lab_run::attribution(const LabQuestion& asked, const LabWatch&) {
    const auto trace = traceOf(*asked.model);
    if (const std::optional<Sentence> why = noAttribution(*trace->graph))
        throw Error(*why);
    const Logits logits(*trace);
    const Index row = logits.row(asked.knobs);
    const Index token = logits.column(asked.knobs, "token").value_or(logits.likeliest(row));
    const std::optional<Index> against = logits.column(asked.knobs, "against");
    const Attribution found = attribute(*trace, row, token, against);
    Finding parts = Finding::List();
    for (const Attribution::Part& part : found.parts)
        parts.push_back({{"name", part.name}, {"value", part.value}});
    return Finding{{"position", row + 1},
                   {"token", logits.word(token)},
                   {"token_id", token},
                   {"against", against ? Finding(logits.word(*against)) : Finding()},
                   {"against_id", against ? Finding(*against) : Finding()},
                   {"parts", parts},
                   {"sum", found.sum()},
                   {"logit", found.logit}};
}

// ---- saliency ----------------------------------------------------------------------------------

namespace {

SaliencyMethod methodIn(const KnobValues& knobs) {
    const std::string name = knobs.text("method");
    return name == "gradient"         ? SaliencyMethod::Gradient
           : name == "gradient_input" ? SaliencyMethod::GradientInput
                                      : SaliencyMethod::Integrated;
}

/// How much a row of the output attends to each token that is read, in the last attention that
/// has such queries and such keys: the mean over its heads.
struct AttentionRow {
    std::string attention; ///< its name; empty: there is none
    std::vector<double> weights;
};

AttentionRow attentionOf(const Trace& trace, NodeId read, Index row) {
    const Graph& graph = *trace.graph;
    const Axis queries = graph[graph.find("logits")].axes[0];
    AttentionRow found;
    for (const Node& node : graph.nodes()) {
        const int keys = node.shape.rank() - 1;
        const bool isOne = node.role == Role::Forward && node.relation == Relation::Own &&
                           node.part == "weights" &&
                           (node.scope.isAttention() || node.scope.kind() == ScopeKind::Alignment);
        if (!isOne || keys < 1 || node.axes[keys] != graph[read].axes[0] ||
            node.axes[keys - 1] != queries)
            continue;
        const Tensor& weights = trace.value(graph.find(node.scope, "weights"));
        const Index heads = keys == 2 ? node.shape[0] : 1;
        const Index rows = node.shape[keys - 1];
        found = {node.scope.nameOf(""), std::vector<double>(node.shape[keys], 0)};
        for (Index head = 0; head < heads; ++head)
            for (Index key = 0; key < node.shape[keys]; ++key)
                found.weights[key] +=
                    static_cast<double>(weights[(head * rows + row) * node.shape[keys] + key]) /
                    static_cast<double>(heads);
    }
    return found;
}

/// Of their sizes, and over the tokens that are not hidden from the query.
double agreement(const std::vector<double>& values, const std::vector<double>& weights) {
    std::vector<double> sizes;
    std::vector<double> seen;
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (weights[i] != 0) {
            sizes.push_back(std::abs(values[i]));
            seen.push_back(weights[i]);
        }
    return rankCorrelation(sizes, seen);
}

std::vector<double> sizesOf(const std::vector<double>& values) {
    std::vector<double> sizes;
    for (const double value : values)
        sizes.push_back(std::abs(value));
    return sizes;
}

/// The same model as it would be without training.
Saliency untrained(const LabModel& model, const Backend& backend, std::uint64_t seed, Index row,
                   Index token, SaliencyMethod method) {
    const std::unique_ptr<Parameters> drawn = makeParameters(model.description.model);
    initialize(*drawn, model.description.model, seed);
    const ProbedModel fresh{backend, model.description.model, *drawn,
                            model.description.vocabularies, model.held};
    ProbeExample example = model.example;
    example.gradients = false;
    return SaliencyRun(backend, *drawn, fresh.run(example)).of(row, token, method);
}

} // namespace

LabFound lab_run::saliency(const LabQuestion& asked, const LabWatch&) {
    const auto trace = traceOf(*asked.model);
    if (const std::optional<Sentence> why = noSaliency(*trace->graph))
        throw Error(*why);
    const Logits logits(*trace);
    const Index row = logits.row(asked.knobs);
    const Index token = logits.column(asked.knobs, "token").value_or(logits.likeliest(row));
    const SaliencyMethod method = methodIn(asked.knobs);
    const ProbeBackends backends;
    const ProbedModel model = probed(*asked.model, backends.chosenFor(*trace->graph, true));
    SaliencyRun run(model.backend, model.parameters, trace);
    const Saliency found = run.of(row, token, method);
    const AttentionRow attention = attentionOf(*trace, run.read(), row);
    const Tokens words = trace->labelsAlong(run.read(), 0);
    Finding tokens = Finding::List();
    for (std::size_t i = 0; i < found.tokens.size(); ++i) {
        Finding one{{"token", wordAt(words, static_cast<Index>(i), 1)}, {"value", found.tokens[i]}};
        if (!attention.attention.empty())
            one["attention"] = attention.weights[i];
        tokens.push_back(std::move(one));
    }
    Finding said{{"position", row + 1},
                 {"token", logits.word(token)},
                 {"method", asked.knobs.text("method")},
                 {"tokens", tokens},
                 {"sum", found.sum()},
                 {"difference", found.logit - found.baseline},
                 {"logit", found.logit},
                 {"points", found.points}};
    if (!attention.attention.empty()) {
        said["attention"] = attention.attention;
        said["rank_correlation"] = agreement(found.tokens, attention.weights);
    }
    if (asked.knobs.isOn("random")) {
        const Saliency drawn =
            untrained(*asked.model, model.backend, asked.seed, row, token, method);
        said["random"] = {
            {"values", drawn.tokens},
            {"rank_correlation", rankCorrelation(sizesOf(found.tokens), sizesOf(drawn.tokens))}};
    }
    return said;
}

} // namespace gf
