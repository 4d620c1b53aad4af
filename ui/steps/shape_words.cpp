// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/shape_words.h"

#include <QCoreApplication>
#include <QStringList>

namespace gf {

namespace {

QString tr(const char* text, const char* comment, Index count) {
    return QCoreApplication::translate("gf::Shape", text, comment, static_cast<int>(count));
}

QString countedAlong(const Node& node, int dimension) {
    const Index count = node.shape[dimension];
    const bool attention =
        node.shape.rank() == 3 && (node.axes[2] == Axis::Target || node.axes[2] == Axis::Source);
    switch (node.axes[static_cast<std::size_t>(dimension)]) {
    case Axis::Head:
        return tr("%n heads", nullptr, count);
    case Axis::Target:
    case Axis::Source:
        if (!attention)
            return tr("%n tokens", nullptr, count);
        return dimension == 1 ? tr("%n queries", nullptr, count) : tr("%n keys", nullptr, count);
    case Axis::Model:
        return tr("%n features", nullptr, count);
    case Axis::HeadFeature:
        return tr("%n features of each head", nullptr, count);
    case Axis::Hidden:
        return tr("%n hidden units", nullptr, count);
    case Axis::SourceWord:
    case Axis::TargetWord:
        return tr("%n words of the vocabulary", nullptr, count);
    case Axis::Position:
        return tr("%n positions", nullptr, count);
    case Axis::None:
        break;
    }
    return tr("%n numbers", nullptr, count);
}

} // namespace

QString shapeCounted(const Node& node) {
    if (node.shape.rank() == 0)
        return QCoreApplication::translate("gf::Shape", "one number");
    QStringList parts;
    for (int i = 0; i < node.shape.rank(); ++i)
        parts << countedAlong(node, i);
    return parts.join(QStringLiteral(", "));
}

} // namespace gf
