// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/focus/focus.h"
#include "ui/stage/composition.h"

#include <QString>

#include <vector>

namespace gf {

class Steps;

/// Where on the stage a matrix stands; that decides what a click means.
enum class StagePlace {
    Operation, ///< operands, operator, result
    Panels,    ///< the stages of attention side by side
    Strip,     ///< all heads, small
    Grid,      ///< all heads, large
    Related,   ///< the gradients of a step's operands, small
};

/// One matrix on the stage.
struct StagePanel {
    StagePlace place = StagePlace::Operation;
    StageItem item;
};

/// What the stage shows, without its numbers.
struct StageScene {
    Composition composition;
    Composition panels;
    std::vector<StageItem> strip;
    std::vector<StageItem> grid;
    std::vector<StageItem> related;
    QString stripTitle;
    QString relatedTitle;
    QString message; ///< shown instead of all else when there is nothing to draw
};

/// What stands on the stage for a node of a trace; for noNode, the reason why nothing does. `trace`
/// may be null.
StageScene sceneFor(const Trace* trace, const Steps& steps, NodeId node, const Focus& focus);

/// Who reads whom in the sub-layer of a node, alone.
StageScene readersScene(NodeId node);

/// Whether they are the same scene with other numbers: everything stays in its place.
bool sameForm(const StageScene& a, const StageScene& b);

} // namespace gf
