// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace gf {

/// Lets the wheel change a box or a number only where the person is: a turn over a field that does
/// not have the keyboard belongs to what scrolls around it. Installed on the application.
class WheelGuard : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace gf
