// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/messages.h"

#include <QDialog>

#include <functional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace gf {

class Form;
class ProblemLabel;

/// What the person asked for in the New model dialog.
struct ModelRequest {
    QVariantMap model;
    QVariantMap training;
    QString task;
    QString file;
};

/// What the New model dialog needs to know of the outside: fields, tasks, and what values mean.
struct ModelForm {
    QVector<FormField> model;
    QVector<FormField> training;
    QVector<TaskChoice> tasks;
    QString task; ///< chosen at first
    QString file;
    /// The values that learn a task, by key; the fields take them when the task is chosen.
    std::function<QVariantMap(const QString& task)> defaults;
    std::function<FormCheck(const ModelRequest&)> check;
};

/// Every field of the configuration, with what the model would cost while one types.
class NewModelDialog : public QDialog {
    Q_OBJECT
public:
    explicit NewModelDialog(const ModelForm& form, QWidget* parent = nullptr);

    ModelRequest request() const;

private:
    QWidget* makeTaskRow();
    QWidget* makeColumns();
    QWidget* makeFoot();
    void takeDefaults();
    void chooseFile();
    void check();

    ModelForm m_form;
    Form* m_model = nullptr;
    Form* m_training = nullptr;
    QComboBox* m_task = nullptr;
    QLineEdit* m_file = nullptr;
    QPushButton* m_browse = nullptr;
    ProblemLabel* m_taskProblem = nullptr;
    QLabel* m_cost = nullptr;
    QPushButton* m_build = nullptr;
};

} // namespace gf
