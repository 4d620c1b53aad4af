// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/devices.h"
#include "core/backend/program.h"

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

namespace gf {

/// How long the drivers of graphics cards may take. One that has to wake a card, or to compile for
/// the first time, takes its time.
struct SurveyLimits {
    std::chrono::milliseconds naming = std::chrono::seconds(20); ///< the devices of a driver
    std::chrono::milliseconds trying = std::chrono::seconds(90); ///< one of them
};

/// All that this machine has, each graphics card tried. Drivers are asked and tried in children of
/// this process with a time limit; `program` is the glassformer to start for that. Where no driver
/// is installed none is started. Takes seconds; when a stop is asked for, what is known by then.
std::vector<ComputeDevice> surveyDevices(const std::string& program,
                                         const SurveyLimits& limits = {},
                                         const std::stop_token& stop = {});

/// What "auto" stands for: the first graphics card that can be used, and "cpu" where there is none.
std::string bestDevice(const std::vector<ComputeDevice>& devices);

/// What such a child does: a tiny model forward and backward, and a training step of one, compared
/// with the reference. The device as it should have been listed, with what was found.
ComputeDevice tried(const std::string& id);

/// The same of a backend that is there: what is wrong with it, or DeviceFault::None. `detail`
/// becomes the name of the step or parameter that is wrong.
DeviceFault faultOf(const Backend& backend, std::string& detail);

/// A device as an object of JSON in one line: what `glassformer devices --json` prints.
std::string jsonLineOf(const ComputeDevice& device);

} // namespace gf
