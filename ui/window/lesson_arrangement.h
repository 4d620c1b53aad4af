// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"
#include "ui/scene/scene.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

class QAction;

namespace gf {

class Commands;

/// What a lesson takes away or sets in the window beside its model and place: docks, commands with
/// their buttons, tasks, and what stations are set to. It is given back when another scene comes
/// that does not want it so, and when the lesson is left, unless the person has changed it since.
class LessonArrangement {
public:
    /// Takes tasks out of every list.
    using HideTasks = std::function<void(const QStringList& tasks)>;

    LessonArrangement(const Commands& commands, HideTasks hide)
        : m_commands(commands), m_hideTasks(std::move(hide)) {}

    /// `shown` is what the window shows and then what it is to show.
    void enter(const LessonScene& scene, Scene& shown);
    void leave(Scene& shown);
    bool isEntered() const { return m_isEntered; }

    /// Goes on in the place of another window's.
    void takeOver(const LessonArrangement& other);

private:
    void hide(const QStringList& commands, const QStringList& tasks);

    const Commands& m_commands;
    HideTasks m_hideTasks;
    bool m_isEntered = false;
    QStringList m_hiddenCommands, m_hiddenTasks;
    QStringList m_docksBefore;
    std::optional<QStringList> m_docks; ///< that are hidden instead; nothing: they stay
    QHash<QString, double> m_settings;
    QHash<QString, std::optional<double>> m_settingsBefore;
};

} // namespace gf
