// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/step_texts.h"

#include "core/graph/op.h"
#include "ui/language/language.h"

#include <QFile>

#include <cassert>

namespace gf {

StepTexts::StepTexts() {
    const QString english = QStringLiteral("en");
    read(english);
    // Over the English: what is not translated yet is better read in English than not at all.
    if (textLanguage() != english)
        read(textLanguage());
    // What holds of the gradient of any activation, for those of which no more is to be said.
    const QString any = m_sections.take(QStringLiteral("activation_gradient"));
    for (const ActivationRow& row : activationTable) {
        const auto words = [](std::string_view text) {
            return QString::fromUtf8(text.data(), std::ssize(text));
        };
        QString& own = m_sections[words(row.name) + QStringLiteral("_gradient")];
        if (own.isEmpty())
            own = any.arg(words(row.label));
    }
}

void StepTexts::read(const QString& language) {
    QHash<QString, QString> all;
    for (const char* name : {"steps", "stations", "labs", "ops", "gradients", "optimizer"}) {
        QFile file(QStringLiteral(":/texts/%1/%2.md").arg(language, QLatin1String(name)));
        [[maybe_unused]] const bool open = file.open(QIODevice::ReadOnly);
        assert(open && "the texts are compiled in");
        const auto sections = sectionsOf(QString::fromUtf8(file.readAll()));
        for (auto section = sections.begin(); section != sections.end(); ++section) {
            assert(!all.contains(section.key()) && "every section has a name of its own");
            all.insert(section.key(), section.value());
        }
    }
    m_sections.insert(all);
}

QHash<QString, QString> StepTexts::sectionsOf(const QString& markdown) {
    QHash<QString, QString> sections;
    QString name;
    QStringList lines;
    const auto finish = [&] {
        if (!name.isEmpty())
            sections.insert(name, lines.join(QLatin1Char('\n')).trimmed());
        lines.clear();
    };
    for (const QString& line : markdown.split(QLatin1Char('\n'))) {
        if (line.startsWith(QLatin1String("## "))) {
            finish();
            name = line.mid(3).trimmed();
        } else {
            lines << line;
        }
    }
    finish();
    return sections;
}

QString StepTexts::textFor(const QString& kind, const QString& op, bool gradient) const {
    if (gradient) {
        const QString text = section(op);
        const bool own = !text.isEmpty() && (op.endsWith(QLatin1String("_gradient")) ||
                                             op == QLatin1String("column_sum"));
        return own ? text
                   : section(QStringLiteral("gradient")) +
                         (text.isEmpty() ? QString() : QStringLiteral("\n\n") + text);
    }
    if (op == QLatin1String("intervene"))
        return section(op);
    const QString text = section(kind);
    return text.isEmpty() ? section(op) : text;
}

} // namespace gf
