// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/steps.h"

#include "core/graph/op.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

QString nodeName(const Node& node) {
    return QString::fromStdString(node.name);
}

/// The word of a level for its kind's texts; empty for one that does not matter to them.
QString kindOf(const ScopeLevel& level) {
    switch (level.kind) {
    case ScopeKind::Stack:
    case ScopeKind::Layer:
        return {};
    case ScopeKind::TimeStep:
    case ScopeKind::Cell:
        return QStringLiteral("cell");
    case ScopeKind::Tokens:
        return QStringLiteral("tokens");
    case ScopeKind::Norm:
        return QStringLiteral("norm");
    case ScopeKind::SelfAttention:
    case ScopeKind::CrossAttention:
        return QStringLiteral("attn");
    case ScopeKind::Residual:
        return QStringLiteral("residual");
    default:
        return QString::fromStdString(level.title);
    }
}

QString kindOf(const Node& node) {
    const QString part = QString::fromStdString(node.part);
    if (parameterOf(node) != noNode)
        return QStringLiteral("update.") + part;
    if (node.scope.kind() == ScopeKind::Norm) // wherever it stands
        return QStringLiteral("norm.") + part;
    QStringList words;
    for (const ScopeLevel& level : node.scope.levels)
        words << kindOf(level);
    words << part;
    words.removeAll(QString());
    // Tables of words and positions and the output layer have one text.
    return node.part == "weight" ? part : words.join(QLatin1Char('.'));
}

/// Whether a model reads its tokens one after the other.
bool isRecurrent(const Graph& graph) {
    return std::ranges::any_of(graph.nodes(), [](const Node& node) {
        return node.scope.find(ScopeKind::TimeStep) != nullptr;
    });
}

/// The texts of what words, numbers and pointers have alike by name and not by meaning; empty for
/// all else.
QString kindAtTheEnds(const Graph& graph, const Node& node) {
    const auto opOf = [&](NodeId id) { return graph[id].op->kind(); };
    if (node.scope.kind() == ScopeKind::Input && node.role == Role::Forward && isRecurrent(graph))
        return QStringLiteral("recurrent.input");
    const bool pointsBehind = !node.inputs.empty() && opOf(node.inputs[0]) == OpKind::JoinHeads;
    switch (node.op->kind()) {
    case OpKind::JoinHeads:
        return node.scope.kind() == ScopeKind::Output ? QStringLiteral("pointer.logits")
                                                      : QString();
    case OpKind::Softmax:
        return node.scope.kind() == ScopeKind::Probabilities && pointsBehind
                   ? QStringLiteral("pointer.probabilities")
                   : QString();
    case OpKind::Linear:
        return node.scope.kind() == ScopeKind::Embedding ? QStringLiteral("numbers.embedded")
                                                         : QString();
    case OpKind::SquaredError:
        return QStringLiteral("numbers.token_loss");
    case OpKind::MeanTokens:
        return opOf(node.inputs[0]) == OpKind::SquaredError ? QStringLiteral("numbers.loss")
                                                            : QString();
    default:
        return {};
    }
}

