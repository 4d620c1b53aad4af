// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/sheet_dialog.h"

#include "core/tensor/error.h"
#include "ui/controls/problem_label.h"
#include "ui/dialogs/file_question.h"
#include "ui/figure/figure_file.h"
#include "ui/language/plain_text.h"
#include "ui/language/wording.h"
#include "ui/lesson/teacher_sheet.h"

#include <QDialogButtonBox>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>
#include <QVBoxLayout>

namespace gf {

SheetDialog::SheetDialog(std::shared_ptr<const Lesson> lesson, QWidget* parent)
    : QDialog(parent), m_lesson(std::move(lesson)), m_problem(new ProblemLabel(this)) {
    constexpr int around = 14; ///< pixels around the text
    setWindowTitle(tr("Teacher’s sheet: %1").arg(QString::fromStdString(m_lesson->title)));
    auto* text = new PageView(this);
    text->setObjectName(QStringLiteral("sheet"));
    text->setAccessibleName(windowTitle());
    text->document()->setDocumentMargin(around);
    text->setHtml(teacherSheetHtml(*m_lesson));
    m_problem->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    const auto add = [&](const QString& words, const QString& tip, const char* name, auto act) {
        QPushButton* button = buttons->addButton(words, QDialogButtonBox::ActionRole);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(plainTip(tip));
        connect(button, &QPushButton::clicked, this, act);
    };
    add(tr("Save as &PDF…"), tr("The sheet as a file to print or to hand on"), "savePdf",
        &SheetDialog::askForPdf);
    add(tr("P&rint…"), tr("The sheet on paper"), "print", &SheetDialog::print);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(text, 1);
    rows->addWidget(m_problem);
    rows->addWidget(buttons);
    resize(780, 620);
}

bool SheetDialog::savePdf(const QString& path) {
    try {
        saveBytes(path, teacherSheetPdf(*m_lesson));
        m_problem->setProblem({});
        return true;
    } catch (const Error& error) {
        m_problem->setProblem(translated(error.sentence()));
        return false;
    }
}

void SheetDialog::askForPdf() {
    askForFile(this,
               {tr("Save the teacher’s sheet"),
                proposedFile(QString::fromStdString(m_lesson->name) + ".pdf"),
                tr("%1 files (*.%2)").arg(QStringLiteral("PDF"), QStringLiteral("pdf")), true},
               [this](const QString& path) { savePdf(path); });
}

void SheetDialog::print() {
    auto printer = std::make_shared<QPrinter>();
    auto* dialog = new QPrintDialog(printer.get(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, printer] { printTeacherSheet(*m_lesson, printer.get()); });
    dialog->open();
}

} // namespace gf
