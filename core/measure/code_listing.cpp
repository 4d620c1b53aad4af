// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/code_listing.h"

#include "core/graph/op.h"
#include "core/measure/code_template.h"
#include "core/measure/computed.h"
#include "core/measure/rotation.h"
#include "core/tensor/decimal_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

namespace gf {

namespace {

// ---- What a model has --------------------------------------------------------------------------

/// The words behind "#?" that are true of a model, and the numbers behind "#=".
struct Traits {
    std::set<std::string, std::less<>> words;
    std::map<std::string, Index, std::less<>> numbers;
    std::map<std::string, double, std::less<>> reals;
    std::string_view activation; ///< "F.relu(%1)"

    bool have(std::string_view word) const {
        return word.front() == '!' ? !words.contains(word.substr(1)) : words.contains(word);
    }
};

bool isNorm(OpKind op) {
    return op == OpKind::LayerNorm || op == OpKind::RmsNorm;
}

bool isStep(const Node& node) {
    return node.role == Role::Forward && node.relation == Relation::Own;
}

void addTraitsOf(const Node& node, Traits& traits) {
    const OpKind op = node.op->kind();
    const auto add = [&](bool holds, const char* word) {
        if (holds)
            traits.words.emplace(word);
    };
    if (const ScopeLevel* stack = node.scope.find(ScopeKind::Stack))
        traits.words.insert(stack->title);
    if (node.scope.isAttention()) {
        add(node.part == "q" && node.inputs.size() == 3, "attention_bias");
        add(node.part == "output" && node.inputs.size() == 3, "output_bias");
        add(node.part == "k_repeated", "grouped");
        if (node.part == "k")
            traits.numbers["kv_heads"] = node.shape[0];
        add(node.part == "scaled" && node.as<ScaleAttributes>().factor != 1, "scaled");
        if (node.part == "scores")
            traits.numbers["heads"] = node.shape[0];
    }
    add(node.scope.kind() == ScopeKind::Norm && node.scope.find(ScopeKind::Stack) &&
            node.scope.layer() < 0,
        "pre");
    if (const ActivationRow* const activation = activationRow(op))
        traits.activation = activation->torch;
    add(op == OpKind::RmsNorm && node.shape.rank() == 2, "rms");
    if (node.scope.kind() == ScopeKind::Norm && node.part == "output")
        traits.reals["epsilon"] = node.as<NormAttributes>().epsilon;
    add(isNorm(op) && node.scope.find(ScopeKind::Stack), "normed");
    if (node.scope.kind() == ScopeKind::FeedForward) {
        add(true, "ffn");
        add(node.part == "gate", "gated");
        add(node.part == "output" && node.inputs.size() == 3, "ffn_bias");
    }
    add(node.name == "logits" && node.inputs.size() == 3, "logits_bias");
    add(op == OpKind::SinusoidalPosition, "sinusoidal");
    add(op == OpKind::LearnedPosition, "learned");
    add(op == OpKind::Rotary, "rotary");
    if (op == OpKind::Rotary) {
        traits.reals["theta"] = ops::rotaryPairsOf(node).base;
        add(ops::rotaryPairsOf(node).halves, "halves");
    }
    add(op == OpKind::RelativeBias, "relative");
    add(op == OpKind::AlibiBias, "alibi");
    add(op == OpKind::RelativeBias || op == OpKind::AlibiBias, "score_bias");
    add(op == OpKind::Embedding && node.as<ScaleAttributes>().factor != 1, "embedding_scale");
    add(node.name == "logits" && node.as<ProductAttributes>().transposeB, "tied");
    add(node.name == "loss", "loss");
    Index& layers = traits.numbers["layers"];
    layers = std::max(layers, static_cast<Index>(node.scope.layer()) + 1);
}

Traits traitsOf(const Graph& graph) {
    Traits traits;
    for (const Node& node : graph.nodes()) {
        if (node.role == Role::Forward)
            addTraitsOf(node, traits);
        if (node.role == Role::Forward && node.op->kind() == OpKind::RelativeBias)
            traits.numbers["reach"] = graph[node.inputs[0]].shape[1] / 2;
    }
    const auto add = [&](bool holds, const char* word) {
        if (holds)
            traits.words.emplace(word);
    };
    add(traits.have("normed") && !traits.have("pre"), "post");
    add(traits.have("encoder") && traits.have("decoder"), "both");
    add(traits.have("normed") && traits.reals["epsilon"] != 1e-5, "epsilon");
    add(traits.have("sinusoidal") || traits.have("learned"), "positions");
    return traits;
}

// ---- The template ------------------------------------------------------------------------------

struct TemplateLine {
    std::string text;
    std::string step;   ///< behind "#:"
    std::string words;  ///< behind "#?"
    std::string number; ///< behind "#="
};

std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
    return text;
}

/// Takes a mark and what follows it from the end of a line.
std::string taken(std::string& line, const char* mark) {
    const std::size_t at = line.find(mark);
    if (at == std::string::npos)
        return {};
    std::string what = trimmed(line.substr(at + 2));
    line.erase(at);
    return what;
}

TemplateLine templateLine(std::string line) {
    TemplateLine made;
    made.words = taken(line, "#?");
    made.step = taken(line, "#:");
    made.number = taken(line, "#=");
    made.text = line.substr(0, line.find_last_not_of(' ') + 1);
    return made;
}

/// The activation in the place of "bend(x)", x in the place of its %1.
void writeActivation(std::string& text, std::string_view activation) {
    constexpr std::string_view call = "bend(";
    const std::size_t at = text.find(call);
    if (at == std::string::npos)
        return;
    const std::size_t end = text.find(')', at);
    const std::string x = text.substr(at + call.size(), end - at - call.size());
    std::string written(activation);
    for (std::size_t gap; (gap = written.find("%1")) != std::string::npos;)
        written.replace(gap, 2, x);
    text.replace(at, end + 1 - at, written);
}

bool stands(const TemplateLine& line, const Traits& traits) {
    std::istringstream words(line.words);
    for (std::string word; words >> word;)
        if (!traits.have(word))
            return false;
    return true;
}

/// What a step is called behind "#:".
std::string markOf(const Node& node) {
    const Scope& scope = node.scope;
    if (scope.isAttention())
        return "attention." + node.part;
    switch (scope.kind()) {
    case ScopeKind::FeedForward:
        return "ffn." + node.part;
    case ScopeKind::Norm:
        return "norm." + node.part;
    case ScopeKind::Residual:
        return scope.find(ScopeKind::Stack)->title + '.' + scope.levels.back().title;
    case ScopeKind::Embedding:
    case ScopeKind::Position:
    case ScopeKind::Input:
        return scope.levels.back().title;
    default:
        return scope.nameOf(node.part);
    }
}

// ---- Where a step is computed ------------------------------------------------------------------

/// The line of each node's own step; −1: it has none.
using LineOfNode = std::vector<std::ptrdiff_t>;

/// What a node was derived from, itself if from nothing.
NodeId originOf(const Graph& graph, NodeId node) {
    while (graph[node].relation != Relation::Own)
        node = graph[node].of;
    return node;
}

std::ptrdiff_t lineOf(const Graph& graph, const LineOfNode& lines, NodeId focused) {
    if (focused == noNode)
        return -1;
    NodeId node = originOf(graph, focused);
    const auto own = [&](NodeId id) { return lines[id]; };
    while (own(node) < 0 && !graph[node].inputs.empty() && graph[node].role == Role::Forward)
        node = originOf(graph, graph[node].inputs.front());
    if (own(node) >= 0 || graph[node].role == Role::Forward)
        return own(node);
    for (const Node& reader : graph.nodes())
        if (isStep(reader) && own(reader.id) >= 0 &&
            std::ranges::any_of(reader.inputs,
                                [&](NodeId input) { return originOf(graph, input) == node; }))
            return own(reader.id);
    return -1;
}

/// The step of a line in the scope in focus, in its layer, else the next one, else the last.
NodeId nearest(const Graph& graph, const std::vector<NodeId>& steps, NodeId focused) {
    if (steps.empty())
        return noNode;
    if (focused == noNode)
        return steps.front();
    const Scope scope = graph[focused].scope;
    const auto first = [&](const auto& fits) {
        const auto found = std::ranges::find_if(steps, fits);
        return found == steps.end() ? noNode : *found;
    };
    NodeId found = first([&](NodeId step) { return graph[step].scope == scope; });
    if (found == noNode && scope.layer() >= 0)
        found = first(
            [&](NodeId step) { return graph[step].scope.layerScope() == scope.layerScope(); });
    if (found == noNode)
        found = first([&](NodeId step) { return step >= focused; });
    return found == noNode ? steps.back() : found;
}

std::string shapeText(const Node& node) {
    std::string text = node.batched ? "B" : "";
    for (int i = 0; i < node.shape.rank(); ++i)
        text += (text.empty() ? "" : "×") + std::to_string(node.shape[i]);
    return text.empty() ? "1" : text;
}

/// How large a stack is.
struct StackSizes {
    int layers = 0;
    Index heads = 0;
    Index hidden = 0; ///< F
    friend bool operator==(const StackSizes&, const StackSizes&) = default;
};

StackSizes sizesOf(const Graph& graph, std::string_view title) {
    StackSizes sizes;
    for (const Node& node : graph.nodes()) {
        const ScopeLevel* const stack = node.scope.find(ScopeKind::Stack);
        if (node.role != Role::Forward || !stack || stack->title != title)
            continue;
        sizes.layers = std::max(sizes.layers, node.scope.layer() + 1);
        if (node.scope.kind() == ScopeKind::SelfAttention && node.part == "scores")
            sizes.heads = node.shape[0];
        if (node.scope.kind() == ScopeKind::FeedForward && node.part == "hidden")
            sizes.hidden = node.shape.columns();
    }
    return sizes;
}

} // namespace

