// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/focus/focus.h"
#include "ui/messages/verify_report.h"

#include <QDialog>

class QLabel;
class QModelIndex;
class QPushButton;
class QTableView;

namespace gf {

class VerifyTable;

/// Every step by how far two backends are apart in it, the worst first, with both numbers; the
/// first one out of tolerance is marked. Choosing one shows it on the stage.
class VerifyWindow : public QDialog {
    Q_OBJECT
public:
    explicit VerifyWindow(QWidget* parent = nullptr);

    /// Until the report comes.
    void wait();
    void show(const VerifyReport& report);
    /// No report will come.
    void giveUp();
    /// Whether the list is of another example or other weights than those that are shown.
    void sayWhetherEarlier(bool earlier);
    using QDialog::show;

signals:
    /// The person wants to have it computed once more.
    void again();
    /// A step was chosen, and the cell of it that is furthest off.
    void chosen(const gf::Focus& focus);

private:
    void choose(const QModelIndex& row);

    QLabel* m_summary;
    QLabel* m_earlier;
    VerifyTable* m_table;
    QTableView* m_view;
    QPushButton* m_again;
};

} // namespace gf
