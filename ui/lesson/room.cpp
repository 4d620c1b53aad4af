// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/room.h"

#include "ui/language/tr.h"
#include "ui/lesson/lesson_words.h"

#include <algorithm>
#include <numeric>

namespace gf {

namespace {

QString plain(const Lesson& lesson, const std::string& words, int line) {
    return lessonPlain(lesson, {line, words}, [](const LessonClaim& claim) { return claim.value; });
}

/// As RFC 4180 has it; what a spreadsheet would take for a formula has an apostrophe in front.
QString field(QString text) {
    if (!text.isEmpty() && QStringLiteral("=+-@'\t\r").contains(text.front()))
        text.prepend(QLatin1Char('\''));
    return QStringLiteral("\"%1\"").arg(text.replace(QLatin1Char('"'), QLatin1String("\"\"")));
}

std::size_t placeOf(Room::When when) {
    return when == Room::When::Before ? 0 : 1;
}

} // namespace

Room::Room(std::shared_ptr<const Lesson> lesson) : m_lesson(std::move(lesson)) {
    for (const LessonQuestion* question : blocksOf<LessonQuestion>(*m_lesson))
        if (question->kind == LessonQuestion::Kind::Choice) {
            m_questions.push_back(question);
            const QVector<int> none(static_cast<qsizetype>(question->answers.size()), 0);
            m_counts[fromText(question->id)] = {none, none};
        }
}

int Room::count(const LessonQuestion& question, std::size_t answer, When when) const {
    return m_counts.value(fromText(question.id))[placeOf(when)].value(
        static_cast<qsizetype>(answer));
}

void Room::setCount(const LessonQuestion& question, std::size_t answer, When when, int count) {
    m_counts[fromText(question.id)][placeOf(when)][static_cast<qsizetype>(answer)] =
        std::clamp(count, 0, most);
}

int Room::total(const LessonQuestion& question, When when) const {
    const QVector<int> counts = m_counts.value(fromText(question.id))[placeOf(when)];
    return std::accumulate(counts.begin(), counts.end(), 0);
}

void Room::add(const LessonAnswers& answers, When when) {
    for (const LessonQuestion* question : m_questions)
        if (const auto said = answers.chosen.find(question->id); said != answers.chosen.end()) {
            const auto answer = static_cast<std::size_t>(said->second);
            setCount(*question, answer, when, count(*question, answer, when) + 1);
        }
}

QByteArray Room::csv() const {
    QString text = QStringLiteral("question,answer,right,before,after\n");
    for (const LessonQuestion* question : m_questions)
        for (std::size_t i = 0; i < question->answers.size(); ++i) {
            const LessonAnswer& answer = question->answers[i];
            text += field(plain(*m_lesson, question->ask, question->line)) + ',' +
                    field(plain(*m_lesson, answer.text, question->line)) + ',' +
                    (answer.right ? '1' : '0') + ',' +
                    QString::number(count(*question, i, When::Before)) + ',' +
                    QString::number(count(*question, i, When::After)) + '\n';
        }
    return text.toUtf8();
}

} // namespace gf
