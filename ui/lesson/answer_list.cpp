// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/answer_list.h"

#include "ui/lesson/card_frame.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QRadioButton>

namespace gf {

AnswerList::AnswerList(const LessonSitting& sitting, const LessonQuestion& question,
                       QWidget* parent)
    : QWidget(parent), m_sitting(sitting), m_question(question) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    auto* group = new QButtonGroup(this); // one of them is chosen, and the arrows go through them
    for (const LessonAnswer& answer : question.answers) {
        auto* row = new QWidget(this);
        auto* places = new QHBoxLayout(row);
        places->setContentsMargins(0, 0, 0, 0);
        places->setSpacing(4);
        auto* button = new QRadioButton(row);
        group->addButton(button);
        button->setAccessibleName(sitting.plain(answer.text, question.line));
        button->setAccessibleDescription(sitting.plain(question.ask, question.line));
        TextBlock* text = newLessonText(row);
        text->write(sitting.html(answer.text, question.line));
        text->setFocusPolicy(Qt::NoFocus);
        text->setTextInteractionFlags(Qt::NoTextInteraction);
        text->viewport()->installEventFilter(this);
        places->addWidget(button, 0, Qt::AlignTop);
        places->addWidget(text, 1);
        column->addWidget(row);
        m_rows.push_back({row, button, text});
        connect(button, &QRadioButton::toggled, this, &AnswerList::chosenChanged);
    }
    refresh();
}

/// A click on the words is one on the button before them.
bool AnswerList::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonRelease)
        for (const Row& row : m_rows)
            if (watched == row.text->viewport() && row.button->isEnabled()) {
                row.button->setFocus(Qt::MouseFocusReason);
                row.button->click();
            }
    return QWidget::eventFilter(watched, event);
}

int AnswerList::chosen() const {
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].button->isChecked())
            return static_cast<int>(i);
    return -1;
}

void AnswerList::choose(int answer) {
    if (answer >= 0 && static_cast<std::size_t>(answer) < m_rows.size())
        m_rows[answer].button->setChecked(true);
}

void AnswerList::refresh() {
    const bool isSaid = m_sitting.isAnswered(m_question.id);
    const bool isRevealed = m_sitting.isRevealed(m_question);
    const int said = isSaid ? m_sitting.said(m_question).toInt() : -1;
    if (isSaid)
        choose(said);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const LessonAnswer& answer = m_question.answers[i];
        const bool isChosen = static_cast<int>(i) == said;
        QString html = m_sitting.html(answer.text, m_question.line);
        QString before;
        if (isRevealed && (isChosen || answer.right))
            before = answer.right ? QStringLiteral("✓ ") : QStringLiteral("✗ ");
        if (isChosen)
            before += QStringLiteral("<b>%1</b> ").arg(tr("You said:"));
        html.replace(0, 3, QStringLiteral("<p>") + before);
        m_rows[i].text->write(html);
        m_rows[i].button->setEnabled(!isSaid);
        m_rows[i].button->setVisible(!isSaid);
        m_rows[i].widget->setVisible(!isSaid || isChosen || (isRevealed && answer.right));
    }
}

} // namespace gf
