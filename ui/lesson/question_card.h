// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/find_place.h"
#include "ui/lesson/card_frame.h"
#include "ui/lesson/lesson_sitting.h"

#include <optional>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace gf {

class AnswerList;

/// Where the person points in the window, and whether that is what a question asks for.
struct PointedPlace {
    QString words; ///< "head 2, row 3, column 1"; empty: nowhere that counts
    bool isRight = false;
};

/// A question of a lesson: asked, with three hints, until it is answered for good; then what was
/// said, and when it may be told what is right and what a wrong answer shows about the thinking.
class QuestionCard : public CardFrame {
    Q_OBJECT
public:
    /// On this page of the lesson.
    QuestionCard(LessonSitting* sitting, const LessonQuestion& question, int page,
                 QWidget* parent = nullptr);

    const LessonQuestion& question() const { return m_question; }
    /// Of a question whose answer is a place.
    void showPlace(const PointedPlace& place);
    /// What decides it was measured already, so that what follows would tell the answer.
    bool hasToBeAnsweredFirst() const;
    void refresh();

signals:
    /// Asks for the model and the step that the place is to be found in; after a wrong answer for
    /// the place itself.
    void placeWanted(const gf::LessonQuestion& question, bool isRight);

private:
    void makeAnswer();
    bool isWrong() const;
    QString answer() const;
    void commit();
    void showHint();
    QString verdictHtml() const;

    LessonSitting* m_sitting;
    const LessonQuestion& m_question;
    int m_page;
    AnswerList* m_choice = nullptr;
    QLineEdit* m_number = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QPushButton* m_show = nullptr;
    TextBlock* m_place = nullptr; ///< where the person points
    PointedPlace m_pointed;
    TextBlock* m_hints = nullptr;
    QWidget* m_buttons = nullptr;
    QPushButton* m_commit = nullptr;
    QPushButton* m_hint = nullptr;
    TextBlock* m_verdict = nullptr;
    std::size_t m_shownHints = 0;
    bool m_wasRevealed = false;
};

/// What a right or wrong answer to a question is met with, as HTML; empty before it may be told.
QString verdictOn(const LessonSitting& sitting, const LessonQuestion& question);

} // namespace gf
