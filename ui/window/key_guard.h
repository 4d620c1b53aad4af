// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QKeyEvent;
class QWidget;

namespace gf {

/// Keeps the window's one-key shortcuts (Space, arrows, letters) from stealing keys from the widget
/// that the person is typing in or choosing with, and its Ctrl+C from text that is selected.
/// Installed on the application.
class KeyGuard : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override;

    /// True when `widget` has a use of its own for this key.
    static bool belongsTo(const QWidget* widget, const QKeyEvent& key);
};

/// Lets the wheel change a box or a number only where the person is: a turn over a field that does
/// not have the keyboard belongs to what scrolls around it. Installed on the application.
class WheelGuard : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace gf
