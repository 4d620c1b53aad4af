// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/scene/scene.h"

#include <QString>

#include <filesystem>
#include <optional>

namespace gf {

/// Where a run that nobody named is to be saved when the session ends without asking: among the
/// person's data. The folder is there afterwards; the name may be taken.
QString pathForUnnamedRun();

/// Where copies lie of runs that are not saved yet.
std::filesystem::path recoveryFolder();

/// What the window showed when it was closed, to go on with it at the next start; from and to the
/// settings of the program. Nothing where these have none, or none that can be read.
std::optional<Scene> readLastSession();
void writeLastSession(const Scene& scene);

} // namespace gf
