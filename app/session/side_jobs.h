// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/comparison/saved_runs.h"
#include "app/session/open_run/run_devices.h"

#include <QStringList>

#include <stop_token>

namespace gf {

/// What is computed beside the run and changes nothing of it. All of it throws Stopped when nobody
/// waits for it any more.
class SideJobs {
public:
    SideJobs(SessionState& state, RunDevices& devices) : m_state(state), m_devices(devices) {}

    /// Builds this model and tries it out for a while. What cannot be measured for a reason that a
    /// person can change is said in the dialog that asked.
    void tryOut(const ModelRequest& request, const std::stop_token& stop);
    /// Compares two backends on the run.
    void verify(const std::stop_token& stop);
    /// Saved runs on the example of the run.
    void showReferenceRuns(const QStringList& files, const std::stop_token& stop);

private:
    SessionState& m_state;
    RunDevices& m_devices;
    SavedRuns m_references;
};

} // namespace gf
