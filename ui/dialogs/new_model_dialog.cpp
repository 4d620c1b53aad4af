// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/new_model_dialog.h"

#include "ui/dialogs/file_question.h"
#include "ui/dialogs/form.h"
#include "ui/language/plain_text.h"
#include "ui/window/problem_label.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

namespace gf {

namespace {

QScrollArea* scrolled(QWidget* widget) {
    auto* area = new QScrollArea;
    area->setWidget(widget);
    area->setWidgetResizable(true);
    for (QWidget* layer : {area->viewport(), widget}) // the group's ground shows
        layer->setAutoFillBackground(false);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return area;
}

} // namespace

NewModelDialog::NewModelDialog(const ModelForm& form, QWidget* parent)
    : QDialog(parent), m_form(form) {
    setWindowTitle(tr("New model"));
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(makeTaskRow());
    rows->addWidget(makeColumns(), 1);
    rows->addWidget(makeFoot());
    resize(780, 550);
    check();
}

QWidget* NewModelDialog::makeTaskRow() {
    auto* widget = new QWidget(this);
    auto* rows = new QVBoxLayout(widget);
    rows->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    rows->addLayout(row);
    m_task = new QComboBox(widget);
    m_task->setObjectName(QStringLiteral("newTask"));
    m_task->setAccessibleName(tr("Task"));
    for (const TaskChoice& task : m_form.tasks) {
        m_task->addItem(task.name, task.needsFile);
        m_task->setItemData(m_task->count() - 1, plainTip(task.summary), Qt::ToolTipRole);
    }
    m_task->setCurrentText(m_form.task);
    m_file = new QLineEdit(m_form.file, widget);
    m_file->setObjectName(QStringLiteral("newFile"));
    m_file->setPlaceholderText(tr("a file of your own"));
    m_file->setAccessibleName(tr("File to learn from"));
    m_browse = new QPushButton(tr("Choose…"), widget);
    m_taskProblem = new ProblemLabel(widget);
    m_taskProblem->setObjectName(QStringLiteral("taskProblem"));
    auto* label = new PlainLabel(tr("Learns"), widget);
    label->setBuddy(m_task);
    row->addWidget(label);
    row->addWidget(m_task);
    row->addWidget(m_file, 1);
    row->addWidget(m_browse);
    row->addStretch();
    rows->addWidget(m_taskProblem);
    connect(m_task, &QComboBox::currentIndexChanged, this, &NewModelDialog::takeDefaults);
    connect(m_file, &QLineEdit::textChanged, this, &NewModelDialog::check);
    connect(m_browse, &QPushButton::clicked, this, &NewModelDialog::chooseFile);
    return widget;
}

QWidget* NewModelDialog::makeColumns() {
    auto* widget = new QWidget(this);
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    m_model = new Form(m_form.model);
    m_training = new Form(m_form.training);
    for (const auto& [title, form] :
         {std::pair{tr("Model"), m_model}, std::pair{tr("Training"), m_training}}) {
        auto* group = new QGroupBox(title, widget);
        auto* layout = new QVBoxLayout(group);
        layout->addWidget(scrolled(form));
        row->addWidget(group, 1);
        connect(form, &Form::changed, this, &NewModelDialog::check);
    }
    return widget;
}

QWidget* NewModelDialog::makeFoot() {
    auto* widget = new QWidget(this);
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    m_cost = new PlainLabel(widget);
    m_cost->setObjectName(QStringLiteral("cost"));
    m_cost->setAccessibleName(tr("What the model would cost"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, widget);
    m_build = buttons->addButton(tr("Build and train"), QDialogButtonBox::AcceptRole);
    m_build->setDefault(true);
    row->addWidget(m_cost, 1);
    row->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return widget;
}

ModelRequest NewModelDialog::request() const {
    const bool ownFile = m_task->currentData().toBool();
    return {m_model->values(), m_training->values(), m_task->currentText(),
            ownFile ? m_file->text() : QString()};
}

void NewModelDialog::takeDefaults() {
    const QVariantMap values =
        m_form.defaults ? m_form.defaults(m_task->currentText()) : QVariantMap();
    m_model->setValues(values);
    m_training->setValues(values);
    check();
}

void NewModelDialog::chooseFile() {
    askForFile(this, {tr("A file to learn from"), m_file->text(), tr("All files (*)")},
               [this](const QString& path) { m_file->setText(path); });
}

void NewModelDialog::check() {
    if (!m_build)
        return; // still being put together
    const bool ownFile = m_task->currentData().toBool();
    m_file->setVisible(ownFile);
    m_browse->setVisible(ownFile);
    const FormCheck result = m_form.check ? m_form.check(request()) : FormCheck();
    m_model->setProblems(result.problems);
    m_training->setProblems(result.problems);
    m_taskProblem->setProblem(result.problems.value(QStringLiteral("task")).toString());
    m_build->setEnabled(result.problems.isEmpty());
    m_cost->setText(result.problems.isEmpty()
                        ? tr("%L1 parameters · about %2 of memory")
                              .arg(result.parameters)
                              .arg(locale().formattedDataSize(result.bytes, 1))
                        : tr("Something has to be changed before this can be built."));
}

} // namespace gf
