// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/task_choice.h"

#include <vector>

namespace gf {

/// The sample of a task, found beside the program: installed, or in the folder in which it was
/// built. Without a name where there is none.
Sample sampleOf(std::string_view task);

/// Every task, with its sample.
std::vector<OfferedTask> offeredTasks();

} // namespace gf
