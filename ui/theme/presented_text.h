// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

class QObject;

namespace gf {

/// A font with letters that are so many times as large.
QFont scaledFont(QFont font, double size);

/// Gives every window of the program, those that are open and those that open from now on, text of
/// so many pixels, or what they have where that is larger. This alone decides how large a
/// presentation writes. `dotsPerInch`: of the screen.
void presentText(const QObject* presenter, double pixels, double dotsPerInch);
/// Gives back what they had, unless another one presents by now. Null: whoever presents.
void endPresentedText(const QObject* presenter);

/// Below this many pixels nothing is written on the stage: 0 while nobody presents.
double leastLetters();

} // namespace gf
