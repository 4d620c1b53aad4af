// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/question_card.h"

#include "ui/language/plain_text.h"
#include "ui/lesson/answer_list.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace gf {

namespace {

constexpr int textLines = 3;

QString headingOf(const LessonQuestion& question) {
    if (question.kind == LessonQuestion::Kind::Point)
        return QuestionCard::tr("Find it in the window");
    return question.why ? QuestionCard::tr("Why?") : QuestionCard::tr("What do you expect?");
}

/// What is said to the answer that was given.
std::string showsOf(const LessonSitting& sitting, const LessonQuestion& question, bool isRight) {
    if (question.kind == LessonQuestion::Kind::Choice)
        return question.answers[sitting.said(question).toInt()].shows;
    return isRight ? std::string() : question.otherwise;
}

/// The first experiment that waits for the answer; null where none does.
const LessonExperiment* experimentAfter(const Lesson& lesson, const LessonQuestion& question) {
    for (const LessonExperiment* experiment : blocksOf<LessonExperiment>(lesson))
        if (experiment->after == question.id)
            return experiment;
    return nullptr;
}

} // namespace

QString verdictOn(const LessonSitting& sitting, const LessonQuestion& question) {
    if (!sitting.isRevealed(question))
        return {};
    if (question.kind == LessonQuestion::Kind::Text)
        return QStringLiteral("<p><b>%1</b></p>").arg(QuestionCard::tr("A good answer:")) +
               sitting.html(question.answer, question.line);
    const std::optional<bool> isRight = sitting.isRight(question);
    if (!isRight)
        return {};
    return QStringLiteral("<p><b>%1</b></p>")
               .arg(*isRight ? QuestionCard::tr("Right.") : QuestionCard::tr("It is otherwise.")) +
           sitting.html(showsOf(sitting, question, *isRight), question.line);
}

QuestionCard::QuestionCard(LessonSitting* sitting, const LessonQuestion& question, int page,
                           QWidget* parent)
    : CardFrame(Kind::Question, headingOf(question), parent), m_sitting(sitting),
      m_question(question), m_page(page) {
    setObjectName(QStringLiteral("question-") + QString::fromStdString(question.id));
    setAccessibleName(sitting->plain(question.ask, question.line));
    addText(sitting->html(question.ask, question.line));
    makeAnswer();
    m_hints = addText();
    m_buttons = new QWidget(this);
    auto* row = new QHBoxLayout(m_buttons);
    row->setContentsMargins(0, 0, 0, 0);
    m_commit = new QPushButton(tr("That is my answer"), m_buttons);
    m_commit->setObjectName(QStringLiteral("commit"));
    m_commit->setToolTip(tr("For good: what comes out then stands beside it"));
    m_hint = new QPushButton(m_buttons);
    m_hint->setObjectName(QStringLiteral("hint"));
    row->addWidget(m_commit);
    row->addWidget(m_hint);
    row->addStretch(1);
    rows()->addWidget(m_buttons);
    m_verdict = addText();
    connect(m_commit, &QPushButton::clicked, this, &QuestionCard::commit);
    connect(m_hint, &QPushButton::clicked, this, &QuestionCard::showHint);
    m_wasRevealed = sitting->isRevealed(question);
    refresh();
}

void QuestionCard::makeAnswer() {
    const QString ask = accessibleName();
    switch (m_question.kind) {
    case LessonQuestion::Kind::Choice:
        m_choice = new AnswerList(*m_sitting, m_question, this);
        rows()->addWidget(m_choice);
        connect(m_choice, &AnswerList::chosenChanged, this, &QuestionCard::refresh);
        break;
    case LessonQuestion::Kind::Number:
        m_number = new QLineEdit(this);
        m_number->setPlaceholderText(tr("a number"));
        m_number->setAccessibleName(ask);
        m_number->setMaxLength(20);
        rows()->addWidget(m_number);
        connect(m_number, &QLineEdit::textChanged, this, &QuestionCard::refresh);
        connect(m_number, &QLineEdit::returnPressed, this, &QuestionCard::commit);
        break;
    case LessonQuestion::Kind::Text:
        m_text = new QPlainTextEdit(this);
        m_text->setPlaceholderText(tr("in your own words"));
        m_text->setAccessibleName(ask);
        m_text->setTabChangesFocus(true);
        m_text->setFixedHeight(m_text->fontMetrics().lineSpacing() * textLines + 12);
        rows()->addWidget(m_text);
        connect(m_text, &QPlainTextEdit::textChanged, this, &QuestionCard::refresh);
        break;
    case LessonQuestion::Kind::Point:
        m_show = new QPushButton(this);
        m_show->setObjectName(QStringLiteral("showPlace"));
        rows()->addWidget(m_show, 0, Qt::AlignLeft);
        m_place = addText();
        connect(m_show, &QPushButton::clicked, this,
                [this] { emit placeWanted(m_question, isWrong()); });
        break;
    }
}

