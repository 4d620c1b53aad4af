// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_model.h"

#include "core/graph/op.h"
#include "core/ops/intervene.h"
#include "ui/steps/steps.h"

#include <QCoreApplication>
#include <QHash>
#include <QStringList>

#include <algorithm>
#include <map>

namespace gf {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("gf::Map", text);
}

/// A step of the walk: forward, and not something that is fed or stored.
bool isOperation(const Node& node) {
    if (node.role != Role::Forward)
        return false;
    const OpKind kind = node.op->kind();
    return kind != OpKind::Input && kind != OpKind::Parameter && kind != OpKind::Constant;
}

/// "encoder.0.self_attn" for all of its operations; an operation directly inside a layer
/// ("encoder.0.residual1") or outside the stacks ("logits") is a block of its own.
QString blockIdOf(const QStringList& parts) {
    bool layered = false;
    if (parts.size() > 1)
        parts[1].toInt(&layered);
    const qsizetype length = layered ? 3 : 2;
    return parts.size() > length ? parts.first(length).join('.') : parts.join('.');
}

/// Names that no reader knows are said as in the formulas.
QString symbolOf(const QString& label) {
    return label == QLatin1String("pre_activation") ? QStringLiteral("x W₁ + b₁")
           : label == QLatin1String("token_count")  ? QStringLiteral("n")
           : label == QLatin1String("token_loss")   ? QStringLiteral("lₜ")
                                                    : label;
}

bool has(const Graph& graph, const MapBlock& block, OpKind kind) {
    return std::any_of(block.steps.begin(), block.steps.end(),
                       [&](const MapStep& step) { return graph[step.node].op->kind() == kind; });
}

BlockKind kindOf(const Graph& graph, const MapBlock& block) {
    using enum OpKind;
    // From the most telling operation to the least.
    if (has(graph, block, MatMul) && has(graph, block, Softmax))
        return BlockKind::Attention;
    if (has(graph, block, Relu) || has(graph, block, Gelu))
        return BlockKind::FeedForward;
    if (has(graph, block, LayerNorm))
        return BlockKind::Norm;
    if (has(graph, block, CrossEntropy) || has(graph, block, MeanTokens) ||
        has(graph, block, CountTokens))
        return BlockKind::Loss;
    if (has(graph, block, Softmax))
        return BlockKind::Softmax;
    if (has(graph, block, OpKind::Embedding))
        return BlockKind::Embedding;
    if (has(graph, block, SinusoidalPosition) || has(graph, block, LearnedPosition))
        return BlockKind::Position;
    if (has(graph, block, Add))
        return BlockKind::Sum;
    if (has(graph, block, OpKind::Linear))
        return BlockKind::Linear;
    return BlockKind::Other;
}

QString labelOf(const MapBlock& block, bool crosses) {
    switch (block.kind) {
    case BlockKind::Embedding:
        return tr("Embedding");
    case BlockKind::Position:
        return tr("Position");
    case BlockKind::Sum:
        return block.layer < 0 ? tr("Input") : tr("Add");
    case BlockKind::Norm:
        return tr("Norm");
    case BlockKind::Attention:
        return crosses        ? tr("Cross-attention")
               : block.causal ? tr("Masked self-attention")
                              : tr("Self-attention");
    case BlockKind::FeedForward:
        return tr("Feed-forward");
    case BlockKind::Linear:
        return tr("Linear");
    case BlockKind::Softmax:
        return tr("Softmax");
    case BlockKind::Loss:
        return tr("Loss");
    case BlockKind::Other:
        break;
    }
    return block.steps.empty() ? block.id : block.steps.back().label;
}

/// Puts each step one row after the last step of its block that it uses.
void assignRows(const Graph& graph, MapBlock& block) {
    QHash<NodeId, int> place;
    for (int i = 0; i < static_cast<int>(block.steps.size()); ++i) {
        MapStep& step = block.steps[static_cast<std::size_t>(i)];
        for (const NodeId input : graph[step.node].inputs) {
            const auto found = place.constFind(input);
            if (found == place.constEnd())
                continue;
            step.reads.push_back(*found);
            step.row = std::max(step.row, block.steps[static_cast<std::size_t>(*found)].row + 1);
        }
        place.insert(step.node, i);
    }
}

class Builder {
public:
    explicit Builder(const Graph& graph) : m_graph(graph) {}

    MapModel build() {
        for (const Node& node : m_graph.nodes())
            if (isOperation(node))
                place(node);
        link();
        for (MapBlock& block : m_map.blocks)
            finish(block);
        orderColumns();
        placeParameters();
        return std::move(m_map);
    }

private:
    void place(const Node& node) {
        const QString name = QString::fromStdString(node.name);
        const QString plain = QString::fromStdString(ops::plainName(node.name));
        const QStringList parts = plain.split('.');
        const BlockKey key = keyOf(node, parts);
        auto found = m_byId.constFind(key.id);
        if (found == m_byId.constEnd()) {
            MapBlock block;
            block.id = key.id;
            block.layer = key.layer;
            block.column = columnOf(node, parts.first());
            found = m_byId.insert(key.id, static_cast<int>(m_map.blocks.size()));
            m_map.blocks.push_back(std::move(block));
        }
        MapBlock& block = m_map.blocks[static_cast<std::size_t>(*found)];
        QString label =
            plain.startsWith(block.id + '.') ? plain.mid(block.id.size() + 1) : parts.last();
        label = symbolOf(label);
        if (name.endsWith(QLatin1String(ops::computedSuffix.data())))
            label = tr("computed");
        const bool changed = node.op->kind() == OpKind::Intervene;
        block.changed = block.changed || changed;
        if (label == QLatin1String("weights"))
            block.main = static_cast<int>(block.steps.size());
        block.causal = block.causal || node.attributes.causal;
        block.steps.push_back({node.id, name, label, 0, changed, {}});
        m_blockOf.insert(node.id, *found);
    }

