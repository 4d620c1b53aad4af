// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QTest>

namespace gf {

/// From here on any warning fails the test function, save those of a screen that is none: it says
/// of each window that it cannot keep its size, be raised or grab the keyboard.
inline void failOnQtWarnings() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
}

} // namespace gf
