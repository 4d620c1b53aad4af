// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/time_messages.h"

#include <QFrame>

class QAction;
class QLabel;
class QPushButton;

namespace gf {

/// Says, as long as it is so, that what is seen is not the present. It stands at the right end of
/// the menus, where it takes no room from the stage, cannot be closed, and goes when the present is
/// shown again.
class CheckpointStrip : public QFrame {
    Q_OBJECT
public:
    /// Its buttons do these commands.
    CheckpointStrip(QAction* back, QAction* goOn, QWidget* parent);

    void setStatus(const TimeStatus& status);
    QString text() const { return m_sentence; }

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QPushButton* makeButton(const QString& text, QAction* does, const QString& name);
    void write();

    QString m_sentence;
    QLabel* m_text;
    QPushButton* m_continue;
};

} // namespace gf
