// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/data/batch.h"
#include "core/model/model.h"

namespace gf {

/// Gives a program of `model` all its inputs from a batch, by their names; arrays that the model
/// has no input for are left out. Throws Error, with the name and what would be right, when an
/// array is missing, of another kind or shape, or has a token id that is no word of the model's.
void feed(Program& program, const ModelGraph& model, const Batch& batch);

} // namespace gf
