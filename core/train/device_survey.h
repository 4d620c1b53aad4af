// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/devices.h"

#include <string>
#include <vector>

namespace gf {

/// All that this machine has, each graphics card tried. Drivers are asked and tried in children of
/// this process with a time limit; `program` is the glassformer to start for that. Takes seconds.
std::vector<ComputeDevice> surveyDevices(const std::string& program);

/// What such a child does: trains a tiny model for a step and compares it with the reference. Why
/// the device can't be used, or nothing.
std::string tryDevice(const std::string& id);

} // namespace gf
