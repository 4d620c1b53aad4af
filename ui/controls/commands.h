// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/command_table.h"
#include "ui/language/language.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QHash>
#include <QList>
#include <QObject>

class QAction;
class QMenu;
class QMenuBar;
class QWidget;

namespace gf {

/// The actions of one window, made from the table, with the keys that the person has set.
class Commands : public QObject {
    Q_OBJECT
public:
    /// Adds every action to `window`, so that its shortcuts work there.
    explicit Commands(QWidget* window);

    QAction* operator[](Command command) const { return m_actions.value(command); }

    /// Says in the tip what the command does now, or why it cannot; with its keys. What stands in
    /// the table where there is nothing else to say.
    void showTip(Command command, const QString& now = {}) const;

    /// What menus have beside commands.
    struct Others {
        QList<QAction*> docks; ///< their switches, shown under View
        QMenu* labs = nullptr; ///< shown under Lab
    };
    void fill(QMenuBar* bar, const Others& others) const;

    /// Ticks one of the themes, of which one is always chosen.
    void showTheme(ThemeChoice choice) const;
    /// The one that is ticked.
    ThemeChoice theme() const;
    /// The same for the languages.
    void showLanguage(Language language) const;

signals:
    void triggered(gf::Command command, bool checked);

private:
    void add(QMenu* menu, const MenuItem& item, const Others& others) const;

    QHash<Command, QAction*> m_actions;
    QActionGroup m_themes; ///< of which one is chosen
    QActionGroup m_languages;
};

} // namespace gf
