// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/class_poll.h"

#include "ui/language/tr.h"
#include "ui/lesson/lesson_words.h"

#include <QCryptographicHash>
#include <QSettings>

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

std::size_t placeOf(ClassPoll::When when) {
    return when == ClassPoll::When::Before ? 0 : 1;
}

/// By what it asks: two files may have the same name.
QString groupOf(const Lesson& lesson) {
    std::string asked = lesson.name + '/' + lesson.title;
    for (const LessonQuestion* question : blocksOf<LessonQuestion>(lesson)) {
        asked += '/' + question->id;
        for (const LessonAnswer& answer : question->answers)
            asked += ':' + answer.text;
    }
    const QByteArray hash = QCryptographicHash::hash(asked, QCryptographicHash::Sha1);
    return QStringLiteral("rooms/") + QString::fromLatin1(hash.toHex().left(16));
}

} // namespace

ClassPoll::ClassPoll(std::shared_ptr<const Lesson> lesson)
    : m_lesson(std::move(lesson)), m_group(groupOf(*m_lesson)) {
    for (const LessonQuestion* question : blocksOf<LessonQuestion>(*m_lesson))
        if (question->kind == LessonQuestion::Kind::Choice) {
            m_questions.push_back(question);
            const QString id = fromText(question->id);
            for (const When when : {When::Before, When::After}) {
                QVector<int>& counts = m_counts[id][placeOf(when)];
                counts.resize(static_cast<qsizetype>(question->answers.size()));
                const QStringList kept = QSettings().value(setting(id, when)).toStringList();
                for (qsizetype i = 0; i < std::min(kept.size(), counts.size()); ++i)
                    counts[i] = std::clamp(kept[i].toInt(), 0, most);
            }
        }
}

QString ClassPoll::setting(const QString& question, When when) const {
    return m_group + '/' + question + (when == When::Before ? "/before" : "/after");
}

int ClassPoll::count(const LessonQuestion& question, std::size_t answer, When when) const {
    return m_counts.value(fromText(question.id))[placeOf(when)].value(
        static_cast<qsizetype>(answer));
}

void ClassPoll::setCount(const LessonQuestion& question, std::size_t answer, When when, int count) {
    const QString id = fromText(question.id);
    QVector<int>& counts = m_counts[id][placeOf(when)];
    counts[static_cast<qsizetype>(answer)] = std::clamp(count, 0, most);
    QStringList kept;
    for (const int each : std::as_const(counts))
        kept += QString::number(each);
    QSettings().setValue(setting(id, when), kept);
}

void ClassPoll::clear() {
    for (Counts& counts : m_counts)
        for (QVector<int>& each : counts)
            each.fill(0);
    QSettings().remove(m_group);
}

int ClassPoll::total(const LessonQuestion& question, When when) const {
    const QVector<int> counts = m_counts.value(fromText(question.id))[placeOf(when)];
    return std::accumulate(counts.begin(), counts.end(), 0);
}

void ClassPoll::add(const LessonAnswers& answers, When when) {
    for (const LessonQuestion* question : m_questions)
        if (const auto said = answers.chosen.find(question->id); said != answers.chosen.end()) {
            const auto answer = static_cast<std::size_t>(said->second);
            setCount(*question, answer, when, count(*question, answer, when) + 1);
        }
}

QByteArray ClassPoll::csv() const {
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
