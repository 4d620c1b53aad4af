// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

class QApplication;

namespace gf {

/// How large the texts of the program are, in per cent of those of the desktop: what the person
/// chose last.
int textSize();

/// The next larger (`steps` 1) or smaller (−1) size after one; 0: the desktop's own.
int textSizeBeside(int percent, int steps);

/// Remembers a size for applyTextSize.
void storeTextSize(int percent);

/// Gives the program the size that is remembered. What is on the screen follows where it is made
/// anew.
void applyTextSize(QApplication& application);

/// With letters that are equally wide, as large as the program's text is now.
QFont fixedFont();

} // namespace gf
