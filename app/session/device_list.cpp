// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/device_list.h"

#include "core/train/device_survey.h"

#include <algorithm>
#include <system_error>

namespace gf {

namespace {

std::string driverTitle(const std::string& driver) {
    return driver == "opencl" ? "OpenCL" : driver == "cuda" ? "CUDA" : driver;
}

bool isBuiltIn(const ComputeDevice& device) {
    return device.id == device.backend &&
           std::ranges::find(driverNames(), device.backend) == driverNames().end();
}

/// A driver that has nothing to offer is no news to anyone.
bool isAbsent(const ComputeDevice& device) {
    return device.fault == DeviceFault::NoDriver || device.fault == DeviceFault::NoDevice;
}

DeviceChoice choiceOf(const ComputeDevice& device) {
    const std::string title = driverTitle(device.backend);
    const bool isDriver = device.name == device.backend;
    return {QString::fromStdString(device.id),
            QString::fromStdString(isDriver ? title : device.name + " · " + title),
            device.reason()};
}

DeviceList builtIn() {
    DeviceList list;
    for (const ComputeDevice& device : builtInDevices())
        list.devices.push_back(
            {QString::fromStdString(device.id), QString::fromStdString(device.id), {}});
    return list;
}

} // namespace

DeviceList deviceList(const std::vector<ComputeDevice>& devices) {
    DeviceList list = builtIn();
    const auto before = list.devices.size();
    for (const ComputeDevice& device : devices)
        if (!isBuiltIn(device) && !isAbsent(device))
            list.devices.push_back(choiceOf(device));
    if (list.devices.size() == before)
        list.devices.push_back({{},
                                phrase("no graphics card"),
                                phrase("No graphics card was found that can compute")});
    return list;
}

DeviceList devicesSoFar() {
    DeviceList list = builtIn();
    list.devices.push_back({{},
                            phrase("looking for graphics cards…"),
                            phrase("Their drivers are tried in a process of their own")});
    list.complete = false;
    return list;
}

DeviceSearch::DeviceSearch(const std::string& program,
                           const std::function<void(DeviceList)>& found) {
    if (std::ranges::none_of(driverNames(), isDriverInstalled)) {
        found(deviceList({}));
        return;
    }
    try {
        m_thread = std::jthread([program, found](const std::stop_token& stop) {
            DeviceList list = deviceList(surveyDevices(program, {}, stop));
            if (!stop.stop_requested())
                found(std::move(list));
        });
    } catch (const std::system_error&) {
        found(deviceList({})); // no thread can be had, and whoever trains needs one more urgently
    }
}

} // namespace gf
