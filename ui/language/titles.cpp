// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language/titles.h"

#include "ui/language/tr.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"

#include <QStringList>

#include <array>

namespace gf {

namespace {

/// A part of a scope and what people call it.
struct Word {
    const char* part;
    const char* text;
};

constexpr std::array partWords{
    Word{"encoder", QT_TR_NOOP("Encoder")},
    Word{"decoder", QT_TR_NOOP("Decoder")},
    Word{"source", QT_TR_NOOP("Source")},
    Word{"target", QT_TR_NOOP("Target")},
    Word{"label", QT_TR_NOOP("Labels")},
    Word{"self_attn", QT_TR_NOOP("self-attention")},
    Word{"cross_attn", QT_TR_NOOP("cross-attention")},
    Word{"mixer", QT_TR_NOOP("token mixer")},
    Word{"ffn", QT_TR_NOOP("feed-forward")},
    Word{"q", QT_TR_NOOP("queries q")},
    Word{"k", QT_TR_NOOP("keys k")},
    Word{"v", QT_TR_NOOP("values v")},
    Word{"concat", QT_TR_NOOP("concatenated heads")},
    Word{"pre_activation", QT_TR_NOOP("before the activation")},
    Word{"hidden", QT_TR_NOOP("hidden units")},
    Word{"gate", QT_TR_NOOP("gate before the activation")},
    Word{"gate_active", QT_TR_NOOP("gate")},
    Word{"up", QT_TR_NOOP("what is let through")},
    Word{"gru", "GRU"},
    Word{"rnn", "RNN"},
    Word{"lstm", "LSTM"},
    Word{"attention", QT_TR_NOOP("Attention")},
    Word{"initial", QT_TR_NOOP("state before the first token")},
    Word{"states", QT_TR_NOOP("states of all time steps")},
    Word{"initial_cell", QT_TR_NOOP("cell before the first token")},
    Word{"reset_sum", QT_TR_NOOP("before the reset gate")},
    Word{"reset", QT_TR_NOOP("reset gate r")},
    Word{"update_sum", QT_TR_NOOP("before the update gate")},
    Word{"update", QT_TR_NOOP("update gate z")},
    Word{"recalled", QT_TR_NOOP("recalled")},
    Word{"remembered", QT_TR_NOOP("remembered")},
    Word{"candidate_sum", QT_TR_NOOP("before the candidate")},
    Word{"candidate", QT_TR_NOOP("candidate n")},
    Word{"input_gate_sum", QT_TR_NOOP("before the input gate")},
    Word{"input_gate", QT_TR_NOOP("input gate i")},
    Word{"forget_gate_sum", QT_TR_NOOP("before the forget gate")},
    Word{"forget_gate", QT_TR_NOOP("forget gate f")},
    Word{"cell_candidate_sum", QT_TR_NOOP("before the candidate")},
    Word{"cell_candidate", QT_TR_NOOP("candidate g")},
    Word{"cell_kept", QT_TR_NOOP("what is kept")},
    Word{"cell_added", QT_TR_NOOP("what is new")},
    Word{"cell_mixed", QT_TR_NOOP("kept and new")},
    Word{"cell", QT_TR_NOOP("cell c")},
    Word{"output_gate_sum", QT_TR_NOOP("before the output gate")},
    Word{"output_gate", QT_TR_NOOP("output gate o")},
    Word{"cell_active", QT_TR_NOOP("tanh of the cell")},
    Word{"released", QT_TR_NOOP("what is let out")},
    Word{"rest", QT_TR_NOOP("share of the new, 1 − z")},
    Word{"added", QT_TR_NOOP("what is new")},
    Word{"kept", QT_TR_NOOP("what is kept")},
    Word{"mixed", QT_TR_NOOP("kept and new")},
    Word{"state", QT_TR_NOOP("state h")},
    Word{"query", QT_TR_NOOP("query")},
    Word{"queries", QT_TR_NOOP("queries")},
    Word{"keys", QT_TR_NOOP("keys")},
    Word{"locations", QT_TR_NOOP("scores of all places")},
    Word{"query_weights", QT_TR_NOOP("half of W_a for the state")},
    Word{"key_weights", QT_TR_NOOP("half of W_a for the memory")},
    Word{"context", QT_TR_NOOP("context c")},
    Word{"token", QT_TR_NOOP("token")},
    Word{"joined", QT_TR_NOOP("side by side")},
    Word{"ids", QT_TR_NOOP("token ids")},
    Word{"values", QT_TR_NOOP("numbers")},
    Word{"keep", QT_TR_NOOP("what is no padding")},
    Word{"pointer", QT_TR_NOOP("Pointer")},
    Word{"prediction", QT_TR_NOOP("prediction")},
    Word{"embedded", QT_TR_NOOP("embedding")},
    Word{"position", QT_TR_NOOP("position")},
    Word{"input", QT_TR_NOOP("input")},
    Word{"token_type", QT_TR_NOOP("token type")},
    Word{"types", QT_TR_NOOP("token types")},
    Word{"places", QT_TR_NOOP("places")},
    Word{"typed", QT_TR_NOOP("embedding and token type")},
    Word{"summed", QT_TR_NOOP("sum before the norm")},
    Word{"embedding_norm", QT_TR_NOOP("Norm of the embeddings")},
    Word{"transform", QT_TR_NOOP("transform")},
    Word{"transform_active", QT_TR_NOOP("transform after the activation")},
    Word{"transform_norm", QT_TR_NOOP("norm of the transform")},
    Word{"pooler", QT_TR_NOOP("Pooler")},
    Word{"first", QT_TR_NOOP("row of the first token")},
    Word{"pooled", QT_TR_NOOP("pooled row")},
    Word{"embedding", QT_TR_NOOP("Embedding")},
    Word{"source_embedding", QT_TR_NOOP("Source embedding")},
    Word{"target_embedding", QT_TR_NOOP("Target embedding")},
    Word{"source_position", QT_TR_NOOP("Source position")},
    Word{"target_position", QT_TR_NOOP("Target position")},
    Word{"weight", QT_TR_NOOP("weight")},
    Word{"gradient_norm", QT_TR_NOOP("Norm of all gradients")},
    Word{"clip_factor", QT_TR_NOOP("Clipping factor")},
    Word{"learning_rate", QT_TR_NOOP("Learning rate η")},
    Word{"step", QT_TR_NOOP("Number of the training step t")},
    Word{"token_loss", QT_TR_NOOP("loss of each token")},
    Word{"logits", QT_TR_NOOP("logits")},
    Word{"loss", QT_TR_NOOP("loss")},
    Word{"scores", QT_TR_NOOP("scores")},
    Word{"scaled", QT_TR_NOOP("scaled")},
    Word{"q_rotated", QT_TR_NOOP("turned queries q")},
    Word{"k_rotated", QT_TR_NOOP("turned keys k")},
    Word{"q_norm", QT_TR_NOOP("norm of the queries")},
    Word{"k_norm", QT_TR_NOOP("norm of the keys")},
    Word{"gain_plus_one", QT_TR_NOOP("1 + gain")},
    Word{"k_repeated", QT_TR_NOOP("keys k for all heads")},
    Word{"v_repeated", QT_TR_NOOP("values v for all heads")},
    Word{"position_bias", QT_TR_NOOP("position bias")},
    Word{"relative_bias", QT_TR_NOOP("relative positions")},
    Word{"bucket_bias", QT_TR_NOOP("bias of each bucket")},
    Word{"buckets", QT_TR_NOOP("buckets of offsets")},
    Word{"offset_bias", QT_TR_NOOP("bias by offset")},
    Word{"biased", QT_TR_NOOP("with positions")},
    Word{"masked", QT_TR_NOOP("masked")},
    Word{"weights", QT_TR_NOOP("weights")},
    Word{"heads", QT_TR_NOOP("heads")},
    Word{"local", QT_TR_NOOP("local part")},
    Word{"mean", QT_TR_NOOP("mean of the tokens")},
    Word{"global", QT_TR_NOOP("global part")},
    Word{"windows", QT_TR_NOOP("windows")},
    Word{"kernel", QT_TR_NOOP("kernel K")},
    Word{"output", QT_TR_NOOP("output")},
    Word{"gain", QT_TR_NOOP("gain")},
    Word{"bias", QT_TR_NOOP("bias")},
    Word{"probabilities", QT_TR_NOOP("probabilities")},
    Word{"token_count", QT_TR_NOOP("number of tokens")},
    Word{"w_q", "W_Q"},
    Word{"w_k", "W_K"},
    Word{"w_v", "W_V"},
    Word{"w_o", "W_O"},
    Word{"b_q", "b_Q"},
    Word{"b_k", "b_K"},
    Word{"b_v", "b_V"},
    Word{"b_o", "b_O"},
    Word{"w_gate", "W_g"},
    Word{"w_1", "W₁"},
    Word{"w_2", "W₂"},
    Word{"b_1", "b₁"},
    Word{"b_2", "b₂"},
    Word{"w_a", "W_a"},
    Word{"w_c", "W_c"},
    Word{"b_c", "b_c"},
    Word{"w_x", "W_x"},
    Word{"w_h", "W_h"},
    Word{"b_x", "b_x"},
    Word{"b_h", "b_h"},
};

/// What the optimizer does to a parameter, which stands at %1, or remembers of it.
struct UpdateWord {
    Relation relation;
    const char* part;
    const char* text;
    const char* beside; ///< a matrix
};

constexpr std::array updates{
    UpdateWord{Relation::Update, "clipped", QT_TR_NOOP("Update of %1 · clipped gradient"),
               QT_TR_NOOP("clipped ∂L/∂ %1")},
    UpdateWord{Relation::Update, "decayed", QT_TR_NOOP("Update of %1 · gradient with decay"),
               QT_TR_NOOP("decayed ∂L/∂ %1")},
    UpdateWord{Relation::Update, "m", QT_TR_NOOP("Update of %1 · mean gradient m"),
               QT_TR_NOOP("m of %1")},
    UpdateWord{Relation::Update, "v", QT_TR_NOOP("Update of %1 · mean square v"),
               QT_TR_NOOP("v of %1")},
    UpdateWord{Relation::Update, "momentum", QT_TR_NOOP("Update of %1 · momentum"),
               QT_TR_NOOP("momentum of %1")},
    UpdateWord{Relation::Update, "delta", QT_TR_NOOP("Update of %1 · change Δ"),
               QT_TR_NOOP("Δ of %1")},
    UpdateWord{Relation::Update, "apply", QT_TR_NOOP("Update of %1 · new value"),
               QT_TR_NOOP("new %1")},
    UpdateWord{Relation::Memory, "adam_m", QT_TR_NOOP("Memory of %1 · mean gradient m"),
               QT_TR_NOOP("m before, of %1")},
    UpdateWord{Relation::Memory, "adam_v", QT_TR_NOOP("Memory of %1 · mean square v"),
               QT_TR_NOOP("v before, of %1")},
    UpdateWord{Relation::Memory, "momentum", QT_TR_NOOP("Memory of %1 · momentum"),
               QT_TR_NOOP("momentum before, of %1")},
};

QString wordFor(const QString& part) {
    for (const Word& known : partWords)
        if (part == QLatin1String(known.part))
            return tr(known.text);
    return QString(part).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString wordFor(const std::string& part) {
    return wordFor(QString::fromStdString(part));
}

QString capitalised(QString text) {
    // A symbol (q, W_Q, b₁) keeps its case.
    if (text.size() > 1 && text[1].isLower())
        text[0] = text[0].toUpper();
    return text;
}

QStringList levelTitles(const Scope& scope) {
    QStringList titles;
    for (const ScopeLevel& level : scope.levels)
        if (!level.title.empty())
            titles << titleOf(level);
    return titles;
}

/// What stands in the node's place, whatever a person does to it there.
QString placeTitle(const Graph& graph, const Node& node, bool isShort) {
    const Node& made = graph[computedNode(graph, node.id)];
    QStringList titles = levelTitles(node.scope);
    if (made.op->kind() == OpKind::Dropout && made.role == Role::Forward) {
        const QString dropped = tr("after dropout");
        return isShort ? dropped
                       : placeTitle(graph, graph[made.inputs[0]], false) + QStringLiteral(" · ") +
                             dropped;
    }
    // The v of an alignment's small network is no value.
    const bool isVector = node.scope.kind() == ScopeKind::Alignment && node.part == "v";
    if (!node.part.empty())
        titles << (isVector ? tr("vector v") : wordFor(node.part));
    // A short name stands within a line; German nouns are capitals anywhere.
    if (!isShort)
        return capitalised(titles.join(QStringLiteral(" · ")));
    // A lone "output" or "gain" says little: the norm it belongs to is part of its short name.
    const bool ofNorm = node.scope.kind() == ScopeKind::Norm;
    return titles.mid(titles.size() - (ofNorm ? 2 : 1)).join(QLatin1Char(' '));
}

/// The title of what is not a gradient.
QString plainTitle(const Graph& graph, const Node& node, bool isShort) {
    switch (node.relation) {
    case Relation::Computed:
        return tr("%1 as computed").arg(placeTitle(graph, node, isShort));
    case Relation::Changed:
        return tr("%1 changed").arg(placeTitle(graph, graph[node.of], isShort));
    case Relation::Update:
    case Relation::Memory:
        for (const UpdateWord& update : updates)
            if (update.relation == node.relation && node.part == update.part)
                return tr(isShort ? update.beside : update.text)
                    .arg(placeTitle(graph, graph[node.of], isShort));
        [[fallthrough]];
    default:
        return placeTitle(graph, node, isShort);
    }
}

} // namespace

QString titleOf(const ScopeLevel& level) {
    switch (level.kind) {
    case ScopeKind::Layer:
        return tr("layer %1").arg(level.index + 1);
    case ScopeKind::TimeStep:
        return tr("time step %1").arg(level.index + 1);
    case ScopeKind::Norm:
        if (level.index >= 0)
            return tr("norm %1").arg(level.index + 1);
        return level.title == "norm" ? tr("final norm") : wordFor(level.title);
    case ScopeKind::Residual:
        return tr("residual sum %1").arg(level.index + 1);
    default:
        return wordFor(level.title);
    }
}

QString headTitle(Index head) {
    return tr("head %1").arg(head + 1);
}

QString titleOf(const Scope& scope) {
    return capitalised(levelTitles(scope).join(QStringLiteral(" · ")));
}

QString titleOf(const Graph& graph, const Node& node) {
    if (!isGradient(node))
        return plainTitle(graph, node, false);
    const QString title = plainTitle(graph, graph[node.of], false);
    const QString gradient = tr("Gradient · %1");
    return node.via == noNode
               ? gradient.arg(title)
               : gradient.arg(tr("%1, the part that comes through %2")
                                  .arg(title, plainTitle(graph, graph[node.via], false)));
}

QString shortTitleOf(const Graph& graph, const Node& node) {
    if (!isGradient(node))
        return plainTitle(graph, node, true);
    const QString title = tr("∂L/∂ %1").arg(plainTitle(graph, graph[node.of], true));
    return node.via == noNode ? title
                              : title + tr(" via %1").arg(plainTitle(graph, graph[node.via], true));
}

} // namespace gf