Step makeStep(const Graph& graph, const Node& node) {
    Step step;
    step.node = node.id;
    step.step = stepOf(node);
    step.title = titleOf(graph, node);
    const QString atTheEnds = kindAtTheEnds(graph, node);
    step.kind = atTheEnds.isEmpty() ? kindOf(node) : atTheEnds;
    step.layer = node.scope.layer();
    step.gradient = node.role == Role::Backward || node.role == Role::Update;
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

/// The same node `delta` layers further, or noNode.
NodeId counterpart(const Graph& graph, NodeId id, int delta) {
    const Node& here = graph[id];
    if (here.relation == Relation::Own)
        return graph.find(here.scope.inOtherLayer(delta), here.part);
    const NodeId of = counterpart(graph, here.of, delta);
    // What it comes through can stand outside the layers.
    const NodeId via = here.via == noNode ? noNode : counterpart(graph, here.via, delta);
    if (of == noNode || (via == noNode) != (here.via == noNode))
        return noNode;
    const auto found = std::ranges::find_if(graph.nodes(), [&](const Node& node) {
        const bool samePart = parameterOf(node) == noNode || node.part == here.part;
        return node.relation == here.relation && node.of == of && node.via == via && samePart;
    });
    return found == graph.nodes().end() ? noNode : found->id;
}

/// A place in a walk, and where it goes on.
struct Direction {
    int index;
    int step;
};

/// The next step of a walk. Of scopes that repeat it goes through the first one and the one that it
/// is in; of the others it stops at their result.
const Step* unfolded(const Graph& graph, std::span<const Step> walk, const Step* here,
                     Direction to) {
    const auto isFolded = [&](const Node& node) {
        if (node.scope.empty() || !node.scope.levels.back().repeats)
            return false;
        const bool isHere = here && graph[here->node].scope == node.scope;
        return !isHere && node.scope.levels.back().index > 0 && node.part != "state";
    };
    for (; to.index >= 0 && to.index < std::ssize(walk); to.index += to.step)
        if (const Step& step = walk[to.index]; !isFolded(graph[step.node]))
            return &step;
    return nullptr;
}

} // namespace

QString stepOf(const Node& node) {
    const QString name = nodeName(node);
    return isGradient(node) ? name.mid(static_cast<qsizetype>(gradientPrefix.size())) : name;
}

NodeId parameterOf(const Node& node) {
    const bool isAbout = node.relation == Relation::Update || node.relation == Relation::Memory;
    return isAbout ? node.of : noNode;
}

NodeId nodeOf(const Graph& graph, const Focus& focus) {
    const std::string name = focus.step.toStdString();
    if (!focus.gradients)
        return graph.find(name);
    const NodeId gradient = graph.find(std::string(gradientPrefix) + name);
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
    Lists lists;
    for (const Node& node : m_graph->nodes()) {
        const Step step = makeStep(*m_graph, node);
        auto& list = step.gradient                ? lists.backward
                     : node.role == Role::Forward ? lists.forward
                                                  : lists.leaves;
        list.push_back(step);
    }
    m_lists = std::make_shared<const Lists>(std::move(lists));
}

std::span<const Step> Steps::walk(bool gradients) const {
    return gradients ? m_lists->backward : m_lists->forward;
}

const Step* Steps::at(const Focus& focus) const {
    if (!m_graph)
        return nullptr;
    const int index = indexOf(focus);
    if (index >= 0)
        return &walk(focus.gradients)[index];
    const auto named = [&](const Step& step) { return step.step == focus.step; };
    for (const std::vector<Step>* list :
         {&m_lists->leaves, &m_lists->forward, &m_lists->backward}) {
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
    if (!m_graph)
        return nullptr;
    return unfolded(*m_graph, walk(focus.gradients), at(focus), {indexOf(focus) + 1, 1});
}

const Step* Steps::previous(const Focus& focus) const {
    const std::span<const Step> steps = walk(focus.gradients);
    const int index = indexOf(focus);
    if (steps.empty())
        return nullptr;
    if (index < 0)
        return &steps.front();
    return unfolded(*m_graph, steps, at(focus), {index - 1, -1});
}

QString Steps::inOtherLayer(const Focus& focus, int delta) const {
    const Step* step = at(focus);
    if (!step || step->layer < 0)
        return {};
    const NodeId there = counterpart(*m_graph, step->node, delta);
    return there == noNode ? QString() : stepOf((*m_graph)[there]);
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
            int score = parameterOf((*m_graph)[step.node]) == noNode ? bonus : bonus / 4;
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
    consider(m_lists->forward, 300);
    consider(m_lists->leaves, 200);
    consider(m_lists->backward, 100);
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
