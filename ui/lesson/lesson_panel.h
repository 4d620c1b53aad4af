// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lesson/lesson_page.h"
#include "ui/lesson/lesson_scene.h"
#include "ui/present/presented_page.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace gf {

class CourseList;
class ProblemLabel;

/// The course in a dock: its contents, or a page of a lesson with back and next.
class LessonPanel : public QWidget {
    Q_OBJECT
public:
    /// What a person does to the page that is shown, in a file of their own.
    enum class PageEdit : std::uint8_t { Rename, Up, Down, Replace, Remove, Undo };

    explicit LessonPanel(QWidget* parent = nullptr);

    /// Where it was left; `key` is the lesson's own among what is kept.
    void open(std::shared_ptr<const Lesson> lesson, const QString& key);
    void showContents();
    /// The keyboard goes to what is to be done first.
    void takeKeyboard();

    /// What is wrong with the lesson's file; empty: nothing. Without a page it stands alone.
    void showProblem(const QString& sentence);

    /// Null while the contents are shown.
    LessonSitting* sitting() const { return m_sitting.get(); }
    LessonPageView* page() const { return m_page; }
    int pageCount() const;
    void goTo(int page);
    /// What the page shown is about; nothing while the contents are shown.
    LessonSubject subject() const;
    /// The page for a presentation; without a count while the contents are shown.
    PresentedPage presented() const;

    void showNews(const LessonNews& news);
    /// While some of its scenes are not ready, it says how many are.
    void showReady(const LessonReady& ready);
    /// What is open, or selected in the contents; null: nothing.
    std::shared_ptr<const Lesson> chosen() const;

public slots:
    void next();
    void back();

signals:
    /// A page was entered.
    void entered();
    /// The contents are shown in place of a lesson.
    void left();
    /// What presented() says may have changed.
    void presentedChanged();
    void lessonWanted(const QString& name);
    /// What the page is about is to be seen in the window.
    void subjectWanted();
    /// The model in which a place is to be found; or the place itself.
    void placeWanted(const gf::LessonQuestion& question, bool isRight);
    void experimentWanted(const std::vector<std::string>& experiments);
    void experimentUnwanted();
    void editWanted(gf::LessonPanel::PageEdit edit);
    void modelWanted(const gf::LessonExperiment& experiment, const std::string& run);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitWidth();
    void showPage();
    void passOverDoubleClick();
    void orderTabs();
    void refresh();
    void addEdits();
    QPushButton* addButton(const QString& text, const QString& tip, const char* name);

    std::unique_ptr<LessonSitting> m_sitting;
    LessonNews m_news; ///< the last, of the lesson that is shown
    LessonReady m_ready;
    QLabel* m_title;
    QLabel* m_place;
    ProblemLabel* m_problem;
    QStackedWidget* m_stack;
    QWidget* m_overview; ///< the contents, and what the selected lesson teaches
    CourseList* m_contents;
    QScrollArea* m_scroll;
    LessonPageView* m_page = nullptr;
    QPushButton* m_toContents;
    QPushButton* m_restart;
    QPushButton* m_edit;
    QPushButton* m_there;
    QPushButton* m_back;
    QPushButton* m_next;
};

} // namespace gf
