// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language/cut.h"

#include <QTextBoundaryFinder>

namespace gf {

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
