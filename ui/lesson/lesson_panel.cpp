// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lesson_panel.h"

#include "ui/controls/problem_label.h"
#include "ui/controls/shortcuts.h"
#include "ui/language/plain_text.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/teacher_sheet.h"

#include <QAccessible>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace gf {

namespace {

/// What a room reads of a page: its first paragraph, or what it asks. Nothing of what stands below
/// an experiment that is still to be done: that would give its outcome away.
QString lineOf(const LessonSitting& sitting, const LessonPage& page) {
    for (const LessonItem& item : page.items) {
        QString html;
        if (const auto* text = std::get_if<LessonText>(&item))
            html = sitting.html(text->words, text->line);
        else if (const auto* question = std::get_if<LessonQuestion>(&item))
            html = sitting.html(question->ask, question->line);
        else if (const auto* experiment = std::get_if<LessonExperiment>(&item);
                 experiment && sitting.isToBeDone(*experiment))
            return {};
        else
            continue;
        const qsizetype begin = html.indexOf(QLatin1String("<p>"));
        const qsizetype end = html.indexOf(QLatin1String("</p>"), begin);
        if (begin >= 0 && end >= 0)
            return html.mid(begin + 3, end - begin - 3);
    }
    return {};
}

} // namespace

LessonPanel::LessonPanel(QWidget* parent)
    : QWidget(parent), m_title(new PlainLabel(this)), m_place(new PlainLabel(this)),
      m_problem(new ProblemLabel(this)), m_stack(new QStackedWidget(this)),
      m_overview(new QWidget(this)), m_contents(new CourseList(m_overview)),
      m_scroll(new QScrollArea(this)) {
    m_title->setWordWrap(true);
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(10, 2, 8, 2);
    m_problem->setObjectName(QStringLiteral("lessonProblem"));
    m_title->setObjectName(QStringLiteral("lessonTitle"));
    m_place->setForegroundRole(QPalette::PlaceholderText);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::TabFocus); // the arrows scroll it
    m_scroll->setAccessibleName(tr("Page of the lesson"));
    auto* overview = new QVBoxLayout(m_overview);
    overview->setContentsMargins(0, 0, 0, 0);
    overview->addWidget(m_contents, 1);
    m_stack->addWidget(m_overview);
    m_stack->addWidget(m_scroll);

    m_toContents = addButton(tr("&Contents"), tr("All lessons"), "contents");
    m_restart = addButton(tr("Begin again"),
                          tr("Forget what you said in this lesson, and begin it anew"), "restart");
    m_there = addButton(tr("Take me there"), tr("Show again in the window what the page is about"),
                        "takeMeThere");
    m_edit = addButton(tr("&Page"), tr("Name, move, replace or remove this page of your file"),
                       "editPage");
    addEdits();
    m_back = addButton(tr("&Back"), tipWithKeys(tr("The page before"), Command::PreviousPage),
                       "lessonBack");
    m_next =
        addButton(tr("&Next"), tipWithKeys(tr("The next page"), Command::NextPage), "lessonNext");
    auto* top = new QHBoxLayout;
    top->setContentsMargins(10, 4, 8, 0);
    top->addWidget(m_title, 1);
    top->addWidget(m_place, 0, Qt::AlignTop);
    auto* upper = new QHBoxLayout;
    upper->setContentsMargins(8, 0, 8, 0);
    upper->addWidget(m_toContents);
    upper->addWidget(m_restart);
    upper->addStretch(1);
    upper->addWidget(m_there);
    auto* lower = new QHBoxLayout;
    lower->setContentsMargins(8, 0, 8, 6);
    lower->addWidget(m_edit);
    lower->addStretch(1);
    lower->addWidget(m_back);
    lower->addWidget(m_next);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addLayout(top);
    rows->addWidget(m_problem);
    rows->addWidget(m_stack, 1);
    rows->addLayout(upper);
    rows->addLayout(lower);

    connect(m_contents, &CourseList::chosen, this, [this](const QString& name) {
        emit lessonWanted(name);
        passOverDoubleClick();
    });
    connect(m_toContents, &QPushButton::clicked, this, [this] {
        showContents();
        takeKeyboard();
    });
    connect(m_restart, &QPushButton::clicked, this, [this] {
        m_sitting->restart();
        goTo(0);
    });
    connect(m_there, &QPushButton::clicked, this, &LessonPanel::subjectWanted);
    connect(m_back, &QPushButton::clicked, this, &LessonPanel::back);
    connect(m_next, &QPushButton::clicked, this, &LessonPanel::next);
    fitWidth();
    showContents();
}

