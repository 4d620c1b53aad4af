// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lesson_words.h"

#include <QRegularExpression>
#include <QStringList>

namespace gf {

namespace {

/// Stars of code, formulas and values are no marks of emphasis.
QString escaped(const QString& text) {
    return text.toHtmlEscaped()
        .replace(QLatin1Char('*'), QLatin1String("&#42;"))
        .replace(QLatin1Char('_'), QLatin1String("&#95;"));
}

/// The part of a formula that begins at `at`: in braces, or one character.
QString argumentAt(const QString& formula, qsizetype& at) {
    if (at >= formula.size())
        return {};
    if (formula[at] != QLatin1Char('{'))
        return formula.mid(at++, 1);
    int depth = 0;
    const qsizetype begin = ++at;
    for (; at < formula.size(); ++at) {
        if (formula[at] == QLatin1Char('{'))
            ++depth;
        else if (formula[at] == QLatin1Char('}') && depth-- == 0)
            return formula.mid(begin, at++ - begin);
    }
    return formula.mid(begin);
}

/// What the lines of a text are: items of a list, or parts of a paragraph.
struct Line {
    enum class Kind { Words, Bullet, Number };
    Kind kind = Kind::Words;
    QString html;
};

Line lineOf(const QString& html) {
    static const QRegularExpression bullet(QStringLiteral("^\\s*[-*+]\\s+"));
    static const QRegularExpression number(QStringLiteral("^\\s*\\d+[.)]\\s+"));
    if (const auto match = bullet.match(html); match.hasMatch())
        return {Line::Kind::Bullet, html.mid(match.capturedLength())};
    if (const auto match = number.match(html); match.hasMatch())
        return {Line::Kind::Number, html.mid(match.capturedLength())};
    return {Line::Kind::Words, html};
}

QString emphasized(QString html) {
    static const QRegularExpression bold(QStringLiteral("\\*\\*(?=\\S)(.+?)\\*\\*"));
    static const QRegularExpression slanted(QStringLiteral("\\*(?=\\S)([^*]+?)\\*"));
    return html.replace(bold, QStringLiteral("<b>\\1</b>"))
        .replace(slanted, QStringLiteral("<i>\\1</i>"));
}

QString listed(const QStringList& items, Line::Kind kind) {
    const QString tag = kind == Line::Kind::Bullet ? QStringLiteral("ul") : QStringLiteral("ol");
    return QStringLiteral("<%1><li>%2</li></%1>").arg(tag, items.join(QLatin1String("</li><li>")));
}

/// A paragraph, or lists with words around them.
QString blockOf(const QString& text) {
    QString html;
    QStringList words;
    QStringList items;
    Line::Kind kind = Line::Kind::Words;
    const auto endList = [&] {
        if (!items.isEmpty())
            html += listed(items, kind);
        items.clear();
    };
    const auto endWords = [&] {
        if (!words.isEmpty())
            html += QStringLiteral("<p>%1</p>").arg(words.join(QLatin1Char(' ')));
        words.clear();
    };
    for (const QString& each : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const Line line = lineOf(each);
        if (line.kind == Line::Kind::Words && !items.isEmpty()) {
            items.last() += QLatin1Char(' ') + line.html; // an item goes on
        } else if (line.kind == Line::Kind::Words) {
            words += line.html;
        } else {
            endWords();
            if (line.kind != kind)
                endList();
            kind = line.kind;
            items += line.html;
        }
    }
    endWords();
    endList();
    return html;
}

QString valueText(const Lesson& lesson, const LessonSpan& span, const ClaimValue& value) {
    if (span.kind == LessonSpan::Kind::Claim)
        if (const LessonClaim* claim = lesson.claim(span.text))
            return fromText(numberText(*claim, value(*claim)))
                .replace(QLatin1Char('-'), QChar(0x2212))
                .replace(QLatin1Char(' '), QChar(0xA0));
    if (span.kind == LessonSpan::Kind::Setting)
        if (const LessonSetting* setting = lesson.setting(span.text))
            return fromText(setting->text);
    return fromText(span.text);
}

QString spanHtml(const Lesson& lesson, const LessonSpan& span, const ClaimValue& value) {
    switch (span.kind) {
    case LessonSpan::Kind::Words:
        return fromText(span.text).toHtmlEscaped();
    case LessonSpan::Kind::Formula:
        return formulaHtml(fromText(span.text));
    case LessonSpan::Kind::Code:
        return QStringLiteral("<code>%1</code>").arg(escaped(fromText(span.text)));
    case LessonSpan::Kind::Claim:
    case LessonSpan::Kind::Setting:
        break;
    }
    return escaped(valueText(lesson, span, value));
}

} // namespace

QString formulaHtml(const QString& formula) {
    QString html;
    for (qsizetype at = 0; at < formula.size();) {
        const QChar letter = formula[at];
        if (letter == QLatin1Char('\\')) {
            qsizetype end = at + 1;
            while (end < formula.size() && formula[end].isLetter())
                ++end;
            const QString name = formula.mid(at + 1, end - at - 1);
            at = end;
            html +=
                name == QLatin1String("mathrm") ? escaped(argumentAt(formula, at)) : escaped(name);
        } else if (letter == QLatin1Char('_') || letter == QLatin1Char('^')) {
            const QString tag =
                letter == QLatin1Char('_') ? QStringLiteral("sub") : QStringLiteral("sup");
            html += QStringLiteral("<%1>%2</%1>").arg(tag, formulaHtml(argumentAt(formula, ++at)));
        } else if (letter.isLetter() && letter.category() != QChar::Letter_Modifier) {
            html += QStringLiteral("<i>%1</i>").arg(letter);
            ++at;
        } else {
            html += letter == QLatin1Char('-') ? QString(QChar(0x2212)) : escaped(QString(letter));
            ++at;
        }
    }
    return html.replace(QLatin1String("</i><i>"), QString());
}

QString lessonHtml(const Lesson& lesson, const LessonText& text, const ClaimValue& value) {
    QString html;
    for (const LessonSpan& span : spansOf(text.words, text.line))
        html += spanHtml(lesson, span, value);
    QString blocks;
    for (const QString& block : html.split(QLatin1String("\n\n"), Qt::SkipEmptyParts))
        blocks += blockOf(emphasized(block));
    return blocks;
}

QString lessonPlain(const Lesson& lesson, const LessonText& text, const ClaimValue& value) {
    QString plain;
    for (const LessonSpan& span : spansOf(text.words, text.line))
        plain += valueText(lesson, span, value);
    return plain.simplified();
}

} // namespace gf
