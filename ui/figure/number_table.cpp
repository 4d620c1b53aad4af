// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/number_table.h"

#include "core/tensor/spreadsheet.h"
#include "ui/figure/heatmap_data.h"

#include <QMimeData>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace gf {

namespace {

/// Programs lay out the HTML before they look at the text; of more cells that takes them seconds.
constexpr Index mostHtmlCells = 40'000;

/// The matrix of one head.
Tensor headMatrix(const Tensor& value, Index head) {
    const Shape shape{value.shape()[1], value.shape()[2]};
    const auto matrix = value.values().subspan(head * shape.count(), shape.count());
    return {shape, std::vector<float>(matrix.begin(), matrix.end())};
}

/// The words along a dimension, if there is one for each place: an axis may be longer than its
/// words.
Tokens wordsAlong(const Trace& trace, const Node& node, int dimension) {
    Tokens words = trace.labelsAlong(node.id, dimension);
    if (dimension < 0 || static_cast<Index>(words.size()) != node.shape[dimension])
        words.clear();
    return words;
}

/// A word for each row of all heads' matrices below each other.
Tokens headRowLabels(const Tokens& words, const Shape& shape, const QString& headWords) {
    Tokens labels;
    for (Index head = 0; head < shape[0]; ++head)
        for (Index row = 0; row < shape[1]; ++row)
            labels.push_back(headWords.arg(head + 1).toStdString() +
                             (words.empty() ? "" : ": " + words[row]));
    return labels;
}

QString wordOf(const std::string& token) {
    return QString::fromStdString(tableWord(tokenText(token).toStdString()));
}

/// How a table is written: what stands before, between and after its cells.
struct Marks {
    const char* row;
    const char* head; ///< before a word
    const char* headEnd;
    const char* cell; ///< before a number
    const char* cellEnd;
    const char* between;
    const char* rowEnd;
    bool html;
};

constexpr Marks tabs{"", "", "", "", "", "\t", "\n", false};
constexpr Marks tags{"<tr>", "<th>", "</th>", "<td>", "</td>", "", "</tr>\n", true};

class Writer {
public:
    explicit Writer(const Marks& marks) : m_marks(marks) {}

    void beginRow() {
        m_text += QLatin1String(m_marks.row);
        m_first = true;
    }
    void word(const QString& word) {
        separate();
        m_text += QLatin1String(m_marks.head) + (m_marks.html ? word.toHtmlEscaped() : word) +
                  QLatin1String(m_marks.headEnd);
    }
    void number(double value) {
        separate();
        m_text += QLatin1String(m_marks.cell) + QString::fromStdString(tableNumber(value)) +
                  QLatin1String(m_marks.cellEnd);
    }
    void endRow() { m_text += QLatin1String(m_marks.rowEnd); }
    QString text() const { return m_text; }

private:
    void separate() {
        if (!std::exchange(m_first, false))
            m_text += QLatin1String(m_marks.between);
    }

    const Marks& m_marks;
    QString m_text;
    bool m_first = true;
};

QString written(const NumberTable& table, const Marks& marks) {
    const Index columns = table.numbers->shape().columns();
    const Index rows = table.numbers->shape().rows();
    Writer writer(marks);
    if (!table.columns.empty()) {
        writer.beginRow();
        if (!table.rows.empty())
            writer.word({}); // above the words of the rows
        for (const std::string& word : table.columns)
            writer.word(wordOf(word));
        writer.endRow();
    }
    for (Index row = 0; row < rows; ++row) {
        writer.beginRow();
        if (!table.rows.empty())
            writer.word(wordOf(table.rows[row]));
        for (Index column = 0; column < columns; ++column)
            writer.number(static_cast<double>((*table.numbers)[row * columns + column]));
        writer.endRow();
    }
    return writer.text();
}

} // namespace

NumberTable numberTableOf(const Trace& trace, NodeId id, std::optional<Index> head,
                          const QString& headWords) {
    const Node& node = (*trace.graph)[id];
    const Tensor& value = trace.value(id);
    const int rank = node.shape.rank();
    const bool heads = rank == 3 && node.axes[0] == Axis::Head;
    NumberTable table;
    table.rows = wordsAlong(trace, node, rank - 2);
    table.columns = wordsAlong(trace, node, rank - 1);
    if (heads && !head)
        table.rows = headRowLabels(table.rows, node.shape, headWords);
    table.numbers = std::make_shared<const Tensor>(
        heads && head ? headMatrix(value, std::clamp<Index>(*head, 0, node.shape[0] - 1)) : value);
    if (static_cast<Index>(table.rows.size()) != table.numbers->shape().rows())
        table.rows.clear();
    return table;
}

QString tabbedText(const NumberTable& table) {
    return written(table, tabs);
}

QString htmlTable(const NumberTable& table) {
    return QStringLiteral("<table>\n") + written(table, tags) + QStringLiteral("</table>\n");
}

void addTable(QMimeData& mime, const NumberTable& table) {
    if (!table.numbers || table.numbers->empty())
        return;
    mime.setText(tabbedText(table));
    if (table.numbers->count() <= mostHtmlCells)
        mime.setData(QStringLiteral("text/html"), htmlTable(table).toUtf8());
}

} // namespace gf
