// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/run_messages.h"

#include <QDialog>
#include <QString>

class QPlainTextEdit;
class QPushButton;

namespace gf {

class ProblemLabel;

/// What is wrong with lines that a person pasted to learn from, in a sentence that names the
/// line; empty where nothing is.
QString problemOfLines(TaskFile content, const QString& text);

/// Where a person's own data begin: shows how a task's file looks, and takes lines that are pasted,
/// or a file.
class OwnDataDialog : public QDialog {
    Q_OBJECT
public:
    /// `lines` are what was pasted the last time.
    OwnDataDialog(const TaskChoice& task, const QString& lines, QWidget* parent);

    QString lines() const;
    /// The file that was chosen instead; empty: none was.
    QString file() const { return m_file; }

private:
    void chooseFile();
    void check();

    TaskFile m_content;
    QString m_file;
    QPlainTextEdit* m_lines;
    ProblemLabel* m_problem;
    QPushButton* m_learn;
};

/// Keeps pasted lines among the person's data and returns the file, the same for the same lines;
/// empty when it cannot be written.
QString fileOfLines(const TaskChoice& task, const QString& text);

} // namespace gf
