// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/learn_dialog.h"

#include "ui/controls/problem_label.h"
#include "ui/dialogs/file_question.h"
#include "ui/dialogs/form.h"
#include "ui/language/plain_text.h"
#include "ui/language/tr.h"
#include "ui/language/wording.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace gf {

namespace {

constexpr int sampleRole = Qt::UserRole + 1;
constexpr int sampleTitleRole = Qt::UserRole + 2;
constexpr const char* fileKey = "task"; // of problems that are no field's
constexpr int usualWidth = 560;

/// Hidden words are learned from a text alone, translating from pairs alone.
bool takes(const RunInfo& run, const OfferedTask& task) {
    const bool takesText = !run.translates && task.file == TaskFile::Text;
    const bool takesPairs = (run.translates || !run.hasSource) && task.file == TaskFile::Pairs;
    return task.needsFile && (takesText || takesPairs);
}

FieldValues defaultsOf(const ModelForm& form, const RunInfo& run) {
    return form.learningDefaults ? form.learningDefaults(run.opened) : FieldValues();
}

QString aboutLearning(const RunInfo& run) {
    if (run.translates)
        return tr("“%1” goes on learning from pairs of yours, with the weights that it has: its "
                  "encoder reads the source, and its decoder learns to write the target.")
            .arg(run.title());
    return run.hasSource
               ? tr("“%1” goes on learning from a text of yours, with the weights that it has: "
                    "some "
                    "words of the text are hidden, and it learns to fill them in.")
                     .arg(run.title())
               : tr("“%1” goes on learning from what you have, with the weights that it has: to "
                    "write on like a text, or to write what follows a source in pairs.")
                     .arg(run.title());
}

} // namespace

LearnDialog::LearnDialog(const ModelForm& form, const RunInfo& run, QWidget* parent)
    : QDialog(parent), m_form(form), m_run(run), m_task(new QComboBox(this)),
      m_file(new QLineEdit(this)), m_sample(new QPushButton(this)),
      m_taskProblem(new ProblemLabel(this)),
      m_training(new Form(form.learning, defaultsOf(form, run), this)),
      m_cost(new PlainLabel(this)) {
    setWindowTitle(run.translates ? tr("Train on pairs") : tr("Train on a text"));
    auto* about = new PlainLabel(aboutLearning(run), this);
    about->setWordWrap(true);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(about);
    rows->addWidget(makeFileRow());
    rows->addWidget(m_taskProblem);
    rows->addWidget(m_training);
    rows->addStretch(1);
    rows->addWidget(makeFoot());
    connect(m_training, &Form::changed, this, &LearnDialog::check);
    resize(usualWidth, sizeHint().height());
    check();
}

QWidget* LearnDialog::makeFileRow() {
    auto* widget = new QWidget(this);
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    m_task->setObjectName(QStringLiteral("learnTask"));
    m_task->setAccessibleName(tr("What it learns from"));
    for (const OfferedTask& task : m_form.tasks) {
        if (!takes(m_run, task))
            continue;
        m_task->addItem(task.file == TaskFile::Pairs ? tr("Pairs") : tr("Text"),
                        QString::fromUtf8(task.name));
        const int last = m_task->count() - 1;
        m_task->setItemData(last, QString::fromStdString(task.sample.file), sampleRole);
        m_task->setItemData(last, translated(Phrase(task.sample.name)), sampleTitleRole);
    }
    m_file->setObjectName(QStringLiteral("learnFile"));
    m_file->setPlaceholderText(tr("a file of your own"));
    m_file->setAccessibleName(tr("File to learn from"));
    m_taskProblem->setObjectName(QStringLiteral("learnProblem"));
    auto* browse = new QPushButton(tr("Choose…"), widget);
    m_sample->setObjectName(QStringLiteral("learnSample"));
    m_sample->setToolTip(tr("Comes with Glassformer, to try this task at once"));
    auto* label = new PlainLabel(tr("Learns"), widget);
    label->setBuddy(m_task);
    row->addWidget(label);
    row->addWidget(m_task);
    row->addWidget(m_file, 1);
    row->addWidget(browse);
    row->addWidget(m_sample);
    for (QPushButton* button : {browse, m_sample})
        button->setAutoDefault(false);
    connect(m_task, &QComboBox::currentIndexChanged, this, &LearnDialog::showSample);
    connect(m_task, &QComboBox::currentIndexChanged, this, &LearnDialog::check);
    connect(m_file, &QLineEdit::textChanged, this, &LearnDialog::check);
    connect(browse, &QPushButton::clicked, this, &LearnDialog::chooseFile);
    connect(m_sample, &QPushButton::clicked, this,
            [this] { m_file->setText(m_task->currentData(sampleRole).toString()); });
    showSample();
    return widget;
}

QWidget* LearnDialog::makeFoot() {
    auto* widget = new QWidget(this);
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    m_cost->setObjectName(QStringLiteral("learnCost"));
    m_cost->setAccessibleName(tr("What training would cost"));
    m_cost->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, widget);
    m_train = buttons->addButton(tr("Train"), QDialogButtonBox::AcceptRole);
    m_train->setObjectName(QStringLiteral("learn"));
    m_train->setDefault(true);
    row->addWidget(m_cost, 1);
    row->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return widget;
}

ModelRequest LearnDialog::request() const {
    return {m_run.opened, m_training->values(), m_task->currentData().toString().toStdString(),
            m_file->text().toStdString()};
}

void LearnDialog::learnFrom(const QString& task, const QString& file) {
    if (const int index = m_task->findData(task); index >= 0)
        m_task->setCurrentIndex(index);
    m_file->setText(file);
}

void LearnDialog::chooseFile() {
    askForFile(this, {tr("A file to learn from"), m_file->text(), tr("All files (*)")},
               [this](const QString& path) { m_file->setText(path); });
}

void LearnDialog::showSample() {
    m_sample->setText(m_task->currentData(sampleTitleRole).toString());
    m_sample->setVisible(!m_sample->text().isEmpty());
}

void LearnDialog::check() {
    if (!m_train)
        return;
    const FormCheck checked = m_form.checkLearning ? m_form.checkLearning(request()) : FormCheck();
    m_training->setLimits(checked.limits);
    m_training->setProblems(checked.problems);
    const auto ofTask = checked.problems.find(fileKey);
    m_taskProblem->setProblem(ofTask == checked.problems.end() ? QString()
                                                               : translated(ofTask->second));
    m_train->setEnabled(checked.problems.empty());
    m_cost->setText(checked.parameters == 0
                        ? QString()
                        : tr("%L1 of %L2 weights learn · about %3 of memory")
                              .arg(checked.parameters)
                              .arg(m_run.parameters)
                              .arg(locale().formattedDataSize(checked.bytes, 1)));
}

} // namespace gf
