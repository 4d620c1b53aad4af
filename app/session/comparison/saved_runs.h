// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/live_run.h"
#include "ui/messages/compare_messages.h"

#include <QDateTime>

#include <map>
#include <memory>
#include <string>

namespace gf {

/// Saved runs that are looked at beside the open one. Lives in the worker's thread.
class SavedRuns {
public:
    /// What these files, and folders of real models, have for the example of a run; what cannot be
    /// read, and a run that cannot read the example, have a sentence for it. Files that are not
    /// named any more are closed. Throws Stopped when `stop` is requested.
    ReferenceRuns on(const QStringList& files, const LiveRun& shown,
                     const std::stop_token& stop = {});

private:
    ReferenceRun lookAt(const QString& file, const LiveRun& shown, const std::stop_token& stop);

    /// What was read of a file, and when that was last written.
    struct Open {
        QDateTime written;
        std::unique_ptr<LiveRun> run;
    };

    std::map<QString, Open> m_open;
};

} // namespace gf
