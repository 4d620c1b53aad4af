// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/task_box.h"

#include "ui/language/language.h"
#include "ui/language/plain_text.h"

#include <utility>

namespace gf {

namespace {

constexpr int sampleFileRole = Qt::UserRole + 1;

} // namespace

TaskBox::TaskBox(QWidget* parent) : QComboBox(parent) {
    setObjectName(QStringLiteral("task"));
    setToolTip(tr("What the model learns; another task starts a new run"));
    constexpr int lettersOfName = 5; // in a narrow window it gives way to the state of the run
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setMinimumContentsLength(lettersOfName);
    connect(this, &QComboBox::activated, this, &TaskBox::read);
}

void TaskBox::showRun(const RunInfo& run) {
    m_offered = run.tasks;
    m_learnt = run.task;
    fill();
}

void TaskBox::hideTasks(const QStringList& tasks) {
    m_hidden = tasks;
    fill();
}

void TaskBox::fill() {
    const auto nameOf = [](const TaskChoice& task) { return QString::fromUtf8(task.name); };
    std::vector<OfferedTask> offered = m_offered;
    std::erase_if(offered, [&](const TaskChoice& task) {
        return m_hidden.contains(nameOf(task)) && nameOf(task) != m_learnt;
    });
    clear();
    // Whoever makes examples of its own can be given others, too; files that come along stand last.
    m_tasks.assign(offered.begin(), offered.end());
    for (TaskChoice task : offered)
        if (task.file != TaskFile::None && !std::exchange(task.needsFile, true))
            m_tasks.push_back(task);
    const auto add = [&](const TaskChoice& task, const QString& text) {
        addItem(text, nameOf(task));
        setItemData(count() - 1, plainTip(translated(Phrase(task.summary))), Qt::ToolTipRole);
    };
    for (std::size_t i = 0; i < m_tasks.size(); ++i) {
        const TaskChoice& task = m_tasks[i];
        const QString name =
            i < offered.size() ? nameOf(task) : tr("%1: own data").arg(nameOf(task));
        add(task, task.needsFile ? tr("%1…").arg(name) : name);
    }
    for (const OfferedTask& task : offered)
        if (!task.sample.name.empty()) {
            add(task, nameOf(task) + QStringLiteral(": ") + translated(Phrase(task.sample.name)));
            setItemData(count() - 1, QString::fromStdString(task.sample.file), sampleFileRole);
        }
    showLearnt();
}

void TaskBox::showLearnt() {
    setCurrentIndex(findData(m_learnt));
}

void TaskBox::read(int index) {
    const QString sample = itemData(index, sampleFileRole).toString();
    if (sample.isEmpty())
        emit taskWanted(m_tasks[static_cast<std::size_t>(index)]); // those come before the samples
    else
        emit sampleWanted(itemData(index).toString(), sample);
}

} // namespace gf
