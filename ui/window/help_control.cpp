// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_control.h"

#include "ui/controls/command_table.h"
#include "ui/controls/shortcuts.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/dialogs/homework_dialog.h"
#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/glossary/glossary_dialog.h"
#include "ui/language/tr.h"
#include "ui/language/wording.h"
#include "ui/lesson/course_list.h"
#include "ui/messages/intents.h"
#include "ui/scene/scene.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDialog>
#include <QDialogButtonBox>
#include <QIcon>
#include <QLabel>
#include <QUrl>
#include <QVBoxLayout>
#include <QWidget>

namespace gf {

namespace {

/// What Glassformer is, its version and its licence.
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

} // namespace

HelpControl::HelpControl(Intents* intents, QWidget* window)
    : Feature(window), m_intents(intents), m_window(window) {}

void HelpControl::setExercises(std::vector<OfferedExercise> exercises) {
    m_exercises = std::move(exercises);
}

bool HelpControl::perform(Command command, bool /*checked*/) {
    switch (command) {
    case Command::Help:
        showHelp();
        return true;
    case Command::Glossary:
        showGlossary({});
        return true;
    case Command::Homework:
        showHomework();
        return true;
    case Command::Shortcuts:
        showShortcuts();
        return true;
    case Command::About:
        showAbout(m_window);
        return true;
    default:
        return false;
    }
}

void HelpControl::showHomework() {
    if (m_exercises.empty())
        return;
    if (!m_homework) {
        QHash<QString, QString> lessons;
        for (const auto& lesson : courseLessons())
            lessons[QString::fromStdString(lesson->name)] =
                QStringLiteral("%1. %2")
                    .arg(lesson->number)
                    .arg(QString::fromStdString(lesson->title));
        m_homework = new HomeworkDialog(m_exercises, lessons, m_window);
        m_homework->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_homework, &HomeworkDialog::wanted, this, [this] {
            m_asked =
                m_intents->send(intent::MakeExercise{m_homework->choice(), m_homework->folder()});
        });
        connect(m_homework, &HomeworkDialog::openWanted, this, [](const QString& folder) {
            QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
        });
    }
    bringForward(m_homework);
}

void HelpControl::showNews(const News& news) {
    if (!m_homework || news.answers == 0 || news.answers != m_asked)
        return;
    if (const auto* made = news.get<news::ExerciseMade>())
        m_homework->showMade(made->folder);
    else if (const auto* failure = news.get<news::Failure>())
        m_homework->showProblem(failure->sentence);
}

void HelpControl::describe(Scene& scene) const {
    const auto* help = m_window->findChild<HelpDialog*>();
    const auto* glossary = m_window->findChild<GlossaryDialog*>();
    scene.help = help && help->isVisible();
    scene.glossary = glossary && glossary->isVisible();
}

void HelpControl::showScene(const Scene& scene) {
    auto* help = m_window->findChild<HelpDialog*>();
    auto* glossary = m_window->findChild<GlossaryDialog*>();
    if (scene.help)
        showHelp();
    else if (help)
        help->close();
    if (scene.glossary)
        showGlossary({});
    else if (glossary)
        glossary->close();
}

void HelpControl::showGlossary(const QString& term) {
    auto* dialog = m_window->findChild<GlossaryDialog*>();
    if (!dialog) {
        dialog = new GlossaryDialog(m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    if (!term.isEmpty())
        dialog->showEntry(term);
    bringForward(dialog);
}

void HelpControl::showHelp() {
    auto* dialog = m_window->findChild<HelpDialog*>();
    if (!dialog) {
        dialog = new HelpDialog(m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &HelpDialog::termWanted, this, &HelpControl::showGlossary);
        connect(dialog, &HelpDialog::shortcutsWanted, this, &HelpControl::showShortcuts);
    }
    bringForward(dialog);
}

void HelpControl::showShortcuts() {
    const Shortcuts before = Shortcuts::saved();
    auto* dialog = new ShortcutsDialog(before, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, before] {
        if (dialog->shortcuts() == before)
            return;
        dialog->shortcuts().save();
        emit shortcutsChanged();
    });
    dialog->open();
}

} // namespace gf
