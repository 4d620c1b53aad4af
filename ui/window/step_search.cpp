// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/step_search.h"

#include "ui/language/plain_text.h"
#include "ui/lesson/course_list.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCompleter>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include <algorithm>

namespace gf {

namespace {

constexpr int noteRole = Qt::UserRole;
constexpr int gap = 24;   ///< between a title and its note
constexpr int margin = 6; ///< at the right

/// A row of the list: the title, and at the right end what it is.
class EntryDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const int note = option.fontMetrics.horizontalAdvance(index.data(noteRole).toString());
        return QStyledItemDelegate::sizeHint(option, index) + QSize(gap + note + margin, 4);
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyleOptionViewItem row = option;
        initStyleOption(&row, index);
        const QString note = index.data(noteRole).toString();
        const int width = row.fontMetrics.horizontalAdvance(note) + margin;
        const QString title = row.text;
        row.text.clear();
        const QStyle* style = row.widget ? row.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &row, painter, row.widget);
        const bool marked = row.state.testFlag(QStyle::State_Selected);
        const auto group =
            row.state.testFlag(QStyle::State_Enabled) ? QPalette::Normal : QPalette::Disabled;
        painter->save();
        painter->setFont(row.font);
        const QRect room = row.rect.adjusted(margin, 0, 0, 0);
        painter->setPen(
            row.palette.color(group, marked ? QPalette::HighlightedText : QPalette::Text));
        const QRect left = room.adjusted(0, 0, -width - gap / 2, 0);
        painter->drawText(left, Qt::AlignLeft | Qt::AlignVCenter,
                          row.fontMetrics.elidedText(title, Qt::ElideMiddle, left.width()));
        if (!marked)
            painter->setPen(row.palette.color(group, QPalette::PlaceholderText));
        painter->drawText(room.adjusted(0, 0, -margin, 0), Qt::AlignRight | Qt::AlignVCenter, note);
        painter->restore();
    }
};

} // namespace

StepSearch::StepSearch(QWidget* parent)
    : QLineEdit(parent), m_proposals(new QStandardItemModel(this)) {
    setPlaceholderText(tr("Operation, term, command…"));
    setAccessibleName(tr("Find an operation, a term or a command"));
    setClearButtonEnabled(true);
    auto* completer = new QCompleter(m_proposals, this);
    // The proposals are already the right ones in the right order.
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer->setMaxVisibleItems(18);
    setCompleter(completer);
    completer->popup()->setItemDelegate(new EntryDelegate(completer));
    completer->popup()->installEventFilter(this);
    connect(this, &QLineEdit::textEdited, this, &StepSearch::propose);
    // After the completer has shown its list.
    connect(this, &QLineEdit::textEdited, this, &StepSearch::markFirst, Qt::QueuedConnection);
    connect(this, &QLineEdit::returnPressed, this, &StepSearch::chooseFirst);
    // To the list, not to the field: a field that loses the focus cuts what its completer says to
    // it.
    connect(completer, qOverload<const QModelIndex&>(&QCompleter::activated), m_proposals,
            [this](const QModelIndex& index) { choose(index); });
    // After the completer has put the title into the field.
    connect(this, &StepSearch::termChosen, this, &QLineEdit::clear, Qt::QueuedConnection);
    connect(this, &StepSearch::chosen, this, &QLineEdit::clear, Qt::QueuedConnection);
    connect(this, &StepSearch::drawingChosen, this, &QLineEdit::clear, Qt::QueuedConnection);
    connect(this, &StepSearch::labChosen, this, &QLineEdit::clear, Qt::QueuedConnection);
    connect(this, &StepSearch::lessonChosen, this, &QLineEdit::clear, Qt::QueuedConnection);
    connect(this, &StepSearch::commandChosen, this, &QLineEdit::clear, Qt::QueuedConnection);
    connect(this, &StepSearch::walkChosen, this, &QLineEdit::clear, Qt::QueuedConnection);
}

void StepSearch::setSteps(const Steps& steps) {
    m_steps = steps;
    m_proposals->clear();
    m_found.clear();
}

