// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lecture_text.h"

#include <QStringList>

namespace gf {

namespace {

const QString titleMark = QStringLiteral("## ");
const QString pageEnd = QStringLiteral("---");
const QString fence = QStringLiteral("```");

QString trimmedEnd(QString text) {
    while (text.endsWith(QLatin1Char('\n')) || text.endsWith(QLatin1Char('\r')))
        text.chop(1);
    return text;
}

} // namespace

QString plainTitle(QString title) {
    constexpr qsizetype longest = 60;
    for (const char mark : {'`', '$', '{', '}', '<', '>', '[', ']', '\\', '&'})
        title.remove(QLatin1Char(mark));
    return title.simplified().left(longest).trimmed();
}

LectureText LectureText::of(const QString& text) {
    LectureText lecture;
    bool isInBlock = false;
    bool awaitsTitle = true;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        const QString plain = line.endsWith(QLatin1Char('\r')) ? line.chopped(1) : line;
        if (!isInBlock && awaitsTitle && plain.startsWith(titleMark)) {
            lecture.pages.push_back({plain.mid(titleMark.size()), {}});
            awaitsTitle = false;
            continue;
        }
        if (!isInBlock && plain == pageEnd && !lecture.pages.empty()) {
            awaitsTitle = true;
            continue;
        }
        if (isInBlock)
            isInBlock = plain != fence;
        else
            isInBlock = plain.startsWith(fence);
        if (awaitsTitle && !lecture.pages.empty())
            continue; // blank lines between two pages
        (lecture.pages.empty() ? lecture.head : lecture.pages.back().rest) += line + '\n';
    }
    return lecture;
}

QString LectureText::text() const {
    QStringList parts;
    for (const Page& page : pages)
        parts += titleMark + page.title + QLatin1Char('\n') + trimmedEnd(page.rest);
    return trimmedEnd(head) + QStringLiteral("\n\n") +
           parts.join(QStringLiteral("\n\n%1\n\n").arg(pageEnd)) + QLatin1Char('\n');
}

} // namespace gf
