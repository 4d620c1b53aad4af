// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_model.h"

#include "core/graph/op.h"
#include "ui/language/tr.h"
#include "ui/steps/steps.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <map>

namespace gf {

namespace {

/// A step of the walk: forward, and not something that is fed or stored.
bool isOperation(const Node& node) {
    if (node.role != Role::Forward)
        return false;
    const OpKind kind = node.op->kind();
    return kind != OpKind::Input && kind != OpKind::Parameter && kind != OpKind::Constant;
}

/// Whether a node is of a norm inside attention, where it is drawn.
bool isOfQueriesOrKeys(const Node& node) {
    const auto& levels = node.scope.levels;
    return node.scope.kind() == ScopeKind::Norm && levels.size() > 1 &&
           levels[levels.size() - 2].kind == ScopeKind::SelfAttention;
}

/// Where a node's block is: its scope. What stands directly in a layer, a stack or nowhere is a
/// block of its own.
Scope blockScopeOf(const Node& node) {
    const ScopeKind kind = node.scope.kind();
    const bool isBlock = !node.scope.empty() && kind != ScopeKind::Stack &&
                         kind != ScopeKind::Layer && kind != ScopeKind::Tokens;
    if (isOfQueriesOrKeys(node)) {
        Scope attention = node.scope;
        attention.levels.pop_back();
        return attention;
    }
    return isBlock ? node.scope : node.scope.with({ScopeKind::Other, node.part});
}

/// The same for all that are drawn as one block.
Scope folded(Scope scope) {
    for (ScopeLevel& level : scope.levels)
        if (level.repeats)
            level = {level.kind, {}, -1, true};
    return scope;
}

/// Names that no reader knows, and those too long for a box beside others, are said as in the
/// formulas; a hat stands behind its letter, because fonts lose it above one.
QString symbolOf(const QString& label) {
    struct Symbol {
        const char* name;
        const char* symbol;
    };
    constexpr std::array symbols{
        Symbol{"pre_activation", "x W₁ + b₁"},
        Symbol{"token_count", "n"},
        Symbol{"token_loss", "lₜ"},
        Symbol{"position_bias", "bᵢⱼ"},
        Symbol{"buckets", "M"},
        Symbol{"offset_bias", "bⱼ₋ᵢ"},
        Symbol{"bucket_bias", "b_β"},
        Symbol{"gain_plus_one", "1 + g"},
        Symbol{"q_rotated", "q̃"},
        Symbol{"k_rotated", "k̃"},
        Symbol{"k_repeated", "kˆ"},
        Symbol{"v_repeated", "vˆ"},
        Symbol{"gate", "x W_g"},
        Symbol{"gate_active", "act"},
        Symbol{"up", "x W₁"},
    };
    for (const Symbol& each : symbols)
        if (label == QLatin1String(each.name))
            return QString::fromUtf8(each.symbol);
    return label;
}

/// "T1 … t20": sub-layers that nobody knows go by their titles.
QString titleOf(const MapBlock& block) {
    const auto title = [](const Scope& scope) { return titleOf(Scope{{scope.levels.back()}}); };
    return block.cells.size() == 1
               ? title(block.scope())
               : QStringLiteral("%1 … %2").arg(title(block.scope()), title(block.cells.back()));
}

/// What bends a product that stands in a block of its own.
bool isBend(const Node& node) {
    return isActivation(node.op->kind()) || node.op->kind() == OpKind::Tanh;
}

/// The row of a whole text, beside what the model says.
bool isPooler(const Scope& scope) {
    return scope.levels.back().title == "pooler";
}

bool convolves(const Graph& graph, const MapBlock& block) {
    return std::ranges::any_of(block.steps, [&](const MapStep& step) {
        return graph[step.node].op->kind() == OpKind::Windows;
    });
}

QString labelOf(const Graph& graph, const MapBlock& block) {
    const Node& first = graph[block.steps.front().node];
    if (first.relation == Relation::Changed && block.steps.size() == 1)
        return block.steps.front().label; // a table of words that a person changed
    switch (block.scope().kind()) {
    case ScopeKind::Embedding:
        return tr("Embedding");
    case ScopeKind::Position:
        return tr("Position");
    case ScopeKind::Input:
        return tr("Input");
    case ScopeKind::Residual:
        return tr("Add");
    case ScopeKind::Norm:
        return tr("Norm");
    case ScopeKind::SelfAttention:
        return block.causal ? tr("Masked self-attention") : tr("Self-attention");
    case ScopeKind::CrossAttention:
        return tr("Cross-attention");
    case ScopeKind::Mixer:
        return convolves(graph, block) ? tr("Convolution")
               : block.causal          ? tr("Mean so far")
                                       : tr("Mean of tokens");
    case ScopeKind::FeedForward:
        return tr("Feed-forward");
    case ScopeKind::Output:
        return isBend(first)                       ? tr("Activation")
               : first.op->kind() == OpKind::Scale ? tr("Scale")
               : isPooler(block.scope())           ? tr("Pooler")
                                                   : tr("Linear");
    case ScopeKind::Pointer:
        return tr("Pointer");
    case ScopeKind::Probabilities:
        return tr("Softmax");
    case ScopeKind::Loss:
        return tr("Loss");
    case ScopeKind::TimeStep:
        return tr("Time steps");
    case ScopeKind::Cell:
        return tr("All inputs");
    case ScopeKind::Alignment:
        return tr("Attention");
    default:
        return titleOf(block);
    }
}

/// What is computed from nothing that is on the map, but from parameters alone, stands beside what
/// its first reader needs besides it.
void moveUpToReaders(const Graph& graph, MapBlock& block) {
    for (int i = 0; i < static_cast<int>(block.steps.size()); ++i) {
        MapStep& step = block.steps[i];
        if (std::ranges::any_of(graph[step.node].inputs,
                                [&](NodeId input) { return isOperation(graph[input]); }))
            continue;
        int first = -1;
        for (const MapStep& reader : block.steps)
            if (reader.cell == step.cell && std::ranges::count(reader.reads, i) > 0 &&
                (first < 0 || reader.row < first))
                first = reader.row;
        step.row = std::max(step.row, first - 1);
    }
}

/// Stages that were asked step by step and only stand together here read none of each other: they
/// follow each other in their order all the same.
void stackJoined(const Graph& graph, MapBlock& block) {
    int row = -1;
    for (MapStep& step : block.steps) {
        if (graph[step.node].op->kind() == OpKind::Join)
            step.row = std::max(step.row, row + 1);
        row = std::max(row, step.row);
    }
}

/// Puts each step one row after the last step of its cell that it uses.
void assignRows(const Graph& graph, MapBlock& block) {
    QHash<NodeId, int> place;
    for (int i = 0; i < static_cast<int>(block.steps.size()); ++i) {
        MapStep& step = block.steps[i];
        for (const NodeId input : graph[step.node].inputs) {
            const auto found = place.constFind(input);
            if (found == place.constEnd() || block.steps[*found].cell != step.cell)
                continue;
            step.reads.push_back(*found);
            step.row = std::max(step.row, block.steps[*found].row + 1);
        }
        place.insert(step.node, i);
    }
    moveUpToReaders(graph, block);
    if (block.scope().kind() == ScopeKind::Alignment)
        stackJoined(graph, block);
}

class Builder {
public:
    explicit Builder(const Graph& graph) : m_graph(graph) {}

