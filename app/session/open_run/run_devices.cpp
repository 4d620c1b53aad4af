// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/open_run/run_devices.h"

#include "app/session/run/device_list.h"
#include "core/backend/device_error.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <vector>

namespace gf {

namespace {

constexpr const char* processor = "cpu";

} // namespace

RunDevices::RunDevices(SessionState& state, MakeBackend makeBackend)
    : m_state(state), m_pool(std::move(makeBackend)), m_list(deviceList({})) {}

void RunDevices::setList(const DeviceList& devices) {
    m_list = devices;
    m_state.news.publish(m_list);
}

OpenBackend RunDevices::open(const std::string& device) {
    if (!device.empty())
        return m_pool.open(device);
    return m_pool.open(m_state.open ? m_state.open.run->backendName() : processor);
}

void RunDevices::makeOn(const OpenBackend& backend, const std::function<void()>& make) {
    try {
        make();
    } catch (const DeviceLost& error) {
        const auto isThere = [&](const LiveRun* run) { return run->backendName() == backend.name; };
        if (m_state.open && std::ranges::any_of(m_state.open.all(), isThere))
            throw;
        m_pool.forget(backend.name);
        throw Error(error.sentence());
    }
}

/// Everything at a point that all runs have in common. Whether anything was elsewhere.
bool RunDevices::moveToProcessor() {
    OpenRun& open = m_state.open;
    std::vector<LiveRun*> runs = open.all();
    std::erase_if(runs, [](const LiveRun* run) { return !mayBeLost(run->backendName()); });
    m_state.endWalk();
    for (LiveRun* run : runs)
        run->recover(m_pool.open(processor));
    if (runs.empty())
        return false;
    if (open.compared) {
        open.compared->measureAnew();
        if (open.history.returnToLastCheckpoint())
            open.compared->wentBack();
        else
            m_state.endComparison();
    }
    if (!open.history.isPast())
        open.history.afterGoingBack();
    return true;
}

bool RunDevices::recover(const std::function<Sentence(Index step)>& say) noexcept {
    try {
        if (!m_state.open || !moveToProcessor())
            return false;
        const LiveRun& run = *m_state.open.run;
        m_state.progress.goTo(run.stepsDone());
        m_state.progress.restartRate();
        m_state.isPictureOld = true;
        m_state.news.publish(run.settings(), news::Failure{say(run.stepsDone()), true},
                             m_state.status());
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

} // namespace gf
