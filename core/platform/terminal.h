// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

/// Takes the places of standard streams that are closed, so that no file that is opened later gets
/// what is meant for them; on Windows a terminal is told to read UTF-8 and to obey escape
/// sequences. To be called before anything is opened.
void prepareStandardStreams();

/// Whether a person types what is read, or reads standard output or standard error as it is
/// written.
bool isTerminalInput();
bool isTerminalOutput();
bool isTerminalError();

/// Whether somebody may still read standard output: not where it is a pipe whose reader is gone.
bool isOutputRead();

/// Whether there is a screen for windows.
bool hasDisplay();

} // namespace gf
