// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/steps.h"

#include "core/ops/intervene.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <utility>

namespace gf {

namespace {

/// A part of a node's name and what people call it.
struct Word {
    const char* part;
    const char* text;
};

constexpr std::array words{
    Word{"encoder", QT_TRANSLATE_NOOP("gf::Steps", "Encoder")},
    Word{"decoder", QT_TRANSLATE_NOOP("gf::Steps", "Decoder")},
    Word{"source", QT_TRANSLATE_NOOP("gf::Steps", "Source")},
    Word{"target", QT_TRANSLATE_NOOP("gf::Steps", "Target")},
    Word{"label", QT_TRANSLATE_NOOP("gf::Steps", "Labels")},
    Word{"self_attn", QT_TRANSLATE_NOOP("gf::Steps", "self-attention")},
    Word{"cross_attn", QT_TRANSLATE_NOOP("gf::Steps", "cross-attention")},
    Word{"ffn", QT_TRANSLATE_NOOP("gf::Steps", "feed-forward")},
    Word{"q", QT_TRANSLATE_NOOP("gf::Steps", "queries q")},
    Word{"k", QT_TRANSLATE_NOOP("gf::Steps", "keys k")},
    Word{"v", QT_TRANSLATE_NOOP("gf::Steps", "values v")},
    Word{"concat", QT_TRANSLATE_NOOP("gf::Steps", "concatenated heads")},
    Word{"residual1", QT_TRANSLATE_NOOP("gf::Steps", "residual sum 1")},
    Word{"residual2", QT_TRANSLATE_NOOP("gf::Steps", "residual sum 2")},
    Word{"residual3", QT_TRANSLATE_NOOP("gf::Steps", "residual sum 3")},
    Word{"norm", QT_TRANSLATE_NOOP("gf::Steps", "final norm")},
    Word{"norm1", QT_TRANSLATE_NOOP("gf::Steps", "norm 1")},
    Word{"norm2", QT_TRANSLATE_NOOP("gf::Steps", "norm 2")},
    Word{"norm3", QT_TRANSLATE_NOOP("gf::Steps", "norm 3")},
    Word{"pre_activation", QT_TRANSLATE_NOOP("gf::Steps", "before the activation")},
    Word{"hidden", QT_TRANSLATE_NOOP("gf::Steps", "hidden units")},
    Word{"dropout", QT_TRANSLATE_NOOP("gf::Steps", "after dropout")},
    Word{"ids", QT_TRANSLATE_NOOP("gf::Steps", "token ids")},
    Word{"embedded", QT_TRANSLATE_NOOP("gf::Steps", "embedding")},
    Word{"position", QT_TRANSLATE_NOOP("gf::Steps", "position")},
    Word{"input", QT_TRANSLATE_NOOP("gf::Steps", "input")},
    Word{"embedding", QT_TRANSLATE_NOOP("gf::Steps", "Embedding")},
    Word{"source_embedding", QT_TRANSLATE_NOOP("gf::Steps", "Source embedding")},
    Word{"target_embedding", QT_TRANSLATE_NOOP("gf::Steps", "Target embedding")},
    Word{"source_position", QT_TRANSLATE_NOOP("gf::Steps", "Source position")},
    Word{"target_position", QT_TRANSLATE_NOOP("gf::Steps", "Target position")},
    Word{"weight", QT_TRANSLATE_NOOP("gf::Steps", "weight")},
    Word{"gradient_norm", QT_TRANSLATE_NOOP("gf::Steps", "Norm of all gradients")},
    Word{"clip_factor", QT_TRANSLATE_NOOP("gf::Steps", "Clipping factor")},
    Word{"learning_rate", QT_TRANSLATE_NOOP("gf::Steps", "Learning rate η")},
    Word{"step", QT_TRANSLATE_NOOP("gf::Steps", "Number of the step t")},
    Word{"token_loss", QT_TRANSLATE_NOOP("gf::Steps", "loss of each token")},
    Word{"logits", QT_TRANSLATE_NOOP("gf::Steps", "logits")},
    Word{"loss", QT_TRANSLATE_NOOP("gf::Steps", "loss")},
    Word{"scores", QT_TRANSLATE_NOOP("gf::Steps", "scores")},
    Word{"scaled", QT_TRANSLATE_NOOP("gf::Steps", "scaled")},
    Word{"masked", QT_TRANSLATE_NOOP("gf::Steps", "masked")},
    Word{"weights", QT_TRANSLATE_NOOP("gf::Steps", "weights")},
    Word{"heads", QT_TRANSLATE_NOOP("gf::Steps", "heads")},
    Word{"output", QT_TRANSLATE_NOOP("gf::Steps", "output")},
    Word{"gain", QT_TRANSLATE_NOOP("gf::Steps", "gain")},
    Word{"bias", QT_TRANSLATE_NOOP("gf::Steps", "bias")},
    Word{"probabilities", QT_TRANSLATE_NOOP("gf::Steps", "probabilities")},
    Word{"gradient_norm", QT_TRANSLATE_NOOP("gf::Steps", "gradient norm")},
    Word{"clip_factor", QT_TRANSLATE_NOOP("gf::Steps", "clip factor")},
    Word{"learning_rate", QT_TRANSLATE_NOOP("gf::Steps", "learning rate")},
    Word{"token_count", QT_TRANSLATE_NOOP("gf::Steps", "number of tokens")},
    Word{"w_q", "W_Q"},
    Word{"w_k", "W_K"},
    Word{"w_v", "W_V"},
    Word{"w_o", "W_O"},
    Word{"b_q", "b_Q"},
    Word{"b_k", "b_K"},
    Word{"b_v", "b_V"},
    Word{"b_o", "b_O"},
    Word{"w_1", "W₁"},
    Word{"w_2", "W₂"},
    Word{"b_1", "b₁"},
    Word{"b_2", "b₂"},
};

/// What the optimizer does to a parameter, which stands at %1: the last part of
/// "update/<parameter>/…", or the first part of the name of a state with a slash.
struct UpdateWord {
    const char* part;
    const char* text;
    const char* beside; ///< a matrix
};

constexpr std::array updates{
    UpdateWord{"clipped", QT_TRANSLATE_NOOP("gf::Steps", "Update of %1 · clipped gradient"),
               QT_TRANSLATE_NOOP("gf::Steps", "clipped ∂L/∂ %1")},
    UpdateWord{"decayed", QT_TRANSLATE_NOOP("gf::Steps", "Update of %1 · gradient with decay"),
               QT_TRANSLATE_NOOP("gf::Steps", "decayed ∂L/∂ %1")},
    UpdateWord{"m", QT_TRANSLATE_NOOP("gf::Steps", "Update of %1 · mean gradient m"),
               QT_TRANSLATE_NOOP("gf::Steps", "m of %1")},
    UpdateWord{"v", QT_TRANSLATE_NOOP("gf::Steps", "Update of %1 · mean square v"),
               QT_TRANSLATE_NOOP("gf::Steps", "v of %1")},
    UpdateWord{"momentum", QT_TRANSLATE_NOOP("gf::Steps", "Update of %1 · momentum"),
               QT_TRANSLATE_NOOP("gf::Steps", "momentum of %1")},
    UpdateWord{"delta", QT_TRANSLATE_NOOP("gf::Steps", "Update of %1 · change Δ"),
               QT_TRANSLATE_NOOP("gf::Steps", "Δ of %1")},
    UpdateWord{"apply", QT_TRANSLATE_NOOP("gf::Steps", "Update of %1 · new value"),
               QT_TRANSLATE_NOOP("gf::Steps", "new %1")},
    UpdateWord{"adam_m/", QT_TRANSLATE_NOOP("gf::Steps", "Memory of %1 · mean gradient m"),
               QT_TRANSLATE_NOOP("gf::Steps", "m before, of %1")},
    UpdateWord{"adam_v/", QT_TRANSLATE_NOOP("gf::Steps", "Memory of %1 · mean square v"),
               QT_TRANSLATE_NOOP("gf::Steps", "v before, of %1")},
    UpdateWord{"momentum/", QT_TRANSLATE_NOOP("gf::Steps", "Memory of %1 · momentum"),
               QT_TRANSLATE_NOOP("gf::Steps", "momentum before, of %1")},
};

/// "update/encoder.0.ffn.w_1/m" → the parameter "encoder.0.ffn.w_1" and "m"; a state likewise, its
/// slash kept.
struct Updated {
    QString parameter; ///< empty: the name belongs to no parameter
    QString what;
};

Updated updatedBy(const QString& name) {
    if (name.startsWith(QLatin1String("update/")))
        return {name.section(QLatin1Char('/'), 1, -2), name.section(QLatin1Char('/'), -1)};
    for (const QLatin1String state :
         {QLatin1String("adam_m/"), QLatin1String("adam_v/"), QLatin1String("momentum/")})
        if (name.startsWith(state))
            return {name.mid(state.size()), state};
    return {};
}

bool isNumber(const QString& part) {
    return !part.isEmpty() &&
           std::all_of(part.begin(), part.end(), [](QChar c) { return c.isDigit(); });
}

QString wordFor(const QString& part) {
    for (const Word& word : words)
        if (part == QLatin1String(word.part))
            return QCoreApplication::translate("gf::Steps", word.text);
    if (isNumber(part))
        return QCoreApplication::translate("gf::Steps", "layer %1").arg(part.toInt() + 1);
    return QString(part).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString capitalised(QString text) {
    // A symbol (q, W_Q, b₁) keeps its case.
    if (text.size() > 1 && text[1].isLower())
        text[0] = text[0].toUpper();
    return text;
}

/// A name without what it gains where a person changes something.
QString withoutSuffix(const QString& name) {
    return QString::fromStdString(ops::plainName(name.toStdString()));
}

/// "encoder.0.self_attn.q" in words, or only its last part.
QString plainTitle(const QString& whole, bool lastPartOnly) {
    const QString name = withoutSuffix(whole);
    if (name != whole)
        return (whole.endsWith(QLatin1String(ops::computedSuffix.data()))
                    ? QCoreApplication::translate("gf::Steps", "%1 as computed")
                    : QCoreApplication::translate("gf::Steps", "%1 changed"))
            .arg(plainTitle(name, lastPartOnly));
    QStringList parts = name.split(QLatin1Char('.'));
    // A lone "output" or "gain" says little: the norm it belongs to is part of its short name.
    if (lastPartOnly && parts.size() > 1) {
        const QString last = parts.back();
        const QString before = parts[parts.size() - 2];
        parts = before.startsWith(QLatin1String("norm")) ? QStringList{before, last}
                                                         : QStringList{last};
    }
    QStringList titles;
    for (const QString& part : std::as_const(parts))
        titles.push_back(wordFor(part));
    // A short name stands within a line; German nouns are capitals anywhere.
    return lastPartOnly ? titles.join(QStringLiteral(" "))
                        : capitalised(titles.join(QStringLiteral(" · ")));
}

/// A name without "grad/", with the contributions to a gradient ("x/from/y") written out.
QString titleOfName(const QString& name, bool lastPartOnly) {
    if (const Updated updated = updatedBy(name); !updated.parameter.isEmpty())
        for (const UpdateWord& word : updates)
            if (updated.what == QLatin1String(word.part))
                return QCoreApplication::translate("gf::Steps",
                                                   lastPartOnly ? word.beside : word.text)
                    .arg(plainTitle(updated.parameter, lastPartOnly));
    const qsizetype from = name.indexOf(QLatin1String("/from/"));
    if (from < 0)
        return plainTitle(name, lastPartOnly);
    return QCoreApplication::translate("gf::Steps", "%1, the part that comes through %2")
        .arg(plainTitle(name.left(from), lastPartOnly),
             plainTitle(name.mid(from + 6), lastPartOnly));
}

QString nodeName(const Node& node) {
    return QString::fromStdString(node.name);
}

/// What a step is in any layer: "self_attn.weights"; all norms and residuals are of one kind.
QString kindOf(const QString& step) {
    QStringList parts =
        withoutSuffix(step.section(QLatin1String("/from/"), 0, 0)).split(QLatin1Char('.'));
    if (parts.size() > 1 &&
        (parts[0] == QLatin1String("encoder") || parts[0] == QLatin1String("decoder")))
        parts.removeFirst();
    if (parts.size() > 1 && isNumber(parts[0]))
        parts.removeFirst();
    static const QRegularExpression numbered(QStringLiteral("^(norm|residual)\\d+$"));
    for (QString& part : parts)
        part.replace(numbered, QStringLiteral("\\1"));
    return parts.join(QLatin1Char('.'));
}

Step makeStep(const Node& node) {
    Step step;
    step.node = node.id;
    step.step = stepOf(node);
    step.title = titleOf(node);
    step.gradient = isGradient(node) || node.role == Role::Backward || node.role == Role::Update;
    QString name = step.step.section(QLatin1String("/from/"), 0, 0);
    step.kind = kindOf(name);
    if (const Updated updated = updatedBy(name); !updated.parameter.isEmpty()) {
        step.kind = QStringLiteral("update.") + updated.what;
        name = updated.parameter;
    }
    const QStringList parts = name.split(QLatin1Char('.'));
    step.block = name.section(QLatin1Char('.'), 0, -2);
    if (parts[0] == QLatin1String("encoder") || parts[0] == QLatin1String("decoder"))
        step.stack = parts[0];
    if (!step.stack.isEmpty() && parts.size() > 1 && isNumber(parts[1]))
        step.layer = parts[1].toInt();
    return step;
}

/// How well `word` is found in `text` (both lower case): higher is better, −1 not at all. Whole
/// runs count most, then letters in order, close together.
int matchScore(const QString& text, const QString& word) {
    const qsizetype at = text.indexOf(word);
    if (at >= 0) {
        const bool startsWord = at == 0 || !text[at - 1].isLetterOrNumber();
        const bool endsWord =
            at + word.size() == text.size() || !text[at + word.size()].isLetterOrNumber();
        return 1000 + (startsWord ? 200 : 0) + (endsWord ? 200 : 0);
    }
    // The letters in order, not too far apart; the tightest run counts.
    qsizetype tightest = -1;
    for (qsizetype start = text.indexOf(word[0]); start >= 0;
         start = text.indexOf(word[0], start + 1)) {
        qsizetype position = start;
        for (qsizetype i = 1; i < word.size() && position >= 0; ++i)
            position = text.indexOf(word[i], position + 1);
        if (position < 0)
            break;
        const qsizetype gaps = position - start + 1 - word.size();
        if (tightest < 0 || gaps < tightest)
            tightest = gaps;
    }
    if (tightest < 0 || tightest > 2 * word.size())
        return -1;
    return static_cast<int>(500 - 10 * tightest);
}

} // namespace

QString stepOf(const Node& node) {
    const QString name = nodeName(node);
    return isGradient(node) ? name.mid(static_cast<qsizetype>(gradientPrefix.size())) : name;
}

QString titleOf(const Node& node) {
    const QString title = titleOfName(stepOf(node), false);
    return isGradient(node) ? QCoreApplication::translate("gf::Steps", "Gradient · %1").arg(title)
                            : title;
}

QString titleOfName(const QString& name) {
    return titleOfName(name, false);
}

QString shortTitleOf(const Node& node) {
    const QString name = stepOf(node);
    if (!updatedBy(name).parameter.isEmpty())
        return titleOfName(name, true);
    const qsizetype from = name.indexOf(QLatin1String("/from/"));
    QString title = plainTitle(from < 0 ? name : name.left(from), true);
    if (isGradient(node))
        title = QCoreApplication::translate("gf::Steps", "∂L/∂ %1").arg(title);
    if (from >= 0)
        title += QCoreApplication::translate("gf::Steps", " via %1")
                     .arg(plainTitle(name.mid(from + 6), true));
    return title;
}

QString axisLetter(Axis axis, const Node& node, int dimension) {
    switch (axis) {
    case Axis::Head:
        return QStringLiteral("H");
    case Axis::Target:
        return QStringLiteral("T");
    case Axis::Source: {
        // The encoder's own attention is T × S like any other: a row is a query, a column a key.
        const bool query = dimension == 1 && node.shape.rank() == 3 && node.axes[2] == axis;
        return query ? QStringLiteral("T") : QStringLiteral("S");
    }
    case Axis::Model:
        return QStringLiteral("D");
    case Axis::HeadFeature:
        return QStringLiteral("K");
    case Axis::Hidden:
        return QStringLiteral("F");
    case Axis::SourceWord:
    case Axis::TargetWord:
        return QStringLiteral("V");
    case Axis::Position:
    case Axis::None:
        break;
    }
    return {};
}

QString shapeInWords(const Node& node) {
    if (node.shape.rank() == 0)
        return QCoreApplication::translate("gf::Steps", "one number");
    QStringList parts;
    for (int i = 0; i < node.shape.rank(); ++i) {
        const Axis axis = node.axes[static_cast<std::size_t>(i)];
        QString letter = axisLetter(axis, node, i);
        const bool attention = node.shape.rank() == 3 && i == 2 && axis == Axis::Target;
        if (attention)
            letter = QStringLiteral("S"); // keys, also where they are the target's own tokens
        const QString extent = QString::number(node.shape[i]);
        parts.push_back(letter.isEmpty() ? extent : letter + QStringLiteral(" ") + extent);
    }
    return parts.join(QStringLiteral(" × "));
}

QString parameterOf(const QString& step) {
    return updatedBy(step).parameter;
}

NodeId nodeOf(const Graph& graph, const Focus& focus) {
    const std::string name = focus.step.toStdString();
    if (!focus.gradients)
        return graph.find(name);
    const NodeId gradient = graph.find("grad/" + name);
    if (gradient != noNode)
        return gradient;
    // Steps of the backward pass and the update that are not called "grad/…" are themselves.
    const NodeId node = graph.find(name);
    if (node != noNode && (graph[node].role == Role::Backward || graph[node].role == Role::Update))
        return node;
    return noNode;
}

Steps::Steps(std::shared_ptr<const Graph> graph) : m_graph(std::move(graph)) {
    if (!m_graph)
        return;
    for (const Node& node : m_graph->nodes()) {
        const Step step = makeStep(node);
        if (step.gradient)
            m_backward.push_back(step);
        else if (node.role == Role::Forward)
            m_forward.push_back(step);
        else
            m_leaves.push_back(step);
    }
}

std::span<const Step> Steps::walk(bool gradients) const {
    return gradients ? m_backward : m_forward;
}

const Step* Steps::at(const Focus& focus) const {
    if (!m_graph)
        return nullptr;
    const int index = indexOf(focus);
    if (index >= 0)
        return &walk(focus.gradients)[static_cast<std::size_t>(index)];
    const auto named = [&](const Step& step) { return step.step == focus.step; };
    for (const std::vector<Step>* list : {&m_leaves, &m_forward, &m_backward}) {
        const auto found = std::find_if(list->begin(), list->end(), named);
        if (found != list->end())
            return &*found;
    }
    return nullptr;
}

int Steps::indexOf(const Focus& focus) const {
    const std::span<const Step> steps = walk(focus.gradients);
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (steps[i].step == focus.step)
            return static_cast<int>(i);
    return -1;
}

const Step* Steps::next(const Focus& focus) const {
    const std::span<const Step> steps = walk(focus.gradients);
    const int index = indexOf(focus) + 1;
    return index < std::ssize(steps) ? &steps[static_cast<std::size_t>(index)] : nullptr;
}

const Step* Steps::previous(const Focus& focus) const {
    const std::span<const Step> steps = walk(focus.gradients);
    const int index = indexOf(focus);
    if (steps.empty() || index == 0)
        return nullptr;
    return index < 0 ? &steps.front() : &steps[static_cast<std::size_t>(index - 1)];
}

QString Steps::inOtherLayer(const Focus& focus, int delta) const {
    const Step* step = at(focus);
    if (!step || step->layer < 0)
        return {};
    const QString prefix = step->stack + QLatin1Char('.') + QString::number(step->layer);
    const QString other = step->stack + QLatin1Char('.') + QString::number(step->layer + delta);
    if (step->layer + delta < 0)
        return {};
    Focus there = focus;
    there.step.replace(step->step.indexOf(prefix), prefix.size(), other);
    // A contribution names two steps; both move.
    there.step.replace(QStringLiteral("/from/") + prefix + QLatin1Char('.'),
                       QStringLiteral("/from/") + other + QLatin1Char('.'));
    const Step* found = at(there);
    return found && found->step == there.step ? there.step : QString();
}

int Steps::layers(const QString& stack) const {
    int count = 0;
    for (const Step& step : m_forward)
        if (step.stack == stack)
            count = std::max(count, step.layer + 1);
    return count;
}

std::vector<const Step*> Steps::search(const QString& text, int limit) const {
    static const QRegularExpression space(QStringLiteral("\\s+"));
    const QStringList wanted = text.toLower().split(space, Qt::SkipEmptyParts);
    if (wanted.isEmpty())
        return {};
    std::vector<std::pair<int, const Step*>> found;
    const auto consider = [&](const std::vector<Step>& list, int bonus) {
        for (const Step& step : list) {
            // Each word may be found in the name of the contract or in the title.
            const QString name = QString::fromStdString((*m_graph)[step.node].name).toLower();
            const QString title = step.title.toLower();
            // The optimizer's memory is rarely what is meant.
            int score = parameterOf(step.step).isEmpty() ? bonus : bonus / 4;
            for (const QString& word : wanted) {
                const int best = std::max(matchScore(name, word), matchScore(title, word));
                if (best < 0) {
                    score = -1;
                    break;
                }
                score += best;
            }
            if (score >= 0)
                found.emplace_back(score - static_cast<int>(std::min<qsizetype>(title.size(), 90)),
                                   &step);
        }
    };
    consider(m_forward, 300);
    consider(m_leaves, 200);
    consider(m_backward, 100);
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<const Step*> result;
    for (const auto& [score, step] : found) {
        if (static_cast<int>(result.size()) >= limit)
            break;
        result.push_back(step);
    }
    return result;
}

} // namespace gf
