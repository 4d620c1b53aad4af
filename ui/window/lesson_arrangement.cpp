// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lesson_arrangement.h"

#include "ui/controls/commands.h"
#include "ui/language/tr.h"

#include <QAction>

#include <algorithm>

namespace gf {

namespace {

QStringList namesOf(const std::vector<std::string>& names) {
    QStringList all;
    for (const std::string& name : names)
        all += QString::fromStdString(name);
    return all;
}

} // namespace

void LessonArrangement::hide(const QStringList& commands, const QStringList& tasks) {
    if (commands == m_hiddenCommands && tasks == m_hiddenTasks)
        return;
    for (const CommandInfo& info : commandTable()) {
        const QString name = QLatin1String(info.name());
        if (commands.contains(name) != m_hiddenCommands.contains(name))
            m_commands[info.command]->setVisible(!commands.contains(name));
    }
    m_hiddenCommands = commands;
    m_hiddenTasks = tasks;
    m_hideTasks(tasks);
}

void LessonArrangement::enter(const LessonScene& scene, Scene& shown) {
    leave(shown);
    m_isEntered = true;
    hide(namesOf(scene.buttons), namesOf(scene.hidden));
    if (!scene.docks.empty() && shown.hidden) {
        m_docksBefore = *shown.hidden;
        m_docks = m_docksBefore;
        for (const QString& dock : namesOf(scene.docks))
            if (!m_docks->contains(dock))
                *m_docks += dock;
        m_docks->sort();
        shown.hidden = m_docks;
    }
    for (const auto& [key, value] : scene.settings) {
        const QString name = QString::fromStdString(key);
        QHash<QString, double>& now = shown.stage.stations;
        m_settingsBefore[name] = now.contains(name) ? std::optional(now[name]) : std::nullopt;
        m_settings[name] = now[name] = value;
    }
}

void LessonArrangement::leave(Scene& shown) {
    m_isEntered = false;
    hide({}, {});
    if (m_docks && shown.hidden) {
        QStringList now = *shown.hidden;
        now.sort();
        if (now == *m_docks)
            shown.hidden = m_docksBefore;
    }
    m_docks.reset();
    for (auto before = m_settingsBefore.cbegin(); before != m_settingsBefore.cend(); ++before) {
        QHash<QString, double>& now = shown.stage.stations;
        if (now.value(before.key()) != m_settings.value(before.key()))
            continue;
        if (before.value())
            now[before.key()] = *before.value();
        else
            now.remove(before.key());
    }
    m_settings.clear();
    m_settingsBefore.clear();
}

void LessonArrangement::takeOver(const LessonArrangement& other) {
    m_isEntered = other.m_isEntered;
    m_docksBefore = other.m_docksBefore;
    m_docks = other.m_docks;
    m_settings = other.m_settings;
    m_settingsBefore = other.m_settingsBefore;
    hide(other.m_hiddenCommands, other.m_hiddenTasks);
}

} // namespace gf
