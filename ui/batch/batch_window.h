// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/run_messages.h"

#include <QDialog>

class QLabel;
class QTableWidget;

namespace gf {

/// The whole batch of a training step as the model reads it: a row for each example, a column for
/// each position, padding hatched. Choosing a row chooses its example.
class BatchWindow : public QDialog {
    Q_OBJECT
public:
    explicit BatchWindow(QWidget* parent = nullptr);

    void show(const WalkedStep& step);
    using QDialog::show;

signals:
    void chosen(int example);

private:
    void fill(const WalkedStep& step);

    QLabel* m_summary;
    QTableWidget* m_table;
};

} // namespace gf
