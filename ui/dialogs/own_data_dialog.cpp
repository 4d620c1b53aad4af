// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/own_data_dialog.h"

#include "ui/controls/problem_label.h"
#include "ui/dialogs/file_question.h"
#include "ui/language/plain_text.h"
#include "ui/language/tr.h"
#include "ui/theme/text_size.h"

#include <QCryptographicHash>
#include <QDialogButtonBox>
#include <QDir>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QSet>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <utility>

namespace gf {

namespace {

constexpr int longestQuote = 40; ///< characters of a line in a sentence

/// What a task's lines are, as the page says it.
struct OwnData {
    QString title;
    QString format;
    QString example;
    QString ending; ///< of the file that keeps them
};

OwnData ownDataOf(const TaskChoice& task) {
    if (task.file == TaskFile::Pairs)
        return {tr("Own pairs"),
                tr("Each line is one pair: what goes in, a tab, what should come out. Some pairs "
                   "are kept aside to check on. Two columns copied from a table already have the "
                   "tab; in the field below the Tab key writes one."),
                tr("the cat\tdie Katze\na dog\tein Hund\nthe dog\tder Hund"),
                QStringLiteral(".tsv")};
    if (task.file == TaskFile::Table)
        return {tr("Own series"),
                tr("Each line is one moment, the columns are numbers that belong to it: from 24 "
                   "lines the model learns to foretell 12, so there must be 48 or more. The last "
                   "tenth is kept aside to check on. A first line may name the columns. Columns "
                   "copied from a table already stand apart; otherwise a semicolon, a tab or a "
                   "comma parts them."),
                tr("temperature;wind\n11.5;3\n12.1;2.5\n12.8;4"), QStringLiteral(".csv")};
    return {tr("Own text"),
            task.name == "cloze"
                ? tr("Any text will do, line by line or in one piece. The model learns to fill in "
                     "characters that are hidden, one in seven; some of the text is kept aside to "
                     "check on.")
                : tr("Any text will do, line by line or in one piece. The model learns to say "
                     "which character comes next; some of the text is kept aside to check on."),
            tr("In the evening the wind blows around the garden.\n"
               "At night the gardener goes home to the garden."),
            QStringLiteral(".txt")};
}

/// What is wrong with a line that has to be a pair.
QString problemOfPair(const QString& line) {
    const QStringList sides = line.split('\t');
    if (sides.size() < 2)
        return tr("has no tab between the two sides");
    if (sides.size() > 2)
        return tr("has more than one tab");
    if (sides[0].trimmed().isEmpty())
        return tr("has nothing before the tab");
    return sides[1].trimmed().isEmpty() ? tr("has nothing after the tab") : QString();
}

} // namespace

QString problemOfLines(TaskFile content, const QString& text) {
    if (content != TaskFile::Pairs)
        return {};
    QSet<QString> sources;
    const QStringList lines = text.split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines[i].trimmed().isEmpty())
            continue;
        const QString problem = problemOfPair(lines[i]);
        if (!problem.isEmpty())
            return tr("Line %1, \"%2\", %3.")
                .arg(i + 1)
                .arg(shortened(oneLine(lines[i]), longestQuote), problem);
        sources.insert(lines[i].section('\t', 0, 0).simplified());
    }
    return sources.size() == 1 ? tr("At least two different sources are needed: one to learn from, "
                                    "one to check on.")
                               : QString();
}

OwnDataDialog::OwnDataDialog(const TaskChoice& task, const QString& lines, QWidget* parent)
    : QDialog(parent), m_content(task.file), m_lines(new QPlainTextEdit(this)),
      m_problem(new ProblemLabel(this)) {
    const OwnData own = ownDataOf(task);
    setWindowTitle(own.title);
    const QFont mono = fixedFont();
    auto* format = new PlainLabel(own.format, this);
    format->setWordWrap(true);
    auto* example = new PlainLabel(own.example, this);
    example->setObjectName(QStringLiteral("format"));
    example->setFont(mono);
    example->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_lines->setObjectName(QStringLiteral("lines"));
    m_lines->setAccessibleName(tr("Your lines"));
    m_lines->setPlaceholderText(tr("Paste or type your lines here"));
    m_lines->setFont(mono);
    m_lines->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_lines->setTabStopDistance(m_lines->fontMetrics().averageCharWidth() * 24.0);
    m_lines->setPlainText(lines);
    m_problem->setObjectName(QStringLiteral("linesProblem"));

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_learn = buttons->addButton(tr("&Learn from these lines"), QDialogButtonBox::AcceptRole);
    m_learn->setObjectName(QStringLiteral("learnLines"));
    auto* file = buttons->addButton(tr("From a &file…"), QDialogButtonBox::ActionRole);
    file->setObjectName(QStringLiteral("fromFile"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(file, &QPushButton::clicked, this, &OwnDataDialog::chooseFile);
    connect(m_lines, &QPlainTextEdit::textChanged, this, &OwnDataDialog::check);

    auto* rows = new QVBoxLayout(this);
    rows->addWidget(format);
    rows->addWidget(example);
    rows->addWidget(m_lines, 1);
    rows->addWidget(m_problem);
    rows->addWidget(buttons);
    resize(620, 460);
    m_lines->setFocus();
    check();
}

QString OwnDataDialog::lines() const {
    return m_lines->toPlainText();
}

void OwnDataDialog::chooseFile() {
    askForFile(
        this,
        {tr("A file to learn from"), {}, tr("Texts and tables (*.txt *.tsv *.csv);;All files (*)")},
        [this](const QString& path) {
            m_file = path;
            accept();
        });
}

void OwnDataDialog::check() {
    const QString problem = problemOfLines(m_content, lines());
    m_problem->setProblem(problem);
    m_learn->setEnabled(problem.isEmpty() && !lines().trimmed().isEmpty());
    // Return begins what can be begun.
    m_learn->setDefault(m_learn->isEnabled());
}

QString fileOfLines(const TaskChoice& task, const QString& text) {
    const QByteArray bytes = text.toUtf8();
    const QByteArray hash = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
    QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    const QString name = QStringLiteral("own-%1-%2%3")
                             .arg(QString::fromUtf8(task.name), QString::fromLatin1(hash.left(12)),
                                  ownDataOf(task).ending);
    QSaveFile file(folder.filePath(name));
    if (!folder.mkpath(QStringLiteral(".")) || !file.open(QIODevice::WriteOnly) ||
        file.write(bytes) != bytes.size() || !file.commit())
        return {};
    return folder.filePath(name);
}

} // namespace gf