    MapModel build() {
        for (const Node& node : m_graph.nodes())
            if (isOperation(node))
                place(node);
        groupLayers();
        findLinks();
        placeColumns();
        for (MapLink& link : m_map.links)
            link.kind = kindOf(link);
        for (MapBlock& block : m_map.blocks)
            finish(block);
        placeOthers();
        return std::move(m_map);
    }

private:
    MapBlock& block(int index) { return m_map.blocks[index]; }
    const MapBlock& block(int index) const { return m_map.blocks[index]; }

    void place(const Node& node) {
        const Scope scope = blockScopeOf(node);
        const int index = blockAt(folded(scope));
        MapBlock& block = this->block(index);
        auto cell = std::ranges::find(block.cells, scope);
        if (cell == block.cells.end())
            cell = block.cells.insert(cell, scope);
        block.layer = scope.layer();
        block.causal = block.causal || isCausal(node);
        const bool joins = scope.kind() == ScopeKind::Residual || scope.kind() == ScopeKind::Input;
        block.sum = block.sum || (joins && node.op->kind() == OpKind::Add);
        MapStep step;
        step.node = node.id;
        step.name = QString::fromStdString(node.name);
        step.label = labelOf(node, scope);
        step.hue = hueOf(m_graph, node);
        step.cell = static_cast<int>(cell - block.cells.begin());
        step.changed = node.op->kind() == OpKind::Intervene;
        block.changed = block.changed || step.changed;
        block.steps.push_back(std::move(step));
        m_blockOf.insert(node.id, index);
    }

    /// A layer that was built in pieces, as those of a decoder that goes through all layers at each
    /// time step, stands together where what it reads allows that.
    void groupLayers() {
        std::vector<int> order;
        for (int b = 0; b < static_cast<int>(m_map.blocks.size()); ++b) {
            const auto sameLayer = std::find_if(order.rbegin(), order.rend(), [&](int other) {
                return block(b).inLayerOf(block(other));
            });
            const auto after = sameLayer.base();
            const bool readsLater =
                std::any_of(after, order.end(), [&](int other) { return reads(block(b), other); });
            order.insert(sameLayer == order.rend() || readsLater ? order.end() : after, b);
        }
        MapModel sorted;
        std::vector<Scope> scopes;
        std::vector<int> placeOf(order.size());
        for (const int b : order) {
            placeOf[b] = static_cast<int>(sorted.blocks.size());
            sorted.blocks.push_back(std::move(block(b)));
            scopes.push_back(std::move(m_scopes[b]));
        }
        m_map.blocks = std::move(sorted.blocks);
        m_scopes = std::move(scopes);
        for (int& place : m_blockOf)
            place = placeOf[place];
    }