void StepSearch::propose(const QString& text) {
    m_proposals->clear();
    if (!m_glossary) {
        m_glossary.emplace();
        m_lessons = courseLessons();
    }
    m_found = searchAll({m_steps, *m_glossary, m_lessons}, text);
    for (const SearchEntry& entry : m_found) {
        auto* item = new QStandardItem(entry.title);
        item->setToolTip(plainTip(entry.tip));
        item->setData(entry.note, noteRole);
        item->setData(entry.note, Qt::AccessibleDescriptionRole);
        item->setEnabled(canChoose(entry));
        m_proposals->appendRow(item);
    }
    fitList();
}

/// As wide as its entries, but no wider than the window.
void StepSearch::fitList() {
    QAbstractItemView* list = completer()->popup();
    const int widest = list->sizeHintForColumn(0) + list->verticalScrollBar()->sizeHint().width() +
                       2 * list->frameWidth();
    list->setMinimumWidth(std::clamp(widest, width(), std::max(width(), window()->width() - 20)));
}

/// The completer begins the list where the field begins; this one ends where the field ends, so
/// that it stays within the window.
bool StepSearch::eventFilter(QObject* watched, QEvent* event) {
    QWidget* list = completer()->popup();
    const bool placed = event->type() == QEvent::Move || event->type() == QEvent::Resize ||
                        event->type() == QEvent::Show;
    if (watched == list && placed) {
        const int end = mapToGlobal(QPoint(width(), 0)).x();
        const int x = std::max(window()->mapToGlobal(QPoint(0, 0)).x(), end - list->width());
        if (list->x() != x)
            list->move(x, list->y());
    }
    const bool key = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (watched == list && key && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        if (event->type() == QEvent::KeyPress)
            list->hide();
        return true;
    }
    return QLineEdit::eventFilter(watched, event);
}

bool StepSearch::canChoose(const SearchEntry& entry) const {
    switch (entry.kind) {
    case SearchEntry::Kind::Nothing:
        return false;
    case SearchEntry::Kind::WalkStep:
    case SearchEntry::Kind::Command: {
        const QAction* action = m_commands ? (*m_commands)[entry.command] : nullptr;
        return !action || action->isEnabled();
    }
    default:
        return true;
    }
}

int StepSearch::firstRow() const {
    for (int row = 0; row < m_proposals->rowCount(); ++row)
        if (m_proposals->item(row)->isEnabled())
            return row;
    return -1;
}

/// Return takes the best proposal. The list's signals are held back, because the field would
/// otherwise replace what is being typed by the proposal's title.
void StepSearch::markFirst() {
    QAbstractItemView* list = completer()->popup();
    const bool nothing =
        !m_found.empty() && m_found.front().kind == SearchEntry::Kind::Nothing; // nor is it meant
    if (!list->isVisible() || list->currentIndex().isValid() || firstRow() < 0 || nothing)
        return;
    const QSignalBlocker quiet(list->selectionModel());
    list->setCurrentIndex(completer()->completionModel()->index(firstRow(), 0));
    list->viewport()->update();
}

void StepSearch::choose(const QModelIndex& index) {
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_found.size())
        return;
    const SearchEntry entry = m_found[index.row()];
    if (!canChoose(entry))
        return;
    switch (entry.kind) {
    case SearchEntry::Kind::Step:
        emit chosen(entry.step, entry.gradient);
        return;
    case SearchEntry::Kind::Drawing:
        emit drawingChosen(entry.step, entry.gradient, entry.view);
        return;
    case SearchEntry::Kind::Lab:
        emit labChosen(entry.lab);
        return;
    case SearchEntry::Kind::Lesson:
        emit lessonChosen(entry.lesson);
        return;
    case SearchEntry::Kind::Term:
        emit termChosen(entry.term);
        return;
    case SearchEntry::Kind::WalkStep:
        emit walkChosen(entry.step);
        return;
    default:
        emit commandChosen(entry.command);
    }
}

/// What is marked in an open list is chosen by the completer.
void StepSearch::chooseFirst() {
    const QAbstractItemView* list = completer()->popup();
    if (list->isVisible() && list->currentIndex().isValid())
        return;
    if (m_found.empty() || m_found.front().kind == SearchEntry::Kind::Nothing)
        return;
    if (const int row = firstRow(); row >= 0)
        choose(m_proposals->index(row, 0));
}

} // namespace gf