std::string CodeListing::python() const {
    std::string text;
    for (const CodeLine& line : lines)
        text += line.text + (line.shape.empty() ? "" : "  # " + line.shape) + '\n';
    return text;
}

std::optional<Sentence> withoutListing(const Graph& graph) {
    if (graph.find("logits") == noNode && graph.find("prediction") == noNode)
        return phrase("The listing ends with the logits of words; this model ends with its last "
                      "layer.");
    for (const Node& node : graph.nodes()) {
        if (node.scope.find(ScopeKind::TimeStep) || node.scope.find(ScopeKind::Cell))
            return phrase("The listing is that of a transformer; this model reads one token after "
                          "the other.");
        if (node.scope.find(ScopeKind::Mixer))
            return phrase("The listing mixes tokens by attention; this model has another layer in "
                          "its place.");
        const OpKind op = node.op->kind();
        if (op == OpKind::Slice && node.scope.kind() == ScopeKind::Position)
            return phrase("The listing adds positions from the first row of their table on; this "
                          "model begins further down.");
        if (node.part == "types" || node.part == "first" ||
            (node.scope.kind() == ScopeKind::Input && isNorm(op)) ||
            (node.scope.kind() == ScopeKind::Output &&
             (node.scope.levels.size() > 1 || node.part == "scaled")))
            return phrase("The listing begins with words and positions and ends with the logits; "
                          "this model has more at its ends.");
        if (op == OpKind::Buckets || node.as<SinusoidAttributes>().halves)
            return phrase("The listing has sines and cosines side by side, and relative positions "
                          "without buckets; this model has others.");
        const bool turnsOtherwise = op == OpKind::Rotary && !turnsByBaseAlone(node);
        if (turnsOtherwise || op == OpKind::OnePlus || node.as<MaskAttributes>().window > 0 ||
            (op == OpKind::RmsNorm && node.shape.rank() == 3) ||
            (node.part == "k" && hasTiedKeys(graph, node.scope)) ||
            (isNorm(op) && node.scope.levels.back().index == 1 &&
             graph[node.inputs[0]].scope.layer() < node.scope.layer()))
            return phrase("The listing has the blocks of 2017 and of Llama; this model has others: "
                          "a window, norms of queries and keys or one matrix for both, a gain from "
                          "1 on, turns that are "
                          "slowed or partial, or parts side by side.");
        if (node.scope.find(ScopeKind::Pointer) ||
            (node.role == Role::Input && node.part == "values"))
            return phrase("The listing reads and writes words; this model has numbers.");
    }
    const StackSizes encoder = sizesOf(graph, "encoder");
    const StackSizes decoder = sizesOf(graph, "decoder");
    const bool sharesWords = graph.find("source_embedding.weight") != noNode &&
                             graph.find("target_embedding.weight") == noNode;
    if (sharesWords || (encoder.layers > 0 && decoder.layers > 0 && encoder != decoder))
        return phrase("The listing has two stacks of one size, with a table of words for each; "
                      "this model has others.");
    return std::nullopt;
}

