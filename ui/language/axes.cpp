// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language/axes.h"

#include "core/graph/axis_letters.h"
#include "ui/language/tr.h"

#include <QStringList>

namespace gf {

namespace {

/// What a dimension is called.
struct AxisWords {
    const char* letter;
    const char* title;
    const char* place;
    const char* counted;
};

namespace axes {

constexpr AxisWords head{letterOf(Axis::Head), QT_TR_NOOP("head"), QT_TR_NOOP("head"),
                         QT_TR_N_NOOP("%n heads")};
constexpr AxisWords query{letterOf(Axis::Target), QT_TR_NOOP("query"), QT_TR_NOOP("query"),
                          QT_TR_N_NOOP("%n queries")};
constexpr AxisWords key{letterOf(Axis::Source), QT_TR_NOOP("key"), QT_TR_NOOP("key"),
                        QT_TR_N_NOOP("%n keys")};
constexpr AxisWords target{letterOf(Axis::Target), QT_TR_NOOP("token"), QT_TR_NOOP("token"),
                           QT_TR_N_NOOP("%n tokens")};
constexpr AxisWords source{letterOf(Axis::Source), QT_TR_NOOP("token"), QT_TR_NOOP("token"),
                           QT_TR_N_NOOP("%n tokens")};
constexpr AxisWords model{letterOf(Axis::Model), QT_TR_NOOP("feature"), QT_TR_NOOP("feature"),
                          QT_TR_N_NOOP("%n features")};
constexpr AxisWords headFeature{letterOf(Axis::HeadFeature), QT_TR_NOOP("feature of the head"),
                                QT_TR_NOOP("feature"), QT_TR_N_NOOP("%n features of each head")};
constexpr AxisWords valueFeature{letterOf(Axis::ValueFeature), QT_TR_NOOP("feature of the value"),
                                 QT_TR_NOOP("feature"), QT_TR_N_NOOP("%n features of each value")};
constexpr AxisWords hidden{letterOf(Axis::Hidden), QT_TR_NOOP("hidden unit"), QT_TR_NOOP("unit"),
                           QT_TR_N_NOOP("%n hidden units")};
constexpr AxisWords word{letterOf(Axis::SourceWord), QT_TR_NOOP("vocabulary"), QT_TR_NOOP("id"),
                         QT_TR_N_NOOP("%n words of the vocabulary")};
constexpr AxisWords position{"", QT_TR_NOOP("position"), QT_TR_NOOP("position"),
                             QT_TR_N_NOOP("%n positions")};
constexpr AxisWords targetPosition{letterOf(Axis::Target), position.title, position.place,
                                   position.counted};
constexpr AxisWords sourcePosition{letterOf(Axis::Source), position.title, position.place,
                                   position.counted};
constexpr AxisWords offset{"", QT_TR_NOOP("key − query"), QT_TR_NOOP("key − query"),
                           QT_TR_N_NOOP("%n offsets")};
constexpr AxisWords bucket{"", QT_TR_NOOP("bucket"), QT_TR_NOOP("bucket"),
                           QT_TR_N_NOOP("%n buckets")};
constexpr AxisWords window{"", QT_TR_NOOP("feature of each neighbour"), QT_TR_NOOP("feature"),
                           QT_TR_N_NOOP("%n features of neighbours")};
constexpr AxisWords gate{"G·D", QT_TR_NOOP("gates"), QT_TR_NOOP("number of the gates"),
                         QT_TR_N_NOOP("%n numbers for all gates")};
constexpr AxisWords tokenType{"", QT_TR_NOOP("token type"), QT_TR_NOOP("type"),
                              QT_TR_N_NOOP("%n token types")};
constexpr AxisWords feature{letterOf(Axis::Feature), QT_TR_NOOP("number"), QT_TR_NOOP("number"),
                            QT_TR_N_NOOP("%n numbers in a row")};
constexpr AxisWords none{"", "", QT_TR_NOOP("index"), QT_TR_N_NOOP("%n numbers")};

} // namespace axes

bool isTokens(Axis axis) {
    return axis == Axis::Source || axis == Axis::Target;
}

/// Its tokens are positions, counted as in the formula.
bool isPosition(const Node& node) {
    return node.scope.kind() == ScopeKind::Position;
}

/// Tokens against tokens are queries and keys, also where both are of one text.
const AxisWords& wordsOf(const Node& node, int dimension) {
    const int last = node.shape.rank() - 1;
    const auto axis = [&](int i) { return node.axes[i]; };
    const bool attention = last >= 1 && isTokens(axis(last - 1)) && isTokens(axis(last));
    switch (node.axes[dimension]) {
    case Axis::Head:
        return axes::head;
    case Axis::Target:
        return attention          ? (dimension < last ? axes::query : axes::key)
               : isPosition(node) ? axes::targetPosition
                                  : axes::target;
    case Axis::Source:
        return attention          ? (dimension < last ? axes::query : axes::key)
               : isPosition(node) ? axes::sourcePosition
                                  : axes::source;
    case Axis::Model:
        return axes::model;
    case Axis::HeadFeature:
        return axes::headFeature;
    case Axis::ValueFeature:
        return axes::valueFeature;
    case Axis::Hidden:
        return axes::hidden;
    case Axis::SourceWord:
    case Axis::TargetWord:
        return axes::word;
    case Axis::Position:
        return axes::position;
    case Axis::Offset:
    case Axis::PastOffset:
        return axes::offset;
    case Axis::Bucket:
        return axes::bucket;
    case Axis::Window:
        return axes::window;
    case Axis::Gate:
        return axes::gate;
    case Axis::TokenType:
        return axes::tokenType;
    case Axis::Feature:
        return axes::feature;
    case Axis::None:
        break;
    }
    return axes::none;
}

/// What `part` makes of each dimension, or the words for a scalar.
template <class Part>
QString joinedParts(const Node& node, const QString& between, const Part& part) {
    if (node.shape.rank() == 0)
        return tr("one number");
    QStringList parts;
    for (int i = 0; i < node.shape.rank(); ++i)
        parts << part(wordsOf(node, i), static_cast<int>(node.shape[i]));
    return parts.join(between);
}

} // namespace

QString placeName(const Node& node, int dimension) {
    return tr(wordsOf(node, dimension).place);
}

Index firstNumber(const Node& node, int dimension) {
    const Axis axis = node.axes[dimension];
    switch (axis) {
    case Axis::SourceWord:
    case Axis::TargetWord:
    case Axis::Position:
        return 0;
    default:
        return isPosition(node) && isTokens(axis) ? 0 : 1;
    }
}

QString placeText(const QString& axis, Index number, const QString& word) {
    const QString place = QStringLiteral("%1 %2").arg(axis).arg(number);
    return word.isEmpty() ? place : place + ' ' + tr("“%1”").arg(word);
}

QString axisTitle(const Node& node, int dimension) {
    const char* title = wordsOf(node, dimension).title;
    return *title ? tr(title) : QString();
}

QString shapeInWords(const Node& node) {
    return joinedParts(node, QStringLiteral(" × "), [](const AxisWords& words, int count) {
        return QStringLiteral("%1 %2").arg(QLatin1String(words.letter)).arg(count).trimmed();
    });
}

QString shapeCounted(const Node& node) {
    return joinedParts(node, QStringLiteral(", "), [](const AxisWords& words, int count) {
        return tr(words.counted, nullptr, count);
    });
}

} // namespace gf
