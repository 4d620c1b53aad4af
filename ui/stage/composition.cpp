// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/composition.h"

#include "ui/language/tr.h"
#include "ui/steps/attention_stages.h"

#include "core/graph/op.h"
#include "core/ops/slice.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string_view>

namespace gf {

namespace {

/// How one kind of operation is drawn. The pattern lists the signs and operands from left to right;
/// the result follows by itself. An operand is its number and, as far as needed,
///
///     T    drawn transposed          a, b   drawn transposed if the node's transposeA, B says so
///     B    drawn transposed unless transposeB says so
///     j    all heads side by side    h      one matrix for each head
///     v    beneath the one before    +, ×   after the v: written before its title
///
/// and after a colon what its rows and columns are in the result: r row, c column, - neither.
/// A word in < > is a sign, "%" in it stands for the factor. `*` is all operands with + between.
/// Operands that a node does not have are left out together with the sign before them. A function
/// that works number by number needs no row: its sign is its label, or its name.
struct Row {
    OpKind kind;
    const char* pattern;
};

constexpr std::array table{
    Row{OpKind::Input, ""},
    Row{OpKind::Parameter, ""},
    Row{OpKind::Constant, ""},
    Row{OpKind::Identity, "0:rc <→>"},
    Row{OpKind::Add, "* <=>"},
    Row{OpKind::BatchSum, "0:rc <Σ batch>"},
    Row{OpKind::Intervene, "0:rc <changed>"},
    Row{OpKind::Embedding, "1T:r- <rows of> 0:-c <%>"},
    Row{OpKind::EmbeddingGradient, "0T:-- <collects> 1:-c <%>"},
    Row{OpKind::SinusoidalPosition, "<sin, cos>"},
    Row{OpKind::LearnedPosition, "0:rc <first rows>"},
    Row{OpKind::LearnedPositionGradient, "0:rc <→>"},
    Row{OpKind::RelativeBias, "0:-- <by offset>"},
    Row{OpKind::RelativeBiasGradient, "0j:-- <Σ by offset>"},
    Row{OpKind::Buckets, "<1 in its bucket>"},
    Row{OpKind::AlibiBias, "<−m·distance>"},
    Row{OpKind::Rotary, "0:rc <turned>"},
    Row{OpKind::Dropout, "0:rc <dropout>"},
    Row{OpKind::Slice, "0:-- <+ part of> 1:-- <part>"},
    Row{OpKind::Join, "0:-- <,> 1:-- <side by side>"},
    Row{OpKind::Linear, "0j:r- <×> 1b:-c 2v+:-c <=>"},
    Row{OpKind::LinearInputGradient, "0j:r- <×> 1B:-c <=>"},
    Row{OpKind::LinearWeightGradient, "0jT:r- <×> 1j:-c <=>"},
    Row{OpKind::ColumnSum, "0j:-c <Σ rows>"},
    Row{OpKind::MatMul, "0a:r- <×> 1b:-c <=>"},
    Row{OpKind::Scale, "0:rc <%>"},
    Row{OpKind::Mask, "0:rc <mask>"},
    Row{OpKind::Visibility, "0T:-c <mask>"},
    Row{OpKind::Softmax, "0:rc <softmax>"},
    Row{OpKind::SoftmaxGradient, "0:rc <,> 1:rc <softmax′>"},
    Row{OpKind::Windows, "0:r- <windows>"},
    Row{OpKind::WindowsGradient, "0:r- <Σ windows>"},
    Row{OpKind::JoinHeads, "0h:r- <=>"},
    Row{OpKind::SplitHeads, "0:r- <split>"},
    Row{OpKind::RepeatHeads, "0:rc <repeated>"},
    Row{OpKind::RepeatHeadsGradient, "0:rc <Σ heads>"},
    Row{OpKind::LayerNorm, "0:rc <LayerNorm> 1×:-c 2v+:-c <=>"},
    Row{OpKind::LayerNormInputGradient, "0:rc 1v:-c <,> 2:rc <LayerNorm′>"},
    Row{OpKind::LayerNormGainGradient, "0:-c <,> 1:-c <Σ rows>"},
    Row{OpKind::RmsNorm, "0:rc <RMSNorm> 1×:-c <=>"},
    Row{OpKind::RmsNormInputGradient, "0:rc 1v:-c <,> 2:rc <RMSNorm′>"},
    Row{OpKind::RmsNormGainGradient, "0:-c <,> 1:-c <Σ rows>"},
    Row{OpKind::Sigmoid, "0:rc <σ>"},
    Row{OpKind::SigmoidGradient, "0:rc <,> 1:rc <σ′>"},
    Row{OpKind::Complement, "0:rc <1 −>"},
    Row{OpKind::OnePlus, "0:rc <1 +>"},
    Row{OpKind::Multiply, "0:rc <⊙> 1:rc <=>"},
    Row{OpKind::Keep, "0:rc <, at padding> 1:rc <=>"},
    Row{OpKind::KeepGradient, "0:rc <where taken>"},
    Row{OpKind::AdditiveScores, "0:r- <,> 1T:-c <tanh(a + b)·> 2v:-- <=>"},
    Row{OpKind::AdditiveScoresGradient, "0:r- <,> 1:-- <,> 3:-- <Σ>"},
    Row{OpKind::AdditiveVectorGradient, "0:-- <,> 1:-- <,> 2:-- <Σ>"},
    Row{OpKind::CountTokens, "0T:-- <count>"},
    Row{OpKind::CrossEntropy, "0:r- <at> 2T:r- <−ln p>"},
    Row{OpKind::CrossEntropyGradient, "0:rc <− 1 at> 1T:r- <×> 3T:r- <=>"},
    Row{OpKind::SquaredError, "0:r- <−> 1:r- <mean²>"},
    Row{OpKind::SquaredErrorGradient, "0:rc <−> 1:rc <×> 3T:r- <=>"},
    Row{OpKind::MeanTokens, "0T:-- <Σ ÷> 1:-- <=>"},
    Row{OpKind::MeanTokensGradient, "0:-- <÷> 1:-- <=>"},
    Row{OpKind::GradientNorm, "<√Σ g²>"},
    Row{OpKind::ClipFactor, "0:-- <clip>"},
    Row{OpKind::ClipGradient, "0:rc <×> 1:-- <=>"},
    Row{OpKind::DecayGradient, "0:rc <+ λ·> 1:rc <=>"},
    Row{OpKind::AdamMoment1, "0:rc <mean> 1:rc <=>"},
    Row{OpKind::AdamMoment2, "0:rc <mean²> 1:rc <=>"},
    Row{OpKind::AdamUpdate, "0:rc <÷ √> 1:rc <× −η> 2:-- <=>"},
    Row{OpKind::Momentum, "0:rc <+> 1:rc <=>"},
    Row{OpKind::SgdUpdate, "0:rc <× −η> 1:-- <=>"},
    Row{OpKind::Apply, "0:rc <+> 1:rc <=>"},
};

/// Null where there is no row.
constexpr const char* patternOf(OpKind kind) {
    for (const Row& row : table)
        if (row.kind == kind)
            return row.pattern;
    return nullptr;
}

static_assert(
    [] {
        for (const OpRow& op : opTable)
            if (!patternOf(op.kind) && op.form != OpForm::Each && op.form != OpForm::Pair)
                return false;
        return true;
    }(),
    "an operation that does not work number by number needs a row that says how it is drawn");

/// The signs above that are words.
[[maybe_unused]] constexpr std::array spokenSigns{
    QT_TR_NOOP("Σ batch"),      QT_TR_NOOP("rows of"),
    QT_TR_NOOP("collects"),     QT_TR_NOOP("sin, cos"),
    QT_TR_NOOP("first rows"),   QT_TR_NOOP("dropout"),
    QT_TR_NOOP("Σ rows"),       QT_TR_NOOP("split"),
    QT_TR_NOOP("count"),        QT_TR_NOOP("at"),
    QT_TR_NOOP("− 1 at"),       QT_TR_NOOP("clip"),
    QT_TR_NOOP("mean"),         QT_TR_NOOP("mean²"),
    QT_TR_NOOP("by offset"),    QT_TR_NOOP("1 in its bucket"),
    QT_TR_NOOP("Σ by offset"),  QT_TR_NOOP("−m·distance"),
    QT_TR_NOOP("turned"),       QT_TR_NOOP("windows"),
    QT_TR_NOOP("Σ windows"),    QT_TR_NOOP("+ part of"),
    QT_TR_NOOP("part"),         QT_TR_NOOP("side by side"),
    QT_TR_NOOP(", at padding"), QT_TR_NOOP("where taken"),
    QT_TR_NOOP("… stacked"),    QT_TR_NOOP("repeated"),
    QT_TR_NOOP("Σ heads"),
};

/// The most heads that are drawn beside each other.
constexpr Index mostHeads = 8;

/// "÷ √16" for the factor 1/√16, "× √64", "× 0.5"; empty for 1.
QString factorSign(double factor) {
    if (factor == 1)
        return QStringLiteral("→");
    const double below = 1 / (factor * factor);
    if (factor > 0 && std::abs(below - std::round(below)) < 1e-4 * below && below >= 2)
        return QStringLiteral("÷ √%1").arg(std::lround(below));
    const double square = factor * factor;
    if (factor > 0 && std::abs(square - std::round(square)) < 1e-4 * square && square >= 2)
        return QStringLiteral("× √%1").arg(std::lround(square));
    return QStringLiteral("× %1").arg(QString::number(factor, 'g', 3));
}

StageItem signItem(const QString& sign) {
    StageItem item;
    item.kind = StageItem::Kind::Sign;
    item.sign = sign;
    return item;
}

Tie tieOf(QChar c) {
    return c == QLatin1Char('r') ? Tie::Row : c == QLatin1Char('c') ? Tie::Column : Tie::Nothing;
}

class Composer {
public:
    Composer(const Graph& graph, const Node& node, int head)
        : m_graph(graph), m_node(node), m_head(head) {}

