// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/homework_dialog.h"

#include "ui/controls/problem_label.h"
#include "ui/dialogs/file_question.h"
#include "ui/language/language.h"
#include "ui/language/plain_text.h"
#include "ui/language/wording.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QSpinBox>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <limits>

namespace gf {

namespace {

constexpr int nameRole = Qt::UserRole + 1;
constexpr int stepRole = Qt::UserRole + 2;

QString text(std::string_view words) {
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

QString joined(const std::vector<std::string_view>& functions) {
    QStringList names;
    for (const std::string_view each : functions)
        names << text(each);
    return names.join(QStringLiteral(", "));
}

} // namespace

HomeworkDialog::HomeworkDialog(const std::vector<OfferedExercise>& exercises,
                               const QHash<QString, QString>& lessons, QWidget* parent)
    : QDialog(parent), m_tree(new QTreeWidget(this)), m_step(new PlainLabel(this)),
      m_library(new QComboBox(this)), m_seed(new QSpinBox(this)), m_folder(new QLineEdit(this)),
      m_problem(new ProblemLabel(this)), m_made(new PlainLabel(this)) {
    setWindowTitle(tr("Homework"));
    auto* about = new PlainLabel(
        tr("Students write these functions in Python, and their numbers are compared with those of "
           "a small model that is trained for the folder. All of it stays on their machine."),
        this);
    about->setWordWrap(true);
    fillTree(exercises, lessons);
    m_step->setObjectName(QStringLiteral("homeworkStep"));
    m_problem->setObjectName(QStringLiteral("homeworkProblem"));
    m_made->setObjectName(QStringLiteral("homeworkMade"));
    m_made->setWordWrap(true);
    m_made->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_made->setAccessibleName(tr("How to hand it out and check it"));
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(about);
    rows->addWidget(m_tree, 1);
    rows->addWidget(m_step);
    rows->addWidget(makeChoices());
    rows->addWidget(m_problem);
    rows->addWidget(m_made);
    rows->addWidget(makeButtons());
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &HomeworkDialog::showChosen);
    m_tree->setCurrentItem(m_tree->topLevelItem(0));
    const QFontMetrics letters = fontMetrics();
    const QSize usual(letters.averageCharWidth() * 150, letters.lineSpacing() * 34);
    resize(usual.boundedTo(screen()->availableGeometry().size() * 9 / 10));
}

void HomeworkDialog::fillTree(const std::vector<OfferedExercise>& exercises,
                              const QHash<QString, QString>& lessons) {
    m_tree->setObjectName(QStringLiteral("exercises"));
    m_tree->setAccessibleName(tr("Exercises"));
    m_tree->setRootIsDecorated(false);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setHeaderLabels({tr("Exercise"), tr("A student writes"), tr("Lesson")});
    for (const OfferedExercise& each : exercises) {
        const bool isOne = !each.lesson.empty();
        auto* row = new QTreeWidgetItem(
            m_tree, {translated(each.title), isOne ? joined(each.functions) : tr("all of these"),
                     isOne ? lessons.value(text(each.lesson)) : tr("several")});
        row->setData(0, nameRole, text(each.name));
        row->setData(0, stepRole, text(each.step));
        for (int column = 0; column < m_tree->columnCount(); ++column)
            row->setData(column, Qt::ToolTipRole, plainTip(row->text(column)));
    }
    for (int column = 0; column < m_tree->columnCount(); ++column)
        m_tree->resizeColumnToContents(column);
}

QWidget* HomeworkDialog::makeChoices() {
    auto* widget = new QWidget(this);
    auto* rows = new QFormLayout(widget);
    rows->setContentsMargins(0, 0, 0, 0);
    m_library->setObjectName(QStringLiteral("library"));
    m_library->addItem(QStringLiteral("NumPy"), QStringLiteral("numpy"));
    m_library->addItem(QStringLiteral("PyTorch"), QStringLiteral("torch"));
    m_seed->setObjectName(QStringLiteral("seed"));
    m_seed->setRange(0, std::numeric_limits<int>::max());
    m_seed->setValue(1);
    m_seed->setToolTip(
        plainTip(tr("Of the model whose numbers the folder has: each student can have their own")));
    auto* first = new QHBoxLayout;
    auto* seed = new PlainLabel(tr("S&eed"), widget);
    seed->setBuddy(m_seed);
    first->addWidget(m_library);
    first->addSpacing(12);
    first->addWidget(seed);
    first->addWidget(m_seed);
    first->addStretch(1);
    auto* with = new PlainLabel(tr("&With"), widget);
    with->setBuddy(m_library);
    rows->addRow(with, first);
    m_folder->setObjectName(QStringLiteral("homeworkFolder"));
    auto* choose = new QPushButton(tr("Choose…"), widget);
    choose->setAutoDefault(false);
    auto* second = new QHBoxLayout;
    second->addWidget(m_folder, 1);
    second->addWidget(choose);
    auto* folder = new PlainLabel(tr("&Folder"), widget);
    folder->setBuddy(m_folder);
    rows->addRow(folder, second);
    connect(choose, &QPushButton::clicked, this, &HomeworkDialog::chooseFolder);
    connect(m_folder, &QLineEdit::textChanged, this, [this] { m_problem->setProblem({}); });
    return widget;
}

QWidget* HomeworkDialog::makeButtons() {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* make = buttons->addButton(tr("&Make the folder"), QDialogButtonBox::ApplyRole);
    make->setObjectName(QStringLiteral("makeHomework"));
    make->setDefault(true);
    m_open = buttons->addButton(tr("&Open the folder"), QDialogButtonBox::ActionRole);
    m_open->setObjectName(QStringLiteral("openHomework"));
    m_open->setEnabled(false);
    connect(make, &QPushButton::clicked, this, &HomeworkDialog::wanted);
    connect(m_open, &QPushButton::clicked, this, [this] { emit openWanted(m_madeFolder); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return buttons;
}

ExerciseChoice HomeworkDialog::choice() const {
    return {m_tree->currentItem()->data(0, nameRole).toString().toStdString(),
            m_library->currentData().toString().toStdString(), textLanguage().toStdString(),
            static_cast<std::uint64_t>(m_seed->value())};
}

QString HomeworkDialog::folder() const {
    return m_folder->text().trimmed();
}

/// Where its numbers are seen, and a folder named after it, until the person writes another.
void HomeworkDialog::showChosen() {
    const QString step = m_tree->currentItem()->data(0, stepRole).toString();
    m_step->setText(step.isEmpty() ? QString() : tr("In the window it is the step %1.").arg(step));
    if (m_folder->text() != m_proposed)
        return;
    m_proposed = QDir::toNativeSeparators(
        proposedFile(QStringLiteral("homework-") + QString::fromStdString(choice().name)));
    m_folder->setText(m_proposed);
}

void HomeworkDialog::chooseFolder() {
    auto* dialog = new QFileDialog(this, tr("Where the folder is made"),
                                   QFileInfo(m_folder->text()).absolutePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& place) {
        const QString name = QFileInfo(m_folder->text()).fileName();
        m_folder->setText(QDir::toNativeSeparators(QDir(place).filePath(name)));
    });
    dialog->open();
}

void HomeworkDialog::showMade(const QString& folder) {
    m_problem->setProblem({});
    m_madeFolder = folder;
    m_open->setEnabled(true);
    m_made->setText(tr("It is in %1: hand out the whole folder. In it, “python check.py” says how "
                       "far a student is; “glassformer exercise collect” reads what comes back.")
                        .arg(QDir::toNativeSeparators(folder)));
    m_proposed = m_folder->text(); // the next one has a name of its own
}

void HomeworkDialog::showProblem(const QString& sentence) {
    m_problem->setProblem(sentence);
}

} // namespace gf
