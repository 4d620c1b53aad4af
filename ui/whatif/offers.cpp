// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/offers.h"

#include "core/measure/computed.h"
#include "core/ops/intervene.h"
#include "core/ops/slice.h"
#include "core/ops/windows.h"
#include "ui/figure/heatmap_data.h"
#include "ui/language/tr.h"
#include "ui/steps/attention_stages.h"
#include "ui/steps/matrix.h"
#include "ui/steps/steps.h"
#include "ui/whatif/intervention_words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace gf {

namespace {

constexpr double hidden = -std::numeric_limits<double>::infinity();

Intervention change(std::string node, Edit::Kind kind, double value, Places a = {}, Places b = {},
                    Places c = {}) {
    return {std::move(node), {kind, value, {a, b, c}}};
}

/// Gathers the offers for one place of one trace.
class Offers {
public:
    Offers(const Trace& trace, const Focus& focus)
        : m_trace(trace), m_graph(*trace.graph), m_focus(focus) {}

    std::vector<Offer> gather() {
        NodeId id = m_graph.find(m_focus.step.toStdString());
        if (id != noNode && (m_graph[id].relation == Relation::Computed ||
                             m_graph[id].relation == Relation::Changed))
            id = m_graph[id].of;
        if (id != noNode) {
            m_node = &m_graph[id];
            m_cell = focusedCell(*m_node, m_focus);
            offerAttention();
            offerMixer();
            offerAlignment();
            if (ops::canIntervene(m_graph, id))
                offerNumbers();
            offerOutputTemperature();
        }
        offerPositions();
        return std::move(m_offers);
    }

private:
    void add(const QString& text, Intervention what, Offer::Asks asks = Offer::Asks::Nothing,
             double start = 0) {
        m_offers.push_back({text, {std::move(what)}, asks, start});
    }

    void add(const QString& text, QVector<Intervention> what) {
        m_offers.push_back({text, std::move(what), Offer::Asks::Nothing, 0});
    }

    /// The rows of a matrix that only shows them together: what reads them reads each by itself, so
    /// that a change has to be one of theirs. Empty for all others.
    std::vector<NodeId> rowsBehind(NodeId id) const {
        const Node& node = m_graph[id];
        const bool isRead = std::ranges::any_of(m_graph.nodes(), [&](const Node& other) {
            return other.role == Role::Forward && std::ranges::count(other.inputs, id) > 0;
        });
        return ops::joinsRows(m_graph, node) && !isRead ? node.inputs : std::vector<NodeId>();
    }

    bool isStage() const {
        const std::vector<NodeId> stages = attentionStages(m_graph, m_node->scope);
        return std::ranges::find(stages, m_node->id) != stages.end();
    }

    void offerAttention() {
        const Scope& scope = m_node->scope;
        const NodeId heads = scope.isAttention() ? m_graph.find(scope, "heads") : noNode;
        if (heads == noNode)
            return;
        const Index count = m_graph[heads].shape[0];
        const Index head = std::clamp<Index>(m_focus.head, 0, count - 1);
        add(tr("&Mute head %1").arg(head + 1),
            change(m_graph[heads].name, Edit::Kind::Set, 0, only(head)));
        if (!isStage())
            return;
        if (m_cell)
            offerKey(scope.nameOf("masked"), {only(head)}, m_cell->at[1], m_cell->at[2]);
        const NodeId before = stageBeforeMask(m_graph, scope);
        if (before == noNode)
            return;
        const std::string& read = m_graph[before].name;
        add(tr("&Temperature of head %1…").arg(head + 1),
            change(read, Edit::Kind::Multiply, 1, only(head)), Offer::Asks::Temperature, 1);
        if (count > 1)
            add(tr("Temperature of &all heads of this attention…"),
                change(read, Edit::Kind::Multiply, 1), Offer::Asks::Temperature, 1);
    }

    /// What stands where self-attention stands: all of it, its parts, a neighbour, a key.
    void offerMixer() {
        const Scope& scope = m_node->scope;
        if (scope.kind() != ScopeKind::Mixer)
            return;
        add(tr("&Mute this token mixer"), change(scope.nameOf("output"), Edit::Kind::Set, 0));
        if (m_graph.find(scope, "global") != noNode) {
            add(tr("Mute its &global part"), change(scope.nameOf("global"), Edit::Kind::Set, 0));
            add(tr("Mute its &local part"), change(scope.nameOf("local"), Edit::Kind::Set, 0));
        }
        if (m_cell && m_node->part == "kernel") {
            const Index length = m_node->shape[0];
            const bool past = m_node->axes[0] == Axis::PastOffset;
            const Index offset = ops::windowOffset(m_cell->at[0], length, past);
            add(tr("Mute the &neighbour at offset %1").arg(withMinus(QString::number(offset))),
                change(m_node->name, Edit::Kind::Set, 0, only(m_cell->at[0])));
        }
        if (m_cell && isStage())
            offerKey(scope.nameOf("masked"), {}, m_cell->at[0], m_cell->at[1]);
    }

    /// The one attention of a recurrent model, which has no heads.
    void offerAlignment() {
        const Scope& scope = m_node->scope;
        if (scope.kind() != ScopeKind::Alignment)
            return;
        QVector<Intervention> muted;
        const NodeId weights = m_graph.find(scope, "weights");
        for (const NodeId row : weights == noNode ? std::vector<NodeId>() : rowsBehind(weights))
            muted.push_back(change(m_graph[row].name, Edit::Kind::Set, 0));
        if (muted.isEmpty())
            muted.push_back(change(scope.nameOf("weights"), Edit::Kind::Set, 0));
        add(tr("&Mute the attention"), muted);
        if (m_cell && isStage())
            offerKey(scope.nameOf("masked"), {}, m_cell->at[0], m_cell->at[1]);
    }