bool QuestionCard::isWrong() const {
    return m_sitting->isRevealed(m_question) && m_sitting->isRight(m_question) == false;
}

void QuestionCard::showPlace(const PointedPlace& place) {
    m_pointed = place;
    refresh();
}

QString QuestionCard::answer() const {
    if (m_choice)
        return m_choice->chosen() < 0 ? QString() : QString::number(m_choice->chosen());
    if (m_number) {
        QString number = m_number->text();
        number.remove(QLatin1Char('%')).replace(QLatin1Char(','), QLatin1Char('.'));
        bool isNumber = false;
        number.trimmed().toDouble(&isNumber);
        return isNumber ? m_number->text().trimmed() : QString();
    }
    if (m_text)
        return m_text->toPlainText().trimmed().left(2000);
    return m_pointed.words;
}

void QuestionCard::commit() {
    const QString said = answer();
    if (said.isEmpty() || m_sitting->isAnswered(m_question.id))
        return;
    m_sitting->say(m_question, said,
                   m_show ? std::optional(m_pointed.isRight) : std::optional<bool>());
}

void QuestionCard::showHint() {
    m_shownHints = std::min(m_shownHints + 1, m_question.hints.size());
    announce(m_sitting->plain(m_question.hints[m_shownHints - 1], m_question.line));
    refresh();
}

/// Where an experiment answers, it stands there.
QString QuestionCard::verdictHtml() const {
    if (!m_sitting->isAnswered(m_question.id))
        return {};
    const Lesson& lesson = m_sitting->lesson();
    const LessonExperiment* experiment = experimentAfter(lesson, m_question);
    if (m_sitting->isRevealed(m_question))
        return experiment ? QString() : verdictOn(*m_sitting, m_question);
    const int page = pageOf(lesson, experiment);
    return QStringLiteral("<p>%1</p>")
        .arg(page == m_page ? tr("The experiment is open now.")
                            : tr("The experiment on page %1 is open now.").arg(page + 1));
}

bool QuestionCard::hasToBeAnsweredFirst() const {
    return !m_question.claim.empty() && !m_sitting->isAnswered(m_question.id) &&
           !experimentAfter(m_sitting->lesson(), m_question);
}

void QuestionCard::refresh() {
    const bool isSaid = m_sitting->isAnswered(m_question.id);
    if (m_choice)
        m_choice->refresh();
    if (m_number)
        m_number->setEnabled(!isSaid);
    if (m_number && isSaid)
        m_number->setText(m_sitting->said(m_question));
    if (m_text)
        m_text->setReadOnly(isSaid);
    if (m_text && isSaid && m_text->toPlainText() != m_sitting->said(m_question))
        m_text->setPlainText(m_sitting->said(m_question));
    if (m_show) {
        m_show->setText(isWrong() ? tr("Show me the place") : tr("Take me to the model"));
        m_show->setToolTip(plainTip(isWrong()
                                        ? tr("Go to the place that was asked for")
                                        : tr("Show the model in which the place is to be found")));
        const QString words = isSaid ? m_sitting->said(m_question) : m_pointed.words;
        m_place->write(
            QStringLiteral("<p>%1</p>")
                .arg(words.isEmpty()
                         ? tr("Then click in the window, or go there with the arrow keys.")
                     : isSaid ? tr("You pointed at %1.").arg(words).toHtmlEscaped()
                              : tr("You point at %1.").arg(words).toHtmlEscaped()));
    }
    QString hints;
    for (std::size_t i = 0; i < m_shownHints && !isSaid; ++i)
        hints += m_sitting->html(m_question.hints[i], m_question.line);
    m_hints->write(hints);
    m_hints->setVisible(!hints.isEmpty());
    m_hint->setText(m_shownHints == 0 ? tr("Hint")
                                      : tr("Hint (%1 of %2)").arg(m_shownHints).arg(3));
    m_hint->setEnabled(m_shownHints < m_question.hints.size());
    m_hint->setVisible(!m_question.hints[0].empty());
    m_commit->setEnabled(!answer().isEmpty());
    m_buttons->setVisible(!isSaid);
    const QString verdict = verdictHtml();
    m_verdict->write(verdict);
    m_verdict->setVisible(!verdict.isEmpty());
    if (std::exchange(m_wasRevealed, m_sitting->isRevealed(m_question)) != m_wasRevealed &&
        !verdict.isEmpty())
        announce(m_verdict->toPlainText());
}

} // namespace gf
