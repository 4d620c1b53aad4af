// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language/plain_text.h"

#include <QFontMetrics>
#include <QImage>
#include <QScreen>
#include <QTextBoundaryFinder>
#include <QTextDocument>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <optional>

namespace gf {

namespace {

constexpr qsizetype longestTip = 2000; ///< letters
constexpr qsizetype tipLine = 110;     ///< letters

/// What changes the order of the letters around it, or has no shape: shown as its code.
bool isFormatting(QChar letter) {
    const char16_t code = letter.unicode();
    const bool joiner = code == 0x200C || code == 0x200D; // within words and emoji
    const bool separator = code == 0x2028 || code == 0x2029;
    return separator || (!joiner && !letter.isPrint() && !letter.isSurrogate());
}

/// The letter at `i` as it is shown; a pair of surrogates is left as it is, half of one is none.
QString shownAt(const QString& text, qsizetype i) {
    const QChar letter = text[i];
    const bool half =
        (letter.isHighSurrogate() && !(i + 1 < text.size() && text[i + 1].isLowSurrogate())) ||
        (letter.isLowSurrogate() && !(i > 0 && text[i - 1].isHighSurrogate()));
    if (half)
        return QString(QChar::ReplacementCharacter);
    if (const char16_t code = letter.unicode(); code < 0x20 || code == 0x7F)
        return QChar(code == 0x7F ? 0x2421 : 0x2400 + code); // "␕": Unicode's pictures of controls
    if (isFormatting(letter))
        return QStringLiteral("\\u%1").arg(letter.unicode(), 4, 16, QLatin1Char('0'));
    return letter;
}

/// At most `most` letters, and no part of a character at the end, unless one alone is longer.
QString cut(const QString& text, qsizetype most) {
    if (text.size() <= most)
        return text;
    qsizetype end = 0;
    for (const qsizetype place : placesToCut(text.left(most + 1)))
        if (place <= most)
            end = place;
    return text.left(end > 0 ? end : most) + QStringLiteral("…");
}

/// Broken at spaces, and within a word that is longer than a line.
QString inLines(const QString& text) {
    QString lines;
    qsizetype length = 0;
    qsizetype space = -1; // the last one of this line
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar letter = text[i];
        lines += letter == QLatin1Char('\n') || letter == QLatin1Char('\t') ? QString(letter)
                                                                            : shownAt(text, i);
        length = letter == QLatin1Char('\n') ? 0 : length + 1;
        if (letter == QLatin1Char('\n'))
            space = -1;
        else if (letter == QLatin1Char(' '))
            space = lines.size() - 1;
        if (length < tipLine || letter.isHighSurrogate())
            continue;
        if (space >= 0) {
            lines[space] = QLatin1Char('\n');
            length = lines.size() - 1 - space;
        } else {
            lines += QLatin1Char('\n');
            length = 0;
        }
        space = -1;
    }
    return lines;
}

} // namespace

QString plainTip(const QString& text) {
    const QString shown = inLines(cut(text, longestTip));
    if (!Qt::mightBeRichText(shown))
        return shown;
    return QStringLiteral("<p style=\"white-space:pre\">%1</p>")
        .arg(shown.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")));
}

QPoint placeOfTip(const QPoint& pointer, const QSize& tip, const QRect& clear,
                  const QRect& screen) {
    constexpr int gap = 6;
    constexpr int offset = 20; // Qt puts a tip so far below the place that it is given
    const QRect around = clear.adjusted(-gap, -gap, gap, gap);
    const int middle = pointer.y() - tip.height() / 2;
    const std::array places{
        QPoint(pointer.x(), around.bottom()), QPoint(pointer.x(), around.top() - tip.height()),
        QPoint(around.right(), middle), QPoint(around.left() - tip.width(), middle)};
    std::optional<QPoint> best;
    for (const QPoint& place : places)
        if (screen.contains(QRect(place, tip)) &&
            (!best || (place - pointer).manhattanLength() < (*best - pointer).manhattanLength()))
            best = place;
    return best ? *best - QPoint(0, offset) : pointer;
}

void showTip(const QPoint& globalPosition, const QString& text, QWidget* widget, const QRect& area,
             const QRect& clear) {
    const QString shown = plainTip(text);
    const QSize size = QFontMetrics(QToolTip::font()).boundingRect({}, 0, inLines(text)).size();
    const QPoint place = clear.isEmpty() || !clear.contains(widget->mapFromGlobal(globalPosition))
                             ? globalPosition
                             : placeOfTip(globalPosition, size + QSize(12, 10),
                                          clear.translated(widget->mapToGlobal(QPoint())),
                                          widget->screen()->availableGeometry());
    QToolTip::showText(place, shown, widget, area);
}

QString oneLine(const QString& text, qsizetype most) {
    const QString begin = cut(text, most);
    QString line;
    for (qsizetype i = 0; i < begin.size(); ++i)
        line += begin[i] == QLatin1Char('\n')   ? QString(QChar(0x23CE))
                : begin[i] == QLatin1Char('\t') ? QString(QChar(0x21E5))
                                                : shownAt(begin, i);
    return line;
}

/// Something in any case: what is not found here, the document would look for by itself.
QVariant PageView::loadResource(int type, const QUrl&) {
    if (type != QTextDocument::ImageResource)
        return QByteArray(" ");
    QImage nothing(1, 1, QImage::Format_ARGB32_Premultiplied);
    nothing.fill(Qt::transparent);
    return nothing;
}

std::vector<qsizetype> placesToCut(const QString& text) {
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text);
    std::vector<qsizetype> places{0};
    for (qsizetype at = finder.toNextBoundary(); at > 0; at = finder.toNextBoundary())
        places.push_back(at);
    return places;
}

QString shortened(const QString& text, int most) {
    if (text.size() <= most)
        return text;
    const std::vector<qsizetype> places = placesToCut(text);
    const auto count = static_cast<int>(places.size()) - 1;
    return count <= most ? text : text.left(places[most - 1]) + QChar(0x2026);
}

} // namespace gf
