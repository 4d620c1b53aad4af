// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/batch/batch_window.h"

#include "ui/language/plain_text.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace gf {

namespace {

const QString padToken = QStringLiteral("<pad>");

/// How many columns a side needs; all examples of a batch have the same.
int widthOf(const WalkedStep& step, QStringList BatchExample::*side) {
    qsizetype width = 0;
    for (const BatchExample& example : step.examples)
        width = std::max(width, (example.*side).size());
    return static_cast<int>(width);
}

/// "source: 4 to 9 tokens, read as 9; 17 of 90 places are padding"; empty where there is no such
/// side.
QString lengthsOf(const WalkedStep& step, QStringList BatchExample::*side, const QString& name) {
    const int width = widthOf(step, side);
    if (width == 0)
        return {};
    int shortest = width;
    int longest = 0;
    int padding = 0;
    for (const BatchExample& example : step.examples) {
        const auto pads = static_cast<int>((example.*side).count(padToken));
        shortest = std::min(shortest, width - pads);
        longest = std::max(longest, width - pads);
        padding += pads;
    }
    if (padding == 0)
        return BatchWindow::tr("%1: %n tokens each, no padding", nullptr, width).arg(name);
    const int places = width * static_cast<int>(step.examples.size());
    return BatchWindow::tr("%1: %2 to %3 tokens, read as %4; %5 of %6 places are padding")
        .arg(name)
        .arg(shortest)
        .arg(longest)
        .arg(width)
        .arg(padding)
        .arg(places);
}

} // namespace

BatchWindow::BatchWindow(QWidget* parent)
    : QDialog(parent), m_summary(new PlainLabel(this)), m_table(new QTableWidget(this)) {
    setWindowTitle(tr("Whole batch"));
    m_summary->setObjectName(QStringLiteral("batchLengths"));
    m_summary->setWordWrap(true);
    m_table->setObjectName(QStringLiteral("batchTable"));
    m_table->setAccessibleName(tr("Tokens of the batch, a row for each example"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(m_summary);
    rows->addWidget(m_table, 1);
    resize(860, 480);
    connect(m_table, &QTableWidget::currentCellChanged, this, [this](int row, int, int before) {
        if (row >= 0 && row != before)
            emit chosen(row);
    });
}

void BatchWindow::show(const WalkedStep& step) {
    const QSignalBlocker quiet(m_table);
    QStringList lengths{
        lengthsOf(step, &BatchExample::sourceTokens, tr("source")),
        lengthsOf(step, &BatchExample::targetTokens,
                  widthOf(step, &BatchExample::sourceTokens) > 0 ? tr("target") : tr("text"))};
    lengths.removeAll({});
    m_summary->setText(lengths.join('\n'));
    fill(step);
    m_table->selectRow(step.chosen);
}

/// The source's columns, then the target's.
void BatchWindow::fill(const WalkedStep& step) {
    const Theme theme = Theme::of(palette());
    const int source = widthOf(step, &BatchExample::sourceTokens);
    const int target = widthOf(step, &BatchExample::targetTokens);
    m_table->clear();
    m_table->setRowCount(static_cast<int>(step.examples.size()));
    m_table->setColumnCount(source + target);
    QStringList places;
    for (int column = 0; column < source + target; ++column)
        places += column < source && target > 0    ? tr("source %1").arg(column + 1)
                  : source > 0 && column >= source ? tr("target %1").arg(column - source + 1)
                                                   : QString::number(column + 1);
    m_table->setHorizontalHeaderLabels(places);
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const BatchExample& example = step.examples[row];
        const QStringList tokens = example.sourceTokens + example.targetTokens;
        for (int column = 0; column < tokens.size(); ++column) {
            auto* cell = new QTableWidgetItem(oneLine(tokens[column]));
            cell->setTextAlignment(Qt::AlignCenter);
            if (tokens[column] == padToken) {
                cell->setBackground(QBrush(theme.border, Qt::FDiagPattern));
                cell->setForeground(theme.mutedText);
            }
            m_table->setItem(row, column, cell);
        }
    }
    m_table->resizeColumnsToContents();
}

} // namespace gf
