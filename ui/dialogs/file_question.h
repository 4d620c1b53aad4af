// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QDialog;
class QWidget;

namespace gf {

/// What a person is asked for the name of a file with.
struct FileQuestion {
    QString title;
    QString proposal;          ///< a folder, or a file in it; may be empty
    QString filter;            ///< "Models (*.safetensors);;All files (*)"
    bool forWriting = false;   ///< then asked before a file is replaced
    bool forAppending = false; ///< none is: it gets longer
    bool isAboutRun = false;   ///< taken back with it (askAboutRun)
};

/// A file of this name, to be proposed: in the folder that a file was written to last, at first
/// among the person's documents.
QString proposedFile(const QString& name);

/// The path with this ending, such as ".answers.json", in the place of its last part alone.
QString withEnding(const QString& path, const QString& ending);

/// Asks beside the event loop and returns at once, so that the window which asks may go meanwhile
/// (another language puts another one in its place). `answered` gets the path; `refused` is called
/// when there is none.
void askForFile(QWidget* parent, const FileQuestion& question,
                std::function<void(const QString&)> answered, std::function<void()> refused = {});

/// Opens a dialog that asks something about the run: takeBackRunQuestions() closes it.
void askAboutRun(QDialog* dialog);

/// Closes what askAboutRun() has opened over `window`, as if the person had cancelled it. To be
/// called when another run takes the place of the one that was asked about.
void takeBackRunQuestions(QWidget* window);

} // namespace gf
