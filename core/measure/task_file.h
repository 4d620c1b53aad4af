// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

/// What a file for a task holds.
enum class TaskFile { None, Text, Pairs, Table };

} // namespace gf
