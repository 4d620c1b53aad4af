// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lesson/experiment_card.h"
#include "ui/lesson/question_card.h"

#include <QWidget>

#include <variant>
#include <vector>

class QVBoxLayout;

namespace gf {

/// One page of a lesson: its texts, questions and experiments. What follows an experiment comes
/// with what comes out of it.
class LessonPageView : public QWidget {
    Q_OBJECT
public:
    LessonPageView(LessonSitting* sitting, int page, QWidget* parent = nullptr);

    void showNews(const LessonNews& news);
    /// Its questions for a place.
    const std::vector<QuestionCard*>& questions() const { return m_questions; }
    void refresh();

signals:
    void placeWanted(const gf::LessonQuestion& question, bool isRight);
    void experimentWanted(const std::vector<std::string>& experiments);
    void experimentUnwanted();
    void modelWanted(const gf::LessonExperiment& experiment, const std::string& run);

private:
    void addText(const LessonText& text);
    void addQuestion(const LessonQuestion& question);
    void addExperiments(ExperimentCard::Experiments experiments);

    /// What stands on the page, one below the other.
    struct Item {
        QWidget* widget = nullptr;
        TextBlock* text = nullptr;
        const LessonText* words = nullptr; ///< of `text`
        QuestionCard* question = nullptr;
        ExperimentCard* experiment = nullptr;
    };

    LessonSitting* m_sitting;
    int m_page;
    QVBoxLayout* m_rows;
    std::vector<Item> m_items;
    std::vector<QuestionCard*> m_questions;
    TextBlock* m_more; ///< that something follows
};

} // namespace gf
