// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/course_list.h"

#include "core/lesson/course.h"
#include "core/lesson/read_lesson.h"
#include "ui/language/language.h"
#include "ui/lesson/lesson_sitting.h"

#include <algorithm>

namespace gf {

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
    setSpacing(2);
    connect(this, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            emit ideaChanged(QString::fromStdString(m_lessons[row]->idea));
    });
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
        const bool isDone = LessonSitting::isFinished(lesson, key);
        const QString state = isDone                        ? QStringLiteral("✓ ")
                              : LessonSitting::isBegun(key) ? QStringLiteral("… ")
                                                            : QString();
        const QString title = QString::fromStdString(lesson.title);
        const QString idea = QString::fromStdString(lesson.idea);
        item(row)->setText(QStringLiteral("%1%2. %3").arg(state).arg(lesson.number).arg(title));
        item(row)->setData(Qt::AccessibleTextRole,
                           (isDone ? tr("Done: ") : QString()) +
                               QStringLiteral("%1. %2. %3").arg(lesson.number).arg(title, idea));
    }
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