    /// The key under the focus, for its query and for all; of one head where there are heads.
    void offerKey(const std::string& masked, const std::vector<Places>& head, Index query,
                  Index key) {
        const NodeId mask = m_graph.find(masked);
        if (mask == noNode)
            return;
        const auto at = [&](Places queries, Places keys) {
            std::array<Places, Shape::maxRank> cells{};
            std::ranges::copy(head, cells.begin());
            cells[head.size()] = queries;
            cells[head.size() + 1] = keys;
            return cells;
        };
        const std::vector<NodeId> rows = rowsBehind(mask);
        const auto edited = [&](Edit::Kind kind, double value, Places queries) {
            QVector<Intervention> changes;
            for (Index i = 0; i < std::ssize(rows); ++i)
                if (queries.count == 0 || queries.first == i)
                    changes.push_back(
                        {m_graph[rows[i]].name, {kind, value, at(only(0), only(key))}});
            if (rows.empty())
                changes.push_back({masked, {kind, value, at(queries, only(key))}});
            return changes;
        };
        Cell cell;
        if (!head.empty())
            cell.at[0] = head[0].first;
        cell.at[head.size()] = query;
        cell.at[head.size() + 1] = key;
        const Tokens words = m_trace.labelsAlong(mask, static_cast<int>(head.size()) + 1);
        const QString word = key < static_cast<Index>(words.size()) ? tokenText(words[key])
                                                                    : QString::number(key + 1);
        const bool isHidden = std::isinf(m_trace.value(mask).at(cell));
        // Where there are no scores behind the mask, what is shown has the score of all others.
        const NodeId hides = computedNode(m_graph, rows.empty() ? mask : rows[query]);
        const bool reveals = m_graph[hides].op->kind() == OpKind::Mask;
        if (isHidden)
            add(tr("&Show key “%1” to this query").arg(word),
                edited(reveals ? Edit::Kind::Reveal : Edit::Kind::Set, 0, only(query)));
        else
            add(tr("&Hide key “%1” from this query").arg(word),
                edited(Edit::Kind::Set, hidden, only(query)));
        add(tr("Hide key “%1” from all &queries").arg(word), edited(Edit::Kind::Set, hidden, {}));
    }

    /// The cell under the focus, and its row, as numbers.
    void offerNumbers() {
        if (!m_cell)
            return;
        std::array<Places, Shape::maxRank> cells{};
        const int rank = m_node->shape.rank();
        for (int i = 0; i < rank; ++i)
            cells[i] = only(m_cell->at[i]);
        const auto value = static_cast<double>(m_trace.value(m_node->id).at(*m_cell));
        const std::vector<NodeId> rows = rowsBehind(m_node->id);
        const std::string& name = rows.empty() ? m_node->name : m_graph[rows[m_cell->at[0]]].name;
        if (!rows.empty())
            cells[0] = only(0);
        add(tr("Set this number &to…"), {name, {Edit::Kind::Set, 0, cells}}, Offer::Asks::Value,
            std::isfinite(value) ? value : 0);
        add(tr("Set this number to &0"), {name, {Edit::Kind::Set, 0, cells}});
        if (rank < 2)
            return;
        cells[rank - 1] = {};
        const Index row = m_cell->at[rank - 2];
        const QString label =
            tokenWords(m_trace, m_node->id, rank - 2).value(row, QString::number(row + 1));
        add(tr("Set the whole &row “%1” to 0").arg(label), {name, {Edit::Kind::Set, 0, cells}});
    }

    void offerOutputTemperature() {
        const ScopeKind kind = m_node->scope.kind();
        if (m_node->part.empty() && m_graph.find("logits") != noNode &&
            (kind == ScopeKind::Output || kind == ScopeKind::Probabilities))
            add(tr("T&emperature of the output…"), change("logits", Edit::Kind::Multiply, 1),
                Offer::Asks::Temperature, 1);
    }

    /// Both sides at once, for every step: a model reads positions only there.
    void offerPositions() {
        QVector<Intervention> off;
        for (const Node& node : m_graph.nodes())
            if (node.role == Role::Forward && node.scope.kind() == ScopeKind::Position &&
                node.part.empty() && node.relation == Relation::Own &&
                node.op->kind() != OpKind::Intervene)
                off.push_back(change(node.name, Edit::Kind::Set, 0));
        if (!off.isEmpty())
            m_offers.push_back({tr("Switch the &positions off"), off, Offer::Asks::Nothing, 0});
    }

    const Trace& m_trace;
    const Graph& m_graph;
    const Focus& m_focus;
    const Node* m_node = nullptr;
    std::optional<Cell> m_cell;
    std::vector<Offer> m_offers;
};

} // namespace

std::vector<Offer> offersFor(const Trace& trace, const Focus& focus) {
    return Offers(trace, focus).gather();
}

QVector<Intervention> answered(const Offer& offer, double value) {
    QVector<Intervention> changes = offer.changes;
    for (Intervention& change : changes)
        if (offer.asks == Offer::Asks::Temperature)
            change.edit.value = 1 / value;
        else if (offer.asks == Offer::Asks::Value)
            change.edit.value = value;
    return changes;
}

} // namespace gf
