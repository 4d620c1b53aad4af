// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/step_search.h"

#include "ui/language/plain_text.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QItemSelectionModel>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>

namespace gf {

namespace {

enum ProposalRole { StepRole = Qt::UserRole, GradientRole };

} // namespace

StepSearch::StepSearch(QWidget* parent)
    : QLineEdit(parent), m_proposals(new QStandardItemModel(this)) {
    setPlaceholderText(tr("Find a step…"));
    setAccessibleName(tr("Find a step"));
    setClearButtonEnabled(true);
    auto* completer = new QCompleter(m_proposals, this);
    // The proposals are already the right ones in the right order.
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer->setMaxVisibleItems(14);
    setCompleter(completer);
    connect(this, &QLineEdit::textEdited, this, &StepSearch::propose);
    // After the completer has shown its list.
    connect(this, &QLineEdit::textEdited, this, &StepSearch::markFirst, Qt::QueuedConnection);
    connect(this, &QLineEdit::returnPressed, this, &StepSearch::chooseFirst);
    connect(completer, qOverload<const QModelIndex&>(&QCompleter::activated), this,
            &StepSearch::choose);
    // After the completer has put the title into the field.
    connect(this, &StepSearch::chosen, this, &QLineEdit::clear, Qt::QueuedConnection);
}

void StepSearch::setSteps(const Steps* steps) {
    m_steps = steps;
    m_proposals->clear();
}

void StepSearch::propose(const QString& text) {
    m_proposals->clear();
    if (!m_steps)
        return;
    for (const Step* step : m_steps->search(text)) {
        auto* item = new QStandardItem(step->title);
        item->setToolTip(plainTip(step->step));
        item->setData(step->step, StepRole);
        item->setData(step->gradient, GradientRole);
        m_proposals->appendRow(item);
    }
    const int widest = completer()->popup()->sizeHintForColumn(0);
    completer()->popup()->setMinimumWidth(std::max(width(), std::min(widest + 30, 520)));
}

/// Return takes the best proposal. The list's signals are held back, because the field would
/// otherwise replace what is being typed by the proposal's title.
void StepSearch::markFirst() {
    QAbstractItemView* list = completer()->popup();
    if (!list->isVisible() || list->currentIndex().isValid() || m_proposals->rowCount() == 0)
        return;
    const QSignalBlocker quiet(list->selectionModel());
    list->setCurrentIndex(completer()->completionModel()->index(0, 0));
    list->viewport()->update();
}

void StepSearch::choose(const QModelIndex& index) {
    if (!index.isValid())
        return;
    emit chosen(index.data(StepRole).toString(), index.data(GradientRole).toBool());
}

void StepSearch::chooseFirst() {
    if (m_proposals->rowCount() > 0)
        choose(m_proposals->index(0, 0));
}

} // namespace gf
