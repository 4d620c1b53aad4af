// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

/// "stream": the residual stream of a stack from the embedding to its end, with the norms where
/// Pre-LN or Post-LN puts them, over the length of every token's row at each point (Xiong et al.
/// 2020; the stream as the thing that all sub-layers read and write: Elhage et al. 2021).
Station residualFlow();

} // namespace gf
