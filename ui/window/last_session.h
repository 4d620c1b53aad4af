// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/focus/focus.h"

#include <QString>

namespace gf {

/// What was open when the window was closed, to go on with it at the next start.
struct LastSession {
    QString file; ///< of the run; empty when it was never saved
    QString task;
    QString source; ///< of the example
    QString target;
    Focus focus;
};

/// Where a run that nobody named is saved when the session ends without asking: among the person's
/// data, under a name that no file has yet. The folder is there afterwards.
QString pathForUnnamedRun();

/// From and to the settings of the program.
LastSession readLastSession();
void writeLastSession(const LastSession& session);

} // namespace gf
