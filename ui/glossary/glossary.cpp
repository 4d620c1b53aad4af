// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/glossary/glossary.h"

#include "ui/language/language.h"
#include "ui/steps/step_texts.h"

#include <QFile>
#include <QSet>

#include <algorithm>

namespace gf {

namespace {

const QString scheme = QStringLiteral("glossary:");

QStringList phrasesOf(const QString& line, int column) {
    QStringList phrases;
    for (const QString& phrase :
         line.section(QLatin1Char('|'), column, column).split(QLatin1Char(',')))
        if (!phrase.trimmed().isEmpty())
            phrases += phrase.trimmed();
    return phrases;
}

/// "Causal mask | causal mask, … | what is none" and then the definition.
GlossaryEntry entryOf(const QString& id, const QString& section) {
    GlossaryEntry entry;
    entry.id = id;
    const QString first = section.section(QLatin1Char('\n'), 0, 0);
    entry.term = first.section(QLatin1Char('|'), 0, 0).trimmed();
    entry.words = phrasesOf(first, 1);
    entry.otherwise = phrasesOf(first, 2);
    entry.text = section.section(QLatin1Char('\n'), 1).trimmed();
    return entry;
}

/// Long words first, or "causal mask" would be found as "mask". A line may end within one.
QRegularExpression patternOf(QStringList words) {
    std::sort(words.begin(), words.end(),
              [](const QString& a, const QString& b) { return a.size() > b.size(); });
    for (QString& word : words)
        word =
            QRegularExpression::escape(word).replace(QStringLiteral("\\ "), QStringLiteral("\\s+"));
    return QRegularExpression(QStringLiteral("(?<kept>\\*[^*]+\\*|\\[[^\\]]*\\]\\([^)]*\\))"
                                             "|(?<![\\w`-])(?<word>%1)(?![\\w-])|`[^`]*`")
                                  .arg(words.join(QLatin1Char('|'))),
                              QRegularExpression::CaseInsensitiveOption |
                                  QRegularExpression::UseUnicodePropertiesOption);
}

} // namespace

Glossary::Glossary() {
    QFile file(QStringLiteral(":/texts/%1/glossary.md").arg(textLanguage()));
    if (!file.open(QIODevice::ReadOnly))
        return;
    const auto sections = StepTexts::sectionsOf(QString::fromUtf8(file.readAll()));
    for (auto section = sections.begin(); section != sections.end(); ++section)
        m_entries.push_back(entryOf(section.key(), section.value()));
    std::sort(m_entries.begin(), m_entries.end(), [](const auto& a, const auto& b) {
        return QString::localeAwareCompare(a.term, b.term) < 0;
    });
    QStringList phrases;
    for (const GlossaryEntry& entry : m_entries) {
        for (const QString& word : entry.words)
            m_idOfWord.insert(word.toLower(), entry.id);
        phrases += entry.words + entry.otherwise;
    }
    m_pattern = patternOf(phrases);
}

const GlossaryEntry* Glossary::find(const QString& id) const {
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const GlossaryEntry& entry) { return entry.id == id; });
    return found == m_entries.end() ? nullptr : &*found;
}

std::vector<const GlossaryEntry*> Glossary::search(const QString& text) const {
    // 0 begins with it, 1 has it in its term or words, 2 in its definition; 3 not at all.
    const auto rank = [&](const GlossaryEntry& entry) {
        const auto has = [&](const QString& where) {
            return where.contains(text, Qt::CaseInsensitive);
        };
        if (entry.term.startsWith(text, Qt::CaseInsensitive))
            return 0;
        return has(entry.term) || has(entry.words.join(QLatin1Char(' '))) ? 1
               : has(entry.text)                                          ? 2
                                                                          : 3;
    };
    std::vector<const GlossaryEntry*> found;
    for (const GlossaryEntry& entry : m_entries)
        if (rank(entry) < 3)
            found.push_back(&entry);
    std::stable_sort(found.begin(), found.end(),
                     [&](const auto* a, const auto* b) { return rank(*a) < rank(*b); });
    return found;
}

QString Glossary::linked(const QString& markdown, const QString& self) const {
    QSet<QString> seen{self};
    QString result;
    qsizetype at = 0;
    for (auto found = m_pattern.globalMatch(markdown); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const QString word = match.captured(QStringLiteral("word"));
        const QString id = m_idOfWord.value(word.simplified().toLower());
        if (id.isEmpty() || seen.contains(id))
            continue;
        seen.insert(id);
        result += markdown.mid(at, match.capturedStart() - at);
        result += QStringLiteral("[%1](%2%3)").arg(word, scheme, id);
        at = match.capturedEnd();
    }
    return result + markdown.mid(at);
}

QString Glossary::idOf(const QString& link) {
    return link.startsWith(scheme) ? link.mid(scheme.size()) : QString();
}

} // namespace gf
