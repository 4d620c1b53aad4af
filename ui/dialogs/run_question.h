// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace gf {

/// Opens a dialog that asks something about the run: takeBackRunQuestions() closes it.
void askAboutRun(QDialog* dialog);

/// Closes what askAboutRun() has opened over `window`, as if the person had cancelled it. To be
/// called when another run takes the place of the one that was asked about.
void takeBackRunQuestions(QWidget* window);

} // namespace gf
