// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/wheel_guard.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>

namespace gf {

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
    const bool polish = event->type() == QEvent::Polish;
    if (polish || event->type() == QEvent::Wheel) {
        auto* field = qobject_cast<QWidget*>(watched);
        const bool turns =
            qobject_cast<QComboBox*>(watched) || qobject_cast<QAbstractSpinBox*>(watched);
        if (turns && polish && field->focusPolicy() == Qt::WheelFocus) {
            field->setFocusPolicy(Qt::StrongFocus); // or the turn would take the keyboard there
        } else if (turns && !polish && !field->hasFocus()) {
            event->ignore(); // Qt asks the parents next
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace gf
