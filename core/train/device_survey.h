// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/devices.h"
#include "core/backend/program.h"
#include "core/train/device_tuning.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace gf {

/// The kernel that is measured now, the `number`th of so many.
struct TuningStep {
    std::string kernel;
    int number = 0;
    int of = 0;
};

struct SurveyOptions {
    // How long the drivers of graphics cards may take. One that has to wake a card, or to compile
    // for the first time, takes its time.
    std::chrono::milliseconds naming = std::chrono::seconds(20); ///< the devices of a driver
    std::chrono::milliseconds trying = std::chrono::seconds(90); ///< one of them, or its kernel
    bool tuneAnew = false;                                       ///< also what is tuned already
    /// Hears how the tuning of a device goes on; perhaps in another thread, during the survey.
    std::function<void(const ComputeDevice&, const TuningStep&)> tuning = {};
};

/// All that this machine has, each graphics card tried, and tuned where it was not before. Drivers
/// are asked and tried in children of this process with a time limit; `program` is the glassformer
/// to start for that. A kernel at which a driver crashes or hangs while it is measured is left out
/// for good, and the device is tried again. Where no driver is installed none is started. Takes
/// seconds; when a stop is asked for, what is known by then.
std::vector<ComputeDevice> surveyDevices(const std::string& program,
                                         const SurveyOptions& options = {},
                                         const std::stop_token& stop = {});

/// The same of one device alone, by its name: "opencl:1".
ComputeDevice surveyDevice(const std::string& program, const std::string& id,
                           const SurveyOptions& options = {}, const std::stop_token& stop = {});

/// What "auto" stands for: the first graphics card that can be used, and "cpu" where there is none.
std::string bestDevice(const std::vector<ComputeDevice>& devices);

/// What such a child does: a tiny model forward and backward, and a training step of one, compared
/// with the reference, and the tuning of what agrees. The device as it should have been listed,
/// with what was found.
ComputeDevice tried(const std::string& id, const DeviceTuning& tuning);

/// The same of a backend that is there: what is wrong with it, or DeviceFault::None. `detail`
/// becomes the name of the step or parameter that is wrong.
DeviceFault faultOf(const Backend& backend, std::string& detail);

/// What such a child prints before each kernel that it measures.
std::string jsonLineOf(const TuningStep& step);

/// A device as an object of JSON in one line: what `glassformer devices --json` prints.
std::string jsonLineOf(const ComputeDevice& device);

} // namespace gf
