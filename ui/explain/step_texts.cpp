// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/step_texts.h"

#include <QFile>

#include <cassert>

namespace gf {

StepTexts::StepTexts() {
    for (const char* name : {"steps", "ops", "gradients", "optimizer"}) {
        QFile file(QStringLiteral(":/texts/%1.md").arg(QLatin1String(name)));
        [[maybe_unused]] const bool open = file.open(QIODevice::ReadOnly);
        assert(open && "the texts are compiled in");
        m_sections.insert(sectionsOf(QString::fromUtf8(file.readAll())));
    }
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
    QString general = kind;
    general.replace(QLatin1String("self_attn."), QLatin1String("attn."));
    general.replace(QLatin1String("cross_attn."), QLatin1String("attn."));
    QString text = section(general);
    // "source.embedded" and "target.embedded" are one kind; "output.weight" is a weight.
    if (text.isEmpty() && general.count(QLatin1Char('.')) == 1)
        text = section(general.section(QLatin1Char('.'), 1));
    return text.isEmpty() ? section(op) : text;
}

} // namespace gf
