// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/batch/own_batch_window.h"

#include "core/measure/token_losses.h"
#include "ui/controls/problem_label.h"
#include "ui/figure/heatmap_view.h"
#include "ui/figure/mask_legend.h"
#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"
#include "ui/language/titles.h"
#include "ui/theme/text_size.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScreen>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableWidget>

#include <algorithm>

namespace gf {

namespace {

constexpr int whileTyping = 300; ///< milliseconds
constexpr int fieldLines = 4;

/// A cell of the table: what stands in it, a line each.
struct BatchCell {
    QString word, number;
    bool kept = true;
};
struct BatchRow {
    QString name;
    std::vector<BatchCell> cells;
};

/// A sequence as the model reads it: words, their ids, and whether they are kept.
BatchRow readRow(const Trace& trace, const QString& name, const Tokens& words,
                 const std::string& sequence) {
    BatchRow row{name + '\n' + OwnBatchWindow::tr("id") + '\n' + OwnBatchWindow::tr("keep"), {}};
    const Tensor* const ids = trace.find(sequence + ".ids");
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto place = static_cast<Index>(i);
        row.cells.push_back({oneLine(tokenText(words[i])),
                             ids ? QString::number((*ids)[place]) : QString(),
                             trace.keeps(sequence, place)});
    }
    return row;
}

BatchRow lossRow(const Trace& trace, const QString& name) {
    BatchRow row{name + '\n' + OwnBatchWindow::tr("loss") + '\n' + OwnBatchWindow::tr("keep"), {}};
    const std::vector<TokenLoss> losses = tokenLosses(trace);
    for (std::size_t i = 0; i < std::min(losses.size(), trace.labels.size()); ++i)
        row.cells.push_back(
            {oneLine(tokenText(trace.labels[i])), numberText(losses[i].loss, 3), losses[i].counts});
    return row;
}

std::vector<BatchRow> rowsOf(const news::OwnBatch& batch) {
    std::vector<BatchRow> rows;
    for (std::size_t i = 0; i < batch.examples.size(); ++i) {
        const Trace& trace = *batch.examples[i];
        const QString number = QString::number(i + 1);
        const bool both = !trace.sourceTokens.empty() && !trace.targetTokens.empty();
        if (!trace.sourceTokens.empty())
            rows.push_back(readRow(trace, OwnBatchWindow::tr("%1 source").arg(number),
                                   trace.sourceTokens, "source"));
        if (!trace.targetTokens.empty())
            rows.push_back(readRow(trace,
                                   both ? OwnBatchWindow::tr("%1 target").arg(number)
                                        : OwnBatchWindow::tr("%1 text").arg(number),
                                   trace.targetTokens, "target"));
        rows.push_back(lossRow(trace, OwnBatchWindow::tr("%1 label").arg(number)));
    }
    return rows;
}

/// What hides keys from queries in one attention: 1 where nothing does.
HeatmapData maskOf(const Trace& trace, NodeId node, const QString& title) {
    HeatmapData data = heatmapOf(trace, node);
    data.title = title;
    data.scale = HeatmapData::Scale::Sequential;
    data.range = {{0, 1}};
    for (std::size_t i = 0; i < data.values.size(); ++i)
        data.values[i] = data.hidden.empty() || data.hidden[i] == Hidden::No ? 1 : 0;
    return data;
}

/// Steps in which an attention of a first layer is masked: those above have the same masks.
bool showsMask(const Node& node) {
    return node.role == Role::Forward && node.relation == Relation::Own &&
           node.scope.isAttention() && node.part == "masked" && node.scope.layer() <= 0;
}

} // namespace

