// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/task.h"

#include <memory>
#include <string_view>

namespace gf {

/// A window and `<eos>`.
inline constexpr Index longestTextLength = 65;

/// A text as windows of (at most) 64 characters for a decoder-only model. Training windows begin
/// anywhere in the first nine tenths; validation windows lie one after another in the last tenth.
/// The window is shorter for a text whose last tenth is. Line ends are "\n", whatever the file has.
///
/// Throws Error when `text` is not UTF-8 (with the byte offset), has under 100 characters, or more
/// different ones than a vocabulary may have.
std::unique_ptr<Task> makeTextTask(std::string_view text);

} // namespace gf
