// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/hue.h"

#include "core/graph/node.h"
#include "core/ops/intervene.h"

#include <QStringList>

namespace gf {

namespace {

Hue hueInAttention(const QString& part) {
    if (part == "q" || part == "w_q" || part == "b_q")
        return Hue::Query;
    if (part == "k" || part == "w_k" || part == "b_k")
        return Hue::Key;
    if (part == "v" || part == "w_v" || part == "b_v")
        return Hue::Value;
    return Hue::Attention;
}

bool isResidual(const QString& part) {
    return part.startsWith("residual") || part.endsWith("embedding") || part.endsWith("position") ||
           part == "embedded" || part == "input";
}

} // namespace

QColor hueColour(Hue hue) {
    switch (hue) {
    case Hue::Query:
        return QColor(0x00, 0x72, 0xB2);
    case Hue::Key:
        return QColor(0xD5, 0x5E, 0x00);
    case Hue::Value:
        return QColor(0x00, 0x9E, 0x73);
    case Hue::Attention:
        return QColor(0xCC, 0x79, 0xA7);
    case Hue::FeedForward:
        return QColor(0xE6, 0x9F, 0x00);
    case Hue::Residual:
        return QColor(0x56, 0xB4, 0xE9);
    case Hue::Neutral:
        break;
    }
    return QColor(0x7A, 0x82, 0x8E);
}

Hue hueOf(const QString& step) {
    // "grad/encoder.0.ffn.hidden" has the hue of what it is the gradient of, "update/…/m" that of
    // the parameter, and what is computed before a change that of the step.
    const QString plain = QString::fromStdString(ops::plainName(step.toStdString()));
    const QString name = plain.startsWith(QLatin1String("update/"))
                             ? plain.section('/', 1, -2)
                             : plain.mid(plain.lastIndexOf('/') + 1);
    const QStringList parts = name.split('.');
    for (int i = 0; i < parts.size(); ++i) {
        if (parts[i].endsWith("_attn"))
            return hueInAttention(parts.value(i + 1));
        if (parts[i] == "ffn")
            return Hue::FeedForward;
        if (isResidual(parts[i]))
            return Hue::Residual;
    }
    return Hue::Neutral;
}

QColor accentFor(const Node& node) {
    return hueColour(hueOf(QString::fromStdString(node.name)));
}

} // namespace gf
