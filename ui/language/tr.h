// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace gf {

/// The translation of a text, for all that is no QObject. A text means the same wherever it stands;
/// where two places need different words, `comment` tells them apart. `count` stands for %n.
inline QString tr(const char* text, const char* comment = nullptr, int count = -1) {
    return QCoreApplication::translate("Glassformer", text, comment, count);
}

} // namespace gf