    Composition compose() {
        const QString pattern = patternFor(m_node);
        qsizetype at = 0;
        while (at < pattern.size()) {
            if (pattern[at] == QLatin1Char(' ')) {
                ++at;
            } else if (pattern[at] == QLatin1Char('<')) {
                const qsizetype end = pattern.indexOf(QLatin1Char('>'), at);
                addSign(pattern.mid(at + 1, end - at - 1));
                at = end + 1;
            } else {
                qsizetype end = pattern.indexOf(QLatin1Char(' '), at);
                end = end < 0 ? pattern.size() : end;
                addOperand(pattern.mid(at, end - at));
                at = end;
            }
        }
        addResult();
        return std::move(m_items);
    }

private:
    QString patternFor(const Node& node) const {
        const OpKind kind = node.op->kind();
        // The gradient of a tied weight is transposed as a whole: dyᵀ·x.
        if (kind == OpKind::LinearWeightGradient && node.as<ProductAttributes>().transposeB)
            return QStringLiteral("1jT:r- <×> 0j:-c <=>");
        if (ops::joinsRows(m_graph, node))
            return QString::fromUtf8("0:-- <,> 1:-- <… stacked>");
        if (const char* const pattern = patternOf(kind))
            return QString::fromUtf8(pattern);
        const ActivationRow* const activation = activationRow(kind);
        const std::string_view sign = activation ? activation->label : node.op->name();
        const QString op = QString::fromUtf8(sign.data(), std::ssize(sign));
        if (formOf(kind) == OpForm::Each)
            return QStringLiteral("0:rc <%1>").arg(op);
        // "tanh_gradient" is tanh′
        return QStringLiteral("0:rc <,> 1:rc <%1′>").arg(op.section(QLatin1Char('_'), 0, 0));
    }

