// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

#include <variant>
#include <vector>

namespace gf {

/// Everything the window can be told to do by menu, key or button.
enum class Command {
#define GF_COMMAND(command, name) command,
#include "core/lesson/commands.def"
};

/// How a command looks: one row of the table.
struct CommandInfo {
    Command command;
    QString text;                    ///< in the menu, with its mnemonic
    QString tip;                     ///< one sentence; the shortcut is added
    QList<QKeySequence> defaultKeys; ///< what it has until the person sets others (`Shortcuts`)
    bool checkable = false;

    /// In settings, in lessons and, as {name}, in texts.
    const char* name() const;
};

/// The table of all commands, in the order of the menus and in the present language.
std::vector<CommandInfo> commandTable();

/// The row of one command.
CommandInfo commandInfo(Command command);

/// What a menu has besides commands: a line, a menu of its own, that of the labs.
struct MenuLine {};
struct LabList {
    QString title;
};
struct SubMenu {
    QString title;
    std::vector<Command> commands;
    bool hasDocks = false; ///< the switches of the docks stand before them
};
using MenuItem = std::variant<Command, MenuLine, LabList, SubMenu>;

/// A menu of the window, in the present language.
struct MenuInfo {
    QString title; ///< with its mnemonic
    std::vector<MenuItem> items;
};

/// All menus, from left to right. Every command stands in one of them.
std::vector<MenuInfo> commandMenus();

/// The commands of a menu and of the menus in it, in their order.
std::vector<Command> commandsOf(const MenuInfo& menu);

/// The words of a menu without the sign before its mnemonic.
QString withoutMnemonic(const QString& text);

/// Where a command stands in the menus: "View → Theme → Dark".
QString menuPath(Command command);

} // namespace gf
