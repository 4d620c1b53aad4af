// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/formula_choice.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/measure/rotation.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace gf {

namespace {

/// What the operand of a node was computed by; a person may have changed it.
const Node& operand(const Graph& graph, const Node& node, std::size_t index) {
    return graph[computedNode(graph, node.inputs[index])];
}

bool isNorm(const Node& node) {
    return node.op->kind() == OpKind::LayerNorm || node.op->kind() == OpKind::RmsNorm;
}

/// Whether the norms of a model divide by the root of the mean square.
bool isRms(const Graph& graph, const Node&) {
    return std::ranges::any_of(graph.nodes(), [](const Node& node) {
        return node.op->kind() == OpKind::RmsNorm &&
               node.shape.rank() == 2; // not of queries or keys
    });
}

/// Pre-LN: the residual sum adds to what the norm reads. Post-LN adds to what a norm gave.
bool isPreLn(const Graph& graph) {
    std::vector<bool> normed(graph.size(), false);
    for (const Node& node : graph.nodes())
        if (isNorm(node) && node.scope.find(ScopeKind::Stack))
            normed[node.inputs[0]] = true;
    return std::ranges::any_of(graph.nodes(), [&](const Node& node) {
        return node.role == Role::Forward && node.op->kind() == OpKind::Add &&
               std::ranges::any_of(node.inputs,
                                   [&](NodeId input) { return static_cast<bool>(normed[input]); });
    });
}

/// Layers without norms.
bool isBare(const Graph& graph, const Node&) {
    return std::ranges::none_of(graph.nodes(), [](const Node& node) {
        return isNorm(node) && node.scope.find(ScopeKind::Stack);
    });
}

/// Values, or what was read of them, whose width is not that of keys.
bool hasOwnWidth(const Graph& graph, const Node& node) {
    const Node& read = node.op->kind() == OpKind::JoinHeads ? operand(graph, node, 0) : node;
    return read.axes[2] == Axis::ValueFeature;
}

bool isCross(const Graph&, const Node& node) {
    return node.scope.kind() == ScopeKind::CrossAttention;
}

/// The encoder's output is read as it is.
bool readsNorm(const Graph& graph, const Node& node) {
    const bool fromEncoder = isCross(graph, node) && node.axes[1] == Axis::Source;
    const bool isOutput = node.scope.kind() == ScopeKind::Output;
    const bool readsScaled = isOutput && operand(graph, node, 0).op->kind() == OpKind::Scale;
    return !fromEncoder && !readsScaled && isPreLn(graph);
}

bool readsRms(const Graph& graph, const Node& node) {
    return readsNorm(graph, node) && isRms(graph, node);
}

bool normsByRms(const Graph&, const Node& node) {
    return node.op->kind() == OpKind::RmsNorm;
}

bool isNormed(const Graph&, const Node& node) {
    return isNorm(node);
}

bool hasBias(const Graph&, const Node& node) {
    return node.inputs.size() == 3;
}

bool hasNoBias(const Graph& graph, const Node& node) {
    return !hasBias(graph, node);
}

/// Hidden units that others let through.
bool isGated(const Graph&, const Node& node) {
    return node.op->kind() == OpKind::Multiply;
}

bool turnsHalves(const Graph&, const Node& node) {
    return node.as<RotaryAttributes>().pairs.halves;
}

/// Not all of a head, or slower than by θ alone.
bool turnsOtherwise(const Graph&, const Node& node) {
    return !turnsByBaseAlone(node);
}

bool hasOwnBase(const Graph& graph, const Node& node) {
    return !turnsOtherwise(graph, node) &&
           node.as<RotaryAttributes>().pairs.base != RotaryPairs().base;
}

/// Of what bends a product.
bool hasBiasBelow(const Graph& graph, const Node& node) {
    return hasBias(graph, operand(graph, node, 0));
}

bool hasNoFactor(const Graph&, const Node& node) {
    return node.as<ScaleAttributes>().factor == 1;
}

/// Whether a mask reads scores to which something of the positions was added.
bool readsBias(const Graph& graph, const Node& mask) {
    return operand(graph, mask, 0).op->kind() == OpKind::Add;
}

/// The scaled scores that a mask reads, or a bias is added to.
const Node& scaledBehind(const Graph& graph, const Node& mask) {
    return readsBias(graph, mask) ? operand(graph, operand(graph, mask, 0), 0)
                                  : operand(graph, mask, 0);
}

bool hasBiasBehind(const Graph& graph, const Node& softmax) {
    return readsBias(graph, operand(graph, softmax, 0));
}

/// Of the softmax of scores that are not divided by √K.
bool hasNoScale(const Graph& graph, const Node& softmax) {
    return hasNoFactor(graph, scaledBehind(graph, operand(graph, softmax, 0)));
}

/// Scores of queries and keys that were turned.
/// Queries with a tilde: turned, or normalised.
bool readsTurned(const Graph& graph, const Node& scores) {
    const OpKind kind = operand(graph, scores, 0).op->kind();
    return kind == OpKind::Rotary || kind == OpKind::RmsNorm;
}

bool scalesTurned(const Graph& graph, const Node& scaled) {
    return readsTurned(graph, operand(graph, scaled, 0));
}

bool weighsTurned(const Graph& graph, const Node& softmax) {
    return scalesTurned(graph, scaledBehind(graph, operand(graph, softmax, 0)));
}

bool convolves(const Graph& graph, const Node& node) {
    return node.op->kind() == OpKind::Linear &&
           operand(graph, node, 0).op->kind() == OpKind::Windows;
}

bool convolvesNorm(const Graph& graph, const Node& node) {
    return convolves(graph, node) && isPreLn(graph);
}

bool hidesLater(const Graph&, const Node& node) {
    return isCausal(node);
}

bool isAlone(const Graph&, const Node& node) {
    return node.op->kind() == OpKind::Identity;
}

bool isTied(const Graph&, const Node& node) {
    return node.as<ProductAttributes>().transposeB;
}

bool turnsLeft(const Graph&, const Node& node) {
    return node.as<ProductAttributes>().transposeA;
}

bool turnsRight(const Graph&, const Node& node) {
    return node.as<ProductAttributes>().transposeB;
}

bool hasRate(const Graph&, const Node& node) {
    return node.as<LossAttributes>().smoothing != 0 || node.as<DecayAttributes>().rate != 0;
}

bool followsMomentum(const Graph& graph, const Node& node) {
    return operand(graph, node, 0).op->kind() == OpKind::Momentum;
}

/// Scores by a product with the states' own matrix in between.
bool isGeneral(const Graph& graph, const Node& scores) {
    return scores.op->kind() == OpKind::MatMul &&
           operand(graph, scores, 0).op->kind() == OpKind::Linear;
}

bool isByPlace(const Graph&, const Node& scores) {
    return scores.op->kind() == OpKind::Slice;
}

bool isConcat(const Graph&, const Node& scores) {
    return scores.op->kind() == OpKind::AdditiveScores;
}

bool isJoined(const Graph&, const Node& scores) {
    return scores.op->kind() == OpKind::Join;
}

/// The candidate of a cell without gates, whose sum reads the product of the state itself.
bool hasNoGates(const Graph& graph, const Node& candidate) {
    const Node& sum = operand(graph, candidate, 0);
    return sum.inputs.size() == 2 && operand(graph, sum, 1).op->kind() == OpKind::Linear;
}

/// What an LSTM's cell reads, by the place of its weights.
bool isOfLstm(const Graph& graph, const Node& node) {
    const Node& weights = operand(graph, node, 1);
    return weights.scope.kind() == ScopeKind::Cell && weights.scope.levels.back().title == "lstm";
}

/// A cell without gates: its products are as wide as the state.
bool isPlain(const Graph&, const Node& node) {
    return node.axes[node.shape.rank() - 1] != Axis::Gate;
}

/// Of the weights of a mean, which a product reads.
bool isCausalMean(const Graph& graph, const Node& product) {
    return hidesLater(graph, operand(graph, operand(graph, product, 0), 0));
}

bool isCausalGlobal(const Graph& graph, const Node& global) {
    return isCausalMean(graph, operand(graph, global, 0));
}

/// Rows that some part of the model reads with later ones hidden.
bool isReadCausally(const Graph& graph, const Node& rows) {
    return std::ranges::any_of(graph.nodes(), [&](const Node& node) {
        return node.role == Role::Forward && isCausal(node) &&
               node.axes[node.shape.rank() - 2] == rows.axes[0];
    });
}

/// What an encoder says of each of the tokens that it read.
bool labels(const Graph&, const Node& node) {
    return node.axes[0] == Axis::Source;
}

/// The sum that a feed-forward layer beside attention writes to.
bool isBeside(const Graph& graph, const Node& sum) {
    const auto ffn = std::ranges::find_if(graph.nodes(), [&](const Node& node) {
        return node.scope.kind() == ScopeKind::FeedForward && node.op->kind() == OpKind::Linear &&
               node.scope.layerScope() == sum.scope.layerScope();
    });
    const bool isOfFfn = sum.scope.kind() == ScopeKind::Residual &&
                         operand(graph, sum, 1).scope.kind() == ScopeKind::FeedForward;
    if (!isOfFfn || ffn == graph.nodes().end())
        return false;
    const Node& read = operand(graph, *ffn, 0);
    return read.id != sum.inputs[0] && !(isNorm(read) && read.inputs[0] == sum.inputs[0]);
}

bool hasWindow(const Graph&, const Node& mask) {
    return mask.as<MaskAttributes>().window > 0;
}

/// Rows of queries or keys.
bool normsHeads(const Graph&, const Node& norm) {
    return norm.shape.rank() == 3;
}

/// A gain that is learned as its difference from 1.
bool countsFromOne(const Graph& graph, const Node& gain) {
    return std::ranges::any_of(graph.nodes(), [&](const Node& node) {
        return node.op->kind() == OpKind::OnePlus && node.inputs[0] == gain.id;
    });
}

bool readsTiedKeys(const Graph& graph, const Node& node) {
    return hasTiedKeys(graph, node.scope);
}

/// A setting of the model that changes a formula, or the words about a step.
struct Setting {
    const char* suffix = nullptr;
    bool (*holds)(const Graph& graph, const Node& node) = nullptr;
};

constexpr Setting cross{"cross", isCross};
constexpr Setting pre{"pre", readsNorm};
constexpr Setting rms{"rms", readsRms};
constexpr Setting bare{"bare", isBare};
constexpr Setting bias{"bias", hasBias};
constexpr Setting plain{"plain", hasNoBias};

/// A formula or words that depend on the model, with their settings in the order of their suffixes.
struct Dependent {
    const char* name;
    std::array<Setting, 4> settings;
};

constexpr std::array formulas{
    Dependent{"tokens.embedded", {Setting{"unscaled", hasNoFactor}}},
    Dependent{"tokens.input",
              {Setting{"alone", isAlone}, Setting{"normed", isNormed}, Setting{"rms", normsByRms}}},
    Dependent{"attn.q", {cross, pre, rms, bias}},
    Dependent{"attn.k", {cross, pre, rms, bias}},
    Dependent{"attn.v", {cross, pre, rms, bias}},
    Dependent{"attn.scores", {Setting{"rotated", readsTurned}}},
    Dependent{"attn.scaled", {Setting{"unscaled", hasNoFactor}, Setting{"rotated", scalesTurned}}},
    Dependent{"attn.masked", {Setting{"biased", readsBias}}},
    Dependent{"attn.weights",
              {Setting{"unscaled", hasNoScale}, Setting{"biased", hasBiasBehind},
               Setting{"rotated", weighsTurned}}},
    Dependent{"attn.output", {bias}},
    Dependent{"mixer.local", {pre, rms}},
    Dependent{"mixer.mean", {pre, rms}},
    Dependent{"mixer.output",
              {Setting{"convolution", convolves}, Setting{"normed", convolvesNorm},
               Setting{"rms",
                       [](const Graph& graph, const Node& node) {
                           return convolvesNorm(graph, node) && isRms(graph, node);
                       }}}},
    Dependent{"windows", {Setting{"causal", hidesLater}}},
    Dependent{"windows_gradient", {Setting{"causal", hidesLater}}},
    Dependent{"cell.candidate", {Setting{"plain", hasNoGates}}},
    Dependent{"attention.scores",
              {Setting{"general", isGeneral}, Setting{"location", isByPlace},
               Setting{"concat", isConcat}, Setting{"joined", isJoined}}},
    Dependent{"attention.output", {Setting{"bias", hasBiasBelow}}},
    Dependent{"residual", {pre, Setting{"rms", isRms}, bare, Setting{"beside", isBeside}}},
    Dependent{"ffn.pre_activation", {pre, rms, plain}},
    Dependent{"ffn.gate", {pre, rms}},
    Dependent{"ffn.up", {pre, rms, plain}},
    Dependent{"ffn.output", {plain}},
    Dependent{"logits", {pre, rms, Setting{"tied", isTied}, plain}},
    Dependent{"embedding_gradient", {Setting{"unscaled", hasNoFactor}}},
    Dependent{"linear", {bias}},
    Dependent{"linear_input_gradient", {Setting{"tied", isTied}}},
    Dependent{"linear_weight_gradient", {Setting{"tied", isTied}}},
    Dependent{"matmul", {Setting{"left", turnsLeft}, Setting{"right", turnsRight}}},
    Dependent{
        "mask",
        {Setting{"gradient", [](const Graph&, const Node& node) { return isGradient(node); }}}},
    Dependent{"rotary",
              {Setting{"gradient", [](const Graph&, const Node& node) { return isGradient(node); }},
               Setting{"halves", turnsHalves}, Setting{"theta", hasOwnBase},
               Setting{"part", turnsOtherwise}}},
    Dependent{
        "sinusoidal_position",
        {Setting{"halves", [](const Graph&,
                              const Node& node) { return node.as<SinusoidAttributes>().halves; }}}},
    Dependent{"cross_entropy", {Setting{"smoothed", hasRate}}},
    Dependent{"cross_entropy_gradient", {Setting{"smoothed", hasRate}}},
    Dependent{"sgd_update", {Setting{"momentum", followsMomentum}}},
    Dependent{"apply", {Setting{"decay", hasRate}}},
};

constexpr std::array words{
    Dependent{"tokens.position", {Setting{"causal", isReadCausally}}},
    Dependent{"tokens.input", {Setting{"alone", isAlone}, Setting{"normed", isNormed}}},
    Dependent{"attn.q", {cross}},
    Dependent{"attn.k", {cross, Setting{"tied", readsTiedKeys}}},
    Dependent{"attn.w_q", {Setting{"tied", readsTiedKeys}}},
    Dependent{"attn.v", {Setting{"own_width", hasOwnWidth}}},
    Dependent{"attn.concat", {Setting{"own_width", hasOwnWidth}}},
    Dependent{"residual",
              {Setting{"bare",
                       [](const Graph& graph, const Node& node) {
                           return isBare(graph, node) && !isBeside(graph, node);
                       }},
               Setting{"beside", isBeside}}},
    Dependent{"attn.scaled", {Setting{"unscaled", hasNoFactor}}},
    Dependent{"attn.masked", {Setting{"causal", hidesLater}, Setting{"window", hasWindow}}},
    Dependent{"norm.output", {Setting{"rms", normsByRms}, Setting{"heads", normsHeads}}},
    Dependent{"norm.gain", {Setting{"offset", countsFromOne}}},
    Dependent{"ffn.hidden", {Setting{"gated", isGated}}},
    Dependent{"mixer.masked", {Setting{"causal", hidesLater}}},
    Dependent{"mixer.mean", {Setting{"causal", isCausalMean}}},
    Dependent{"mixer.global", {Setting{"causal", isCausalGlobal}}},
    Dependent{"mixer.output", {Setting{"convolution", convolves}}},
    Dependent{"cell.input", {Setting{"plain", isPlain}, Setting{"lstm", isOfLstm}}},
    Dependent{"cell.hidden", {Setting{"plain", isPlain}}},
    Dependent{"cell.candidate", {Setting{"plain", hasNoGates}}},
    Dependent{"attention.scores",
              {Setting{"general", isGeneral}, Setting{"location", isByPlace},
               Setting{"concat", isConcat}, Setting{"joined", isJoined}}},
    Dependent{"probabilities", {Setting{"labels", labels}}},
};

/// The name with the suffix of each of its settings that holds.
QString withSettings(std::span<const Dependent> table, const Graph& graph, const Node& node,
                     QString name) {
    const auto found = std::ranges::find_if(
        table, [&](const Dependent& each) { return name == QLatin1String(each.name); });
    if (found == table.end())
        return name;
    for (const Setting& setting : found->settings)
        if (setting.suffix && setting.holds(graph, node))
            name += QLatin1Char('.') + QLatin1String(setting.suffix);
    return name;
}

} // namespace

QString formulaFor(const QString& kind, const QString& op, bool gradient) {
    const auto exists = [](const QString& name) {
        return !name.isEmpty() && QFile::exists(QStringLiteral(":/formulas/%1.svg").arg(name));
    };
    // A changed step is no longer what its kind says.
    const bool changed = op == QLatin1String("intervene");
    if (!gradient && !changed && exists(kind))
        return kind;
    return exists(op) ? op : QString();
}

QString formulaOf(const Graph& graph, const Node& node, const QString& kind) {
    const auto op = node.op->name();
    return withSettings(formulas, graph, node,
                        formulaFor(kind,
                                   QString::fromUtf8(op.data(), static_cast<qsizetype>(op.size())),
                                   isGradient(node)));
}

QString wordsOf(const Graph& graph, const Node& node, const QString& kind) {
    const bool asBuilt = !isGradient(node) && node.op->kind() != OpKind::Intervene;
    return asBuilt ? withSettings(words, graph, node, kind) : kind;
}

} // namespace gf
