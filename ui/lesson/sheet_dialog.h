// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <QDialog>

#include <memory>

namespace gf {

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
