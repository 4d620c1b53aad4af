// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run/device_list.h"

#include <algorithm>
#include <system_error>

namespace gf {

namespace {

bool isBuiltIn(const ComputeDevice& device) {
    return device.id == device.backend &&
           std::ranges::find(driverNames(), device.backend) == driverNames().end();
}

/// A driver that has nothing to offer is no news to anyone.
bool isAbsent(const ComputeDevice& device) {
    return device.fault == DeviceFault::NoDriver || device.fault == DeviceFault::NoDevice;
}

/// With a line that says what is done.
DeviceList incomplete(const Sentence& what, const Sentence& why) {
    return {builtInDevices(), false, what, why};
}

} // namespace

DeviceList deviceList(const std::vector<ComputeDevice>& devices) {
    DeviceList list{builtInDevices()};
    const auto before = list.devices.size();
    for (const ComputeDevice& device : devices)
        if (!isBuiltIn(device) && !isAbsent(device))
            list.devices.push_back(device);
    if (list.devices.size() == before) {
        list.line = phrase("no graphics card");
        list.why = phrase("No graphics card was found that can compute");
    }
    return list;
}

DeviceList devicesSoFar() {
    return incomplete(phrase("looking for graphics cards…"),
                      phrase("Their drivers are tried in a process of their own"));
}

DeviceList devicesSoFar(const ComputeDevice& tuned, const TuningStep& step) {
    return incomplete(
        {phrase("tuning %1: %2 of %3…"), tuned.title(), step.number, step.of},
        phrase("Which kernels are the fastest on it is measured once for each version of its "
               "driver"));
}

DeviceSearch::DeviceSearch(const std::string& program,
                           const std::function<void(DeviceList)>& found) {
    if (std::ranges::none_of(driverNames(), isDriverInstalled)) {
        found(deviceList({}));
        return;
    }
    try {
        m_thread = std::jthread([program, found](const std::stop_token& stop) {
            SurveyOptions options;
            options.tuning = [&found](const ComputeDevice& device, const TuningStep& step) {
                found(devicesSoFar(device, step));
            };
            DeviceList list = deviceList(surveyDevices(program, options, stop));
            if (!stop.stop_requested())
                found(std::move(list));
        });
    } catch (const std::system_error&) {
        found(deviceList({})); // no thread can be had, and whoever trains needs one more urgently
    }
}

} // namespace gf
