// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/what_if_panel.h"

#include "ui/controls/shortcuts.h"
#include "ui/figure/heatmap_data.h"
#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace gf {

namespace {

/// "before → after", or the one value where both are alike.
QString fromTo(const QString& before, const QString& after) {
    return before == after ? after : QStringLiteral("%1 → %2").arg(before, after);
}

} // namespace

WhatIfPanel::WhatIfPanel(const QList<QAction*>& actions, QWidget* parent)
    : QWidget(parent), m_list(new QListWidget(this)), m_summary(new PlainLabel(this)),
      m_rows(new QTableWidget(0, 4, this)) {
    m_list->setAccessibleName(tr("Changes that hold"));
    m_list->setToolTip(tr("Return goes there, Delete takes it back"));
    m_list->setWordWrap(true);
    m_list->setUniformItemSizes(false);
    // As high as what it lists, and both can be lower: this place is not to take others' room.
    m_list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_list->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    const int line = fontMetrics().height() + 6;
    m_list->setMinimumHeight(2 * line); // most changes take two lines of a narrow place
    m_rows->setMinimumHeight(3 * line);
    m_list->installEventFilter(this);
    connect(m_list, &QListWidget::itemActivated, this,
            [this](QListWidgetItem* item) { emit chosen(m_list->row(item)); });
    connect(m_list, &QListWidget::itemClicked, this,
            [this](QListWidgetItem* item) { emit chosen(m_list->row(item)); });
    auto* buttons = new QHBoxLayout;
    for (QAction* action : actions) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        buttons->addWidget(button);
    }
    buttons->addStretch();

    m_summary->setWordWrap(true);
    m_rows->setAccessibleName(tr("What the changes do to the output"));
    m_rows->setHorizontalHeaderLabels({tr("after"), tr("predicts"), tr("p"), tr("logit")});
    m_rows->horizontalHeaderItem(2)->setToolTip(
        tr("Probability of the right word, before → after"));
    m_rows->horizontalHeaderItem(3)->setToolTip(tr("Logit of the right word, before → after"));
    // Never wider than the dock: the numbers break into lines instead.
    m_rows->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_rows->verticalHeader()->hide();
    m_rows->verticalHeader()->setMinimumSectionSize(line);
    m_rows->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_rows->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    for (const int numbers : {2, 3})
        m_rows->horizontalHeader()->setSectionResizeMode(numbers, QHeaderView::Stretch);
    m_rows->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_rows->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_rows->setTabKeyNavigation(false);
    connect(m_rows, &QTableWidget::cellActivated, this, [this](int row) {
        emit rowChosen(m_rows->item(row, 0)->data(Qt::UserRole).toLongLong());
    });

    auto* column = new QVBoxLayout(this);
    column->addWidget(m_list);
    column->addLayout(buttons);
    column->addWidget(m_summary);
    column->addWidget(m_rows, 1);
    setChanges({});
    setEffect({});
}

void WhatIfPanel::setChanges(const QStringList& changes) {
    const int row = m_list->currentRow();
    m_list->clear();
    m_list->addItems(changes);
    m_list->setVisible(!changes.isEmpty());
    m_list->setCurrentRow(std::min<int>(std::max(row, 0), m_list->count() - 1));
}

void WhatIfPanel::setEffect(const std::optional<Effect>& effect) {
    m_rows->setVisible(effect.has_value() && !effect->rows.empty());
    if (!effect) {
        m_summary->setText(withCommands(
            tr("Nothing is changed. Right-click a cell, or ask with {change}, to mute its head, "
               "set a number, hide a key or change the temperature; everything after it is "
               "computed again.")));
        return;
    }
    m_summary->setText(
        effect->lossBefore && effect->lossAfter
            ? tr("Loss %1 → %2. The largest changes of the output:")
                  .arg(numberText(*effect->lossBefore, 4), numberText(*effect->lossAfter, 4))
            : tr("The largest changes of the output:"));
    m_rows->setRowCount(static_cast<int>(effect->rows.size()));
    for (int i = 0; i < m_rows->rowCount(); ++i) {
        const RowEffect& row = effect->rows[i];
        const QString word = tokenText(row.word);
        const QStringList texts = {
            tokenText(row.token), fromTo(tokenText(row.predictedBefore), tokenText(row.predicted)),
            tr("“%1” %2").arg(word, fromTo(numberText(row.before, 3), numberText(row.after, 3))),
            fromTo(numberText(row.logitBefore, 3), numberText(row.logitAfter, 3))};
        for (int column = 0; column < texts.size(); ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            item->setData(Qt::UserRole, static_cast<qlonglong>(row.row));
            QFont font = item->font();
            font.setBold(column == 1 && row.predicted != row.predictedBefore);
            item->setFont(font);
            m_rows->setItem(i, column, item);
        }
    }
}

bool WhatIfPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_list && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete && m_list->currentRow() >= 0) {
        emit takenBack(m_list->currentRow());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace gf
