// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/stopped.h"
#include "core/train/history.h"
#include "core/train/run.h"

#include <span>
#include <string>

namespace gf {

/// Where the history of a model file lies: beside it, so that the model file stays what it is.
/// "run.safetensors" → "run.history.safetensors".
std::string historyPathOf(const std::string& modelPath);

/// Writes every branch, atomically. Where runs are compared `run` is the first of them, and the
/// numbers of a checkpoint are those of all. The file is safetensors: "steps" [N], "losses" [N]
/// (NaN where there is none) and "checkpoint.0" … [P], the numbers of each checkpoint;
/// configuration and branches are in `__metadata__`. Throws Error as writeSafetensors() does.
void writeHistory(const std::string& path, const RunDescription& run, const History& history);

/// Reads what writeHistory() wrote for the run, or the runs, whose numbers are `now`. Untrusted:
/// throws Error, beginning with the path, for a bad file, for that of another model or optimizer,
/// and when the last checkpoint of its current branch is not the run as it is.
History::Content readHistory(const std::string& path, const RunDescription& run,
                             std::span<const float> now, const std::stop_token& stop = {});

} // namespace gf
