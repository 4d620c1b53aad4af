// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/glossary/glossary_dialog.h"

#include "ui/language/plain_text.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QSplitter>
#include <QVBoxLayout>

namespace gf {

GlossaryDialog::GlossaryDialog(QWidget* parent)
    : QDialog(parent), m_search(new QLineEdit(this)), m_list(new QListWidget(this)),
      m_text(new PageView(this)) {
    setWindowTitle(tr("Glossary"));
    m_search->setPlaceholderText(tr("Find a term…"));
    m_search->setAccessibleName(tr("Find a term"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_list->setAccessibleName(tr("Terms"));
    m_list->setObjectName(QStringLiteral("terms"));
    m_text->setAccessibleName(tr("Definition"));
    m_text->setObjectName(QStringLiteral("definition"));
    m_text->document()->setDocumentMargin(12);

    auto* halves = new QSplitter(Qt::Horizontal, this);
    halves->addWidget(m_list);
    halves->addWidget(m_text);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setSpacing(1);
    halves->setChildrenCollapsible(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(m_search);
    rows->addWidget(halves, 1);
    rows->addWidget(buttons);

    connect(m_search, &QLineEdit::textChanged, this, &GlossaryDialog::fill);
    connect(m_list, &QListWidget::currentItemChanged, this, &GlossaryDialog::showCurrent);
    connect(m_text, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& link) { showEntry(Glossary::idOf(link.toString())); });
    fill({});
    const int terms = m_list->sizeHintForColumn(0) + 30; // none is cut off
    halves->setSizes({terms, 450});
    resize(terms + 490, 500);
}

/// The terms that fit what is typed; the best one is shown.
void GlossaryDialog::fill(const QString& text) {
    m_list->clear();
    const QString wanted = text.trimmed();
    for (const GlossaryEntry* entry : m_glossary.search(wanted)) {
        auto* item = new QListWidgetItem(entry->term, m_list);
        item->setData(Qt::UserRole, entry->id);
    }
    if (m_list->count() > 0)
        m_list->setCurrentRow(0);
    else
        m_text->setPlainText(tr("There is no term with “%1” in it.").arg(wanted));
}

void GlossaryDialog::showEntry(const QString& id) {
    m_search->clear();
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(Qt::UserRole).toString() == id) {
            m_list->setCurrentRow(row);
            m_list->scrollToItem(m_list->item(row), QAbstractItemView::PositionAtCenter);
        }
}

QString GlossaryDialog::shown() const {
    const QListWidgetItem* item = m_list->currentItem();
    return item ? item->data(Qt::UserRole).toString() : QString();
}

void GlossaryDialog::showCurrent() {
    const GlossaryEntry* entry = m_glossary.find(shown());
    if (!entry)
        return;
    m_text->setMarkdown(
        QStringLiteral("### %1\n\n%2").arg(entry->term, m_glossary.linked(entry->text, entry->id)));
}

/// From the search field the arrows move in the list, as in any list with a search above it.
bool GlossaryDialog::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp ||
            key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace gf
