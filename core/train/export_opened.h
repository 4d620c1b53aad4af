// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/new_folder.h"
#include "core/train/run.h"

#include <string>

namespace gf {

/// Writes the files of a folder that a run's model was opened from (openModel) into a new one, with
/// the weights as they are now, in the types and places that they had: unchanged weights give the
/// same bytes. What repeats a weight, as the head of a tied model does, follows it.
///
/// Untrusted like openModel(): throws Error, too, where `from` holds another model than the run's,
/// and for a weight that the type of its tensor cannot hold.
void exportOpened(const Run& run, const std::string& from, NewFolder& into);

} // namespace gf
