// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_control.h"

#include "ui/controls/command_table.h"
#include "ui/controls/shortcuts.h"
#include "ui/dialogs/about.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/glossary/glossary_dialog.h"
#include "ui/scene/scene.h"

#include <QDialog>

namespace gf {

namespace {

void bringForward(QDialog* dialog) {
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace

HelpControl::HelpControl(QWidget* window) : Feature(window), m_window(window) {}

bool HelpControl::perform(Command command, bool /*checked*/) {
    switch (command) {
    case Command::Help:
        showHelp();
        return true;
    case Command::Glossary:
        showGlossary({});
        return true;
    case Command::Shortcuts:
        showShortcuts();
        return true;
    case Command::About:
        showAbout(m_window);
        return true;
    default:
        return false;
    }
}

void HelpControl::describe(Scene& scene) const {
    const auto* help = m_window->findChild<HelpDialog*>();
    const auto* glossary = m_window->findChild<GlossaryDialog*>();
    scene.help = help && help->isVisible();
    scene.glossary = glossary && glossary->isVisible();
}

void HelpControl::showScene(const Scene& scene) {
    auto* help = m_window->findChild<HelpDialog*>();
    auto* glossary = m_window->findChild<GlossaryDialog*>();
    if (scene.help)
        showHelp();
    else if (help)
        help->close();
    if (scene.glossary)
        showGlossary({});
    else if (glossary)
        glossary->close();
}

void HelpControl::showGlossary(const QString& term) {
    auto* dialog = m_window->findChild<GlossaryDialog*>();
    if (!dialog) {
        dialog = new GlossaryDialog(m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    if (!term.isEmpty())
        dialog->showEntry(term);
    bringForward(dialog);
}

void HelpControl::showHelp() {
    auto* dialog = m_window->findChild<HelpDialog*>();
    if (!dialog) {
        dialog = new HelpDialog(m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &HelpDialog::termWanted, this, &HelpControl::showGlossary);
        connect(dialog, &HelpDialog::shortcutsWanted, this, &HelpControl::showShortcuts);
    }
    bringForward(dialog);
}

void HelpControl::showShortcuts() {
    const Shortcuts before = Shortcuts::saved();
    auto* dialog = new ShortcutsDialog(before, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, before] {
        if (dialog->shortcuts() == before)
            return;
        dialog->shortcuts().save();
        emit shortcutsChanged();
    });
    dialog->open();
}

} // namespace gf
