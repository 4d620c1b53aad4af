// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// How alike the rows of a matrix are: P·Pᵀ for positions, X·Xᵀ for embeddings and their sum, as
/// dot products or as cosines, and the chosen row of it as bars.
Station rowSimilarity();

} // namespace gf
