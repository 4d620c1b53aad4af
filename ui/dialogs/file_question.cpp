// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/file_question.h"

#include <QDialog>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include <utility>

namespace gf {

namespace {

const auto folderSetting = QStringLiteral("files/folder");

} // namespace

QString proposedFile(const QString& name) {
    const QString last = QSettings().value(folderSetting).toString();
    const bool known = !last.isEmpty() && QFileInfo(last).isDir();
    return QDir(known ? last : QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
        .filePath(name);
}

QString withEnding(const QString& path, const QString& ending) {
    const QString last = ending.mid(ending.lastIndexOf(QLatin1Char('.')));
    if (path.endsWith(ending, Qt::CaseInsensitive))
        return path;
    return (path.endsWith(last, Qt::CaseInsensitive) ? path.chopped(last.size()) : path) + ending;
}

void askForFile(QWidget* parent, const FileQuestion& question,
                std::function<void(const QString&)> answered, std::function<void()> refused) {
    auto* dialog = new QFileDialog(parent, question.title, QString(), question.filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(question.forWriting ? QFileDialog::AcceptSave : QFileDialog::AcceptOpen);
    dialog->setFileMode(question.forWriting ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
    dialog->setOption(QFileDialog::DontConfirmOverwrite, question.forAppending);
    if (const QFileInfo proposal(question.proposal); proposal.isDir()) {
        dialog->setDirectory(proposal.absoluteFilePath());
    } else if (!question.proposal.isEmpty()) {
        dialog->setDirectory(proposal.absolutePath());
        dialog->selectFile(proposal.fileName());
    }
    QObject::connect(dialog, &QFileDialog::finished, parent,
                     [dialog, writes = question.forWriting, answered = std::move(answered),
                      refused = std::move(refused)](int result) {
                         const QStringList chosen = dialog->selectedFiles();
                         if (result == QDialog::Accepted && !chosen.isEmpty()) {
                             if (writes)
                                 QSettings().setValue(folderSetting,
                                                      QFileInfo(chosen.front()).absolutePath());
                             answered(chosen.front());
                         } else if (refused) {
                             refused();
                         }
                     });
    question.isAboutRun ? askAboutRun(dialog) : dialog->open();
}

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
