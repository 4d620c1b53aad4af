// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/devices.h"
#include "ui/messages/device_list.h"

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace gf {

/// What the window offers of these. Where no graphics card is among them, a line says so.
DeviceList deviceList(const std::vector<ComputeDevice>& devices);
/// While graphics cards are looked for.
DeviceList devicesSoFar();

/// Looks for graphics cards in a thread of its own (core/train/device_survey.h), once.
class DeviceSearch {
public:
    /// `found` is called once, in that thread; where no driver is installed there is none, and it
    /// is called at once. `program` is the glassformer that tries the devices.
    DeviceSearch(const std::string& program, const std::function<void(DeviceList)>& found);

private:
    std::jthread m_thread; ///< its end stops the search and waits for it
};

} // namespace gf
