// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stage/stage_layout.h"

#include <optional>
#include <vector>

namespace gf {

/// One layout for stages that stand beside each other: each thing takes the room of the largest in
/// its place, and where one stage has more neighbours or heads than another, the other leaves their
/// room free: that of the first neighbours, and of the last heads. So what stands in a place of one
/// stage stands there, as large, in all. Nothing where their subjects are not made of as many
/// things.
std::optional<LayoutInput> commonLayout(const std::vector<LayoutInput>& stages);

} // namespace gf
