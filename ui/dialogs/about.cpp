// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/about.h"

#include "ui/language/tr.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QIcon>
#include <QLabel>
#include <QVBoxLayout>
#include <QWidget>

namespace gf {

void showAbout(QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("About Glassformer"));
    auto* text = new QLabel(
        tr("<h2>Glassformer %1</h2>"
           "<p>A transformer you can see through. It trains a small transformer and shows every "
           "matrix of it while it learns: forward, backward and update, with the real numbers.</p>"
           "<p>The list of operations that trains the model is the list that you walk. "
           "Nothing is drawn that was not computed.</p>"
           "<p>Free software under the GNU General Public License, version 3 or later. "
           "It comes without any warranty.</p>"
           "<p>Built with Qt %2, Eigen and QCustomPlot.</p>")
            .arg(QCoreApplication::applicationVersion().toHtmlEscaped(),
                 QString::fromLatin1(qVersion())),
        dialog);
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* rows = new QVBoxLayout(dialog);
    rows->addWidget(text);
    rows->addWidget(buttons);
    dialog->resize(430, dialog->sizeHint().height());
    dialog->open();
}

} // namespace gf
