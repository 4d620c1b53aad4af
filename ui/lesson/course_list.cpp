// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/course_list.h"

#include "core/lesson/course.h"
#include "core/lesson/read_lesson.h"
#include "ui/language/language.h"
#include "ui/lesson/lesson_sitting.h"
#include "ui/theme/presented_text.h"
#include "ui/theme/theme.h"
#include "ui/theme/type_scale.h"

#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace gf {

namespace {

constexpr int ideaRole = Qt::UserRole + 1;
constexpr int farRole = Qt::UserRole + 2;

/// Title, what is learnt, minutes and how far one has come, on a ground of its own.
class LessonCard final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const auto* list = static_cast<const QAbstractItemView*>(option.widget);
        const int width = list->viewport()->width() - gridUnit;
        return {width, draw(nullptr, QRect(0, 0, width, 0), option, index) + gridUnit};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Theme theme = Theme::of(option.palette);
        const bool selected = option.state & QStyle::State_Selected;
        const bool under = option.state & QStyle::State_MouseOver;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setBrush(theme.raised);
        painter->setPen(selected || under ? QPen(theme.selection, selected ? 2 : 1)
                                          : QPen(theme.border, 1));
        const QRect area = option.rect.adjusted(1, 1, -1, -gridUnit);
        painter->drawRoundedRect(area, gridUnit, gridUnit);
        draw(painter, option.rect, option, index);
        painter->restore();
    }

private:
    /// Draws the words, or measures them alone; the height that they take.
    static int draw(QPainter* painter, const QRect& area, const QStyleOptionViewItem& option,
                    const QModelIndex& index) {
        constexpr int inside = 3 * gridUnit;
        const Theme theme = Theme::of(option.palette);
        QRect room = area.adjusted(inside, 2 * gridUnit, -inside, 0);
        room.setHeight(10'000);
        const auto add = [&](int role, double size, bool bold, const QColor& colour) {
            QFont font = scaledFont(option.font, size);
            font.setBold(bold);
            const QString words = index.data(role).toString();
            const QRect taken = QFontMetrics(font).boundingRect(room, Qt::TextWordWrap, words);
            if (painter) {
                painter->setFont(font);
                painter->setPen(colour);
                painter->drawText(room, Qt::TextWordWrap, words);
            }
            room.setTop(taken.bottom() + gridUnit);
        };
        add(Qt::DisplayRole, type::text, true, theme.text);
        add(ideaRole, type::text, false, theme.text);
        add(farRole, type::small, false, theme.mutedText);
        return room.top() + gridUnit - area.top();
    }
};

} // namespace

std::vector<std::shared_ptr<const Lesson>> courseLessons() {
    const std::string language = textLanguage().toStdString();
    std::vector<std::shared_ptr<const Lesson>> lessons;
    for (const CourseText& each : courseTexts())
        if (each.language == language)
            lessons.push_back(std::make_shared<const Lesson>(parseLesson(each.name, each.text)));
    std::ranges::sort(lessons, {}, [](const auto& lesson) { return lesson->number; });
    return lessons;
}

std::shared_ptr<const Lesson> courseLesson(const QString& name) {
    const CourseText* text = findCourseText(name.toStdString(), textLanguage().toStdString());
    return text ? std::make_shared<const Lesson>(parseLesson(text->name, text->text)) : nullptr;
}

CourseList::CourseList(QWidget* parent) : QListWidget(parent) {
    setObjectName(QStringLiteral("courseList"));
    setAccessibleName(tr("Lessons"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSpacing(gridUnit / 2);
    setVerticalScrollMode(ScrollPerPixel);
    setItemDelegate(new LessonCard(this));
    connect(this, &QListWidget::itemActivated, this,
            [this](QListWidgetItem* item) { emit chosen(item->data(Qt::UserRole).toString()); });
    connect(this, &QListWidget::itemClicked, this,
            [this](QListWidgetItem* item) { emit chosen(item->data(Qt::UserRole).toString()); });
}

void CourseList::refresh() {
    if (m_lessons.empty()) {
        m_lessons = courseLessons();
        for (const auto& lesson : m_lessons)
            (new QListWidgetItem(this))
                ->setData(Qt::UserRole, QString::fromStdString(lesson->name));
    }
    for (int row = 0; row < count(); ++row) {
        const Lesson& lesson = *m_lessons[row];
        const QString key = QString::fromStdString(lesson.name);
        const auto questions = static_cast<int>(blocksOf<LessonQuestion>(lesson).size());
        const int answered = LessonSitting::answered(lesson, key);
        const bool isDone = answered == questions;
        const QString title = QString::fromStdString(lesson.title);
        const QString idea = QString::fromStdString(lesson.idea);
        const QString far =
            isDone         ? tr("✓ done")
            : answered > 0 ? tr("%1 of %n questions answered", nullptr, questions).arg(answered)
                           : tr("%n questions", nullptr, questions);
        item(row)->setText(QStringLiteral("%1. %2").arg(lesson.number).arg(title));
        item(row)->setData(ideaRole, idea);
        item(row)->setData(
            farRole, tr("%n minutes · %1", nullptr, static_cast<int>(lesson.minutes)).arg(far));
        item(row)->setData(Qt::AccessibleTextRole,
                           (isDone ? tr("Done: ") : QString()) +
                               QStringLiteral("%1. %2. %3").arg(lesson.number).arg(title, idea));
    }
}

void CourseList::resizeEvent(QResizeEvent* event) {
    QListWidget::resizeEvent(event);
    scheduleDelayedItemsLayout();
}

void CourseList::select(const QString& name) {
    for (int row = 0; row < count(); ++row)
        if (item(row)->data(Qt::UserRole).toString() == name)
            setCurrentRow(row);
    if (currentRow() < 0 && count() > 0)
        setCurrentRow(0);
}

void CourseList::selectAfter(const QString& name) {
    for (int row = 0; row + 1 < count(); ++row)
        if (item(row)->data(Qt::UserRole).toString() == name)
            return setCurrentRow(row + 1);
}

std::shared_ptr<const Lesson> CourseList::chosenLesson() const {
    const auto row = static_cast<std::size_t>(currentRow());
    return row < m_lessons.size() ? m_lessons[row] : nullptr;
}

QString CourseList::doneWords() const {
    const auto done = std::ranges::count_if(m_lessons, [](const auto& lesson) {
        return LessonSitting::isFinished(*lesson, QString::fromStdString(lesson->name));
    });
    return tr("%1 of %2 lessons done").arg(done).arg(m_lessons.size());
}

} // namespace gf
