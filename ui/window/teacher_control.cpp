// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/teacher_control.h"

#include "core/lesson/answers.h"
#include "core/lesson/lesson.h"
#include "core/tensor/error.h"
#include "ui/controls/command_table.h"
#include "ui/dialogs/file_question.h"
#include "ui/figure/figure_file.h"
#include "ui/language/wording.h"
#include "ui/lesson/poll_dialog.h"
#include "ui/lesson/teacher_sheet.h"
#include "ui/theme/presented_text.h"
#include "ui/window/banner.h"
#include "ui/window/lesson_control.h"
#include "ui/window/lesson_figures.h"

#include <QFileInfo>

#include <utility>

namespace gf {

TeacherControl::TeacherControl(LessonControl* lesson, const Shown& shown,
                               const CompareControl* compare, Banner* banner, QWidget* window)
    : Feature(window), m_lesson(lesson), m_shown(shown), m_compare(compare), m_banner(banner),
      m_window(window) {}

void TeacherControl::notice(const QString& sentence) {
    m_banner->say(Banner::Tone::Notice, sentence);
}

void TeacherControl::fail(const QString& sentence) {
    m_banner->say(Banner::Tone::Error, sentence);
}

bool TeacherControl::perform(Command command, bool /*checked*/) {
    const auto withLesson = [this](auto act) {
        if (const std::shared_ptr<const Lesson> lesson = m_lesson->panel()->chosen())
            act(lesson);
        else
            fail(tr("No lesson is open: choose one in the course, or open a file."));
        return true;
    };
    switch (command) {
    case Command::TeacherSheet:
        return withLesson([this](const auto& lesson) { showSheet(lesson); });
    case Command::RoomPage:
        return withLesson([this](const auto& lesson) { showPoll(lesson); });
    case Command::FiguresOfLesson:
        if (isOpen())
            askForFigures();
        return true;
    case Command::HandIn:
        if (isOpen())
            askForAnswers();
        return true;
    default:
        return false;
    }
}

bool TeacherControl::isOpen() {
    if (m_lesson->panel()->page())
        return true;
    fail(tr("No lesson is open: choose one in the course, or open a file."));
    return false;
}

void TeacherControl::showSheet(const std::shared_ptr<const Lesson>& lesson) {
    auto* dialog = new SheetDialog(lesson, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void TeacherControl::showPoll(const std::shared_ptr<const Lesson>& lesson) {
    const auto poll = std::make_shared<ClassPoll>(lesson);
    if (poll->questions().empty())
        return fail(tr("The lesson has no question with answers to choose from."));
    const LessonSitting* sitting = m_lesson->panel()->sitting();
    const bool isOwn = sitting && sitting->lesson().name == lesson->name;
    delete m_window->findChild<PollDialog*>(); // which would keep counts of its own
    auto* dialog = new PollDialog(poll, isOwn ? sitting->answers() : LessonAnswers(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (leastLetters() > 0) // in a presentation
        dialog->setWindowState(dialog->windowState() | Qt::WindowFullScreen);
    dialog->show();
}

void TeacherControl::askForFigures() {
    const QString name = QString::fromStdString(m_lesson->panel()->sitting()->lesson().name);
    if (m_lesson->sights().empty())
        return fail(tr("The pages of this lesson show nothing in the window."));
    askForFile(m_window,
               {tr("Figures of the lesson: their names begin with"), proposedFile(name + ".svg"),
                tr("SVG files (*.svg)") + QStringLiteral(";;") + tr("PDF files (*.pdf)"), true,
                true},
               [this](const QString& path) { saveFigures(path); });
}

void TeacherControl::saveFigures(const QString& path) {
    auto* figures = new LessonFigures(m_lesson, m_shown, m_compare, m_window);
    connect(figures, &LessonFigures::done, this, [this, figures, path] {
        notice(
            tr("%n figures were saved in %1.", nullptr, static_cast<int>(figures->written().size()))
                .arg(QFileInfo(path).absolutePath()));
        figures->deleteLater();
    });
    connect(figures, &LessonFigures::stopped, this, [this, figures](const QString& why) {
        const int count = static_cast<int>(figures->written().size());
        if (why.isEmpty())
            notice(tr("Cancelled; %n figures were saved.", nullptr, count));
        else
            fail(tr("Not all figures were saved: %1.").arg(why));
        figures->deleteLater();
    });
    figures->begin(path);
}

void TeacherControl::askForAnswers() {
    const LessonSitting& sitting = *m_lesson->panel()->sitting();
    if (sitting.answers().chosen.empty())
        return fail(tr("You have not chosen any answer in this lesson yet."));
    askForFile(m_window,
               {tr("Save my answers"),
                proposedFile(QString::fromStdString(sitting.lesson().name) + ".answers.json"),
                tr("Answers (*.answers.json)"), true},
               [this](const QString& path) { saveAnswers(path); });
}

/// The person was asked about the name that they typed, not about that with its ending.
void TeacherControl::saveAnswers(const QString& typed) {
    const QString path = withEnding(typed, QStringLiteral(".answers.json"));
    if (path != typed && QFileInfo::exists(path))
        return fail(
            tr("“%1” is there already; to replace it, choose it by its whole name.").arg(path));
    const LessonSitting& sitting = *m_lesson->panel()->sitting();
    try {
        saveBytes(path, QByteArray::fromStdString(toText(sitting.answers(), sitting.lesson())));
        notice(tr("Saved as %1").arg(path));
    } catch (const Error& error) {
        fail(translated(error.sentence()));
    }
}

} // namespace gf
