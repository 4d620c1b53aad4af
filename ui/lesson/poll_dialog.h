// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lesson/class_poll.h"

#include <QDialog>

#include <memory>
#include <optional>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QSpinBox;

namespace gf {

class ProblemLabel;
class PollBars;

/// What a room says to the questions of a lesson: typed in as hands are shown, or counted from the
/// files that students hand in; as bars, before and after the experiment. Nothing leaves the
/// machine, and of the room only counts are kept.
class PollDialog : public QDialog {
    Q_OBJECT
public:
    /// `own`: what was said on this machine.
    PollDialog(std::shared_ptr<ClassPoll> poll, LessonAnswers own, QWidget* parent = nullptr);

    void chooseQuestion(int place);
    /// Counts the answers of these files; which of them could not be read is said in the dialog.
    void openFiles(const QStringList& paths, ClassPoll::When when);
    bool saveCsv(const QString& path);

private:
    const LessonQuestion& question() const;
    void fillQuestion();
    void refresh();
    void askForFiles(ClassPoll::When when);
    void askForCsv();
    void askToBeginAnew();

    std::shared_ptr<ClassPoll> m_poll;
    LessonAnswers m_own;
    QComboBox* m_questions;
    QLabel* m_ask;
    QWidget* m_answers = nullptr; ///< the fields to type into
    QWidget* m_fields;
    QCheckBox* m_shows;
    PollBars* m_bars;
    QLabel* m_total;
    ProblemLabel* m_problem;
};

} // namespace gf
