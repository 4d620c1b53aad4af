// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/open_run/session_state.h"
#include "core/form/device.h"

#include <functional>
#include <string>

namespace gf {

/// What runs are computed on, and what is done when that is gone.
class RunDevices {
public:
    RunDevices(SessionState& state, MakeBackend makeBackend);

    /// What the window is to offer from now on.
    void setList(const DeviceList& devices);
    const DeviceList& list() const { return m_list; }

    /// That of the run where none is named. Throws Error.
    OpenBackend open(const std::string& device = {});
    bool isOpen(const std::string& device) const { return m_pool.isOpen(device); }
    /// What is lost while something new is made on it takes no run with it that is elsewhere.
    void makeOn(const OpenBackend& backend, const std::function<void()>& make);
    /// One of them is lost: they are opened anew when somebody asks for them again.
    void forgetAll() { m_pool.forgetDevices(); }
    /// All runs go on on the processor, and `say` makes the sentence about it. False where nothing
    /// was elsewhere, or where even this fails.
    bool recover(const std::function<Sentence(Index step)>& say) noexcept;

private:
    bool moveToProcessor();

    SessionState& m_state;
    BackendPool m_pool;
    DeviceList m_list;
};

} // namespace gf
