// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/wrapped.h"

namespace gf {

QStringList wrapped(const QString& text, double width,
                    const std::function<double(const QString&)>& measure) {
    constexpr QChar softHyphen(0x00AD);
    QStringList lines;
    QString line;
    QString glue; // what stood between `line` and the next piece
    const auto add = [&](const QString& piece) {
        const QString joined = line + (glue == softHyphen ? QString() : glue) + piece;
        if (line.isEmpty() || measure(joined) <= width) {
            line = joined;
            return;
        }
        lines += glue == softHyphen ? line + QLatin1Char('-') : line;
        line = piece;
    };
    qsizetype from = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        // Only within a word: the minus of a number stays with it.
        const bool hyphen = text[i] == QLatin1Char('-') && i > 0 && text[i - 1].isLetter() &&
                            i + 1 < text.size() && text[i + 1].isLetter();
        if (!hyphen && text[i] != QLatin1Char(' ') && text[i] != softHyphen)
            continue;
        add(text.mid(from, i - from + (hyphen ? 1 : 0)));
        glue = hyphen ? QString() : QString(text[i]);
        from = i + 1;
    }
    add(text.mid(from));
    return lines << line;
}

} // namespace gf
