// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/devices.h"
#include "core/train/device_survey.h"

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace gf {

/// What the window offers of these. Where no graphics card is among them, a line says so.
DeviceList deviceList(const std::vector<ComputeDevice>& devices);
/// While graphics cards are looked for.
DeviceList devicesSoFar();
/// While one of them is tuned.
DeviceList devicesSoFar(const ComputeDevice& tuned, const TuningStep& step);

/// Looks for graphics cards in a thread of its own (core/train/device_survey.h), once.
class DeviceSearch {
public:
    /// `found` is called in that thread, or in one that it waits for, whenever there is news, the
    /// last time with the complete list; where no driver is installed, once and at once. `program`
    /// is the glassformer that tries the devices.
    DeviceSearch(const std::string& program, const std::function<void(DeviceList)>& found);

private:
    std::jthread m_thread; ///< its end stops the search and waits for it
};

} // namespace gf
