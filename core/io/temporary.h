// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

namespace gf {

/// Folders for temporary files, the best first: where the person wants them (TMPDIR) if that is a
/// folder, then where the system has them. Nobody has tried whether they can be written to.
std::vector<std::filesystem::path> temporaryFolders();

} // namespace gf
