// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/task_choices.h"

#include "app/session/samples.h"
#include "core/data/task.h"
#include "ui/language/language.h"

namespace gf {

QVector<TaskChoice> taskChoices() {
    QVector<TaskChoice> choices;
    for (const TaskInfo& task : taskTable())
        choices.push_back({.name = QString::fromUtf8(task.name),
                           .summary = QString::fromUtf8(task.summary),
                           .needsFile = task.needsFile,
                           .file = task.file});
    return choices;
}

void presentTask(TaskChoice& task) {
    task.summary = translated(task.summary);
    const Sample sample = sampleOf(task.name);
    task.sampleName = sample.name;
    task.sampleFile = sample.file;
}

} // namespace gf
