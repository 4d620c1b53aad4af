// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compare_control.h"
#include "ui/focus/focus.h"

#include <optional>
#include <vector>

namespace gf {

/// As the stages show the step in focus: a drawing, the panels of attention, or a matrix; those of
/// several runs beside each other, named, in colours that mean the same in all. Nothing where one
/// of the stages shows nothing.
std::optional<Exportable> figureOnStages(const std::vector<RunOnStage>& runs, const Focus& focus);

} // namespace gf
