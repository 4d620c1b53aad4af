// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/shortcuts.h"

#include "ui/language/tr.h"

#include <QRegularExpression>
#include <QSettings>

#include <algorithm>
#include <array>

namespace gf {

namespace {

const QString group = QStringLiteral("shortcuts/");
const QString singleKeysSetting = QStringLiteral("shortcuts/singleKeys");
const QString off = QStringLiteral("false");
constexpr qsizetype longestSetting = 100; ///< characters of a command's keys

QString settingOf(const CommandInfo& info) {
    return group + QLatin1String(info.name());
}

bool hasModifier(const QKeyCombination& key) {
    return key.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
}

/// The keys of a saved text, or nullopt when it is none that `save` writes.
std::optional<QList<QKeySequence>> keysFrom(const QVariant& setting) {
    if (setting.typeId() != QMetaType::QString)
        return std::nullopt;
    const QString text = setting.toString();
    if (text.isEmpty())
        return QList<QKeySequence>();
    if (text.size() > longestSetting)
        return std::nullopt;
    const auto keys = QKeySequence::listFromString(text, QKeySequence::PortableText);
    const bool usable = keys.size() <= Shortcuts::mostKeys &&
                        std::ranges::all_of(keys, [](const QKeySequence& key) {
                            return objectionTo(key).isEmpty();
                        });
    return usable ? std::optional(keys) : std::nullopt;
}

} // namespace

Shortcuts::Shortcuts() {
    for (const CommandInfo& info : commandTable())
        m_keys.insert(info.command, info.defaultKeys);
}

Shortcuts Shortcuts::saved() {
    const QSettings settings;
    const std::vector<CommandInfo> table = commandTable();
    QHash<Command, QList<QKeySequence>> chosen;
    for (const CommandInfo& info : table)
        if (settings.contains(settingOf(info)))
            if (const auto keys = keysFrom(settings.value(settingOf(info))))
                chosen.insert(info.command, *keys);
    Shortcuts shortcuts;
    // The last one that is set has a key, so those that come first are set last.
    for (auto info = table.rbegin(); info != table.rend(); ++info)
        if (const auto keys = chosen.constFind(info->command); keys != chosen.constEnd())
            shortcuts.set(info->command, *keys);
    shortcuts.m_singleKeys = settings.value(singleKeysSetting).toString() != off;
    return shortcuts;
}

void Shortcuts::save() const {
    QSettings settings;
    for (const CommandInfo& info : commandTable())
        if (of(info.command) != info.defaultKeys)
            settings.setValue(settingOf(info), QKeySequence::listToString(
                                                   of(info.command), QKeySequence::PortableText));
        else
            settings.remove(settingOf(info));
    if (m_singleKeys)
        settings.remove(singleKeysSetting);
    else
        settings.setValue(singleKeysSetting, off);
}

QList<QKeySequence> Shortcuts::working(Command command) const {
    QList<QKeySequence> keys = of(command);
    if (!m_singleKeys)
        keys.removeIf(typesCharacter);
    return keys;
}

std::optional<Command> Shortcuts::holder(const QKeySequence& key) const {
    for (auto row = m_keys.begin(); row != m_keys.end(); ++row)
        if (row->contains(key))
            return row.key();
    return std::nullopt;
}

bool Shortcuts::isChanged(Command command) const {
    return of(command) != commandInfo(command).defaultKeys;
}

void Shortcuts::set(Command command, const QList<QKeySequence>& keys) {
    for (QList<QKeySequence>& others : m_keys)
        others.removeIf([&](const QKeySequence& key) { return keys.contains(key); });
    m_keys.insert(command, keys);
}

void Shortcuts::reset(Command command) {
    set(command, commandInfo(command).defaultKeys);
}

bool typesCharacter(const QKeySequence& key) {
    return key.count() == 1 && !hasModifier(key[0]) && key[0].key() < Qt::Key_Escape;
}

QString objectionTo(const QKeySequence& key) {
    if (key.count() != 1)
        return tr("One key, with or without Ctrl, Alt and Shift, is needed.");
    const QString name = key.toString(QKeySequence::NativeText);
    const Qt::Key code = key[0].key();
    static constexpr std::array notAlone = {Qt::Key_Tab, Qt::Key_Backtab, Qt::Key_Return,
                                            Qt::Key_Enter, Qt::Key_Menu};
    static constexpr std::array never = {Qt::Key_unknown, Qt::Key_Shift, Qt::Key_Control,
                                         Qt::Key_Alt,     Qt::Key_Meta,  Qt::Key_AltGr};
    if (std::ranges::count(never, code) > 0 || name.isEmpty())
        return tr("This key has no name and can’t be a shortcut.");
    if (!hasModifier(key[0]) && std::ranges::count(notAlone, code) > 0)
        return tr("%1 moves between fields, confirms or opens a menu; it can’t be a shortcut.")
            .arg(name);
    if (key[0].keyboardModifiers() == Qt::AltModifier && code < Qt::Key_Escape)
        return tr("%1 may open a menu; it can’t be a shortcut.").arg(name);
    return {};
}

QString keysInWords(const QList<QKeySequence>& keys) {
    QStringList words;
    for (const QKeySequence& key : keys)
        words += key.toString(QKeySequence::NativeText);
    return words.join(tr(" or "));
}

QString tipWithKeys(const QString& tip, const QList<QKeySequence>& keys) {
    return keys.isEmpty() ? tip : tr("%1 (%2)").arg(tip, keysInWords(keys));
}

QString tipWithKeys(const QString& tip, Command command) {
    return tipWithKeys(tip, Shortcuts::saved().working(command));
}

QString calledInTexts(Command command) {
    const QList<QKeySequence> keys = Shortcuts::saved().working(command);
    return keys.isEmpty() ? menuPath(command) : keysInWords({keys.front()});
}

namespace {

/// Writes every command in a text as `written` has it.
template <class Write> QString commandsWritten(QString text, Write written) {
    for (const CommandInfo& info : commandTable())
        if (const QString name = QStringLiteral("{%1}").arg(QLatin1String(info.name()));
            text.contains(name))
            text.replace(name, written(calledInTexts(info.command)));
    return text;
}

QString escapedForMarkdown(QString words) {
    static const QRegularExpression signs(QStringLiteral(R"(([\\`*_{}\[\]<>()#+.!|~&-]))"));
    return words.replace(signs, QStringLiteral(R"(\\1)"));
}

} // namespace

QString withCommands(QString text) {
    return commandsWritten(std::move(text), [](const QString& words) { return words; });
}

QString withCommandsInMarkdown(QString text) {
    return commandsWritten(std::move(text), escapedForMarkdown);
}

} // namespace gf