    struct BlockKey {
        QString id;
        int layer = -1;
    };

    /// The loss's operations (count, per token, mean) are one block however they are named.
    BlockKey keyOf(const Node& node, const QStringList& parts) const {
        const OpKind kind = node.op->kind();
        if (kind == OpKind::CountTokens || kind == OpKind::CrossEntropy ||
            kind == OpKind::MeanTokens)
            return {QStringLiteral("loss"), -1};
        bool layered = false;
        const int layer = parts.size() > 1 ? parts[1].toInt(&layered) : -1;
        return {blockIdOf(parts), layered ? layer : -1};
    }

    /// The source's side is drawn left of the target's; what has neither name follows its operands.
    int columnOf(const Node& node, const QString& stack) const {
        // A table of words that is changed is an operation too: "source_embedding.weight".
        if (stack.startsWith(QLatin1String("source")) || stack == QLatin1String("encoder"))
            return 0;
        if (stack.startsWith(QLatin1String("target")) || stack == QLatin1String("decoder"))
            return 1;
        int column = -1;
        for (const NodeId input : node.inputs)
            if (const auto block = m_blockOf.constFind(input); block != m_blockOf.constEnd())
                column = std::max(column, m_map.blocks[static_cast<std::size_t>(*block)].column);
        return column >= 0 || m_map.blocks.empty() ? std::max(column, 0)
                                                   : m_map.blocks.back().column;
    }

    void link() {
        std::map<std::pair<int, int>, std::size_t> seen;
        for (const Node& node : m_graph.nodes()) {
            const auto to = m_blockOf.constFind(node.id);
            if (to == m_blockOf.constEnd())
                continue;
            for (const NodeId input : node.inputs) {
                const auto from = m_blockOf.constFind(input);
                if (from == m_blockOf.constEnd() || *from == *to)
                    continue;
                const auto [place, isNew] = seen.insert({{*from, *to}, m_map.links.size()});
                if (isNew)
                    m_map.links.push_back({*from, *to, linkKind(*from, *to)});
                addReader(m_map.links[place->second], node.id);
            }
        }
    }

    void addReader(MapLink& link, NodeId node) const {
        const std::vector<MapStep>& steps = m_map.blocks[static_cast<std::size_t>(link.to)].steps;
        const auto step = std::find_if(steps.begin(), steps.end(),
                                       [node](const MapStep& each) { return each.node == node; });
        const int index = static_cast<int>(step - steps.begin());
        if (link.readers.empty() || link.readers.back() != index)
            link.readers.push_back(index);
    }

    MapLink::Kind linkKind(int from, int to) const {
        const MapBlock& source = m_map.blocks[static_cast<std::size_t>(from)];
        const MapBlock& target = m_map.blocks[static_cast<std::size_t>(to)];
        if (source.column != target.column)
            return MapLink::Kind::Cross;
        for (int i = from + 1; i < to; ++i)
            if (m_map.blocks[static_cast<std::size_t>(i)].column == source.column)
                return MapLink::Kind::Residual;
        return MapLink::Kind::Next;
    }

    void finish(MapBlock& block) {
        const int index = static_cast<int>(&block - m_map.blocks.data());
        const bool crosses =
            std::any_of(m_map.links.begin(), m_map.links.end(), [index](const MapLink& link) {
                return link.to == index && link.kind == MapLink::Kind::Cross;
            });
        block.kind = kindOf(m_graph, block);
        if (block.kind != BlockKind::Attention)
            block.main = static_cast<int>(block.steps.size()) - 1;
        block.label = labelOf(block, crosses);
        assignRows(m_graph, block);
    }

    void placeParameters() {
        for (int b = 0; b < static_cast<int>(m_map.blocks.size()); ++b) {
            const std::vector<MapStep>& steps = m_map.blocks[static_cast<std::size_t>(b)].steps;
            for (int s = 0; s < static_cast<int>(steps.size()); ++s)
                for (const NodeId input : m_graph[steps[static_cast<std::size_t>(s)].node].inputs) {
                    const QString name = QString::fromStdString(m_graph[input].name);
                    if (m_graph[input].role == Role::Parameter && !m_map.parameters.contains(name))
                        m_map.parameters.insert(name, {b, s});
                }
        }
    }

    /// A model with one stack has one column, whichever it is.
    void orderColumns() {
        const bool left = hasColumn(0);
        const bool right = hasColumn(1);
        m_map.columns = left && right ? 2 : 1;
        if (!left)
            for (MapBlock& block : m_map.blocks)
                block.column = 0;
    }

    bool hasColumn(int column) const {
        return std::any_of(m_map.blocks.begin(), m_map.blocks.end(),
                           [column](const MapBlock& block) { return block.column == column; });
    }

    const Graph& m_graph;
    MapModel m_map;
    QHash<QString, int> m_byId;
    QHash<NodeId, int> m_blockOf;
};

} // namespace

MapModel::Place MapModel::find(const QString& step) const {
    for (int b = 0; b < static_cast<int>(blocks.size()); ++b) {
        const std::vector<MapStep>& steps = blocks[static_cast<std::size_t>(b)].steps;
        for (int s = 0; s < static_cast<int>(steps.size()); ++s)
            if (steps[static_cast<std::size_t>(s)].name == step)
                return {b, s};
    }
    const QString updated = parameterOf(step);
    return parameters.value(updated.isEmpty() ? step : updated);
}

MapModel buildMap(const Graph& graph) {
    return Builder(graph).build();
}

} // namespace gf