    void addSign(const QString& sign) {
        m_items.push_back(signItem(sign == QLatin1String("%")
                                       ? factorSign(m_node.as<ScaleAttributes>().factor)
                                       : tr(sign.toUtf8().constData())));
    }

    void addOperand(const QString& token) {
        if (token == QLatin1String("*")) {
            for (std::size_t i = 0; i < m_node.inputs.size(); ++i) {
                if (i > 0)
                    m_items.push_back(signItem(QStringLiteral("+")));
                addOperand(QStringLiteral("%1:rc").arg(i));
            }
            return;
        }
        const QString form = token.section(QLatin1Char(':'), 0, 0);
        const QString ties = token.section(QLatin1Char(':'), 1);
        const auto index = static_cast<std::size_t>(form[0].digitValue());
        if (index >= m_node.inputs.size()) {
            const bool signBefore = !form.contains(QLatin1Char('v')) && !m_items.empty() &&
                                    m_items.back().kind == StageItem::Kind::Sign;
            if (signBefore)
                m_items.pop_back();
            return;
        }
        const Node& operand = m_graph[m_node.inputs[index]];
        StageItem item;
        item.matrix.node = operand.id;
        item.matrix.head = m_head;
        item.rows = ties.size() > 0 ? tieOf(ties[0]) : Tie::Nothing;
        item.columns = ties.size() > 1 ? tieOf(ties[1]) : Tie::Nothing;
        bool eachHead = false;
        for (const QChar c : form.mid(1))
            switch (c.unicode()) {
            case 'T':
                item.matrix.transposed = true;
                break;
            case 'a':
                item.matrix.transposed = m_node.as<ProductAttributes>().transposeA;
                break;
            case 'b':
                item.matrix.transposed = m_node.as<ProductAttributes>().transposeB;
                break;
            case 'B':
                item.matrix.transposed = !m_node.as<ProductAttributes>().transposeB;
                break;
            case 'j':
                item.matrix.heads = Matrix::Heads::Joined;
                break;
            case 'h':
                eachHead = operand.shape.rank() == 3 && operand.shape[0] <= mostHeads;
                break;
            case 'v':
                item.beneath = true;
                break;
            default:
                item.prefix = c + QStringLiteral(" ");
            }
        if (isTokenVector(operand))
            item.matrix.transposed = true;
        takeColumnsOfHead(item, operand);
        if (!eachHead) {
            m_items.push_back(item);
            return;
        }
        for (int h = 0; h < operand.shape[0]; ++h) {
            item.matrix.head = h;
            if (h > 0)
                m_items.push_back(signItem(QStringLiteral("|")));
            m_items.push_back(item);
        }
    }

