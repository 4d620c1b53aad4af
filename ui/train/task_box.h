// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/run_messages.h"

#include <QComboBox>

#include <vector>

namespace gf {

/// What the model learns, and what another one could learn in its place: every task, those that
/// take a person's own data once more with a file, and files that come along.
class TaskBox : public QComboBox {
    Q_OBJECT
public:
    explicit TaskBox(QWidget* parent = nullptr);

    void showRun(const RunInfo& run);
    /// Takes these away, but for the one that is learnt.
    void hideTasks(const QStringList& tasks);
    /// Puts the choice back, when the person changed their mind.
    void showLearnt();

signals:
    void taskWanted(const gf::TaskChoice& task);
    void sampleWanted(const QString& task, const QString& file);

private:
    void fill();
    void read(int index);

    std::vector<TaskChoice> m_tasks;    ///< of the list, without the files that come along
    std::vector<OfferedTask> m_offered; ///< that they are chosen from
    QStringList m_hidden;
    QString m_learnt; ///< the task of the run
};

} // namespace gf