/// Its buttons stand beside each other, in a presentation too.
void LessonPanel::fitWidth() {
    constexpr int letters = 40;
    constexpr int least = 280; ///< pixels, beside two stages of a small window
    setMinimumWidth(std::max(least, fontMetrics().averageCharWidth() * letters));
}

void LessonPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitWidth();
}

void LessonPanel::addEdits() {
    auto* menu = new QMenu(m_edit);
    const std::pair<PageEdit, QString> edits[] = {
        {PageEdit::Rename, tr("&Name it anew…")},
        {PageEdit::Up, tr("Move it &up")},
        {PageEdit::Down, tr("Move it &down")},
        {PageEdit::Replace, tr("&Show this view instead")},
        {PageEdit::Remove, tr("&Remove it")},
        {PageEdit::Undo, tr("&Undo the last change")}};
    for (const auto& [edit, words] : edits)
        connect(menu->addAction(words), &QAction::triggered, this,
                [this, edit = edit] { emit editWanted(edit); });
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        const int page = m_sitting ? m_sitting->page() : 0;
        menu->actions()[1]->setEnabled(page > 0);
        menu->actions()[2]->setEnabled(page + 1 < pageCount());
        menu->actions()[4]->setEnabled(pageCount() > 1);
    });
    m_edit->setMenu(menu);
}

QPushButton* LessonPanel::addButton(const QString& text, const QString& tip, const char* name) {
    auto* button = new QPushButton(text, this);
    button->setToolTip(plainTip(tip));
    button->setObjectName(QLatin1String(name));
    return button;
}

void LessonPanel::open(std::shared_ptr<const Lesson> lesson, const QString& key) {
    delete m_page; // it looks at the sitting
    m_page = nullptr;
    m_news = {};
    m_ready = {};
    m_problem->setProblem({});
    m_sitting = std::make_unique<LessonSitting>(std::move(lesson), key);
    showPage();
}

void LessonPanel::showProblem(const QString& sentence) {
    m_problem->setProblem(sentence);
}

void LessonPanel::showContents() {
    m_problem->setProblem({});
    m_contents->refresh();
    m_contents->select(m_sitting ? m_sitting->key() : QString());
    m_stack->setCurrentWidget(m_overview);
    refresh();
    emit left();
}

void LessonPanel::takeKeyboard() {
    if (m_stack->currentWidget() == m_overview)
        m_contents->setFocus();
    else
        m_scroll->setFocus();
}

int LessonPanel::pageCount() const {
    return m_sitting ? static_cast<int>(m_sitting->lesson().pages.size()) : 0;
}

/// A lesson is open at the first click in the contents: a second one would select a word of its
/// page.
void LessonPanel::passOverDoubleClick() {
    if (!m_page)
        return;
    m_page->setAttribute(Qt::WA_TransparentForMouseEvents);
    QTimer::singleShot(QApplication::doubleClickInterval(), m_page, [page = m_page] {
        page->setAttribute(Qt::WA_TransparentForMouseEvents, false);
    });
}

void LessonPanel::goTo(int page) {
    if (!m_sitting || page < 0 || page >= pageCount())
        return;
    m_sitting->setPage(page);
    showPage();
}

void LessonPanel::next() {
    if (!m_sitting || m_stack->currentWidget() == m_overview)
        return;
    if (m_sitting->page() + 1 < pageCount())
        return goTo(m_sitting->page() + 1);
    showContents();
    m_contents->selectAfter(m_sitting->key());
    takeKeyboard();
}

void LessonPanel::back() {
    if (m_sitting && m_stack->currentWidget() != m_overview)
        goTo(m_sitting->page() - 1);
}

