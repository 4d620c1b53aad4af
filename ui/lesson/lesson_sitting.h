// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/answers.h"
#include "ui/lesson/lesson_words.h"
#include "ui/messages/lesson_messages.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace gf {

/// What a person has said to the questions of a lesson and what came out of its experiments. It is
/// kept from one start of the program to the next.
class LessonSitting : public QObject {
    Q_OBJECT
public:
    /// `key` is the lesson's own among those that are kept.
    LessonSitting(std::shared_ptr<const Lesson> lesson, const QString& key,
                  QObject* parent = nullptr);

    const Lesson& lesson() const { return *m_lesson; }
    const std::shared_ptr<const Lesson>& shared() const { return m_lesson; }
    const QString& key() const { return m_key; }
    /// How many questions of a kept lesson have been answered, and whether all have.
    static int answered(const Lesson& lesson, const QString& key);
    static bool isFinished(const Lesson& lesson, const QString& key);

    /// As if that lesson had never been opened.
    static void forget(const QString& key);

    int page() const { return m_page; }
    void setPage(int page);

    /// What was said; empty: nothing yet. Of a choice the place of the answer, of a place what it
    /// is called.
    QString said(const LessonQuestion& question) const;
    bool isAnswered(const std::string& question) const;
    /// Says it for good; whether it is right where that is found out at once, in a trace.
    void say(const LessonQuestion& question, const QString& answer,
             std::optional<bool> isRight = {});
    /// All choices, as they are handed in.
    LessonAnswers answers() const;
    /// What was said in words.
    QString saidInWords(const LessonQuestion& question) const;
    /// Whether it may be told what is right: no experiment that waits for the answer is still to
    /// be done.
    bool isRevealed(const LessonQuestion& question) const;
    /// Of one that is revealed; nothing where nobody can tell.
    std::optional<bool> isRight(const LessonQuestion& question) const;

    /// Whether the question before it was answered.
    bool isOpen(const LessonExperiment& experiment) const;
    bool isDone(const std::string& experiment) const;
    /// Whether what stands below it waits for what comes out of it.
    bool isToBeDone(const LessonExperiment& experiment) const;
    /// Null where it was not measured.
    const LessonOutcome* outcome(const std::string& claim) const;
    /// Measured, else as the lesson states it.
    double valueOf(const LessonClaim& claim) const;
    /// Those that speak of these experiments, and of none that is still to be waited for.
    std::vector<std::string> claimsOf(const std::vector<std::string>& experiments) const;
    void take(const LessonNews& news);

    /// As if the lesson had never been opened.
    void restart();

    QString html(const std::string& words, int line = 0) const;
    QString plain(const std::string& words, int line = 0) const;

signals:
    /// An answer, an outcome, or all of it anew.
    void changed();

private:
    QString setting(const QString& name) const { return group(m_key) + name; }
    static QString group(const QString& key) { return QStringLiteral("lessons/%1/").arg(key); }
    void read();
    void write(const QString& name, const QVariant& value) const;

    std::shared_ptr<const Lesson> m_lesson;
    QString m_key;
    int m_page = 0;
    QHash<QString, QString> m_said; ///< by question
    QHash<QString, bool> m_right;   ///< where it was found in a trace
    QSet<QString> m_done;           ///< experiments
    std::vector<LessonOutcome> m_outcomes;
};

/// The experiments that a claim speaks of.
std::vector<std::string> experimentsOf(const LessonClaim& claim);

/// Whether anything is measured of it: others are only looked at.
bool isMeasured(const Lesson& lesson, const LessonExperiment& experiment);

} // namespace gf
