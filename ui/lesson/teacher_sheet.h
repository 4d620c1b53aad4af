// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <QByteArray>
#include <QDialog>
#include <QString>

#include <memory>
#include <vector>

class QPagedPaintDevice;

namespace gf {

/// How the minutes of a lesson are likely to go by, page by page: half minutes that add up to all
/// of them, shared by what is to be read aloud, asked and tried.
std::vector<double> minutesOfPages(const Lesson& lesson);

/// What a teacher has on the desk, as HTML of ours: the plan with its minutes, each question with
/// the answers to expect and the thought behind each wrong one, what should come out, and what to
/// draw on the board.
QString teacherSheetHtml(const Lesson& lesson);

/// The same of one page, for who presents it: all that it says, asks and tries.
QString notesHtml(const Lesson& lesson, const LessonPage& page);

/// The sheet on paper: black on white, A4, pages numbered.
void printTeacherSheet(const Lesson& lesson, QPagedPaintDevice* paper);
QByteArray teacherSheetPdf(const Lesson& lesson);

class ProblemLabel;

/// The teacher's sheet of a lesson: to be read here, saved as PDF or printed.
class SheetDialog : public QDialog {
    Q_OBJECT
public:
    explicit SheetDialog(std::shared_ptr<const Lesson> lesson, QWidget* parent = nullptr);

    /// A failure is said in the dialog. True when written.
    bool savePdf(const QString& path);

private:
    void askForPdf();
    void print();

    std::shared_ptr<const Lesson> m_lesson;
    ProblemLabel* m_problem;
};

} // namespace gf
