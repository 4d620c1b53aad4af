// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequenceEdit>

namespace gf {

/// A field that takes the one key that is pressed in it, at once. It shows the key that it was
/// given until its owner gives it another; Tab leaves it.
class KeyField : public QKeySequenceEdit {
    Q_OBJECT
public:
    using QKeySequenceEdit::QKeySequenceEdit;

    void setKey(const QKeySequence& key);

signals:
    void pressed(const QKeySequence& key);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QKeySequence m_key;
};

} // namespace gf
