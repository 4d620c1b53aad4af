// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/explanation_link.h"

#include <QStringList>

namespace gf {

namespace {

/// Numbers are many: only words are underlined.
QString linked(const QString& text, const QString& link, const QColor& colour,
               const char* decoration) {
    QString style = QStringLiteral("text-decoration:") + QLatin1String(decoration);
    if (colour.isValid())
        style += QStringLiteral(";color:") + colour.name();
    return QStringLiteral("<a href=\"%1\" style=\"%2\">%3</a>").arg(link, style, text);
}

} // namespace

QString cellLinkHtml(const QString& number, NodeId node, const Cell& cell, const QColor& colour) {
    QString link = QStringLiteral("cell:%1").arg(node);
    for (const Index at : cell.at)
        link += QStringLiteral("/%1").arg(at);
    return linked(number, link, colour, "none");
}

QString openingLinkHtml(const QString& words, std::size_t line, const QColor& colour) {
    const QString link =
        line == allLines ? QStringLiteral("open:all") : QStringLiteral("open:%1").arg(line);
    return linked(words, link, colour, "underline");
}

std::optional<ExplanationLink> explanationLink(const QString& link) {
    const QString what = link.section(QLatin1Char(':'), 0, 0);
    const QString where = link.section(QLatin1Char(':'), 1);
    bool isNumber = true;
    ExplanationLink target;
    if (what == QLatin1String("open")) {
        target.line = where == QLatin1String("all") ? allLines : where.toULongLong(&isNumber);
        return isNumber ? std::optional(target) : std::nullopt;
    }
    const QStringList numbers = where.split(QLatin1Char('/'));
    if (what != QLatin1String("cell") || numbers.size() != 1 + Shape::maxRank)
        return std::nullopt;
    target.node = numbers[0].toInt(&isNumber);
    for (qsizetype i = 0; i < Shape::maxRank && isNumber; ++i)
        target.cell.at[i] = numbers[i + 1].toLongLong(&isNumber);
    return isNumber ? std::optional(target) : std::nullopt;
}

} // namespace gf
