// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/open_run/run_devices.h"
#include "core/backend/device_error.h"

#include <functional>

namespace gf {

/// Whatever is thrown in the worker's thread ends here and reaches the person as a sentence; what
/// follows is in the job's rule.
class FailureGuard {
public:
    FailureGuard(SessionState& state, RunDevices& devices) : m_state(state), m_devices(devices) {}

    /// Does something and says whether it was done.
    bool run(const JobRule& rule, const std::function<void()>& action);

private:
    void lost(const JobRule& rule, const DeviceLost& error) noexcept;
    void outOfMemory(const JobRule& rule, const DeviceOutOfMemory& error) noexcept;
    void failed(const JobRule& rule, const std::function<Sentence()>& say) noexcept;

    SessionState& m_state;
    RunDevices& m_devices;
};

} // namespace gf
