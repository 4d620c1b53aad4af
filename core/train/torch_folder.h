// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/batch.h"
#include "core/train/run.h"

#include <map>
#include <string>
#include <string_view>

namespace gf {

/// Programs and descriptions of a folder, by the names of their files.
using TextFiles = std::map<std::string, std::string>;

/// A run's model in plain PyTorch, with the names that its parameters and steps have here, and the
/// programs that train it, let it answer and check it (resources/torch): all of the folder but the
/// numbers. Nothing that a file says of itself stands in a program. `batches` are in
/// data.safetensors; 0: there is no such file.
TextFiles torchFiles(const RunDescription& run, Index batches);

/// Writes `count` batches of a source from `first` on as a safetensors file, each array under the
/// name of its input [count, B, …]. Throws Error as fill() and writeSafetensors() do.
void writeBatches(const WriteFile& write, const BatchSource& source, Index first, Index count);

/// Those lines of a template that stand for a model of which the `words` are so. "#? a !b" behind a
/// line: where a is and b is not; "#? a {" before and "#? }" behind several lines: likewise.
/// "@word@" in a line is replaced by what `gaps` has for it. For tests.
std::string filledTemplate(std::string_view text, const std::map<std::string, bool>& words,
                           const std::map<std::string, std::string>& gaps);

} // namespace gf
