// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/node.h"

namespace gf {

/// The letter by which shapes are written for what a dimension counts: "H", "T", "S", "D", "K",
/// "d_v", "F", "V", "f"; empty where there is none.
constexpr const char* letterOf(Axis axis) {
    switch (axis) {
    case Axis::Head:
        return "H";
    case Axis::Target:
        return "T";
    case Axis::Source:
        return "S";
    case Axis::Model:
        return "D";
    case Axis::HeadFeature:
        return "K";
    case Axis::ValueFeature:
        return "d_v";
    case Axis::Hidden:
        return "F";
    case Axis::SourceWord:
    case Axis::TargetWord:
        return "V";
    case Axis::Feature:
        return "f";
    default:
        return "";
    }
}

} // namespace gf