OwnBatchWindow::OwnBatchWindow(QWidget* parent)
    : QDialog(parent), m_lines(new QPlainTextEdit(this)), m_problem(new ProblemLabel(this)),
      m_summary(new PlainLabel(this)), m_table(new QTableWidget(this)),
      m_attention(new QComboBox(this)), m_row(new QHBoxLayout), m_legend(new MaskLegend(this)) {
    setWindowTitle(tr("Sentences of your own in one batch"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    auto* about = new PlainLabel(tr("A sentence a line; where the model reads a source and says a "
                                    "target, a tab between them."),
                                 this);
    about->setWordWrap(true);
    about->setBuddy(m_lines);
    m_lines->setObjectName(QStringLiteral("batchLines"));
    m_lines->setAccessibleName(tr("Sentences of the batch, one a line"));
    m_lines->setFont(fixedFont());
    m_lines->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_lines->setTabStopDistance(m_lines->fontMetrics().averageCharWidth() * 24.0);
    m_lines->setFixedHeight(m_lines->fontMetrics().lineSpacing() * fieldLines + 14);
    m_problem->setObjectName(QStringLiteral("batchProblem"));
    m_summary->setObjectName(QStringLiteral("batchLosses"));
    m_summary->setWordWrap(true);
    m_table->setObjectName(QStringLiteral("ownBatchTable"));
    m_table->setAccessibleName(tr("Tokens, ids, keep-masks and losses of the batch"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignCenter);
    m_attention->setObjectName(QStringLiteral("batchAttention"));
    m_attention->setAccessibleName(tr("Attention whose masks are shown"));
    m_attention->setSizeAdjustPolicy(QComboBox::AdjustToContents);

    auto* maskHead = new QHBoxLayout;
    auto* label = new PlainLabel(tr("Masks of"), this);
    label->setBuddy(m_attention);
    maskHead->addWidget(label);
    maskHead->addWidget(m_attention);
    maskHead->addWidget(m_legend);
    maskHead->addStretch(1);
    auto* masks = new QWidget(this);
    auto* maskRows = new QVBoxLayout(masks);
    maskRows->setContentsMargins(0, 0, 0, 0);
    maskRows->addLayout(maskHead);
    maskRows->addLayout(m_row, 1);
    auto* halves = new QSplitter(Qt::Vertical, this);
    halves->addWidget(m_table);
    halves->addWidget(masks);
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 1);
    halves->setChildrenCollapsible(false);
    halves->setSizes({1000, 1000}); // half of the room each, whatever it is
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(about);
    rows->addWidget(m_lines);
    rows->addWidget(m_problem);
    rows->addWidget(m_summary);
    rows->addWidget(halves, 1);
    resize(QSize(1000, 760).boundedTo(screen()->availableGeometry().size() * 9 / 10));
    m_pause.setSingleShot(true);
    m_pause.setInterval(whileTyping);
    connect(m_lines, &QPlainTextEdit::textChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&m_pause, &QTimer::timeout, this, [this] { emit edited(lines()); });
    connect(m_attention, &QComboBox::currentIndexChanged, this, &OwnBatchWindow::showMasks);
    m_lines->setFocus();
}

QString OwnBatchWindow::lines() const {
    return m_lines->toPlainText();
}

void OwnBatchWindow::setLines(const QString& lines) {
    if (lines == this->lines())
        return;
    m_lines->setPlainText(lines);
    m_pause.stop();
}

void OwnBatchWindow::show(const news::OwnBatch& batch) {
    m_batch = batch;
    const QString& problem = batch.problem;
    m_problem->setProblem(batch.line > 0 && !problem.isEmpty()
                              ? tr("Line %1: %2").arg(batch.line).arg(problem)
                              : problem);
    const BatchLosses losses = batchLosses(batch.examples);
    m_summary->setText(
        losses.labels == 0
            ? QString()
            : tr("Mean loss %1 over the %2 labels that the mask keeps; %3 over all %4 places, if "
                 "padding counted as a word to be said.")
                  .arg(numberText(losses.masked, 4))
                  .arg(losses.labels)
                  .arg(numberText(losses.unmasked, 4))
                  .arg(losses.places));
    fill();
    listAttentions();
    showMasks();
}

void OwnBatchWindow::fill() {
    const Theme theme = Theme::of(palette());
    const std::vector<BatchRow> rows = rowsOf(m_batch);
    std::size_t columns = 0;
    for (const BatchRow& row : rows)
        columns = std::max(columns, row.cells.size());
    m_table->clear();
    m_table->setRowCount(static_cast<int>(rows.size()));
    m_table->setColumnCount(static_cast<int>(columns));
    for (int r = 0; r < m_table->rowCount(); ++r) {
        const BatchRow& row = rows[static_cast<std::size_t>(r)];
        m_table->setVerticalHeaderItem(r, new QTableWidgetItem(row.name));
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            const BatchCell& cell = row.cells[c];
            auto* item = new QTableWidgetItem(cell.word + '\n' + cell.number + '\n' +
                                              QLatin1Char(cell.kept ? '1' : '0'));
            item->setTextAlignment(Qt::AlignCenter);
            if (!cell.kept) {
                item->setBackground(QBrush(theme.border, Qt::FDiagPattern));
                item->setForeground(theme.mutedText);
            }
            m_table->setItem(r, static_cast<int>(c), item);
        }
    }
    m_table->resizeColumnsToContents();
    m_table->resizeRowsToContents();
}

/// Of the model that is shown; what was chosen stays where it is there.
void OwnBatchWindow::listAttentions() {
    const QSignalBlocker quiet(m_attention);
    const QString chosen = m_attention->currentData().toString();
    m_attention->clear();
    if (!m_batch.examples.empty())
        for (const Node& node : m_batch.examples.front()->graph->nodes())
            if (showsMask(node))
                m_attention->addItem(titleOf(node.scope), QString::fromStdString(node.name));
    m_attention->setCurrentIndex(std::max(0, m_attention->findData(chosen)));
    m_attention->parentWidget()->setVisible(m_attention->count() > 0);
}

void OwnBatchWindow::showMasks() {
    const std::string name = m_attention->currentData().toString().toStdString();
    const std::size_t count = name.empty() ? 0 : m_batch.examples.size();
    while (m_masks.size() > count) {
        delete m_masks.back();
        m_masks.pop_back();
    }
    std::vector<Hidden> hidden;
    for (std::size_t i = 0; i < count; ++i) {
        if (i == m_masks.size()) {
            m_masks.push_back(new HeatmapView(this));
            m_masks.back()->setParts(allHeatmapParts & ~HeatmapParts(HeatmapPart::ColourBar) &
                                     ~HeatmapParts(HeatmapPart::AxisTitles));
            m_row->addWidget(m_masks.back(), 1);
        }
        const Trace& trace = *m_batch.examples[i];
        HeatmapData mask = maskOf(trace, trace.graph->find(name), QString::number(i + 1));
        addMasks(hidden, masksIn(mask));
        m_masks[i]->setAccessibleName(tr("Mask of sentence %1").arg(i + 1));
        m_masks[i]->setData(std::move(mask));
    }
    m_legend->setMasks(hidden);
}

} // namespace gf