CodeListing codeListing(const Graph& graph, NodeId focused) {
    const Traits traits = traitsOf(graph);
    CodeListing listing;
    std::map<std::string, std::ptrdiff_t, std::less<>> lineOfMark;
    std::istringstream source(codeTemplate);
    for (std::string text; std::getline(source, text);) {
        TemplateLine line = templateLine(text);
        if (text.starts_with("#~") || !stands(line, traits))
            continue;
        writeActivation(line.text, traits.activation);
        if (!line.number.empty())
            line.text = line.text.substr(0, line.text.find('=') + 2) +
                        (traits.reals.contains(line.number)
                             ? shortestDecimal(traits.reals.find(line.number)->second)
                             : std::to_string(traits.numbers.at(line.number)));
        if (!line.step.empty())
            lineOfMark.emplace(line.step, std::ssize(listing.lines));
        const bool isComment = line.text.starts_with('#');
        listing.lines.push_back(
            {.text = line.text, .shape = {}, .steps = {}, .isComment = isComment});
    }
    LineOfNode lines(graph.size(), -1);
    for (const Node& node : graph.nodes()) {
        const auto found = isStep(node) ? lineOfMark.find(markOf(node)) : lineOfMark.end();
        if (found == lineOfMark.end())
            continue;
        lines[node.id] = found->second;
        listing.lines[found->second].steps.push_back(node.id);
    }
    for (CodeLine& line : listing.lines) {
        line.here =
            nearest(graph, line.steps, focused == noNode ? noNode : originOf(graph, focused));
        if (line.here != noNode)
            line.shape = shapeText(graph[line.here]);
    }
    listing.highlighted = lineOf(graph, lines, focused);
    return listing;
}

} // namespace gf
