// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/key_field.h"

#include <QKeyEvent>

namespace gf {

void KeyField::setKey(const QKeySequence& key) {
    m_key = key;
    setKeySequence(key);
}

/// Qt's field waits for more keys; no command of the window has a sequence of them.
void KeyField::keyPressEvent(QKeyEvent* event) {
    QKeySequenceEdit::keyPressEvent(event);
    const QKeySequence typed = keySequence();
    if (typed.isEmpty())
        return; // Ctrl or its like, with which the key begins
    setKeySequence(m_key);
    emit pressed(QKeySequence(typed[0]));
}

void KeyField::keyReleaseEvent(QKeyEvent* event) {
    event->accept();
    setKeySequence(m_key);
}

void KeyField::focusOutEvent(QFocusEvent* event) {
    QKeySequenceEdit::focusOutEvent(event);
    setKeySequence(m_key);
}

} // namespace gf
