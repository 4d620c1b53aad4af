// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/run_question.h"

#include <QDialog>

namespace gf {

namespace {

constexpr auto isAboutRun = "isAboutRun";

} // namespace

void askAboutRun(QDialog* dialog) {
    dialog->setProperty(isAboutRun, true);
    dialog->open();
}

void takeBackRunQuestions(QWidget* window) {
    const auto dialogs = window->findChildren<QDialog*>();
    for (QDialog* dialog : dialogs)
        if (dialog->isVisible() && dialog->property(isAboutRun).toBool())
            dialog->reject();
}

} // namespace gf
