// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/poll_dialog.h"

#include "core/tensor/error.h"
#include "ui/controls/problem_label.h"
#include "ui/dialogs/file_question.h"
#include "ui/figure/figure_file.h"
#include "ui/language/language.h"
#include "ui/language/plain_text.h"
#include "ui/language/wording.h"
#include "ui/lesson/lesson_words.h"
#include "ui/lesson/poll_bars.h"
#include "ui/theme/presented_text.h"
#include "ui/theme/type_scale.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace gf {

namespace {

using When = ClassPoll::When;

QString plain(const ClassPoll& poll, const std::string& words, int line) {
    return lessonPlain(poll.lesson(), {line, words},
                       [](const LessonClaim& claim) { return claim.value; });
}

} // namespace

PollDialog::PollDialog(std::shared_ptr<ClassPoll> poll, LessonAnswers own, QWidget* parent)
    : QDialog(parent), m_poll(std::move(poll)), m_own(std::move(own)),
      m_questions(new QComboBox(this)), m_ask(new PlainLabel(this)), m_fields(new QWidget(this)),
      m_shows(new QCheckBox(tr("&Mark the right answer"), this)), m_bars(new PollBars(this)),
      m_total(new PlainLabel(this)), m_problem(new ProblemLabel(this)) {
    setWindowTitle(tr("The room: %1").arg(fromText(m_poll->lesson().title)));
    m_questions->setObjectName(QStringLiteral("question"));
    m_questions->setAccessibleName(tr("Question"));
    m_questions->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const LessonQuestion* each : m_poll->questions())
        m_questions->addItem(oneLine(plain(*m_poll, each->ask, each->line), 90));
    const QFont large = scaledFont(font(), type::section);
    m_ask->setWordWrap(true);
    m_ask->setFont(large);
    m_bars->setFont(large);
    m_total->setForegroundRole(QPalette::PlaceholderText);
    m_problem->setWordWrap(true);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* files =
        buttons->addButton(tr("&Open students’ files"), QDialogButtonBox::ActionRole);
    files->setToolTip(plainTip(tr("Count the answers that students saved on their machines")));
    auto* when = new QMenu(files);
    when->addAction(tr("As said &before…"), this, [this] { askForFiles(When::Before); });
    when->addAction(tr("As said &after…"), this, [this] { askForFiles(When::After); });
    files->setMenu(when);
    QPushButton* csv = buttons->addButton(tr("Save as &CSV…"), QDialogButtonBox::ActionRole);
    csv->setToolTip(plainTip(tr("A line for each answer, with how many chose it")));
    connect(csv, &QPushButton::clicked, this, &PollDialog::askForCsv);
    QPushButton* anew = buttons->addButton(tr("Count a&new…"), QDialogButtonBox::ActionRole);
    anew->setObjectName(QStringLiteral("anew"));
    anew->setToolTip(plainTip(tr("Forget what was counted for all questions of the lesson")));
    connect(anew, &QPushButton::clicked, this, &PollDialog::askToBeginAnew);
    if (!m_own.chosen.empty()) {
        QPushButton* mine = buttons->addButton(tr("Count &mine"), QDialogButtonBox::ActionRole);
        mine->setObjectName(QStringLiteral("mine"));
        mine->setToolTip(plainTip(tr("Count what was said in this window as one person’s answers, "
                                     "before the experiment")));
        connect(mine, &QPushButton::clicked, this, [this, mine] {
            m_poll->add(m_own, When::Before);
            mine->setEnabled(false);
            fillQuestion();
        });
    }
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* lower = new QHBoxLayout;
    lower->addWidget(m_shows);
    lower->addStretch(1);
    lower->addWidget(m_total);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(m_questions);
    rows->addWidget(m_ask);
    rows->addWidget(m_bars, 1);
    rows->addLayout(lower);
    rows->addWidget(m_fields);
    rows->addWidget(m_problem);
    rows->addWidget(buttons);
    (new QVBoxLayout(m_fields))->setContentsMargins(0, 0, 0, 0);
    connect(m_questions, &QComboBox::currentIndexChanged, this, [this] {
        m_shows->setChecked(false); // the room has not said anything to this one yet
        fillQuestion();
    });
    connect(m_shows, &QCheckBox::toggled, this, &PollDialog::refresh);
    fillQuestion();
    resize(820, 620);
}

