// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lecture_dialog.h"

#include "ui/language/plain_text.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStringList>
#include <QVBoxLayout>

namespace gf {

LectureDialog::LectureDialog(LectureText lecture, QWidget* parent)
    : QDialog(parent), m_before(std::move(lecture)), m_list(new QListWidget(this)) {
    setWindowTitle(tr("Pages of the lecture"));
    m_list->setObjectName(QStringLiteral("pages"));
    m_list->setAccessibleName(windowTitle());
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    for (std::size_t page = 0; page < m_before.pages.size(); ++page) {
        auto* item = new QListWidgetItem(m_before.pages[page].title, m_list);
        item->setData(Qt::UserRole, static_cast<int>(page));
        item->setFlags((item->flags() | Qt::ItemIsEditable) & ~Qt::ItemIsDropEnabled);
    }
    auto* hint = new PlainLabel(
        tr("Drag pages into another order; a double click or F2 names one anew."), this);
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto* moves = new QVBoxLayout;
    const auto add = [&](const QString& words, const char* name, auto act) {
        auto* button = new QPushButton(words, this);
        button->setObjectName(QLatin1String(name));
        connect(button, &QPushButton::clicked, this, act);
        moves->addWidget(button);
        return button;
    };
    m_up = add(tr("&Up"), "up", [this] { move(-1); });
    m_down = add(tr("&Down"), "down", [this] { move(1); });
    auto* rename =
        add(tr("Re&name"), "rename", [this] { m_list->editItem(m_list->currentItem()); });
    m_remove = add(tr("&Take out"), "remove", [this] { remove(); });
    rename->setAutoDefault(false);
    moves->addStretch(1);
    auto* halves = new QHBoxLayout;
    halves->addWidget(m_list, 1);
    halves->addLayout(moves);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(hint);
    rows->addLayout(halves, 1);
    rows->addWidget(buttons);
    connect(m_list, &QListWidget::currentRowChanged, this, &LectureDialog::refresh);
    m_list->setCurrentRow(0);
    refresh();
    resize(520, 420);
}

/// A title that is none stays what it was.
LectureText LectureDialog::lecture() const {
    LectureText lecture{m_before.head, {}};
    for (int row = 0; row < m_list->count(); ++row) {
        const QListWidgetItem* item = m_list->item(row);
        LectureText::Page page = m_before.pages[item->data(Qt::UserRole).toInt()];
        if (item->text() != page.title)
            if (const QString title = plainTitle(item->text()); !title.isEmpty())
                page.title = title;
        lecture.pages.push_back(page);
    }
    return lecture;
}

void LectureDialog::move(int by) {
    const int row = m_list->currentRow();
    if (row < 0 || row + by < 0 || row + by >= m_list->count())
        return;
    QListWidgetItem* item = m_list->takeItem(row);
    m_list->insertItem(row + by, item);
    m_list->setCurrentRow(row + by);
    refresh();
}

/// One page stays.
void LectureDialog::remove() {
    if (m_list->count() > 1)
        delete m_list->takeItem(m_list->currentRow());
    refresh();
}

void LectureDialog::refresh() {
    const int row = m_list->currentRow();
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_list->count());
    m_remove->setEnabled(m_list->count() > 1);
}

namespace {

const QString titleMark = QStringLiteral("## ");
const QString pageEnd = QStringLiteral("---");
const QString fence = QStringLiteral("```");

QString trimmedEnd(QString text) {
    while (text.endsWith(QLatin1Char('\n')) || text.endsWith(QLatin1Char('\r')))
        text.chop(1);
    return text;
}

} // namespace

QString plainTitle(QString title) {
    constexpr qsizetype longest = 60;
    for (const char mark : {'`', '$', '{', '}', '<', '>', '[', ']', '\\', '&'})
        title.remove(QLatin1Char(mark));
    return title.simplified().left(longest).trimmed();
}

LectureText LectureText::of(const QString& text) {
    LectureText lecture;
    bool isInBlock = false;
    bool awaitsTitle = true;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        const QString plain = line.endsWith(QLatin1Char('\r')) ? line.chopped(1) : line;
        if (!isInBlock && awaitsTitle && plain.startsWith(titleMark)) {
            lecture.pages.push_back({plain.mid(titleMark.size()), {}});
            awaitsTitle = false;
            continue;
        }
        if (!isInBlock && plain == pageEnd && !lecture.pages.empty()) {
            awaitsTitle = true;
            continue;
        }
        if (isInBlock)
            isInBlock = plain != fence;
        else
            isInBlock = plain.startsWith(fence);
        if (awaitsTitle && !lecture.pages.empty())
            continue; // blank lines between two pages
        (lecture.pages.empty() ? lecture.head : lecture.pages.back().rest) += line + '\n';
    }
    return lecture;
}

void LectureText::Page::show(QJsonObject scene) {
    const QString begin = fence + QStringLiteral("scene\n");
    qsizetype at = rest.startsWith(begin) ? 0 : rest.lastIndexOf(QLatin1Char('\n') + begin) + 1;
    const bool isThere = rest.mid(at).startsWith(begin);
    qsizetype end = rest.indexOf(QLatin1Char('\n') + fence, at);
    if (isThere && end >= 0) {
        const qsizetype inside = at + begin.size();
        const QJsonObject before =
            QJsonDocument::fromJson(rest.mid(inside, end - inside).toUtf8()).object();
        for (const char* kept : {"id", "hide"})
            if (const auto found = before.find(QLatin1String(kept)); found != before.end())
                scene[QLatin1String(kept)] = *found;
        end += 1 + fence.size();
    } else {
        at = end = 0;
    }
    const QString block = begin +
                          QString::fromUtf8(QJsonDocument(scene).toJson(QJsonDocument::Compact)) +
                          QLatin1Char('\n') + fence;
    rest.replace(at, end - at, isThere ? block : QLatin1Char('\n') + block + QStringLiteral("\n"));
}

QString LectureText::text() const {
    QStringList parts;
    for (const Page& page : pages)
        parts += titleMark + page.title + QLatin1Char('\n') + trimmedEnd(page.rest);
    return trimmedEnd(head) + QStringLiteral("\n\n") +
           parts.join(QStringLiteral("\n\n%1\n\n").arg(pageEnd)) + QLatin1Char('\n');
}

} // namespace gf
