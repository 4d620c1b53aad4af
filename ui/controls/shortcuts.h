// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/command_table.h"

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QString>

#include <optional>

namespace gf {

/// The keys of all commands: those of the table, or what the person set in their place. No key
/// belongs to two commands. A plain value; a window takes what is saved when it is made.
class Shortcuts {
public:
    /// So many keys a command can have.
    static constexpr qsizetype mostKeys = 2;

    /// The keys of the table.
    Shortcuts();

    /// What was saved last. What is no key, too many of them, or no text at all counts for nothing:
    /// that command has the keys of the table. Of two commands with one key the first one of the
    /// table keeps it, and one for which it was set before one for which it was not.
    static Shortcuts saved();
    /// Remembers what differs from the table.
    void save() const;

    /// The keys of a command, whether or not single keys are switched off.
    QList<QKeySequence> of(Command command) const { return m_keys.value(command); }
    /// Those of them that work.
    QList<QKeySequence> working(Command command) const;
    /// The command that has a key.
    std::optional<Command> holder(const QKeySequence& key) const;
    bool isChanged(Command command) const;

    /// Gives a command these keys and takes them from all others; none leave it without. All must
    /// be `isUsable`, and no more than `mostKeys`.
    void set(Command command, const QList<QKeySequence>& keys);
    /// Back to the keys of the table; what other commands have of them, they lose.
    void reset(Command command);

    /// Whether keys that type a character do anything (on at first). Who dictates, or hits keys by
    /// accident, switches them off (WCAG 2.1, 2.1.4).
    bool singleKeys() const { return m_singleKeys; }
    void setSingleKeys(bool on) { m_singleKeys = on; }

    bool operator==(const Shortcuts&) const = default;

private:
    QHash<Command, QList<QKeySequence>> m_keys;
    bool m_singleKeys = true;
};

/// A letter, digit, sign or Space, without Ctrl, Alt or Meta.
bool typesCharacter(const QKeySequence& key);

/// Why a key cannot be that of a command; empty when it can.
QString objectionTo(const QKeySequence& key);

/// "Space or Ctrl+Down", as menus call them.
QString keysInWords(const QList<QKeySequence>& keys);

/// "Next operation (Space)": the tip with the shortcut in words.
QString tipWithKeys(const QString& tip, const QList<QKeySequence>& keys);
/// The same with the keys of a command.
QString tipWithKeys(const QString& tip, Command command);

/// What a text calls a command: its first key that works, or where it stands in the menus.
QString calledInTexts(Command command);
/// A text in which each {name of a command} is what texts call it; see CommandInfo::name.
QString withCommands(QString text);
/// The same for Markdown, where a key's name may be a sign with a meaning of its own.
QString withCommandsInMarkdown(QString text);

} // namespace gf
