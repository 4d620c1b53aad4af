// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/run_messages.h"

#include <QListWidget>

namespace gf {

/// The examples of a batch side by side, each a card: source, target, and its loss before and after
/// the step as bars on one scale. The arrow keys go from card to card.
class ExampleCards : public QListWidget {
    Q_OBJECT
public:
    explicit ExampleCards(QWidget* parent = nullptr);

    void show(const WalkedStep& step);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(int example);
    void entered(); ///< Return or Space: on to the stage

protected:
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace gf
