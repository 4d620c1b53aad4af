// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/whatif/effect.h"

#include <QFrame>
#include <QList>
#include <QString>

#include <optional>

class QAction;
class QLabel;
class QToolButton;

namespace gf {

/// One line above the stage that stays as long as anything is changed: what, and what it does to
/// the loss. It takes no room while nothing is.
class WhatIfStrip : public QFrame {
    Q_OBJECT
public:
    /// A button for each of the actions stands at the right.
    explicit WhatIfStrip(const QList<QAction*>& actions, QWidget* parent = nullptr);

    /// The changes in words, and their effect; hidden when there are none.
    void show(const QStringList& changes, const std::optional<Effect>& effect);

    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void dress();
    void fit();

    QLabel* m_changes;
    QLabel* m_loss;
    QList<QToolButton*> m_buttons;
};

} // namespace gf
