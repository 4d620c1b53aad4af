// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/answers.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QVector>

#include <array>
#include <memory>
#include <vector>

namespace gf {

/// How an answer is called beside its words: A, B, C.
inline QString letterOf(std::size_t answer) {
    return QString(QLatin1Char(static_cast<char>('A' + answer)));
}

/// What the people in a room said to the questions of a lesson: how many chose which answer, before
/// and after the experiment. Nobody's name is in it. It is kept from one start of the program to
/// the next.
class ClassPoll {
public:
    enum class When { Before, After };
    static constexpr int most = 9999; ///< of one answer

    /// Rooms of the same title and the same questions are one, whichever file they come from.
    explicit ClassPoll(std::shared_ptr<const Lesson> lesson);

    const Lesson& lesson() const { return *m_lesson; }
    /// Those with answers to choose from.
    const std::vector<const LessonQuestion*>& questions() const { return m_questions; }

    int count(const LessonQuestion& question, std::size_t answer, When when) const;
    void setCount(const LessonQuestion& question, std::size_t answer, When when, int count);
    int total(const LessonQuestion& question, When when) const;
    /// Nobody has said anything.
    void clear();
    /// One person more.
    void add(const LessonAnswers& answers, When when);

    /// A line for each answer: question, answer, right, before, after.
    QByteArray csv() const;

private:
    using Counts = std::array<QVector<int>, 2>;

    QString setting(const QString& question, When when) const;

    std::shared_ptr<const Lesson> m_lesson;
    QString m_group; ///< of its settings
    std::vector<const LessonQuestion*> m_questions;
    QHash<QString, Counts> m_counts; ///< by question
};

} // namespace gf
