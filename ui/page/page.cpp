// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/page/page.h"

#include "core/graph/axis_letters.h"
#include "core/graph/op.h"
#include "core/tensor/error.h"
#include "ui/figure/heatmap_data.h"
#include "ui/language/language.h"
#include "ui/language/titles.h"
#include "ui/language/tr.h"
#include "ui/page/page_template.h"
#include "ui/steps/matrix.h"
#include "ui/theme/hue.h"

#include <QCryptographicHash>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtEndian>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

namespace gf {

namespace {

// What a page may hold, in numbers; each is 5⅓ letters of the file.
constexpr Index mostNumbers = 8'000'000;
constexpr Index mostExact = 150'000; ///< with more, the file would be no small one

/// The words that the page's script asks for; %1 and the like are gaps.
constexpr std::array pageWords{
    QT_TR_NOOP("%1 numbers"),
    QT_TR_NOOP("%1 of %2"),
    QT_TR_NOOP("%1 steps"),
    QT_TR_NOOP("%1, seen"),
    QT_TR_NOOP("Colours from %1 to %2"),
    QT_TR_NOOP("From %1."),
    QT_TR_NOOP("Head"),
    QT_TR_NOOP("No cells."),
    QT_TR_NOOP("Not all of its operands are on this page: %1."),
    QT_TR_NOOP("Numbers in the cells"),
    QT_TR_NOOP("Source"),
    QT_TR_NOOP("Step after"),
    QT_TR_NOOP("Step before"),
    QT_TR_NOOP("Steps"),
    QT_TR_NOOP("Target"),
    QT_TR_NOOP("The chosen cell"),
    QT_TR_NOOP("chosen before"),
    QT_TR_NOOP("outside the window"),
    QT_TR_NOOP("column %1"),
    QT_TR_NOOP("columns %1 to %2 of %3"),
    QT_TR_NOOP("columns: %1"),
    QT_TR_NOOP("from %1 of %2"),
    QT_TR_NOOP("head %1"),
    QT_TR_NOOP("hidden by the causal and the padding mask"),
    QT_TR_NOOP("hidden by the causal mask"),
    QT_TR_NOOP("hidden by the padding mask"),
    QT_TR_NOOP("rounded to 16 bits here"),
    QT_TR_NOOP("rounding"),
    QT_TR_NOOP("row"),
    QT_TR_NOOP("row %1"),
    QT_TR_NOOP("row %1 of %2, %3"),
    QT_TR_NOOP("rows %1 to %2 of %3"),
    QT_TR_NOOP("rows: %1"),
    QT_TR_NOOP("the columns after"),
    QT_TR_NOOP("the columns before"),
    QT_TR_NOOP("the other %1 terms"),
    QT_TR_NOOP("the rows after"),
    QT_TR_NOOP("the rows before"),
};

/// Those that have other words in the present language.
QJsonObject wordsOfPage() {
    QJsonObject says;
    for (const char* const english : pageWords)
        if (const QString own = tr(english); own != QLatin1String(english))
            says[QLatin1String(english)] = own;
    return says;
}

QString words(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// What a step comes from, in one line: "q · kᵀ".
QString formulaOf(const Graph& graph, const Node& node) {
    const auto name = [&](std::size_t input) {
        return input < node.inputs.size() ? shortTitleOf(graph, graph[node.inputs[input]])
                                          : QString();
    };
    const auto& product = node.as<ProductAttributes>();
    const QString turned = QStringLiteral("ᵀ");
    switch (node.op->kind()) {
    case OpKind::Linear:
        return QStringLiteral("%1 · %2%3%4")
            .arg(name(0), name(1), product.transposeB ? turned : QString(),
                 node.inputs.size() > 2 ? QStringLiteral(" + ") + name(2) : QString());
    case OpKind::MatMul:
        return QStringLiteral("%1%2 · %3%4")
            .arg(name(0), product.transposeA ? turned : QString(), name(1),
                 product.transposeB ? turned : QString());
    default:
        break;
    }
    QStringList operands;
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        operands << name(i);
    if (node.op->kind() == OpKind::Add)
        return operands.join(QStringLiteral(" + "));
    const QString op = words(node.op->name()).replace(QLatin1Char('_'), QLatin1Char(' '));
    return operands.isEmpty()
               ? op
               : QStringLiteral("%1 (%2)").arg(op, operands.join(QStringLiteral(", ")));
}

QJsonValue listOf(const QStringList& list) {
    return list.isEmpty() ? QJsonValue() : QJsonValue(QJsonArray::fromStringList(list));
}

QString asText(const QByteArray& bytes) {
    return QString::fromLatin1(bytes.toBase64());
}

/// float32, little-endian.
QString exactly(std::span<const float> values) {
    QByteArray bytes(static_cast<qsizetype>(values.size() * sizeof(float)), Qt::Uninitialized);
    qToLittleEndian<float>(values.data(), static_cast<qsizetype>(values.size()), bytes.data());
    return asText(bytes);
}

/// Whole numbers of 16 bits, little-endian, in units of `unit`.
QString rounded(std::span<const float> values, double unit) {
    std::vector<qint16> whole;
    whole.reserve(values.size());
    for (const float value : values)
        whole.push_back(static_cast<qint16>(std::lround(value / unit)));
    QByteArray bytes(static_cast<qsizetype>(whole.size() * sizeof(qint16)), Qt::Uninitialized);
    qToLittleEndian<qint16>(whole.data(), static_cast<qsizetype>(whole.size()), bytes.data());
    return asText(bytes);
}

bool isSame(float a, float b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

/// Whether the page gets the very bits of a step from its operands and its masks (explain() in it).
bool followsExactly(const Trace& trace, const Node& node, const std::vector<Hidden>& hidden) {
    if (node.inputs.empty() || node.role != Role::Forward)
        return false;
    const std::span<const float> from = trace.value(node.inputs[0]).values();
    const std::span<const float> to = trace.value(node.id).values();
    if (from.size() != to.size())
        return false;
    const Node& operand = (*trace.graph)[node.inputs[0]];
    switch (node.op->kind()) {
    case OpKind::Relu:
        return std::ranges::equal(from, to,
                                  [](float x, float y) { return isSame(x > 0 ? x : 0, y); });
    case OpKind::Scale: {
        const auto factor = static_cast<float>(node.as<ScaleAttributes>().factor);
        return std::ranges::equal(from, to,
                                  [&](float x, float y) { return isSame(x * factor, y); });
    }
    case OpKind::Add: {
        if (node.inputs.size() != 2)
            return false;
        const std::span<const float> other = trace.value(node.inputs[1]).values();
        if (other.size() != to.size())
            return false;
        for (std::size_t i = 0; i < to.size(); ++i)
            if (!isSame(from[i] + other[i], to[i]))
                return false;
        return true;
    }
    case OpKind::Identity:
        return node.shape == operand.shape && std::ranges::equal(from, to, isSame);
    case OpKind::JoinHeads: {
        const Index heads = operand.shape[0];
        const Index rows = operand.shape[1];
        const Index width = operand.shape[2];
        for (Index h = 0; h < heads; ++h)
            for (Index r = 0; r < rows; ++r)
                for (Index c = 0; c < width; ++c)
                    if (!isSame(from[(h * rows + r) * width + c], to[(r * heads + h) * width + c]))
                        return false;
        return true;
    }
    case OpKind::Mask: {
        if (node.as<MaskAttributes>().fill != -std::numeric_limits<double>::infinity())
            return false;
        for (std::size_t i = 0; i < to.size(); ++i) {
            const bool seen = hidden.empty() || hidden[i % hidden.size()] == Hidden::No;
            if (!isSame(seen ? from[i] : -std::numeric_limits<float>::infinity(), to[i]))
                return false;
        }
        return true;
    }
    default:
        return false;
    }
}

/// Which cells are hidden, a digit for each as in Hidden; a text for each head where they differ.
QJsonValue masksOf(const std::vector<HeatmapData>& heads) {
    QStringList texts;
    for (const HeatmapData& head : heads) {
        QString text;
        for (std::size_t i = 0; i < head.values.size(); ++i)
            text += QLatin1Char(static_cast<char>(
                '0' + static_cast<int>(head.hidden.empty() ? Hidden::No : head.hidden[i])));
        texts << text;
    }
    const bool any =
        std::ranges::any_of(heads, [](const HeatmapData& head) { return !head.hidden.empty(); });
    const bool alike =
        std::ranges::all_of(texts, [&](const QString& text) { return text == texts[0]; });
    return any ? QJsonValue(QJsonArray::fromStringList(alike ? texts.mid(0, 1) : texts))
               : QJsonValue();
}

/// The steps of a page and, behind them, their operands.
std::vector<NodeId> withOperands(const Graph& graph, const std::vector<NodeId>& steps) {
    std::vector<NodeId> nodes = steps;
    std::vector<bool> taken(graph.size());
    Index numbers = 0;
    for (const NodeId step : steps) {
        taken[static_cast<std::size_t>(step)] = true;
        numbers += graph[step].shape.count();
    }
    if (numbers > mostNumbers)
        throw Error(phrase("the page would hold %1 numbers, but at most %2 are possible; take a "
                           "shorter text or fewer steps"),
                    numbers, mostNumbers);
    for (const NodeId step : steps)
        for (const NodeId input : graph[step].inputs) {
            const Index count = graph[input].shape.count();
            if (taken[static_cast<std::size_t>(input)] || numbers + count > mostNumbers)
                continue;
            taken[static_cast<std::size_t>(input)] = true;
            numbers += count;
            nodes.push_back(input);
        }
    return nodes;
}

/// Makes what the page is told of each step.
class PageWriter {
public:
    /// `held` are all nodes of the page; in a small one parameters are rounded.
    PageWriter(const Trace& trace, const std::vector<NodeId>& held, bool small)
        : m_trace(trace), m_held(held.begin(), held.end()), m_small(small) {}

    QJsonObject stepOf(const Node& node, bool walked) {
        const Graph& graph = *m_trace.graph;
        std::vector<HeatmapData> heads;
        for (int h = 0; h < (hasHeads(node) ? node.shape[0] : 1); ++h)
            heads.push_back(heatmapOf(m_trace, node.id, h));
        const HeatmapData& data = heads.front();
        using Scale = HeatmapData::Scale;
        QJsonObject step{
            {"name", words(node.name)},
            {"title", titleOf(graph, node)},
            {"group", titleOf(node.scope)},
            {"short", data.title},
            {"walked", walked},
            {"formula", formulaOf(graph, node)},
            {"op", words(node.op->name())},
            {"hue", data.accent.isValid() ? data.accent.name() : QString()},
            {"scale", data.scale == Scale::Sequential  ? "sequential"
                      : data.scale == Scale::Diverging ? "diverging"
                                                       : "names"},
            {"outcomes", qint64(data.outcomes)},
            {"rowTitle", data.rowTitle},
            {"columnTitle", data.columnTitle},
            {"rowOffset", qint64(data.rowOffset)},
            {"columnOffset", qint64(data.columnOffset)},
            {"rows", wordList(data.rowLabels)},
            {"columns", wordList(data.columnLabels)},
            {"hidden", masksOf(heads)},
        };
        if (hasHeads(node))
            step["heads"] = qint64(node.shape[0]);
        addShape(step, node);
        addOperation(step, graph, node);
        addValues(step, node, walked, data.hidden);
        return step;
    }

    /// The lists of words, each once; steps have their places.
    const QJsonArray& wordLists() const { return m_lists; }

private:
    static void addShape(QJsonObject& step, const Node& node) {
        QJsonArray shape;
        QJsonArray axes;
        for (int i = 0; i < node.shape.rank(); ++i) {
            shape.append(qint64(node.shape[i]));
            axes.append(letterOf(node.axes[i]));
        }
        step["shape"] = shape;
        step["axes"] = axes;
    }

    static void addOperation(QJsonObject& step, const Graph& graph, const Node& node) {
        QJsonArray inputs;
        for (const NodeId input : node.inputs)
            inputs.append(words(graph[input].name));
        step["inputs"] = inputs;
        if (node.as<ProductAttributes>().transposeA)
            step["transposeA"] = true;
        if (node.as<ProductAttributes>().transposeB)
            step["transposeB"] = true;
        step["factor"] = node.as<ScaleAttributes>().factor;
        step["epsilon"] = node.as<NormAttributes>().epsilon;
    }

    void addValues(QJsonObject& step, const Node& node, bool walked,
                   const std::vector<Hidden>& hidden) const {
        const std::span<const float> values = m_trace.value(node.id).values();
        const bool hasOperands = std::ranges::all_of(node.inputs, [&](NodeId input) {
            return m_held.contains(input) && (*m_trace.graph)[input].role != Role::Parameter;
        });
        if (hasOperands && followsExactly(m_trace, node, hidden))
            return;
        double largest = 0;
        for (const float value : values)
            largest = std::max(largest, std::abs(static_cast<double>(value)));
        const bool isRounded = m_small && !walked && node.role == Role::Parameter && largest > 0 &&
                               std::isfinite(largest);
        const double unit = largest / std::numeric_limits<qint16>::max();
        step["values"] = isRounded ? rounded(values, unit) : exactly(values);
        if (isRounded)
            step["unit"] = unit;
    }

    QJsonValue wordList(const QStringList& list) {
        if (list.isEmpty())
            return {};
        const auto known = m_places.constFind(list);
        if (known != m_places.constEnd())
            return *known;
        m_lists.append(listOf(list));
        return *m_places.insert(list, static_cast<int>(m_lists.size()) - 1);
    }

    const Trace& m_trace;
    std::set<NodeId> m_held;
    bool m_small;
    QJsonArray m_lists;
    QHash<QStringList, int> m_places;
};

QStringList tokenTexts(const Tokens& tokens) {
    QStringList list;
    for (const std::string& token : tokens)
        list << tokenText(token);
    return list;
}

/// The text between two marks; each is there once.
QByteArray between(const QByteArray& page, const char* from, const char* to) {
    const qsizetype begin = page.indexOf(from) + static_cast<qsizetype>(std::strlen(from));
    const qsizetype end = page.indexOf(to, begin);
    assert(end > begin && "the page has a style and a script");
    return page.mid(begin, end - begin);
}

QByteArray hashOf(const QByteArray& text) {
    return QCryptographicHash::hash(text, QCryptographicHash::Sha256).toBase64();
}

} // namespace

std::vector<NodeId> pageNodes(const Graph& graph, const std::vector<NodeId>& steps) {
    std::vector<NodeId> all;
    for (const NodeId node : withOperands(graph, steps))
        std::ranges::copy(shownBy(graph, node), std::back_inserter(all));
    std::ranges::sort(all);
    const auto repeated = std::ranges::unique(all);
    all.erase(repeated.begin(), repeated.end());
    return all;
}

QJsonObject pageData(const Trace& trace, const PageContent& content) {
    const Graph& graph = *trace.graph;
    std::vector<NodeId> nodes = withOperands(graph, content.steps);
    std::erase_if(nodes, [&](NodeId node) { return trace.value(node).empty(); });
    Index numbers = 0;
    for (const NodeId node : nodes)
        numbers += graph[node].shape.count();
    PageWriter writer(trace, nodes, numbers > mostExact);
    QJsonArray steps;
    for (const NodeId node : nodes)
        steps.append(writer.stepOf(graph[node],
                                   std::ranges::find(content.steps, node) != content.steps.end()));
    QJsonObject data{
        {"caption", content.caption},
        {"model", words(trace.model)},
        {"source", listOf(tokenTexts(trace.sourceTokens))},
        {"target", listOf(tokenTexts(trace.targetTokens))},
        {"words", writer.wordLists()},
        {"says", wordsOfPage()},
        {"steps", steps},
    };
    if (content.head)
        data["head"] = qint64(*content.head);
    return data;
}

QByteArray pageOf(const Trace& trace, const PageContent& content) {
    QByteArray page(pageTemplate);
    page.replace("@LANGUAGE@", textLanguage().toUtf8());
    page.replace("@NO_SCRIPT@", tr("The numbers of this page are drawn by a script in it; this "
                                   "browser runs none here.")
                                    .toHtmlEscaped()
                                    .toUtf8());
    page.replace("\r", ""); // a browser takes the hashes of lines that end without
    page.replace("@STYLE_HASH@", hashOf(between(page, "<style>", "</style>")));
    page.replace("@SCRIPT_HASH@", hashOf(between(page, "<script>", "</script>")));
    // In JSON a < stands in strings alone; so no word ends the element that holds them.
    QByteArray data = QJsonDocument(pageData(trace, content)).toJson(QJsonDocument::Compact);
    return page.replace("@DATA@", data.replace("<", "\\u003c"));
}

} // namespace gf
