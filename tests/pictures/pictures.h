// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

namespace gf {

class MainWindow;

/// Lets the model of the window train for a while, goes through every kind of step and dialog, and
/// saves a picture of the window at each in `folder`. Throws Error when one cannot be written.
void takePictures(MainWindow& window, const QString& folder, const QSize& size);

} // namespace gf
