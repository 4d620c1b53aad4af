// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lesson_page.h"

#include <QVBoxLayout>

#include <algorithm>

namespace gf {

namespace {

constexpr int margin = 10; ///< pixels around a page

} // namespace

LessonPageView::LessonPageView(LessonSitting* sitting, int page, QWidget* parent)
    : QWidget(parent), m_sitting(sitting), m_page(page), m_rows(new QVBoxLayout(this)) {
    m_rows->setContentsMargins(margin, 4, margin, 8);
    m_rows->setSpacing(8);
    const Lesson& lesson = sitting->lesson();
    const std::vector<LessonItem>& items = lesson.pages[page].items;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (const auto* text = std::get_if<LessonText>(&items[i])) {
            addText(*text);
        } else if (const auto* question = std::get_if<LessonQuestion>(&items[i])) {
            addQuestion(*question);
        } else if (const auto* experiment = std::get_if<LessonExperiment>(&items[i])) {
            ExperimentCard::Experiments together;
            for (; i < items.size(); ++i) { // with those that follow it and wait for the same
                const auto* next = std::get_if<LessonExperiment>(&items[i]);
                const bool isClaim = std::holds_alternative<LessonClaim>(items[i]);
                if (!isClaim && (!next || next->after != experiment->after))
                    break;
                if (next && isMeasured(lesson, *next))
                    together.push_back(next);
            }
            --i;
            if (!together.empty())
                addExperiments(std::move(together));
        }
    }
    m_more = newLessonText(this);
    m_rows->addWidget(m_more);
    m_rows->addStretch(1);
    connect(sitting, &LessonSitting::changed, this, &LessonPageView::refresh);
    refresh();
}

void LessonPageView::addText(const LessonText& text) {
    TextBlock* block = newLessonText(this);
    m_rows->addWidget(block);
    m_items.push_back({.widget = block, .text = block, .words = &text});
}

void LessonPageView::addQuestion(const LessonQuestion& question) {
    auto* card = new QuestionCard(m_sitting, question, m_page, this);
    connect(card, &QuestionCard::placeWanted, this, &LessonPageView::placeWanted);
    m_rows->addWidget(card);
    m_items.push_back({.widget = card, .question = card});
    if (question.kind == LessonQuestion::Kind::Point)
        m_questions.push_back(card);
}

void LessonPageView::addExperiments(ExperimentCard::Experiments experiments) {
    auto* card = new ExperimentCard(m_sitting, std::move(experiments), m_page, this);
    connect(card, &ExperimentCard::wanted, this, &LessonPageView::experimentWanted);
    connect(card, &ExperimentCard::unwanted, this, &LessonPageView::experimentUnwanted);
    connect(card, &ExperimentCard::modelWanted, this, &LessonPageView::modelWanted);
    m_rows->addWidget(card);
    m_items.push_back({.widget = card, .experiment = card});
}

void LessonPageView::showNews(const LessonNews& news) {
    for (const Item& item : m_items)
        if (item.experiment)
            item.experiment->showNews(news);
    refresh();
}

void LessonPageView::refresh() {
    QString waitsFor;
    for (const Item& item : m_items) {
        if (item.text)
            item.text->write(m_sitting->html(item.words->words, item.words->line));
        if (item.question)
            item.question->refresh();
        if (item.experiment)
            item.experiment->refresh();
        item.widget->setVisible(waitsFor.isEmpty());
        if (!waitsFor.isEmpty())
            continue;
        if (item.experiment && !item.experiment->isDone() && !item.experiment->hasFailed())
            waitsFor = tr("The rest of the page comes with the experiment.");
        else if (item.question && item.question->hasToBeAnsweredFirst())
            waitsFor = tr("The rest of the page comes with your answer.");
    }
    const bool isMore = !m_items.empty() && m_items.back().widget->isHidden();
    m_more->write(QStringLiteral("<p><i>%1</i></p>").arg(waitsFor));
    m_more->setVisible(isMore);
}

} // namespace gf