    /// q of one head is made by K columns of W_Q; only these are shown.
    void takeColumnsOfHead(StageItem& item, const Node& operand) const {
        const bool perHead = m_node.op->kind() == OpKind::Linear && m_node.shape.rank() == 3;
        if (!perHead || item.columns != Tie::Column || item.matrix.transposed)
            return;
        item.matrix.columnCount = m_node.shape[2];
        item.matrix.firstColumn = std::min<Index>(m_head, m_node.shape[0] - 1) * m_node.shape[2];
        assert(item.matrix.firstColumn + item.matrix.columnCount <= operand.shape.columns());
        (void)operand;
    }

    void addResult() {
        StageItem item;
        item.result = true;
        item.matrix.node = m_node.id;
        item.matrix.head = m_head;
        item.matrix.transposed = isTokenVector(m_node);
        item.rows = Tie::Row;
        item.columns = Tie::Column;
        m_items.push_back(item);
    }

    const Graph& m_graph;
    const Node& m_node;
    int m_head;
    Composition m_items;
};

/// Rows that are joined are what made the rows.
bool isMadeBy(const Graph& graph, NodeId id, OpKind kind) {
    const Node& node = graph[id];
    return node.op->kind() == kind || (node.op->kind() == OpKind::Join && !node.inputs.empty() &&
                                       graph[node.inputs[0]].op->kind() == kind);
}

/// The sign that leads into a stage: its own, also where its numbers were changed afterwards.
QString signInto(const Graph& graph, NodeId id) {
    while (graph[id].op->kind() == OpKind::Intervene)
        id = graph[id].inputs[0];
    const Node& stage = graph[id];
    if (isMadeBy(graph, id, OpKind::Mask))
        return tr("mask");
    if (isMadeBy(graph, id, OpKind::Softmax))
        return tr("softmax");
    switch (stage.op->kind()) {
    case OpKind::Scale:
        return factorSign(stage.as<ScaleAttributes>().factor);
    case OpKind::Add:
        return tr("+ position");
    default:
        return QStringLiteral("→");
    }
}

} // namespace

Composition compose(const Graph& graph, NodeId node, int head) {
    return Composer(graph, graph[node], head).compose();
}

Composition attentionPanels(const Graph& graph, NodeId node, int head) {
    const Node& shown = graph[node];
    const bool gradient = shown.relation == Relation::Gradient;
    const Node& value = gradient ? graph[shown.of] : shown;
    const std::vector<NodeId> stages = attentionStages(graph, shown.scope);
    if (shown.shape.rank() < 2 || std::ranges::find(stages, value.id) == stages.end())
        return {};
    Composition panels;
    for (const NodeId stage : stages) {
        const NodeId id = gradient ? graph.gradientOf(stage) : stage;
        if (id == noNode)
            continue;
        StageItem item;
        // Gradients flow from right to left.
        if (!panels.empty()) {
            const QString sign = gradient ? QStringLiteral("←") : signInto(graph, id);
            panels.push_back(signItem(sign));
            item.lead = sign.size() > 1 ? sign + QStringLiteral(" →") : sign;
        }
        item.matrix.node = id;
        item.matrix.head = head;
        item.rows = Tie::Row;
        item.columns = Tie::Column;
        item.result = id == node;
        panels.push_back(item);
    }
    return panels;
}

bool isProduct(const Graph& graph, const Composition& composition) {
    std::vector<const StageItem*> matrices;
    for (const StageItem& item : composition)
        if (item.kind == StageItem::Kind::Matrix)
            matrices.push_back(&item);
    if (matrices.size() < 3 || !matrices.back()->result)
        return false;
    const bool added = std::all_of(matrices.begin() + 2, matrices.end() - 1,
                                   [](const StageItem* item) { return item->beneath; });
    switch (graph[matrices.back()->matrix.node].op->kind()) {
    case OpKind::MatMul:
    case OpKind::Linear:
    case OpKind::LinearInputGradient:
    case OpKind::LinearWeightGradient:
        return added && matrices[0]->rows == Tie::Row && matrices[1]->columns == Tie::Column;
    default:
        return false;
    }
}

CellPlace tiedPlace(const StageItem& item, CellPlace onOperand) {
    CellPlace place;
    const auto tie = [&](Tie along, Index index) {
        if (along == Tie::Row)
            place.row = index;
        else if (along == Tie::Column)
            place.column = index;
    };
    tie(item.rows, onOperand.row);
    tie(item.columns, onOperand.column);
    return place;
}

HeatmapHighlight tiedHighlight(const StageItem& item, CellPlace onResult) {
    const auto tied = [&](Tie along) -> Index {
        return along == Tie::Row ? onResult.row : along == Tie::Column ? onResult.column : -1;
    };
    HeatmapHighlight light;
    light.row = tied(item.rows);
    light.column = tied(item.columns);
    return light;
}

} // namespace gf