const LessonQuestion& PollDialog::question() const {
    return *m_poll->questions()[m_questions->currentIndex()];
}

void PollDialog::chooseQuestion(int place) {
    m_questions->setCurrentIndex(place);
}

/// A row for before and one for after, a field for each answer.
void PollDialog::fillQuestion() {
    delete m_answers;
    m_answers = new QWidget(m_fields);
    m_fields->layout()->addWidget(m_answers);
    auto* grid = new QGridLayout(m_answers);
    grid->setContentsMargins(0, 0, 0, 0);
    const LessonQuestion& asked = question();
    QWidget* before = m_shows; // Tab comes from there
    m_ask->setText(plain(*m_poll, asked.ask, asked.line));
    for (std::size_t i = 0; i < asked.answers.size(); ++i)
        grid->addWidget(new PlainLabel(letterOf(i), m_answers), 0, static_cast<int>(i) + 1,
                        Qt::AlignHCenter);
    const auto addRow = [&](int row, const QString& name, When when) {
        grid->addWidget(new PlainLabel(name, m_answers), row, 0);
        for (std::size_t i = 0; i < asked.answers.size(); ++i) {
            auto* field = new QSpinBox(m_answers);
            field->setRange(0, ClassPoll::most);
            field->setValue(m_poll->count(asked, i, when));
            field->setObjectName(
                QStringLiteral("%1%2")
                    .arg(when == When::Before ? QStringLiteral("before") : QStringLiteral("after"))
                    .arg(i));
            const QString answer = plain(*m_poll, asked.answers[i].text, asked.line);
            field->setAccessibleName(name + QStringLiteral(": ") + answer);
            field->setToolTip(plainTip(answer));
            connect(field, &QSpinBox::valueChanged, this, [this, i, when](int count) {
                m_poll->setCount(question(), i, when, count);
                refresh();
            });
            grid->addWidget(field, row, static_cast<int>(i) + 1);
            setTabOrder(before, field);
            before = field;
        }
    };
    addRow(1, tr("Hands before"), When::Before);
    addRow(2, tr("Hands after"), When::After);
    grid->setColumnStretch(static_cast<int>(asked.answers.size()) + 1, 1);
    refresh();
}

void PollDialog::refresh() {
    m_bars->show(*m_poll, question(), m_shows->isChecked());
    m_total->setText(tr("%1 answers before, %2 after")
                         .arg(m_poll->total(question(), When::Before))
                         .arg(m_poll->total(question(), When::After)));
}

void PollDialog::askForFiles(When when) {
    auto* dialog = new QFileDialog(this, tr("Open students’ files"), QString(),
                                   tr("Answers (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this,
            [this, when](const QStringList& paths) { openFiles(paths, when); });
    dialog->open();
}

void PollDialog::openFiles(const QStringList& paths, When when) {
    QStringList problems;
    for (const QString& path : paths)
        try {
            m_poll->add(readAnswersFile(path.toStdString(), m_poll->lesson()), when);
        } catch (const Error& error) {
            problems += translated(error.sentence());
        }
    constexpr qsizetype shown = 3;
    QString sentence = problems.mid(0, shown).join('\n');
    if (problems.size() > shown)
        sentence += '\n' + tr("and %n more", nullptr, static_cast<int>(problems.size() - shown));
    m_problem->setProblem(sentence);
    fillQuestion();
}

bool PollDialog::saveCsv(const QString& path) {
    try {
        saveBytes(path, m_poll->csv());
        m_problem->setProblem({});
        return true;
    } catch (const Error& error) {
        m_problem->setProblem(translated(error.sentence()));
        return false;
    }
}

void PollDialog::askToBeginAnew() {
    auto* box = new QMessageBox(QMessageBox::NoIcon, windowTitle(),
                                tr("Forget all that was counted in this lesson?"),
                                QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* forget = box->addButton(tr("Forget it"), QMessageBox::DestructiveRole);
    connect(forget, &QPushButton::clicked, this, [this] {
        m_poll->clear();
        fillQuestion();
    });
    box->open();
}

void PollDialog::askForCsv() {
    askForFile(this,
               {tr("Save what the room said"),
                proposedFile(fromText(m_poll->lesson().name) + ".csv"),
                tr("%1 files (*.%2)").arg(QStringLiteral("CSV"), QStringLiteral("csv")), true},
               [this](const QString& path) { saveCsv(path); });
}

} // namespace gf
