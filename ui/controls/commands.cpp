// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/commands.h"

#include "ui/controls/shortcuts.h"
#include "ui/language/plain_text.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QWidget>

#include <algorithm>
#include <array>

namespace gf {

namespace {

// In the order of ThemeChoice.
constexpr std::array themeCommands = {Command::ThemeSystem, Command::ThemeLight,
                                      Command::ThemeDark};

// In the order of Language.
constexpr std::array languageCommands = {Command::LanguageSystem, Command::LanguageEnglish,
                                         Command::LanguageGerman};

} // namespace

Commands::Commands(QWidget* window) : QObject(window), m_themes(this), m_languages(this) {
    const Shortcuts shortcuts = Shortcuts::saved();
    for (const CommandInfo& info : commandTable()) {
        auto* action = new QAction(info.text, this);
        const QList<QKeySequence> keys = shortcuts.working(info.command);
        action->setCheckable(info.checkable);
        action->setShortcuts(keys);
        action->setShortcutContext(Qt::WindowShortcut);
        action->setToolTip(tipWithKeys(info.tip, keys));
        action->setStatusTip(info.tip);
        const Command command = info.command;
        connect(action, &QAction::triggered, this,
                [this, command](bool checked) { emit triggered(command, checked); });
        window->addAction(action);
        m_actions.insert(command, action);
    }
    for (const Command choice : themeCommands)
        m_themes.addAction(m_actions.value(choice));
    for (const Command choice : languageCommands)
        m_languages.addAction(m_actions.value(choice));
}

void Commands::showTip(Command command, const QString& now) const {
    QAction* action = m_actions.value(command);
    action->setToolTip(
        plainTip(tipWithKeys(now.isEmpty() ? action->statusTip() : now, action->shortcuts())));
}

void Commands::showTheme(ThemeChoice choice) const {
    m_actions.value(themeCommands[static_cast<std::size_t>(choice)])->setChecked(true);
}

ThemeChoice Commands::theme() const {
    const auto isTicked = [this](Command command) { return m_actions.value(command)->isChecked(); };
    const auto place = std::ranges::find_if(themeCommands, isTicked) - themeCommands.begin();
    return place < std::ssize(themeCommands) ? static_cast<ThemeChoice>(place)
                                             : ThemeChoice::System;
}

void Commands::showLanguage(Language language) const {
    m_actions.value(languageCommands[static_cast<std::size_t>(language)])->setChecked(true);
}

void Commands::add(QMenu* menu, const MenuItem& item, const Others& others) const {
    if (const auto* command = std::get_if<Command>(&item)) {
        menu->addAction(m_actions.value(*command));
    } else if (const auto* inner = std::get_if<SubMenu>(&item)) {
        QMenu* below = menu->addMenu(inner->title);
        below->setToolTipsVisible(true);
        if (inner->hasDocks)
            below->addActions(others.docks);
        for (const Command choice : inner->commands)
            below->addAction(m_actions.value(choice));
    } else if (const auto* labs = std::get_if<LabList>(&item)) {
        others.labs->setTitle(labs->title);
        menu->addMenu(others.labs);
    } else {
        menu->addSeparator();
    }
}

void Commands::fill(QMenuBar* bar, const Others& others) const {
    for (const MenuInfo& info : commandMenus()) {
        QMenu* menu = bar->addMenu(info.title);
        menu->setToolTipsVisible(true);
        for (const MenuItem& item : info.items)
            add(menu, item, others);
    }
}

} // namespace gf
