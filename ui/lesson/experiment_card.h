// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lesson/card_frame.h"
#include "ui/lesson/lesson_sitting.h"

#include <string>
#include <vector>

class QHBoxLayout;
class QProgressBar;
class QPushButton;

namespace gf {

/// What an experiment does, in a line, and what tells it apart from others of its lesson.
QString experimentHtml(const LessonExperiment& experiment, const Lesson& lesson);

/// Experiments of a lesson that are done together: what is done, how far it is, and what came out
/// beside what the person had said.
class ExperimentCard : public CardFrame {
    Q_OBJECT
public:
    using Experiments = std::vector<const LessonExperiment*>; ///< one at least, of one question

    /// On this page of the lesson: claims of later pages are not told here.
    ExperimentCard(LessonSitting* sitting, Experiments experiments, int page,
                   QWidget* parent = nullptr);

    bool isDone() const;
    /// Nothing comes out of it, and what follows it need not wait.
    bool hasFailed() const { return !QString(m_news.failure).isEmpty(); }
    void showNews(const LessonNews& news);
    void refresh();

signals:
    void wanted(const std::vector<std::string>& experiments);
    void unwanted();
    /// One of its models is to be shown in the window.
    void modelWanted(const gf::LessonExperiment& experiment, const std::string& run);

private:
    std::vector<std::string> ids() const;
    bool isLastOf(const LessonClaim& claim) const;
    QString outcomeHtml() const;
    QString progressText() const;
    void addModels();

    LessonSitting* m_sitting;
    Experiments m_experiments;
    int m_page;
    const LessonQuestion* m_question; ///< that they wait for; null: for none
    LessonNews m_news;
    TextBlock* m_description;
    QPushButton* m_start;
    QPushButton* m_cancel;
    QProgressBar* m_progress;
    TextBlock* m_state;
    TextBlock* m_outcome;
    QWidget* m_models; ///< buttons that show them in the window
    bool m_wasDone = false;
};

} // namespace gf
