// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/homework.h"

#include <QDialog>
#include <QHash>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTreeWidget;

namespace gf {

class ProblemLabel;

/// The exercises: what a student writes and where the window shows it. Chooses one, and the folder
/// that is made of it.
class HomeworkDialog : public QDialog {
    Q_OBJECT
public:
    /// `lessons` are the titles of the course's lessons by their names.
    HomeworkDialog(const std::vector<OfferedExercise>& exercises,
                   const QHash<QString, QString>& lessons, QWidget* parent = nullptr);

    ExerciseChoice choice() const;
    QString folder() const;

    /// What became of a folder that was asked for.
    void showMade(const QString& folder);
    void showProblem(const QString& sentence);

signals:
    /// The person wants choice() in folder().
    void wanted();
    /// And sees what is in the folder.
    void openWanted(const QString& folder);

private:
    void fillTree(const std::vector<OfferedExercise>& exercises,
                  const QHash<QString, QString>& lessons);
    QWidget* makeChoices();
    QWidget* makeButtons();
    void chooseFolder();
    void showChosen();

    QTreeWidget* m_tree;
    QLabel* m_step;
    QComboBox* m_library;
    QSpinBox* m_seed;
    QLineEdit* m_folder;
    ProblemLabel* m_problem;
    QLabel* m_made;
    QPushButton* m_open = nullptr;
    QString m_proposed; ///< what is in the field, until the person writes there
    QString m_madeFolder;
};

} // namespace gf