void LessonPanel::showPage() {
    const bool hadKeyboard = m_page && m_page->isAncestorOf(focusWidget());
    m_page = new LessonPageView(m_sitting.get(), m_sitting->page());
    connect(m_page, &LessonPageView::placeWanted, this, &LessonPanel::placeWanted);
    connect(m_page, &LessonPageView::experimentWanted, this, &LessonPanel::experimentWanted);
    connect(m_page, &LessonPageView::experimentUnwanted, this, &LessonPanel::experimentUnwanted);
    connect(m_page, &LessonPageView::modelWanted, this, &LessonPanel::modelWanted);
    m_page->showNews(m_news);
    m_scroll->setWidget(m_page); // the one before goes
    m_stack->setCurrentWidget(m_scroll);
    orderTabs();
    refresh();
    if (hadKeyboard)
        m_scroll->setFocus();
    QAccessibleEvent event(m_title, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
    emit entered();
}

/// Tab goes through the page from above, and to the buttons below it last: on from what is done.
void LessonPanel::orderTabs() {
    QWidget* last = m_scroll;
    const auto add = [&last](QWidget* widget) {
        setTabOrder(last, widget);
        last = widget;
    };
    for (QWidget* each : m_page->findChildren<QWidget*>())
        if ((each->focusPolicy() & Qt::TabFocus) != 0)
            add(each);
    for (QPushButton* button : {m_next, m_back, m_edit, m_toContents, m_restart, m_there})
        add(button);
}

void LessonPanel::refresh() {
    const bool isLesson = m_stack->currentWidget() == m_scroll;
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    for (QPushButton* button : {m_toContents, m_restart, m_there, m_back, m_next})
        button->setVisible(isLesson);
    m_edit->setVisible(isLesson && !m_sitting->lesson().folder.empty()); // a file of one's own
    emit presentedChanged();
    if (!isLesson) {
        m_title->setText(tr("The course"));
        m_place->setText(m_contents->doneWords());
        return;
    }
    const int page = m_sitting->page();
    const Lesson& lesson = m_sitting->lesson();
    m_title->setText(QString::fromStdString(lesson.pages[page].title));
    const QString title = QString::fromStdString(lesson.title);
    m_title->setAccessibleName(
        tr("%1: %2, page %3 of %4").arg(title, m_title->text()).arg(page + 1).arg(pageCount()));
    m_title->setToolTip(plainTip(title));
    QString place = tr("%1 of %2").arg(page + 1).arg(pageCount());
    if (m_ready.ready < m_ready.all)
        place += QStringLiteral(" · ") + tr("%1 of %2 ready").arg(m_ready.ready).arg(m_ready.all);
    m_place->setText(place);
    m_place->setToolTip(plainTip(
        m_ready.ready < m_ready.all
            ? tr("Models of the lesson’s scenes that are trained by now: those are shown at once")
            : QString()));
    m_back->setEnabled(page > 0);
    m_next->setText(page + 1 < pageCount() ? tr("&Next") : tr("&Done"));
    m_there->setEnabled(static_cast<bool>(subject()));
}

PresentedPage LessonPanel::presented() const {
    if (m_stack->currentWidget() != m_scroll)
        return {};
    const std::vector<LessonPage>& pages = m_sitting->lesson().pages;
    const int page = m_sitting->page();
    return {fromText(pages[page].title),
            lineOf(*m_sitting, pages[page]),
            page + 1,
            pageCount(),
            page + 1 < pageCount() ? fromText(pages[page + 1].title) : QString(),
            notesHtml(m_sitting->lesson(), pages[page])};
}

LessonSubject LessonPanel::subject() const {
    return m_stack->currentWidget() == m_scroll ? subjectOf(*m_sitting, m_sitting->page())
                                                : LessonSubject();
}

void LessonPanel::showNews(const LessonNews& news) {
    if (!m_sitting || news.lesson != m_sitting->lesson().name)
        return;
    m_news = news;
    if (m_page)
        m_page->showNews(news);
    const LessonSubject before = subject();
    m_sitting->take(news);
    if (subject() == before)
        return;
    refresh();
    emit subjectWanted(); // what was done is what the page speaks of now
}

void LessonPanel::showReady(const LessonReady& ready) {
    if (!m_sitting || ready.lesson != m_sitting->lesson().name)
        return;
    m_ready = ready;
    refresh();
}

std::shared_ptr<const Lesson> LessonPanel::chosen() const {
    return m_stack->currentWidget() == m_scroll ? m_sitting->shared() : m_contents->chosenLesson();
}

} // namespace gf
