// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

namespace gf {

/// The plain words about steps and operations, from resources/texts/en/*.md and its translations:
/// each file holds sections that begin with "## name", where the name is a step's kind, an
/// operation's, or "station." and the id of a station, or "lab." and the name of a lab. The
/// gradient of an activation that has no section of its own has "activation_gradient", with the
/// activation's label in the place of %1.
class StepTexts {
public:
    /// Reads the texts that are compiled into the program.
    StepTexts();

    /// The Markdown about a step: that of its kind ("attn.scores", as in Step::kind), otherwise
    /// that of its operation. Gradients have that of their operation, and if it has none, what a
    /// gradient is.
    QString textFor(const QString& kind, const QString& op, bool gradient) const;
    /// One section, or an empty string.
    QString section(const QString& name) const { return m_sections.value(name); }
    QStringList names() const { return m_sections.keys(); }

    /// The sections of one Markdown text.
    static QHash<QString, QString> sectionsOf(const QString& markdown);

private:
    void read(const QString& language);

    QHash<QString, QString> m_sections;
};

} // namespace gf