    /// Whether a step of `block` reads one of the block of this number.
    bool reads(const MapBlock& block, int number) const {
        return std::ranges::any_of(block.steps, [&](const MapStep& step) {
            return std::ranges::any_of(m_graph[step.node].inputs, [&](NodeId input) {
                return m_blockOf.value(input, -1) == number;
            });
        });
    }

    /// The block of this scope; mostly it is the last one.
    int blockAt(const Scope& scope) {
        const auto found = std::find(m_scopes.rbegin(), m_scopes.rend(), scope);
        if (found != m_scopes.rend())
            return static_cast<int>(m_scopes.rend() - found) - 1;
        m_scopes.push_back(scope);
        m_map.blocks.emplace_back();
        return static_cast<int>(m_scopes.size()) - 1;
    }

    static QString labelOf(const Node& node, const Scope& scope) {
        if (node.relation == Relation::Computed)
            return tr("computed");
        if (isOfQueriesOrKeys(node) && node.part == "output")
            return tr("norm %1").arg(QLatin1Char(node.scope.levels.back().title.front()));
        if (scope.kind() == ScopeKind::Alignment && node.part == "pre_activation")
            return QStringLiteral("[h; c] W_c");
        return symbolOf(
            QString::fromStdString(node.part.empty() ? scope.levels.back().title : node.part));
    }

    void findLinks() {
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
                    m_map.links.push_back({*from, *to});
                addReader(m_map.links[place->second], node.id);
            }
        }
    }

    void addReader(MapLink& link, NodeId node) const {
        const std::vector<MapStep>& steps = block(link.to).steps;
        const auto step = std::find_if(steps.begin(), steps.end(),
                                       [node](const MapStep& each) { return each.node == node; });
        const int index = static_cast<int>(step - steps.begin());
        if (link.readers.empty() || link.readers.back() != index)
            link.readers.push_back(index);
    }

    /// Every stack has a column. What stands outside is in that of what it reads, or else of what
    /// reads it.
    void placeColumns() {
        std::vector<ScopeLevel> stacks;
        std::vector<int> columns;
        for (const MapBlock& block : m_map.blocks) {
            const ScopeLevel* stack = block.scope().find(ScopeKind::Stack);
            columns.push_back(-1);
            if (!stack)
                continue;
            const auto found = std::find(stacks.begin(), stacks.end(), *stack);
            columns.back() = static_cast<int>(found - stacks.begin());
            if (found == stacks.end())
                stacks.push_back(*stack);
        }
        const std::vector<int> ofStacks = columns;
        const auto at = [](auto& list, int index) -> auto& {
            return list[index];
        };
        // Links stand in the order of the blocks that read.
        for (const MapLink& link : m_map.links)
            if (at(ofStacks, link.to) < 0)
                at(columns, link.to) = std::max(at(columns, link.to), at(columns, link.from));
        for (auto link = m_map.links.rbegin(); link != m_map.links.rend(); ++link)
            if (at(columns, link->from) < 0)
                at(columns, link->from) = at(columns, link->to);
        for (std::size_t i = 0; i < columns.size(); ++i)
            m_map.blocks[i].column = std::max(0, columns[i]);
        m_map.columns = std::max(1, static_cast<int>(stacks.size()));
    }

    MapLink::Kind kindOf(const MapLink& link) const {
        const int column = block(link.from).column;
        if (column != block(link.to).column)
            return MapLink::Kind::Cross;
        for (int i = link.from + 1; i < link.to; ++i)
            if (block(i).column == column)
                return MapLink::Kind::Residual;
        return MapLink::Kind::Next;
    }

    void finish(MapBlock& block) const {
        const auto weights =
            std::find_if(block.steps.begin(), block.steps.end(), [&](const MapStep& step) {
                const Node& node = m_graph[step.node];
                return node.part == "weights" && node.relation == Relation::Own;
            });
        block.main = static_cast<int>(weights == block.steps.end() ? block.steps.size() - 1
                                                                   : weights - block.steps.begin());
        block.label = gf::labelOf(m_graph, block);
        assignRows(m_graph, block);
    }

    void placeOthers() {
        for (int b = 0; b < static_cast<int>(m_map.blocks.size()); ++b)
            for (int s = 0; s < static_cast<int>(block(b).steps.size()); ++s) {
                const MapStep& step = block(b).steps[s];
                m_map.places.insert(step.name, {b, s});
                for (const NodeId input : m_graph[step.node].inputs)
                    if (m_graph[input].role == Role::Parameter)
                        placeAt(m_graph[input], {b, s});
            }
        for (const Node& node : m_graph.nodes())
            if (node.of != noNode)
                placeAt(node, m_map.places.value(stepOf(m_graph[node.of])));
    }

    void placeAt(const Node& node, MapModel::Place place) {
        if (const QString step = stepOf(node); !m_map.places.contains(step))
            m_map.places.insert(step, place);
    }

    const Graph& m_graph;
    MapModel m_map;
    std::vector<Scope> m_scopes; ///< by block; folded
    QHash<NodeId, int> m_blockOf;
};

} // namespace

MapModel buildMap(const Graph& graph) {
    return Builder(graph).build();
}

} // namespace gf
