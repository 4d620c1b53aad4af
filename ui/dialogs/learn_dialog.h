// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/new_model_dialog.h"
#include "ui/messages/run_messages.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace gf {

class Form;
class ProblemLabel;

/// What an opened model goes on learning from, and how: a text, or for one that writes on pairs.
class LearnDialog : public QDialog {
    Q_OBJECT
public:
    /// `run` is the opened model; `form` says what fields there are and what they would mean.
    LearnDialog(const ModelForm& form, const RunInfo& run, QWidget* parent = nullptr);

    ModelRequest request() const;

    /// Chooses a file for one of the tasks that there are.
    void learnFrom(const QString& task, const QString& file);

private:
    QWidget* makeFileRow();
    QWidget* makeFoot();
    void chooseFile();
    void showSample();
    void check();

    const ModelForm m_form;
    const RunInfo m_run;
    QComboBox* m_task;
    QLineEdit* m_file;
    QPushButton* m_sample;
    ProblemLabel* m_taskProblem;
    Form* m_training;
    QLabel* m_cost;
    QPushButton* m_train = nullptr; ///< null while it is still being put together
};

} // namespace gf
