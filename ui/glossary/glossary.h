// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <vector>

namespace gf {

/// A term of the field and what it means.
struct GlossaryEntry {
    QString id;            ///< the same in every language: "causal_mask"
    QString term;          ///< "Causal mask"
    QStringList words;     ///< what leads to it in texts
    QStringList otherwise; ///< what holds one of the words and means something else: "arrow keys"
    QString text;          ///< Markdown: the definition and its source
};

/// The terms of resources/texts/{en,de}/glossary.md in the present language, in alphabetical
/// order.
class Glossary {
public:
    Glossary();

    const std::vector<GlossaryEntry>& entries() const { return m_entries; }
    /// The entry of that id, or nullptr.
    const GlossaryEntry* find(const QString& id) const;
    /// The entries whose term, words or definition hold `text`, those whose term begins with it
    /// first.
    std::vector<const GlossaryEntry*> search(const QString& text) const;

    /// A Markdown text with the first occurrence of each term as a link
    /// ("[query](glossary:query)"). Sources (in asterisks), code and links stay as they are; so
    /// does the entry `self`.
    QString linked(const QString& markdown, const QString& self = {}) const;

    /// The id in a link that `linked` made; empty for any other link.
    static QString idOf(const QString& link);

private:
    std::vector<GlossaryEntry> m_entries;
    QHash<QString, QString> m_idOfWord; ///< by the word in lower case
    QRegularExpression m_pattern;       ///< what stays as it is, or a phrase
};

} // namespace gf
