// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/shortcuts_dialog.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>

namespace gf {

void showShortcuts(QWidget* parent, const QVector<QPair<QString, QString>>& shortcuts) {
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("gf::Shortcuts", text);
    };
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keyboard"));
    auto* table = new QTableWidget(static_cast<int>(shortcuts.size()), 2, dialog);
    table->setObjectName(QStringLiteral("shortcuts"));
    table->setAccessibleName(tr("All shortcuts"));
    table->setHorizontalHeaderLabels({tr("Key"), tr("What it does")});
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    for (int row = 0; row < shortcuts.size(); ++row) {
        table->setItem(row, 0, new QTableWidgetItem(shortcuts[row].first));
        table->setItem(row, 1, new QTableWidgetItem(shortcuts[row].second));
    }
    table->resizeColumnToContents(0);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* rows = new QVBoxLayout(dialog);
    rows->addWidget(table);
    rows->addWidget(buttons);
    dialog->resize(520, 560);
    dialog->open();
}

} // namespace gf
