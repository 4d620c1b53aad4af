// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/key_guard.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QTextEdit>

namespace gf {

namespace {

template <class... Types> bool isOneOf(const QWidget* widget) {
    return (... || (qobject_cast<const Types*>(widget) != nullptr));
}

bool isArrow(int key) {
    return key >= Qt::Key_Left && key <= Qt::Key_Down;
}

/// What X11 gives to text fields as Emacs has it: Ctrl+E goes to the end of the line, as End does.
bool isOfEmacs(const QKeyEvent& key) {
    if (key.modifiers() != Qt::ControlModifier || key.key() < Qt::Key_A || key.key() > Qt::Key_Z)
        return false;
    for (const auto standard : {QKeySequence::MoveToStartOfLine, QKeySequence::MoveToEndOfLine,
                                QKeySequence::DeleteEndOfLine, QKeySequence::DeleteCompleteLine})
        if (key.matches(standard))
            return true;
    return false;
}

/// Text that the person has selected is what the person wants to copy.
bool hasSelection(const QWidget* widget) {
    if (const auto* label = qobject_cast<const QLabel*>(widget))
        return label->hasSelectedText();
    if (const auto* text = qobject_cast<const QTextEdit*>(widget))
        return text->textCursor().hasSelection();
    return false;
}

} // namespace

bool KeyGuard::belongsTo(const QWidget* widget, const QKeyEvent& key) {
    if (widget && key.matches(QKeySequence::Copy) && hasSelection(widget))
        return true;
    if (!widget || (key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)))
        return false;
    if (key.key() >= Qt::Key_F1 && key.key() <= Qt::Key_F35)
        return false;
    if (isOneOf<QMenu, QMenuBar>(widget))
        return true;
    // An open list picks with this very event, and Qt gives it no shortcut of the window.
    if (widget->window()->windowType() == Qt::Popup)
        return false;
    if (isOneOf<QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox>(widget))
        return key.key() != Qt::Key_Escape;
    if (isOneOf<QAbstractItemView>(widget))
        return key.key() != Qt::Key_Escape;
    if (isOneOf<QAbstractSlider>(widget))
        return isArrow(key.key()) || key.key() == Qt::Key_PageUp || key.key() == Qt::Key_PageDown ||
               key.key() == Qt::Key_Home || key.key() == Qt::Key_End;
    if (isOneOf<QRadioButton>(widget) && isArrow(key.key()))
        return true; // to the next answer
    if (isOneOf<QAbstractButton>(widget))
        return key.key() == Qt::Key_Space || key.key() == Qt::Key_Return;
    return false;
}

bool KeyGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* widget = qobject_cast<const QWidget*>(watched);
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (belongsTo(widget, key)) {
            event->accept();
            return true;
        }
        if (isOneOf<QLineEdit, QTextEdit, QPlainTextEdit>(widget) && isOfEmacs(key)) {
            event->ignore(); // a command of the window comes first
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

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
