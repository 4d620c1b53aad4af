// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

namespace gf {

class MainWindow;

/// What to take pictures of, and how.
struct PictureRequest {
    QSize size; ///< of the window
    /// In a presentation, which is as large as the screen, and no dialogs.
    bool presenting = false;
    /// Every kind of step that the model has, with every way to draw it, and nothing else;
    /// otherwise those of the documentation.
    bool everyStep = false;
    /// Of a folder of others, whose model is only looked at.
    bool opened = false;
    /// Only the drawings that belong to its family of models and its kind of positions.
    bool family = false;
    /// Only the pages of the labs.
    bool labs = false;
    /// Only the pages of the lessons, each question answered wrongly where it can be, and each
    /// experiment done.
    bool lessons = false;
    /// Only what a teacher has beside the lessons, and the last page of the help.
    bool teaching = false;
    /// Only pictures of these names, without the numbers in front, each with the texts on it in
    /// NAME.words: where one begins (x, y), and what it is. Empty: all, without their texts.
    QStringList names;
};

/// Lets the model of the window train for a while, goes through every kind of step and dialog, and
/// saves a picture of the window at each in `folder`. Throws Error when one cannot be written.
void takePictures(MainWindow& window, const QString& folder, const PictureRequest& requests);

} // namespace gf
