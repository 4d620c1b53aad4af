// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <QListWidget>

#include <memory>
#include <vector>

namespace gf {

/// The lessons of the course in the present language, by their numbers.
std::vector<std::shared_ptr<const Lesson>> courseLessons();
/// The one of this name; null where there is none.
std::shared_ptr<const Lesson> courseLesson(const QString& name);

/// The contents of the course as cards: what each lesson teaches, how long it takes and how far one
/// has come.
class CourseList : public QListWidget {
    Q_OBJECT
public:
    explicit CourseList(QWidget* parent = nullptr);

    /// Fills it at first, and shows what was done since.
    void refresh();
    void select(const QString& name);
    /// The lesson that comes after this one.
    void selectAfter(const QString& name);
    /// Null where none is selected.
    std::shared_ptr<const Lesson> chosenLesson() const;
    /// In words, of all.
    QString doneWords() const;

signals:
    void chosen(const QString& name);

protected:
    /// The words of a card take other lines.
    void resizeEvent(QResizeEvent* event) override;

private:
    std::vector<std::shared_ptr<const Lesson>> m_lessons;
};

} // namespace gf
